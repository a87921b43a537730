"""Walkthroughs that need no trust in the techniques: each strike is confirmed by the puzzle in clauses.

A value is struck rightly where, held against what is printed and the marks before the step, it leads to a clash.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from puzzle_factory.desk.explain import Walk, explained
from puzzle_factory.desk.verify import Case
from puzzle_factory.engines.confirming import Confirmer, Ruled
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.errors import PuzzleBug
from puzzle_factory.executors import in_order
from puzzle_factory.uniqueness import pasteable
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre
from puzzle_models.kernel.encodings import CnfEncoding
from puzzle_models.kernel.grid import cell_name

WEAKEST_FIRST = (Ruled.LATE, Ruled.SEARCH, Ruled.PROPAGATION)
SHAPES = 4  # whose clauses are kept

Strike = tuple[int, int]  # cell, value


def check_all(cases: Sequence[Case], budget_s: float, workers: int, language: str) -> Iterator[Walk]:
    """A walkthrough of each case with each of its steps confirmed, in their order."""
    return in_order(partial(checked, budget_s=budget_s, language=language), cases, workers)


def checked(case: Case, budget_s: float, language: str) -> Walk:
    """A walkthrough, and how each step was confirmed, in what is left of the time. Raises PuzzleBug."""
    deadline = Deadline.after(budget_s)
    walk = explained(case, budget_s, language)
    if walk.verdict != "unique":
        return walk
    checks = confirmed(registry.load(str(case.genre)), case.puzzle, walk, deadline)
    return replace(walk, checks=tuple(how.value for how in checks))


def confirmed(genre: Genre, puzzle: Any, walk: Walk, deadline: Deadline) -> list[Ruled]:
    """How each step was confirmed: as its weakest strike was.

    So are the marks at the start, by what is printed alone. Raises PuzzleBug where a strike is wrong, or where the
    strikes told do not end in the answer though they are said to.
    """
    board = _Board(genre, puzzle, deadline)
    missing = [(cell, value) for cell, value in sorted(board.marks) if not walk.start[cell] >> value & 1]
    before = board.strike(missing, "the marks at the start")
    found = []
    for number, step in enumerate(walk.steps, 1):
        told = [(cell, value) for each in step.deductions for cell, gone in each.strikes.items() for value in gone]
        found.append(board.strike(told, f"step {number} ({step.technique})"))
    if walk.finished and board.marks != set(enumerate(walk.report.answers[0])):
        raise PuzzleBug("the steps do not end in the answer", pasteable(genre, puzzle))
    return [Ruled.LATE] * len(found) if before is Ruled.LATE else found


class _Board:
    """The marks of a puzzle, from which only that is struck which the clauses rule out."""

    def __init__(self, genre: Genre, puzzle: Any, deadline: Deadline) -> None:
        self._confirmer = _confirmer(genre.encode_cnf, puzzle.shape)
        self._confirmer.fit(puzzle)
        self._genre, self._puzzle, self._deadline = genre, puzzle, deadline
        self._literal = {
            (cell, value): literal
            for cell, literals in enumerate(self._confirmer.encoding.holds)
            for value, literal in enumerate(literals)
        }
        self._gone: list[int] = []
        self.marks = set(self._literal)

    def strike(self, strikes: Sequence[Strike], what: str) -> Ruled:
        """Strike from the marks, all at once. Raises PuzzleBug where a strike is wrong."""
        found = self._confirmer.rule_out([self._literal[strike] for strike in strikes], self._gone, self._deadline)
        for (cell, value), how in zip(strikes, found, strict=True):
            if how is Ruled.NOT:
                place = f"{self._genre.symbols[value]} at {cell_name(*divmod(cell, self._puzzle.width))}"
                raise PuzzleBug(f"{what} strikes {place}, which can be", pasteable(self._genre, self._puzzle))
        self.marks.difference_update(strikes)
        self._gone += [-self._literal[strike] for strike in strikes]
        return weakest(found)


@lru_cache(SHAPES)
def _confirmer(encode: Callable[[Hashable], CnfEncoding], shape: Hashable) -> Confirmer:
    return Confirmer(encode(shape))


def weakest(found: Iterable[Ruled]) -> Ruled:
    """What a step is worth: as much as the weakest of what its strikes are."""
    every = set(found)
    return next((how for how in WEAKEST_FIRST if how in every), Ruled.PROPAGATION)
