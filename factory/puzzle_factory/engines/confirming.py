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

from puzzle_factory.engines.outcome import Deadline, run_until
from puzzle_models.kernel.contract import CnfEncoding

SOLVER = "glucose4"  # can be interrupted


class Ruled(Enum):
    """How it was found out that there is no room for something; NOT where there is, LATE where time was short."""

    PROPAGATION = "propagation"
    SEARCH = "search"
    LATE = "undecided"
    NOT = "not ruled out"


class Confirmer:
    """One puzzle in clauses, in two solvers: the first must not learn, or it would propagate what it learnt."""

    def __init__(self, encoding: CnfEncoding, puzzle: Any) -> None:
        printed = [[literal] for _, literals in encoding.printed(puzzle) for literal in literals]
        self._encoding = encoding
        self._plain = self._solver([*encoding.clauses, *printed])
        self._learned = self._solver([*encoding.clauses, *printed])

    def rules_out(self, literals: Sequence[int], deadline: Deadline) -> Ruled:
        """Whether the puzzle rules out that literals hold together, and how that shows."""
        if not self._plain.propagate(literals)[0]:
            return Ruled.PROPAGATION
        while deadline.left_s:
            met = run_until(deadline, lambda: self._learned.solve_limited(literals, True), self._learned.interrupt)
            if met is None:
                break
            if not met:
                return Ruled.SEARCH
            cuts = self._encoding.cuts(self._encoding.read(self._learned.get_model()))
            if not cuts:
                return Ruled.NOT
            self._learned.append_formula(cuts)
        return Ruled.LATE

    def _solver(self, clauses: list[list[int]]) -> Any:
        solver = Solver(SOLVER, bootstrap_with=clauses)
        finalize(self, solver.delete)
        return solver
