"""What the techniques of Str8ts look at: lines and compartments as arrays, and the marks a puzzle starts with.

window     the digits of a straight: `length` consecutive ones from the lowest on
lows       a bit mask: bit a set while the window from digit a on is possible in a compartment
required   digits that every possible window of a compartment holds
digits     a bit mask of digits, bit d for digit d, as in marks
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import inlined, kernel
from puzzle_models.kernel.trace import Marks
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle

FIRST, STEP, LENGTH, LINE = 0, 1, 2, 3  # of a compartment


class Board(NamedTuple):
    """A puzzle's fixed facts. Lines count rows first, then columns; compartments stand in the order of their lines."""

    size: int
    compartments: NDArray[np.int64]  # (compartments, 4) first cell, step to the next, number of cells, line
    in_line: NDArray[np.int64]  # (lines + 1,) the number of each line's first compartment; the last: of all
    blacks: NDArray[np.int64]  # (cells,) 1 where black


def board(puzzle: Str8tsPuzzle) -> Board:
    """The arrays of a puzzle."""
    return board_of(puzzle.size, np.array(puzzle.blacks, dtype=np.int64))


@kernel
def board_of(size: int, blacks: NDArray[np.int64]) -> Board:
    """The arrays of a black pattern."""
    found, count = np.empty((size * (size + 1), 4), np.int64), 0
    in_line = np.empty(2 * size + 1, np.int64)
    for line in range(2 * size):
        in_line[line] = count
        start, step, length = line_start(size, line), line_step(size, line), 0
        for place in range(size + 1):
            if place < size and not blacks[start + place * step]:
                length += 1
            elif length:
                found[count, FIRST], found[count, STEP] = start + (place - length) * step, step
                found[count, LENGTH], found[count, LINE] = length, line
                count, length = count + 1, 0
    in_line[2 * size] = count
    return Board(size, found[:count].copy(), in_line, blacks)


def start_marks(puzzle: Str8tsPuzzle) -> Marks:
    """The marks at the start: what is printed where something is, else all digits, or 0 in a black cell."""
    every = (1 << puzzle.size + 1) - 2
    cells = zip(puzzle.blacks, puzzle.digits, strict=True)
    return np.array([1 << digit if black or digit != NO_DIGIT else every for black, digit in cells], dtype=np.uint32)


@kernel
def line_start(size: int, line: int) -> int:
    """The first cell of a line."""
    return line * size if line < size else line - size


@kernel
def line_step(size: int, line: int) -> int:
    """From one cell of a line to the next."""
    return 1 if line < size else size


@inlined
def cells_in(board: Board, compartment: int) -> range:
    """The cells of a compartment, in order."""
    first, step = board.compartments[compartment, FIRST], board.compartments[compartment, STEP]
    return range(first, first + board.compartments[compartment, LENGTH] * step, step)


@inlined
def cells_on(board: Board, line: int) -> range:
    """The cells of a line, in order."""
    first, step = line_start(board.size, line), line_step(board.size, line)
    return range(first, first + board.size * step, step)


@kernel
def count_bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inlined
def window(low: int, length: int) -> int:
    """The digits of a straight."""
    return ((1 << length) - 1) << low


@kernel
def possible_lows(board: Board, seen: Marks, compartment: int) -> int:
    """The windows that each cell of a compartment can take a digit from, and whose digits each have a cell."""
    cells, length = cells_in(board, compartment), board.compartments[compartment, LENGTH]
    held, lows = 0, window(1, board.size - length + 1)
    for cell in cells:
        held |= seen[cell]
        reach, done = np.int64(seen[cell]), 1  # the lows of windows of `done` digits that meet the cell's marks
        while 2 * done <= length:
            reach |= reach >> done
            done *= 2
        lows &= reach | reach >> length - done
    for _ in range(length):
        lows &= held
        held >>= 1
    return lows


@kernel
def digits_of(lows: int, length: int) -> int:
    """The digits in any of the windows."""
    digits = 0
    for _ in range(length):
        digits |= lows
        lows <<= 1
    return digits


@kernel
def required_digits(lows: int, length: int) -> int:
    """The digits in all of the windows; none where there is no window."""
    lowest, highest = lows & -lows, lows
    while highest & (highest - 1):
        highest &= highest - 1
    return ((lowest << length) - 1) & ~(highest - 1) if lows else 0  # windows are intervals: the ends tell
