"""CP-SAT behind the face of an engine. Models are built once a shape and fitted in place."""

from __future__ import annotations

from typing import Any

from ortools.sat.python.cp_model import FEASIBLE, INFEASIBLE, OPTIMAL, UNKNOWN, CpSolver

from puzzle_factory.engines.outcome import Deadline, Result, Shelf, Status, run_until
from puzzle_models.kernel.contract import Answer, Genre
from puzzle_models.kernel.encodings import CpEncoding

SHAPES = 4  # models kept
STATUS = {OPTIMAL: Status.SAT, FEASIBLE: Status.SAT, INFEASIBLE: Status.UNSAT, UNKNOWN: Status.UNKNOWN}


class CpSat:
    """The engine of record. One worker, always: with ten a false INFEASIBLE is known (or-tools 5295)."""

    name = "cp-sat"

    def __init__(self) -> None:
        self._models: Shelf[CpEncoding] = Shelf(SHAPES)
        self._encoding: CpEncoding

    def fit(self, genre: Genre, puzzle: Any) -> None:
        """Take up a puzzle, with nothing forbidden."""
        self._encoding = self._models.take((genre.name, puzzle.shape), lambda: genre.encode_cp(puzzle.shape))
        self._encoding.fit(puzzle)

    def forbid(self, answer: Answer) -> None:
        """Forbid an answer of the puzzle taken up; once a puzzle."""
        self._encoding.forbid(answer)

    def solve(self, deadline: Deadline) -> Result:
        """Look for an answer. Past the deadline: UNKNOWN."""
        solver = _solver(deadline.left_s)
        code = run_until(deadline, lambda: solver.solve(self._encoding.model), solver.stop_search)
        status = STATUS[code]
        if status is not Status.SAT:
            return Result(status)
        return Result(status, self._encoding.read(list(solver.response_proto.solution)))

    def clash(self, deadline: Deadline) -> tuple[str, ...]:
        """Nothing: the parts that this solver names can be wrong ones."""
        return ()


def _solver(budget_s: float) -> CpSolver:
    """A solver set for small models without an objective, every choice measured on both genres.

    Presolve costs more than it saves, and so does work on the clauses between searches. A flow is learnt from well by
    the integer conflict resolution and badly by the LP: without the first it hangs, with the second 12x12 with few
    givens takes 600 ms and not 40.
    """
    solver = CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = 0
    parameters.max_time_in_seconds = budget_s
    parameters.catch_sigint_signal = False  # Ctrl-C is ours to deliver
    parameters.cp_model_presolve = False
    parameters.use_sat_inprocessing = False
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.use_new_integer_conflict_resolution = True
    return solver
