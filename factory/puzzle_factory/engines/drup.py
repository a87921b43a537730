"""Proofs that clauses cannot be met, in DRUP, which other programs check: python-sat writes down what it learns.

lemma        a clause that follows from those before it by reverse unit propagation; a proof is a list of them, the last
             empty
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Solver

from puzzle_factory.engines.deciding import SOLVER, decided
from puzzle_factory.engines.outcome import Deadline, OutOfTime, Status
from puzzle_models.kernel.encodings import CnfEncoding

END = "0"
DELETED = "d"  # begins the line of a lemma that the solver let go

Clauses = Iterable[Sequence[int]]


class MetAfterAll(Exception):
    """There is no proof: the clauses can be met, by the answer that this holds."""


def cuts_needed(encoding: CnfEncoding, clauses: Clauses, deadline: Deadline) -> list[tuple[int, ...]]:
    """The sets of cells whose cuts, added to the clauses, leave no answer.

    The same every time: the solver is a fresh one. Raises MetAfterAll, OutOfTime.
    """
    deadline.leave()
    found: list[tuple[int, ...]] = []
    with Solver(SOLVER, bootstrap_with=clauses) as solver:
        while (status := decided(solver, deadline)) is Status.SAT:
            answer = encoding.read(solver.get_model())
            breaches = encoding.breaches(answer)
            if not breaches:
                raise MetAfterAll(answer)
            for cells in breaches:
                solver.append_formula(encoding.cut(cells))
            found += breaches
    if status is Status.UNKNOWN:
        raise OutOfTime
    return found


def proof(clauses: Clauses, deadline: Deadline) -> list[str]:
    """The lemmas, a line each as in DIMACS. Raises MetAfterAll, OutOfTime.

    What the solver let go is kept: the proof is a tenth as long without those lines, and quicker to check.
    """
    deadline.leave()
    with Solver(SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        status = decided(solver, deadline)
        if status is Status.SAT:
            raise MetAfterAll
        if status is Status.UNKNOWN:
            raise OutOfTime
        lines = [line for line in solver.get_proof() if not line.startswith(DELETED)]
    return [*(line for line in lines if line != END), END]
