"""python-sat behind the face of an engine, and the only place that imports it.

One solver a shape serves many puzzles: what makes a puzzle is assumed, lazy cuts hold for all of them and stay, and a
blocking clause hangs on an activation literal of its own, so that it is gone with its puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import finalize

from pysat.solvers import Solver

from puzzle_factory.engines.clash import Met, Things, minimal, smallest
from puzzle_factory.engines.deciding import SOLVER, decided
from puzzle_factory.engines.outcome import Deadline, OutOfTime, Result, Shelf, Status
from puzzle_models.kernel.contract import Answer, Genre
from puzzle_models.kernel.encodings import CnfEncoding

SHAPES = 4  # solvers kept
MINIMAL_S, SMALLEST_S = 3.0, 0.5  # at most, to drop from a clash what it does without, and to look for a smaller one
QUESTIONS = 8  # one of them may take that share of what is left of it
LIFETIME_PUZZLES = 500  # then a solver starts afresh, or activation literals and learnt clauses would pile up


class Sat:
    """The second engine, with an encoding of its own."""

    name = "sat"

    def __init__(self) -> None:
        self._solvers: Shelf[_Kept] = Shelf(SHAPES)
        self._kept: _Kept
        self._printed: list[tuple[str, list[int]]] = []
        self._blocked: list[int] = []

    def fit(self, genre: Genre, puzzle: Any) -> None:
        """Take up a puzzle, with nothing forbidden."""
        self._kept = self._solvers.take((genre.name, puzzle.shape), lambda: _Kept(genre.encode_cnf(puzzle.shape)))
        self._kept.next_puzzle()
        self._printed, self._blocked = self._kept.encoding.printed(puzzle), []

    def forbid(self, answer: Answer) -> None:
        """Forbid an answer of the puzzle taken up, beside those forbidden before."""
        self._blocked.append(self._kept.block(answer))

    def solve(self, deadline: Deadline) -> Result:
        """Look for an answer. Past the deadline: UNKNOWN."""
        return self._solve(self._printed, deadline)

    def without(self, name: str, deadline: Deadline) -> Result:
        """Look for an answer to the puzzle taken up without one thing that is printed in it."""
        return self._solve([thing for thing in self._printed if thing[0] != name], deadline)

    def clash(self, deadline: Deadline) -> tuple[str, ...]:
        """Of a puzzle without answer, a smallest part that has none either; in a hard one, what its time allows.

        Fewer clues can be far harder to refute than all, and then the part is not the smallest. A solver of its own
        sees to it that the part does not depend on the puzzles before.
        """
        self._kept = _Kept(self._kept.encoding)
        if self._solve(self._printed, deadline).status is not Status.UNSAT:
            return tuple(name for name, _ in self._printed)
        few = self._in_core()
        few = minimal(few, self._meeting(Deadline.after(min(deadline.left_s, MINIMAL_S))))
        search = Deadline.after(min(deadline.left_s, SMALLEST_S))
        with suppress(OutOfTime):
            few = smallest(len(self._printed), self._meeting(search), search) or few
        return tuple(self._printed[thing][0] for thing in sorted(few))

    def _meeting(self, until: Deadline) -> Met:
        """What is asked about things printed, by number; a question gets no more than a share of the time."""

        def met(things: Iterable[int]) -> Things | None:
            share = Deadline.after(until.left_s / QUESTIONS)
            result = self._solve([self._printed[thing] for thing in sorted(things)], share)
            if result.status is Status.UNKNOWN:
                raise OutOfTime
            return self._met() if result.status is Status.SAT else None

        return met

    def _in_core(self) -> Things:
        """The things printed, by number, that the refutation just found makes use of."""
        core = set(self._kept.core())
        return frozenset(n for n, (_, literals) in enumerate(self._printed) if not core.isdisjoint(literals))

    def _met(self) -> Things:
        """The things printed that the answer just found has, by number."""
        held = set(self._kept.model())
        return frozenset(number for number, (_, literals) in enumerate(self._printed) if held.issuperset(literals))

    def _solve(self, printed: list[tuple[str, list[int]]], deadline: Deadline) -> Result:
        """An answer to a part of the puzzle; one that breaks a lazy rule brings cuts, and the search goes on."""
        assumed = self._blocked + [literal for _, literals in printed for literal in literals]
        while (status := self._kept.decide(assumed, deadline)) is Status.SAT:
            answer = self._kept.answer()
            cuts = self._kept.encoding.cuts(answer)
            if not cuts:
                return Result(status, answer)
            self._kept.add(cuts)
        return Result(status)


class _Kept:
    """The solver of one shape."""

    def __init__(self, encoding: CnfEncoding) -> None:
        self.encoding = encoding
        self._start()

    def _start(self) -> None:
        self._solver = Solver(SOLVER, bootstrap_with=self.encoding.clauses)
        # Left to its own __del__, a solver alive at the program's end complains of modules that are gone by then.
        self._end = finalize(self, self._solver.delete)
        self._top: int = self._solver.nof_vars()
        self._puzzles = 0

    def next_puzzle(self) -> None:
        self._puzzles += 1
        if self._puzzles > LIFETIME_PUZZLES:
            self._end()
            self._start()

    def block(self, answer: Answer) -> int:
        """Add the blocking clause of an answer; the literal returned switches it on where it is assumed."""
        self._top += 1
        self._solver.add_clause([-self._top, *self.encoding.blocking(answer)])
        return self._top

    def add(self, cuts: list[list[int]]) -> None:
        for cut in cuts:
            self._solver.add_clause(cut)

    def core(self) -> list[int]:
        """What of the assumptions the last refutation took."""
        found: list[int] | None = self._solver.get_core()
        return found or []

    def model(self) -> list[int]:
        """The literals that hold in what was found last."""
        found: list[int] = self._solver.get_model()
        return found

    def answer(self) -> Answer:
        return self.encoding.read(self.model())

    def decide(self, assumed: list[int], deadline: Deadline) -> Status:
        """Whether the clauses can be met under assumptions."""
        return decided(self._solver, deadline, assumed)
