"""A Str8ts puzzle, frozen and sound at sight, and what is wrong where it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from puzzle_models.kernel.contract import InvalidPuzzle, Violation
from puzzle_models.kernel.grid import cell_name, line_cells, line_name

SMALLEST, LARGEST = 3, 16
NO_DIGIT = 0  # nothing printed in a cell; in an answer, a black cell without a digit


@dataclass(frozen=True)
class Str8tsPuzzle:
    """Black cells and printed digits, a value for each cell, row by row.

    `digits` holds what is printed: a given in a white cell, a clue in a black one, else NO_DIGIT. Make one with
    `build`, which refuses what is broken at sight.
    """

    size: int
    blacks: tuple[bool, ...]
    digits: tuple[int, ...]

    @property
    def width(self) -> int:
        return self.size

    @property
    def height(self) -> int:
        return self.size

    @property
    def shape(self) -> tuple[int, tuple[bool, ...]]:
        """What an encoding is built for: size and black pattern."""
        return self.size, self.blacks

    @property
    def compartments(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each compartment: those of the rows first, then those of the columns."""
        return compartments(self.size, self.blacks)


@lru_cache(maxsize=64)
def compartments(size: int, blacks: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """The longest runs of white cells in each line, rows first; a white cell alone is one too."""
    found: list[tuple[int, ...]] = []
    for line in range(2 * size):
        run: list[int] = []
        for cell in line_cells(line, size, size):
            if blacks[cell]:
                found += [tuple(run)] if run else []
                run = []
            else:
                run.append(cell)
        found += [tuple(run)] if run else []
    return tuple(found)


def build(size: int, blacks: Sequence[bool], digits: Sequence[int]) -> Str8tsPuzzle:
    """A sound puzzle. Raises InvalidPuzzle with every fault that can be seen without solving."""
    puzzle = Str8tsPuzzle(size, tuple(blacks), tuple(digits))
    found = list(faults(puzzle))
    if found:
        raise InvalidPuzzle(found, None if list(_size_faults(puzzle)) else puzzle)
    return puzzle


def faults(puzzle: Str8tsPuzzle) -> Iterator[Violation]:
    """What is broken at sight. A grid of the wrong size ends the search: nothing later would make sense."""
    wrong_size = list(_size_faults(puzzle))
    if wrong_size:
        yield from wrong_size
        return
    if all(puzzle.blacks):
        yield Violation("no-white", "grid", "there is no white cell, so there is nothing to fill in")
    yield from _range_faults(puzzle)
    yield from _repeat_faults(puzzle)


def _size_faults(puzzle: Str8tsPuzzle) -> Iterator[Violation]:
    if not SMALLEST <= puzzle.size <= LARGEST:
        message = f"the size is {puzzle.size}; a grid is {SMALLEST} to {LARGEST} cells wide and as many high"
        yield Violation("size", "size", message)
        return
    needed = puzzle.size * puzzle.size
    for name, found in (("blacks", len(puzzle.blacks)), ("digits", len(puzzle.digits))):
        if found != needed:
            yield Violation("grid-size", "grid", f"the grid has {found} {name}; size {puzzle.size} needs {needed}")


def _range_faults(puzzle: Str8tsPuzzle) -> Iterator[Violation]:
    for cell, digit in enumerate(puzzle.digits):
        if not 0 <= digit <= puzzle.size:
            where = _name(puzzle, cell)
            message = f"{what(puzzle, cell)} {digit} at {where} is out of range; a digit is 1 to {puzzle.size}"
            yield Violation("digit-range", where, message)


def _repeat_faults(puzzle: Str8tsPuzzle) -> Iterator[Violation]:
    for line, first, second in repeats(puzzle.size, puzzle.digits):
        here, there = _name(puzzle, first), _name(puzzle, second)
        fault = f"has the digit {puzzle.digits[first]} twice, at {here} and at {there}; take one of them out"
        yield Violation("digits-clash", f"{here} {there}", f"{line_name(line, puzzle.size)} {fault}")


def repeats(size: int, digits: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Digits that stand twice in a line: (line, cell, next cell with the same digit), in the order of lines."""
    for line in range(2 * size):
        last: dict[int, int] = {}
        for cell in line_cells(line, size, size):
            digit = digits[cell]
            if digit != NO_DIGIT and digit in last:
                yield line, last[digit], cell
            last[digit] = cell


def what(puzzle: Str8tsPuzzle, cell: int) -> str:
    """What a printed digit is, in the puzzle's words."""
    return "the clue" if puzzle.blacks[cell] else "the given"


def digit_words(puzzle: Str8tsPuzzle, cell: int) -> str:
    """A printed digit, for a message: `the given 7 at r2c2`."""
    return f"{what(puzzle, cell)} {puzzle.digits[cell]} at {_name(puzzle, cell)}"


def _name(puzzle: Str8tsPuzzle, cell: int) -> str:
    return cell_name(*divmod(cell, puzzle.size))
