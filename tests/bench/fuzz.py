"""Spoilt files, read and proved: `python tests/bench/fuzz.py [count [start]]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from measuring import peak_mb

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzzing import as_text, run


def main(count: int, start: int) -> int:
    """Print what there was of each kind, and every file that did not end as it should; how many those were."""
    started = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found = run(range(start, start + count), Path(folder))
    print(as_text(found))
    print(f"{perf_counter() - started:.0f} s, {peak_mb():.0f} MB at most")
    return len(found.wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 20_000, int(sys.argv[2]) if sys.argv[2:] else 0) > 0)
