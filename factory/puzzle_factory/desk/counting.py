"""How many answers a puzzle has: found one by one, each forbidden when it is there, so that none is counted twice.

An engine that lists all answers by itself can repeat one (or-tools 4640). The count is python-sat's; each answer is
checked by the rules, and that there are no more is its refutation, as in a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puzzle_factory.engines.outcome import Deadline, Status
from puzzle_factory.engines.sat import Sat
from puzzle_factory.uniqueness import EngineDisagreement, pasteable
from puzzle_models.kernel.contract import Genre


@dataclass(frozen=True)
class Count:
    """So many answers were found. `complete` where there are no more; else `more` where another one was seen."""

    answers: int
    complete: bool
    more: bool = False

    def __str__(self) -> str:
        """`exactly 37 answers`, `more than 100 answers`, or of a count that time cut short `at least 57 answers`."""
        how = "exactly" if self.complete else "more than" if self.more else "at least"
        return f"{how} {self.answers} {'answer' if self.answers == 1 else 'answers'}"


def count(genre: Genre, puzzle: Any, most: int, deadline: Deadline) -> Count:
    """How many answers there are, up to `most`. Raises EngineDisagreement at one that is none."""
    engine = Sat()
    engine.fit(genre, puzzle)
    found = 0
    while (result := engine.solve(deadline)).status is Status.SAT:
        if broken := genre.violations(puzzle, result.answer):
            what = f"{engine.name} gave an answer that is none ({broken[0].message})"
            raise EngineDisagreement(what, pasteable(genre, puzzle))
        if found == most:
            return Count(found, complete=False, more=True)
        found += 1
        engine.forbid(result.answer)
    return Count(found, complete=result.status is Status.UNSAT)
