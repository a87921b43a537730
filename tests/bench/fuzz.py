"""Files spoilt at random, read and judged: `python tests/bench/fuzz.py [FILES [FIRST]]`, 20,000 from the first on."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz import Tally, judge, spoilt

FILES = 20_000


def run(files: int, first: int) -> None:
    tally, faults = Tally(), 0
    for seed in range(first, first + files):
        content = spoilt(seed)
        try:
            judge(content, tally)
        except Exception as error:
            faults += 1
            print(f"file {seed}: {type(error).__name__}: {error}: {content[:200]!r}", flush=True)
    print(f"{tally}; {faults} faults")


if __name__ == "__main__":
    run(*(int(word) for word in (sys.argv[1:] + [str(FILES), "0"][len(sys.argv) - 1 :])))
