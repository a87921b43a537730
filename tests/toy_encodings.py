"""The binary line of `toy_genre` as a CP-SAT model and as clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

from puzzle_models.kernel.contract import Answer

if TYPE_CHECKING:
    from toy_genre import BinaryLine


class CpLine:
    """CP-SAT: one boolean a cell."""

    def __init__(self, width: int) -> None:
        self.model = cp_model.CpModel()
        self.width = width

    def fit(self, puzzle: BinaryLine) -> None:
        self.model = cp_model.CpModel()
        self.cells = [self.model.new_bool_var(f"dark {cell}") for cell in range(self.width)]
        self.model.add(sum(self.cells) == puzzle.dark)
        for left, right in pairwise(self.cells):
            self.model.add_bool_or([left.negated(), right.negated()])
        for cell, given in zip(self.cells, puzzle.givens, strict=True):
            if given:
                self.model.add(cell == given - 1)

    def forbid(self, answer: Answer) -> None:
        self.model.add_bool_or(
            [cell.negated() if value else cell for cell, value in zip(self.cells, answer, strict=True)]
        )

    def read(self, values: Any) -> Answer:
        return tuple(int(values[cell.index]) for cell in self.cells)


class CnfLine:
    """Clauses: variable v says that cell v - 1 is dark, the others count. Cuts keep dark cells apart."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.first = width + 1
        self.holds = [[-variable, variable] for variable in range(1, width + 1)]
        self.variables = self.at_least(width, width + 1)
        self.clauses = list(self._counter())

    def at_least(self, cells: int, count: int) -> int:
        """The variable that says: of the first `cells` cells, `count` or more are dark."""
        return self.first + cells * (self.width + 2) + count

    def _counter(self) -> Iterator[list[int]]:
        for cells in range(self.width + 1):
            yield [self.at_least(cells, 0)]
            yield [-self.at_least(cells, cells + 1)]
            for count in range(1, cells + 1):
                now, less, before = self.at_least(cells, count), self.at_least(cells - 1, count - 1), cells - 1
                yield [-self.at_least(before, count), now]
                yield [-less, -cells, now]
                yield [-now, self.at_least(before, count), cells]
                yield [-now, self.at_least(before, count), less]

    def printed(self, puzzle: BinaryLine) -> list[tuple[str, list[int]]]:
        count = [self.at_least(self.width, puzzle.dark), -self.at_least(self.width, puzzle.dark + 1)]
        givens = [
            (f"the given at r1c{cell + 1}", [cell + 1 if given == 2 else -(cell + 1)])
            for cell, given in enumerate(puzzle.givens)
            if given
        ]
        return [("the number of dark cells", count), *givens]

    def parts(self, puzzle: BinaryLine) -> tuple[list[int], list[list[int]]]:
        return [], [literals for _, literals in self.printed(puzzle)]

    def blocking(self, answer: Answer) -> list[int]:
        return [-(cell + 1) if value else cell + 1 for cell, value in enumerate(answer)]

    def read(self, model: Any) -> Answer:
        return tuple(int(model[cell] > 0) for cell in range(self.width))

    def cuts(self, answer: Answer) -> list[list[int]]:
        return [clause for cells in self.breaches(answer) for clause in self.cut(cells)]

    def breaches(self, answer: Answer) -> list[tuple[int, ...]]:
        return [(cell, cell + 1) for cell in range(self.width - 1) if answer[cell] and answer[cell + 1]]

    def cut(self, cells: Sequence[int]) -> list[list[int]]:
        if len(cells) != 2 or cells[0] + 1 != cells[1]:
            raise ValueError("only of two cells side by side one is light")
        return [[-(cell + 1) for cell in cells]]

    def legend(self) -> Iterator[tuple[int, str]]:
        for cells in range(self.width + 1):
            for number in range(cells + 2):
                yield self.at_least(cells, number), f"of the first {cells} cells {number} or more are dark"
