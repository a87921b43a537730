"""Engines, third encoding and brute force: `python tests/bench/differential.py [count [genre ...]]`."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from differential import compare_many
from puzzle_factory.uniqueness import engines_of_this_process
from puzzle_models import registry


def main(count: int, genres: list[str]) -> int:
    """Print what there was of each kind, and every difference; how many differences there were."""
    faults = 0
    for genre in genres or registry.names():
        started = perf_counter()
        counts, wrong = compare_many(genre, range(count), engines_of_this_process())
        print(f"{genre}: {count} puzzles, {len(wrong)} differences, {perf_counter() - started:.0f} s")
        for kind, number in sorted(counts.items()):
            print(f"  {number:6} {kind}")
        print("".join(f"  {line}\n" for line in wrong), end="", flush=True)
        faults += len(wrong)
    return faults


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 20_000, sys.argv[2:]) > 0)
