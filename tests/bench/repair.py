"""The figures of repair, on one core: `python tests/bench/repair.py GENRE [SECTION...]`.

Sections: slips (the share of spoilt puzzles whose original is proposed), loose (the time for puzzles of 2 to 1,000
answers), by how many there are. Times are processor times, a puzzle. Drawn puzzles of the usual sizes are spoilt.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import process_time
from typing import Any

from measuring import drafts, run, wish

from puzzle_factory.desk.repair import Repair, repaired
from puzzle_factory.desk.trials import Trials
from puzzle_factory.desk.verify import Case
from puzzle_factory.engines.outcome import Deadline
from puzzle_models.kernel.contract import Genre

SIZES, LEVELS = (8, 9, 10), ("medium", "hard", "expert")
BUDGET_S = 10.0
MOST_ANSWERS = 1000
A_KIND = 20  # puzzles spoilt by slips of one name
LOOSE = 60


def slips(genre: Genre) -> None:
    """Each slip by itself: how many puzzles are faulty after it, and how often the original is first, or proposed."""
    chance, found = random.Random("slips"), defaultdict(list)
    for puzzle in islice(puzzles(genre), A_KIND):
        by_name: dict[str, list[Any]] = {}
        for slip in genre.mending.slips(puzzle):
            by_name.setdefault(slip.name, []).append(slip.puzzle)
        for name, spoilt in by_name.items():
            repair, seconds = timed(genre, chance.choice(spoilt))
            proposed = [proposal.puzzle for proposal in repair.proposals]
            place = proposed.index(puzzle) if puzzle in proposed else None
            found[name] += [(place, seconds)] if repair.verdict != "unique" else []
    for name, each in found.items():
        places = [place for place, _ in each]
        first, any_place = places.count(0) / len(each), 1 - places.count(None) / len(each)
        longest = max(seconds for _, seconds in each)
        print(
            f"  {name}: {len(each)} faulty, original first {first:.0%}, proposed {any_place:.0%}, worst {longest:.1f} s"
        )


def loose(genre: Genre) -> None:
    """Puzzles with printed things taken away until there are several answers, but no more than a thousand."""
    found = defaultdict(list)
    for puzzle, answers in islice(loosened(genre), LOOSE):
        repair, seconds = timed(genre, puzzle)
        assert repair.proposals
        found["2 to 10" if answers <= 10 else "11 to 100" if answers <= 100 else "101 to 1000"].append(seconds)
    for answers, times in sorted(found.items()):
        print(f"  {answers} answers: {len(times)} puzzles, median {median(times):.2f} s, worst {max(times):.2f} s")


def timed(genre: Genre, puzzle: Any) -> tuple[Repair, float]:
    sound = puzzle if genre.mending.is_sound(puzzle) else None
    case = Case("bench", 1, genre.name, sound, (), format="jsonl", unsound=None if sound else puzzle)
    started = process_time()
    return repaired(case, BUDGET_S, 5), process_time() - started


def puzzles(genre: Genre) -> Iterator[Any]:
    """Drawn puzzles of every size and level in turn; the first repair, which loads the solvers, is not counted."""
    sources = [drafts(genre, wish(genre, size, level)) for size in SIZES for level in LEVELS]
    timed(genre, next(sources[0]).puzzles[0])
    while True:
        yield from (next(source).puzzles[0] for source in sources)


def loosened(genre: Genre) -> Iterator[tuple[Any, int]]:
    """Drawn puzzles with printed things taken away until a number of answers drawn beforehand is passed."""
    chance = random.Random("loose")
    for puzzle in puzzles(genre):
        wanted, answers = chance.choice((2, 11, 101)), 1
        while answers < wanted and genre.mending.printed(puzzle):
            puzzle = chance.choice(list(with_one_less(genre, puzzle)))
            found = Trials(genre).answers(puzzle, Deadline.after(BUDGET_S))
            answers = len(list(islice(found, MOST_ANSWERS + 1)))
        if 2 <= answers <= MOST_ANSWERS:
            yield puzzle, answers


def with_one_less(genre: Genre, puzzle: Any) -> Iterator[Any]:
    printed = genre.mending.printed(puzzle)
    return (slip.puzzle for slip in genre.mending.slips(puzzle) if genre.mending.printed(slip.puzzle) < printed)


if __name__ == "__main__":
    run(sys.argv[1], {"slips": slips, "loose": loose}, sys.argv[2:])
