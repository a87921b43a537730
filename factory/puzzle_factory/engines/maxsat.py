"""python-sat's max-SAT solver: what meets all hard clauses and breaks as little as can be of the soft ones.

It is asked for the best, then clauses are added (lazy cuts, or one that forbids what was found) and it is asked again.
Source: RC2, Ignatiev, Morgado and Marques-Silva, 2019.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import finalize

from puzzle_factory.engines.outcome import Deadline, Status, run_until

SOLVER = "glucose4"  # can be interrupted


@dataclass(frozen=True)
class Cheapest:
    """What was found within the time. Where the status is SAT, `model` has the literal of variable v at index v - 1."""

    status: Status
    model: Sequence[int] = ()
    cost: int = 0


class MaxSat:
    """Hard clauses, and literals with the price of each that does not hold. No use once it was stopped by a deadline:
    RC2 then goes on from a core that is none.
    """

    def __init__(self, hard: Iterable[Sequence[int]], soft: Mapping[int, int]) -> None:
        from pysat.examples.rc2 import RC2  # late: it is seldom asked, and loading it takes longer than a puzzle
        from pysat.formula import WCNF

        formula: Any = WCNF()
        for clause in hard:
            formula.append(clause)
        for literal, price in soft.items():
            formula.append([literal], weight=price)
        self._variables = range(1, formula.nv + 1)
        self._solver: Any = RC2(formula, solver=SOLVER)
        self._end = finalize(self, self._solver.delete)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """More hard clauses."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def solve(self, deadline: Deadline) -> Cheapest:
        """A model of least cost. UNSAT where the hard clauses cannot be met, UNKNOWN past the deadline."""
        if not deadline.left_s:
            return Cheapest(Status.UNKNOWN)
        expired = False

        def stop() -> None:
            nonlocal expired
            expired = True
            self._solver.interrupt()

        true = run_until(deadline, self._true_literals, stop)
        if expired:
            return Cheapest(Status.UNKNOWN)
        if true is None:
            return Cheapest(Status.UNSAT)
        return Cheapest(Status.SAT, [v if v in true else -v for v in self._variables], self._solver.cost)

    def _true_literals(self) -> set[int] | None:
        """Those of the best model, None where there is no model. Variables that no clause has are left out by RC2."""
        model = self._solver.compute(expect_interrupt=True)
        return None if model is None else set(model)
