"""One question to a solver of python-sat, within the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzle_factory.engines.outcome import Deadline, Status, run_until

SOLVER = "glucose4"  # can be interrupted (cadical cannot), and writes proofs
QUICK_PROPAGATIONS = 200_000  # some 20 ms: most questions are settled by then, and need no thread to watch the clock


def decided(solver: Any, deadline: Deadline, assumed: Sequence[int] = ()) -> Status:
    """Whether the clauses of a solver can be met under assumptions. Past the deadline: UNKNOWN."""
    if not deadline.left_s:
        return Status.UNKNOWN
    solver.prop_budget(QUICK_PROPAGATIONS)
    met = solver.solve_limited(assumed, expect_interrupt=True)
    if met is None:
        met = _slowly(solver, deadline, assumed)
    return Status.UNKNOWN if met is None else Status.SAT if met else Status.UNSAT


def _slowly(solver: Any, deadline: Deadline, assumed: Sequence[int]) -> bool | None:
    def work() -> bool | None:
        met: bool | None = solver.solve_limited(assumed, expect_interrupt=True)
        return met

    solver.prop_budget(-1)
    try:
        return run_until(deadline, work, solver.interrupt)
    finally:
        solver.clear_interrupt()
