"""What each given and clue of a puzzle is there for: its one answer, its level, or nothing but decoration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from puzzle_factory.engines.outcome import Deadline, Status
from puzzle_factory.engines.sat import Sat
from puzzle_factory.grading import grade_of
from puzzle_factory.uniqueness import Unique, prove
from puzzle_models.kernel.contract import LEVELS, Answer, Genre, Thing

UNIQUENESS, LEVEL, DECORATION, UNDECIDED = "uniqueness", "level", "decoration", "undecided"


@dataclass(frozen=True)
class Load:
    """A thing by its name, and what it is needed for. `level` is that of the puzzle without it, where it is unique."""

    what: str
    needed_for: str
    level: str | None = None


def loads(genre: Genre, puzzle: Any, answer: Answer, level: str, deadline: Deadline) -> Iterator[Load]:
    """What each thing in a puzzle of one answer and a level is needed for, all the others being there.

    Where a puzzle can do without the thing, both engines have to agree that it stays unique.
    """
    engine = Sat()
    engine.fit(genre, puzzle)
    engine.forbid(answer)
    for thing in genre.things(puzzle):
        yield _load(genre, puzzle, thing, level, engine, deadline)


def _load(genre: Genre, puzzle: Any, thing: Thing, level: str, engine: Sat, deadline: Deadline) -> Load:
    status = engine.without(thing.name, deadline).status
    if status is Status.UNSAT and thing.without is not None:
        sound = isinstance(prove(genre, thing.without, deadline.left_s), Unique)
        status = Status.UNSAT if sound else Status.UNKNOWN
    if status is not Status.UNSAT:
        return Load(thing.name, UNIQUENESS if status is Status.SAT else UNDECIDED)
    without = grade_of(genre, puzzle, thing.climb(LEVELS[-1])).level
    return Load(thing.name, DECORATION if without == level else LEVEL, without)
