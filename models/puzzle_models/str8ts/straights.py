"""Techniques that look at one compartment: which straights are possible, what they must hold, what they leave out."""

from __future__ import annotations

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, settled, strike
from puzzle_models.str8ts.board import (
    LENGTH,
    LINE,
    Board,
    cells_in,
    cells_on,
    digits_of,
    possible_lows,
    required_digits,
    window,
)
from puzzle_models.str8ts.ladder import EXCLUSION, GAP, HIDDEN_SINGLE, RANGE, REQUIRED


@kernel
def exclusion(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A digit that stands in a line stands nowhere else in it. Reason: the line."""
    for line in range(2 * board.size):
        standing = twice = 0
        for cell in cells_on(board, line):
            if settled(seen, cell):
                twice |= standing & seen[cell]
                standing |= seen[cell]
        twice ^= twice & 1  # plain black cells hold no digit
        for cell in cells_on(board, line):
            out = twice if settled(seen, cell) else standing
            if marks[cell] & out:
                done = strike(marks, trace, done, EXCLUSION, cell, out, line, 0)
    return done


@kernel
def in_range(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A digit that no possible straight of its compartment holds is gone. Reason: the compartment, its windows."""
    for compartment in range(len(board.compartments)):
        lows = possible_lows(board, seen, compartment)
        out = ~digits_of(lows, board.compartments[compartment, LENGTH])
        done = strike_from(board, marks, trace, done, RANGE, compartment, out, compartment, lows)
    return done


@kernel
def hidden_single(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A required digit with one cell left goes there. Reason: the compartment, the digit as a bit."""
    for compartment in range(len(board.compartments)):
        cells, lows = cells_in(board, compartment), possible_lows(board, seen, compartment)
        once = twice = 0
        for cell in cells:
            twice |= once & seen[cell]
            once |= seen[cell]
        single = once & ~twice & required_digits(lows, len(cells))
        for cell in cells:
            digit = seen[cell] & single
            if digit:
                done = strike(marks, trace, done, HIDDEN_SINGLE, cell, ~digit, compartment, digit)
    return done


@kernel
def required(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A required digit stands in that compartment: not beside it in the line. Reason: the compartment, its windows."""
    for compartment in range(len(board.compartments)):
        lows = possible_lows(board, seen, compartment)
        digits = required_digits(lows, board.compartments[compartment, LENGTH])
        if digits:
            line = board.compartments[compartment, LINE]
            for other in range(board.in_line[line], board.in_line[line + 1]):
                if other != compartment:
                    done = strike_from(board, marks, trace, done, REQUIRED, other, digits, compartment, lows)
    return done


@kernel
def gap(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A digit with which the other cells cannot make up a straight is gone. Reason: the compartment, its windows."""
    for compartment in range(len(board.compartments)):
        lows = possible_lows(board, seen, compartment)
        for cell in cells_in(board, compartment):
            if not settled(seen, cell):
                left = _in_windows(board, seen, compartment, cell, lows)
                done = strike(marks, trace, done, GAP, cell, ~left, compartment, lows)
    return done


@kernel
def _in_windows(board: Board, seen: Marks, compartment: int, cell: int, lows: int) -> int:
    """The digits that `cell` can have in some window of its compartment."""
    left, length = 0, board.compartments[compartment, LENGTH]
    for low in range(1, board.size - length + 2):
        if lows >> low & 1:
            left |= _with_the_others(board, seen, compartment, cell, window(low, length))
    return left


@kernel
def _with_the_others(board: Board, seen: Marks, compartment: int, cell: int, digits: int) -> int:
    """The digits of a window that `cell` can have: each other cell has another one, each other digit another cell."""
    once = twice = forced = 0
    for other in cells_in(board, compartment):
        if other != cell:
            held = seen[other] & digits
            twice |= once & held
            once |= held
            if held & (held - 1) == 0:
                forced |= held  # its only digit in this window
    missing = digits & ~once  # for want of another cell
    left = seen[cell] & digits & ~forced
    if missing & (missing - 1):
        return 0
    return int(left & missing if missing else left)


@kernel
def strike_from(
    board: Board, marks: Marks, trace: Trace, done: int, rung: int, where: int, bits: int, why: int, whence: int
) -> int:
    """Strike digits from all cells of the compartment `where`."""
    for cell in cells_in(board, where):
        done = strike(marks, trace, done, rung, cell, bits, why, whence)
    return done
