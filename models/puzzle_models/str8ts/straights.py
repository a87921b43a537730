"""Techniques that look at one compartment: which straights are possible, what they must hold, what they leave out."""

from __future__ import annotations

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, settled, strike
from puzzle_models.str8ts.board import (
    FIRST,
    LENGTH,
    LINE,
    STEP,
    Board,
    digits_of,
    line_start,
    line_step,
    possible_lows,
    required_digits,
    window,
)
from puzzle_models.str8ts.ladder import EXCLUSION, GAP, HIDDEN_SINGLE, RANGE, REQUIRED


@kernel
def exclusion(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A digit that stands in a line stands nowhere else in it. Reason: the line."""
    for line in range(2 * board.size):
        first, step = line_start(board.size, line), line_step(board.size, line)
        end = first + board.size * step
        standing = twice = 0
        for cell in range(first, end, step):
            if settled(seen, cell):
                twice |= standing & seen[cell]
                standing |= seen[cell]
        twice ^= twice & 1  # plain black cells hold no digit
        for cell in range(first, end, step):
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
        first, step = board.compartments[compartment, FIRST], board.compartments[compartment, STEP]
        length = board.compartments[compartment, LENGTH]
        once = twice = 0
        for cell in range(first, first + length * step, step):
            twice |= once & seen[cell]
            once |= seen[cell]
        single = once & ~twice & required_digits(possible_lows(board, seen, compartment), length)
        for cell in range(first, first + length * step, step):
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
        first, step = board.compartments[compartment, FIRST], board.compartments[compartment, STEP]
        length = board.compartments[compartment, LENGTH]
        lows = possible_lows(board, seen, compartment)
        for cell in range(first, first + length * step, step):
            if not settled(seen, cell):
                left = 0
                for low in range(1, board.size - length + 2):
                    if lows >> low & 1:
                        left |= _with_the_others(board, seen, compartment, cell, window(low, length))
                done = strike(marks, trace, done, GAP, cell, ~left, compartment, lows)
    return done


@kernel
def _with_the_others(board: Board, seen: Marks, compartment: int, cell: int, digits: int) -> int:
    """The digits of a window that `cell` can have: each other cell has another one, each other digit another cell."""
    first, step = board.compartments[compartment, FIRST], board.compartments[compartment, STEP]
    once = twice = forced = 0
    for other in range(first, first + board.compartments[compartment, LENGTH] * step, step):
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
    first, step = board.compartments[where, FIRST], board.compartments[where, STEP]
    for cell in range(first, first + board.compartments[where, LENGTH] * step, step):
        done = strike(marks, trace, done, rung, cell, bits, why, whence)
    return done
