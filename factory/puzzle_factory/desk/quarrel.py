"""The closest pair of answers of a puzzle that has several: what can be seen at a glance is what convinces.

pair         two answers at once: two copies of a puzzle's clauses, the second with its variables moved up
differs      a variable a cell: the two answers hold different values there
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from puzzle_factory.engines.maxsat import MaxSat
from puzzle_factory.engines.outcome import Deadline, OutOfTime, Status
from puzzle_factory.uniqueness import EngineDisagreement, pasteable
from puzzle_models.kernel.contract import Answer, Genre
from puzzle_models.kernel.encodings import CnfEncoding

LONGEST_S = 5.0  # that a search may take, so that one loose board does not hold up thousands
BUILDING = 3  # the part of the time by which the clauses must be there; the solver takes as long to take them in
A_WHILE = 1000  # clauses
Clause = list[int]


@dataclass(frozen=True)
class Quarrel:
    """Two answers that differ in so many cells; `least` where it is proven that no two differ in fewer."""

    first: Answer
    second: Answer
    least: bool = False

    @property
    def cells(self) -> int:
        return sum(one != other for one, other in zip(self.first, self.second, strict=True))


def closest(genre: Genre, puzzle: Any, known: Quarrel, deadline: Deadline) -> Quarrel:
    """The two answers that differ in the fewest cells, the smaller one first; the known pair where time runs out."""
    until = Deadline.after(min(deadline.left_s, LONGEST_S))
    try:
        encoding = genre.encode_cnf(puzzle.shape)
        search = _search(encoding, puzzle, Deadline.after(until.left_s / BUILDING))
    except OutOfTime:
        return known
    while (found := search.solve(until)).status is Status.SAT:
        pair = [encoding.read(copy) for copy in _copies(found.model, encoding.variables)]
        cuts = [cut for answer in pair for cut in encoding.cuts(answer)]
        if not cuts:
            return _believed(genre, puzzle, Quarrel(min(pair), max(pair), least=True), known)
        search.add(_twice(cuts, encoding.variables))
    return known


def _search(encoding: CnfEncoding, puzzle: Any, deadline: Deadline) -> MaxSat:
    """Two answers that differ somewhere, each cell in which they do at a price. Raises OutOfTime."""
    size = encoding.variables
    single = [*encoding.clauses, *([literal] for _, literals in encoding.printed(puzzle) for literal in literals)]
    differs = range(2 * size + 1, 2 * size + 1 + len(encoding.holds))
    apart = [
        clause
        for here, values in zip(differs, encoding.holds, strict=True)
        for value in values
        for clause in ([-value, _moved(value, size), here], [-value, -_moved(value, size), -here])
    ]
    clauses = chain(_twice(single, size), apart, [list(differs)])
    return MaxSat(_in_time(clauses, deadline), {-here: 1 for here in differs})


def _in_time(clauses: Iterable[Clause], deadline: Deadline) -> Iterator[Clause]:
    """The clauses; of a large board there are so many that handing them over takes seconds. Raises OutOfTime."""
    for number, clause in enumerate(clauses):
        if number % A_WHILE == 0:
            deadline.leave()
        yield clause


def _twice(clauses: Iterable[Clause], size: int) -> Iterator[Clause]:
    """Clauses for both answers of a pair."""
    for clause in clauses:
        yield clause
        yield [_moved(literal, size) for literal in clause]


def _moved(literal: int, size: int) -> int:
    """The literal of the second answer that stands for one of the first."""
    return literal + size if literal > 0 else literal - size


def _copies(model: Iterable[int], size: int) -> tuple[list[int], list[int]]:
    """The two answers in a model, each as a model of its own."""
    literals = list(model)
    return literals[:size], [_moved(literal, -size) for literal in literals[size : 2 * size]]


def _believed(genre: Genre, puzzle: Any, found: Quarrel, known: Quarrel) -> Quarrel:
    """The pair that was found. Raises EngineDisagreement where an answer breaks a rule, or a closer pair was known."""
    broken = any(genre.violations(puzzle, answer) for answer in (found.first, found.second))
    if broken or not 0 < found.cells <= known.cells:
        raise EngineDisagreement("the closest pair of answers is none", pasteable(genre, puzzle))
    return found
