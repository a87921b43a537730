"""Whether a puzzle and what is known of it leave room for something: asked of clauses alone, of no technique.

propagation  the clauses that are left with one literal say what it is, and so on, until two clash: no choice is made
search       all that a SAT solver can do, the lazy clauses of the rules included
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any
from weakref import finalize

from pysat.solvers import Solver

from puzzle_factory.engines.deciding import SOLVER, decided
from puzzle_factory.engines.outcome import Deadline, Status
from puzzle_models.kernel.encodings import CnfEncoding


class Ruled(Enum):
    """How it was found out that there is no room for something; NOT where there is, LATE where time was short."""

    PROPAGATION = "propagation"
    SEARCH = "search"
    LATE = "undecided"
    NOT = "not ruled out"


class Confirmer:
    """The clauses of one shape in a solver that only propagates, and those of one puzzle in another that may learn.

    What was learnt would be propagated too, so the first is never let search; it serves all puzzles of the shape.
    """

    def __init__(self, encoding: CnfEncoding) -> None:
        self.encoding = encoding
        self._solvers = [_solver(encoding.clauses)]
        self._printed: list[int] = []
        # Left to its own __del__, a solver alive at the program's end complains of modules that are gone by then.
        finalize(self, _end, self._solvers)

    def fit(self, puzzle: Any) -> None:
        """Take up a puzzle."""
        self._printed = [literal for _, literals in self.encoding.printed(puzzle) for literal in literals]
        _end(self._solvers, left=1)

    def rule_out(self, literals: Sequence[int], known: Sequence[int], deadline: Deadline) -> list[Ruled]:
        """Of each literal, whether the puzzle and what is known rule it out, and how that shows."""
        true = [*self._printed, *known]
        met, follows = self._solvers[0].propagate(true)
        against = set(follows)  # most are settled by this already
        return [
            Ruled.PROPAGATION if not met or -literal in against else self._rules_out([*true, literal], deadline)
            for literal in literals
        ]

    def _rules_out(self, literals: list[int], deadline: Deadline) -> Ruled:
        """Whether literals cannot hold together."""
        if not self._solvers[0].propagate(literals)[0]:
            return Ruled.PROPAGATION
        learning = self._learning()
        while (status := decided(learning, deadline, literals)) is Status.SAT:
            cuts = self.encoding.cuts(self.encoding.read(learning.get_model()))
            if not cuts:
                return Ruled.NOT
            learning.append_formula(cuts)
        return Ruled.SEARCH if status is Status.UNSAT else Ruled.LATE

    def _learning(self) -> Any:
        """The second solver, which not every puzzle needs."""
        if len(self._solvers) == 1:
            self._solvers.append(_solver([*self.encoding.clauses, *([literal] for literal in self._printed)]))
        return self._solvers[1]


def _solver(clauses: list[list[int]]) -> Any:
    return Solver(SOLVER, bootstrap_with=clauses)


def _end(solvers: list[Any], left: int = 0) -> None:
    """Give back what solvers hold, but for the first so many."""
    while len(solvers) > left:
        solvers.pop().delete()
