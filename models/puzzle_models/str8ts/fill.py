"""Random answers: the white cells of a pattern filled by a search that knows no order of digits."""

from __future__ import annotations

import numpy as np

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.random import Stream, below
from puzzle_models.kernel.trace import Marks
from puzzle_models.str8ts.board import Board, count_bits
from puzzle_models.str8ts.ladder import GAP
from puzzle_models.str8ts.patterns import Cells
from puzzle_models.str8ts.techniques import Room, finish

# Measured from 9x9 to 12x12: with fewer rungs more guesses go wrong, with more each guess costs too much; and a new
# pattern is filled sooner than one on which a hundred guesses were spent.
RUNGS = GAP + 1
MOST_GUESSES = 100


@kernel
def fill(board: Board, start: Marks, stream: Stream, room: Room, answer: Cells) -> bool:
    """Fill the white cells: a random digit for a cell with the fewest marks, its consequences, and so on.

    Where the marks clash, the last digit is struck. Returns whether an answer was found in `MOST_GUESSES` guesses.
    """
    cells = len(start)
    marks = np.empty((cells + 1, cells), np.uint32)  # by depth: those of the start, and after each guess
    guessed, digits = np.empty(cells, np.int64), np.empty(cells, np.int64)
    marks[0], depth, guesses = start, 0, 0
    while guesses < MOST_GUESSES:
        left = finish(board, marks[depth], RUNGS, room)
        if left == 0:
            for cell in range(cells):
                answer[cell] = digit_of(marks[depth, cell])
            return True
        if left < 0:
            if depth == 0:
                return False
            depth -= 1
            marks[depth, guessed[depth]] ^= digits[depth]
        else:
            cell = random_narrow_cell(marks[depth], stream)
            guessed[depth], digits[depth] = cell, random_bit(marks[depth, cell], stream)
            marks[depth + 1] = marks[depth]
            marks[depth + 1, cell] = digits[depth]
            depth, guesses = depth + 1, guesses + 1
    return False


@kernel
def random_narrow_cell(marks: Marks, stream: Stream) -> int:
    """An open cell with the fewest marks, each of them as likely as the next."""
    fewest, count, chosen = 64, 0, 0
    for cell in range(len(marks)):
        bits = count_bits(marks[cell])
        if 1 < bits <= fewest:
            count = count + 1 if bits == fewest else 1
            fewest = bits
            if below(stream, count) == 0:
                chosen = cell
    return chosen


@kernel
def random_bit(mask: int, stream: Stream) -> int:
    """One of the bits that are set, each as likely as the next."""
    left = np.int64(mask)  # marks have no sign, and no lowest bit by negation
    for _ in range(below(stream, count_bits(mask))):
        left &= left - 1
    return int(left & -left)


@kernel
def digit_of(mask: int) -> int:
    """The digit of a settled cell."""
    return count_bits(mask - 1)
