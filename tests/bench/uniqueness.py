"""Milliseconds that both engines together take for one puzzle, one core: `python tests/bench/uniqueness.py FILE...`.

Each FILE holds puzzles in any notation, all with one answer. Foreign: find an answer and refute a second one, in each
engine. Known: the answer is at hand, as it is for a puzzle just made, and only the refutations are left.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from puzzle_factory.sources import Item, read_sources
from puzzle_factory.uniqueness import Unique, engines_of_this_process, prove
from puzzle_models.kernel.contract import Answer

BUDGET_S = 60.0


def timed(item: Item, known: Answer) -> tuple[float, Answer]:
    """Milliseconds for the verdict, and the answer."""
    assert item.genre
    started = perf_counter()
    verdict = prove(item.genre, item.puzzle, BUDGET_S, known)
    spent_ms = 1000 * (perf_counter() - started)
    assert isinstance(verdict, Unique), f"{item.source} {item.number}: {verdict}"
    return spent_ms, verdict.answer


def main(paths: list[str]) -> None:
    print(f"{'file':40} {'foreign: median':>16} {'worst':>8} {'known: median':>16} {'worst':>8}")
    for path in paths:
        engines_of_this_process.cache_clear()
        items = list(read_sources([path]))
        timed(items[0], ())  # builds the models
        foreign = [timed(item, ()) for item in items]
        known = [timed(item, answer)[0] for item, (_, answer) in zip(items, foreign, strict=True)]
        times = [spent for spent, _ in foreign]
        columns = f"{median(times):16.1f} {max(times):8.1f} {median(known):16.1f} {max(known):8.1f}"
        print(f"{path[-40:]:40} {columns}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
