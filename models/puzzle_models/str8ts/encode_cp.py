"""Str8ts as a CP-SAT model: a digit a cell, and every compartment an interval of known length.

    digit    a variable a cell, first of all and in the order of cells, so that a cell is its variable's index
    blank    what a black cell without digit holds: a number of its own, beyond all digits
    lowest   a variable a compartment: the lowest of its digits
    straight a compartment's cells with its lowest: an interval as long as they are many
    differs  a Boolean a white cell: it holds another digit than in the answer forbidden

The model is built once a shape, a function a rule. `fit` then changes domains of what those functions made, in place.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ortools.sat.python.cp_model import Constraint, CpModel, IntVar

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import line_cells
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, compartments

Straight = tuple[tuple[int, ...], IntVar]


class Encoding:
    """The model of all puzzles of one size and black pattern."""

    def __init__(self, size: int, blacks: tuple[bool, ...]) -> None:
        self._size = size
        self.model = CpModel()
        digit = [self.model.new_int_var(1, size, "") for _ in blacks]
        lines_hold_no_digit_twice(self.model, digit, size)
        straights = compartments_are_straights(self.model, digit, size, compartments(size, blacks))
        straights_of_a_line_share_no_digit(self.model, straights, size)
        self._white = [cell for cell, black in enumerate(blacks) if not black]
        differs = [self.model.new_bool_var("") for _ in self._white]
        others = a_white_cell_differs(self.model, differs, [digit[cell] for cell in self._white])
        nothing_forbidden = self.model.new_bool_var("")
        self.model.add_bool_or([*differs, nothing_forbidden])
        self._others, self._nothing_forbidden = [other.index for other in others], nothing_forbidden.index
        self._unprinted = [size + 1 + cell if black else NO_DIGIT for cell, black in enumerate(blacks)]

    def fit(self, puzzle: Str8tsPuzzle) -> None:
        """Set the digits printed to those of `puzzle`, with nothing forbidden."""
        for cell, (printed, blank) in enumerate(zip(puzzle.digits, self._unprinted, strict=True)):
            only = printed or blank
            self._allow(cell, only or 1, only or self._size)
        self._allow(self._nothing_forbidden, 1, 1)

    def forbid(self, answer: Answer) -> None:
        """Add the blocking clause of `answer`: a white cell holds another digit."""
        constraints = self.model.Proto().constraints
        for cell, other in zip(self._white, self._others, strict=True):
            domain = constraints[other].linear.domain
            domain.clear()
            domain.extend(_all_but(answer[cell], self._size))
        self._allow(self._nothing_forbidden, 0, 0)

    def read(self, values: Sequence[int]) -> Answer:
        """The answer in a solution, given as the value of each variable by index."""
        return tuple([value if value <= self._size else NO_DIGIT for value in values[: self._size**2]])

    def _allow(self, variable: int, lowest: int, highest: int) -> None:
        domain = self.model.Proto().variables[variable].domain
        domain[0], domain[1] = lowest, highest


def encode(shape: Hashable) -> Encoding:
    """The model of a shape, (size, blacks)."""
    assert isinstance(shape, tuple)
    size, blacks = shape
    return Encoding(size, blacks)


def lines_hold_no_digit_twice(model: CpModel, digit: list[IntVar], size: int) -> None:
    """No row and no column holds a digit twice, those of black cells included."""
    for line in range(2 * size):
        model.add_all_different([digit[cell] for cell in line_cells(line, size, size)])


def compartments_are_straights(
    model: CpModel, digit: list[IntVar], size: int, compartments: tuple[tuple[int, ...], ...]
) -> list[Straight]:
    """The k cells of a compartment fill the interval lowest .. lowest + k - 1.

    That no two of them are equal is said already: a compartment lies in a line.
    """
    straights = []
    for cells in compartments:
        k = len(cells)
        lowest = model.new_int_var(1, size - k + 1, "")
        for cell in cells:
            model.add_linear_constraint(digit[cell] - lowest, 0, k - 1)
        straights.append((cells, lowest))
    return straights


def straights_of_a_line_share_no_digit(model: CpModel, straights: list[Straight], size: int) -> None:
    """The intervals of a line do not overlap. It follows from its digits, but 14x14 hangs where it is not said.

    A cell alone belongs to two lines and needs no interval: its digit is in the lines' own rule.
    """
    for line in range(2 * size):
        cells_of_line = set(line_cells(line, size, size))
        inside = [(len(cells), lowest) for cells, lowest in straights if len(cells) > 1 and cells_of_line >= {*cells}]
        if len(inside) > 1:
            model.add_no_overlap([model.new_fixed_size_interval_var(lowest, k, "") for k, lowest in inside])


def a_white_cell_differs(model: CpModel, differs: list[IntVar], digit: list[IntVar]) -> list[Constraint]:
    """Where a cell is said to differ, it holds another digit: one linear constraint a white cell, to be set."""
    return [model.add(held != 0).only_enforce_if(other) for other, held in zip(differs, digit, strict=True)]


def _all_but(digit: int, size: int) -> list[int]:
    """The digits 1 .. size but one, as CP-SAT writes a domain: first and last of each interval."""
    return [*([1, digit - 1] if digit > 1 else []), *([digit + 1, size] if digit < size else [])]
