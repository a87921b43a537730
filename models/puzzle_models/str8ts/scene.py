"""What a sentence of the walkthrough may look at, and the names of what it tells of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzle_models.kernel.grid import line_cells
from puzzle_models.kernel.languages import Several, Speech
from puzzle_models.kernel.words import Marks, Strike, values_in
from puzzle_models.str8ts.board import LINE, Board
from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from puzzle_models.str8ts.reasons import Held, Straight, straights


@dataclass(frozen=True)
class Scene:
    """A puzzle, the marks as the round starts, and the strikes that share a reason. Compartments go by number."""

    speech: Speech
    puzzle: Str8tsPuzzle
    board: Board
    seen: Marks
    strikes: Sequence[Strike]

    @property
    def first(self) -> Strike:
        return self.strikes[0]

    def struck(self, cells: Iterable[int]) -> list[int]:
        """The digits struck from any of some cells."""
        among = set(cells)
        return sorted({digit for each in self.strikes if each.cell in among for digit in values_in(each.bits)})

    @property
    def all_struck(self) -> list[int]:
        return self.struck(strike.cell for strike in self.strikes)

    def digits(self, cell: int) -> frozenset[int]:
        """The digits that a cell has left; none in a black cell without a clue."""
        return frozenset(values_in(int(self.seen[cell]))) - {0}

    def cells_of(self, line: int) -> list[int]:
        return line_cells(line, self.puzzle.size, self.puzzle.size)

    def line_of(self, compartment: int) -> int:
        return int(self.board.compartments[compartment, LINE])

    def in_line(self, line: int) -> range:
        """The compartments of a line."""
        return range(int(self.board.in_line[line]), int(self.board.in_line[line + 1]))

    def cells(self, compartment: int) -> tuple[int, ...]:
        return self.puzzle.compartments[compartment]

    def held(self, compartment: int) -> Held:
        return {cell: self.digits(cell) for cell in self.cells(compartment)}

    def straights(self, compartment: int) -> list[Straight]:
        """The straights still possible."""
        return straights(self.held(compartment), self.puzzle.size)

    def required(self, compartment: int) -> frozenset[int]:
        """The digits that all possible straights hold."""
        possible = self.straights(compartment)
        return frozenset(possible[0]).intersection(*possible) if possible else frozenset()

    def lines_that_can_hold(self, digit: int, way: int) -> list[int]:
        """The rows (way 0) or columns that have a cell for a digit."""
        lines = range(way * self.puzzle.size, (way + 1) * self.puzzle.size)
        return [line for line in lines if any(digit in self.digits(cell) for cell in self.cells_of(line))]

    def lines_that_must_hold(self, digit: int, way: int) -> list[int]:
        """Those in which the digit stands or a straight requires it."""
        return [line for line in self.lines_that_can_hold(digit, way) if self._must_hold(line, digit)]

    def _must_hold(self, line: int, digit: int) -> bool:
        stands = any(self.digits(cell) == {digit} for cell in self.cells_of(line))
        return stands or any(digit in self.required(compartment) for compartment in self.in_line(line))

    def name(self, cell: int) -> str:
        return self.speech.cell(*divmod(cell, self.puzzle.size))

    def names(self, cells: Iterable[int]) -> Several:
        return self.speech.every(self.name(cell) for cell in sorted(cells))

    def span(self, compartment: int) -> str:
        """A compartment by its ends: `r1c1–r1c4`."""
        cells = self.cells(compartment)
        return "–".join(dict.fromkeys([self.name(cells[0]), self.name(cells[-1])]))

    def line(self, line: int) -> str:
        return self.speech.line(line, self.puzzle.size)

    def lines(self, lines: Sequence[int]) -> Several:
        """Rows, or columns: `row 1`, `rows 1, 2 and 5`, or `all rows`."""
        return self.speech.lines(lines, self.puzzle.size, self.puzzle.size)
