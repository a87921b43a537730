"""The fewest changes of clues and givens that give a puzzle without answer one.

part         a clue or a given, as the literals that say it
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puzzle_factory.engines.maxsat import MaxSat
from puzzle_factory.engines.outcome import Deadline, OutOfTime, Status
from puzzle_models.kernel.contract import Answer, Genre
from puzzle_models.kernel.encodings import CnfEncoding

CLAUSE_S = 4e-6  # seconds that a solver takes to read a clause, and some to spare
MOST = 40  # puzzles with as few changes as can be that are looked at


def amended(genre: Genre, puzzle: Any, deadline: Deadline) -> Iterator[tuple[Any, Answer]]:
    """Each puzzle that has an answer and as little changed as can be, with one answer of it. Raises OutOfTime.

    A clue or given that does not hold is made the answer's. The puzzle itself need not be sound.
    """
    encoding = genre.encode_cnf(puzzle.shape)
    fixed, parts = encoding.parts(puzzle)
    deadline.leave(CLAUSE_S * len(encoding.clauses))  # to build a solver cannot be broken off
    selectors = list(range(encoding.variables + 1, encoding.variables + 1 + len(parts)))
    said = ([-selector, literal] for selector, part in zip(selectors, parts, strict=True) for literal in part)
    search = MaxSat([*encoding.clauses, *([literal] for literal in fixed), *said], dict.fromkeys(selectors, 1))
    least = len(parts)
    for _ in range(MOST):
        answer, cost, true = _best(search, encoding, deadline)
        if not answer or cost > least:
            return
        least = cost
        fitted = genre.mending.fitted(puzzle, answer)
        yield fitted, answer
        search.add([_otherwise(encoding, fitted, parts, selectors, true)])


def _best(search: MaxSat, encoding: CnfEncoding, deadline: Deadline) -> tuple[Answer, int, set[int]]:
    """The answer that breaks the fewest parts, how many, and all literals that are true in it. Raises OutOfTime."""
    while True:
        best = search.solve(deadline)
        if best.status is Status.UNKNOWN:
            raise OutOfTime
        if best.status is Status.UNSAT:
            return (), 0, set()
        answer = encoding.read(best.model)
        cuts = encoding.cuts(answer)
        if not cuts:
            return answer, best.cost, set(best.model)
        search.add(cuts)


def _otherwise(
    encoding: CnfEncoding, fitted: Any, parts: list[list[int]], selectors: list[int], true: set[int]
) -> list[int]:
    """The clause that asks for another puzzle: not all that was kept is, or what was changed is changed otherwise."""
    _, now = encoding.parts(fitted)
    before = {literal for part in parts for literal in part}
    new = sorted({literal for part in now for literal in part} - before)
    kept = [selector for selector, part in zip(selectors, parts, strict=True) if true.issuperset(part)]
    return [*(-literal for literal in new), *(-selector for selector in kept)]
