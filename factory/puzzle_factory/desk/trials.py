"""Puzzles tried out, many that are much alike, by the quick engine alone: what comes of it is proven later, by both.

candidate    a sound puzzle with one answer, as far as one engine can tell, that could stand for a faulty one
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from puzzle_factory.engines.outcome import Deadline, OutOfTime, Shelf, Status
from puzzle_factory.engines.sat import SHAPES, Sat
from puzzle_models.kernel.contract import LEVELS, Answer, Genre, Outcome
from puzzle_models.kernel.encodings import CnfEncoding


@dataclass(frozen=True)
class Candidate:
    """A puzzle that could be proposed. `slip` names what made the faulty one of it, where it was one slip."""

    kind: str
    puzzle: Any
    slip: str | None = None


class Trials:
    """An engine of its own, so that what it finds first does not depend on the puzzles of before."""

    def __init__(self, genre: Genre) -> None:
        self._encodings: Shelf[CnfEncoding] = Shelf(SHAPES)
        self.genre = replace(genre, encode_cnf=self._encoding)
        self._encode = genre.encode_cnf
        self._engine = Sat()

    def _encoding(self, shape: Hashable) -> CnfEncoding:
        """Built once, for whoever asks: on the largest boards it takes half a second."""
        return self._encodings.take(shape, lambda: self._encode(shape))

    def answers(self, puzzle: Any, deadline: Deadline) -> Iterator[Answer]:
        """Each answer of a puzzle. Raises OutOfTime."""
        self._engine.fit(self.genre, puzzle)
        while answer := self._next(deadline):
            yield answer
            self._engine.forbid(answer)

    def has_one_answer(self, puzzle: Any, deadline: Deadline) -> bool:
        """Whether a puzzle has an answer and no other. Raises OutOfTime.

        The easy techniques tell it of most puzzles, in less time than a solver takes to read the clauses of a shape.
        """
        outcome = self.genre.climb(puzzle, LEVELS[0]).outcome
        if outcome is not Outcome.STUCK:
            return outcome is Outcome.SOLVED
        return len(list(islice(self.answers(puzzle, deadline), 2))) == 1

    def other_answer(self, puzzle: Any, answer: Answer, deadline: Deadline) -> Answer:
        """An answer of a puzzle that is not the one given; nothing where there is none. Raises OutOfTime."""
        self._engine.fit(self.genre, puzzle)
        self._engine.forbid(answer)
        return self._next(deadline)

    def _next(self, deadline: Deadline) -> Answer:
        result = self._engine.solve(deadline)
        if result.status is Status.UNKNOWN:
            raise OutOfTime
        return result.answer


def share(deadline: Deadline, part: float) -> Deadline:
    """The deadline of a search that gets so large a part of the time left."""
    return Deadline.after(deadline.left_s * part)
