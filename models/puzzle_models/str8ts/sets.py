"""Techniques that look at some cells and as many digits: naked sets in a line, hidden sets in a compartment.

places     a bit mask of places in a line or a compartment, bit i for its i-th cell
"""

from __future__ import annotations

import numpy as np

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, settled, strike
from puzzle_models.str8ts.board import (
    FIRST,
    LENGTH,
    STEP,
    Board,
    count_bits,
    line_start,
    line_step,
    possible_lows,
    required_digits,
)
from puzzle_models.str8ts.ladder import HIDDEN_PAIR, HIDDEN_SET, NAKED_PAIR, NAKED_SET

LARGEST_SET = 5


@kernel
def naked_pair(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """Two cells of a line share their last two digits: no other cell has them. Reason: the line, their places."""
    return _naked(board, seen, marks, trace, done, NAKED_PAIR, 2, 2)


@kernel
def naked_set(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """Three to five cells of a line share as many digits: no other cell has them. Reason: the line, their places."""
    return _naked(board, seen, marks, trace, done, NAKED_SET, 3, LARGEST_SET)


@kernel
def hidden_pair(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """Two required digits have the same two cells left: nothing else is there. Reason: the compartment, the digits."""
    return _hidden(board, seen, marks, trace, done, HIDDEN_PAIR, 2, 2)


@kernel
def hidden_set(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """Three to five required digits have as many cells left. Reason: the compartment, the digits."""
    return _hidden(board, seen, marks, trace, done, HIDDEN_SET, 3, LARGEST_SET)


@kernel
def _naked(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int, rung: int, least: int, most: int) -> int:
    """All naked sets of `least` to `most` open cells in every line."""
    held, place = np.empty(board.size, np.int64), np.empty(board.size, np.int64)
    for line in range(2 * board.size):
        first, step = line_start(board.size, line), line_step(board.size, line)
        count = 0
        for at in range(board.size):
            cell = first + at * step
            if not settled(seen, cell) and count_bits(seen[cell]) <= most:
                held[count], place[count] = seen[cell], at
                count += 1
        for wanted in range(least, min(most, count) + 1):
            chosen = first_choice(wanted)
            while chosen < 1 << count:
                digits = union_of(held, chosen)
                if count_bits(digits) == wanted:
                    places = 0
                    for i in range(count):
                        places |= (chosen >> i & 1) << place[i]
                    for at in range(board.size):
                        if not places >> at & 1:
                            done = strike(marks, trace, done, rung, first + at * step, digits, line, places)
                chosen = next_choice(chosen)
    return done


@kernel
def _hidden(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int, rung: int, least: int, most: int) -> int:
    """All hidden sets of `least` to `most` required digits in every compartment."""
    digit, places = np.empty(board.size, np.int64), np.empty(board.size, np.int64)
    for compartment in range(len(board.compartments)):
        first, step = board.compartments[compartment, FIRST], board.compartments[compartment, STEP]
        length = board.compartments[compartment, LENGTH]
        needed = required_digits(possible_lows(board, seen, compartment), length)
        count = 0
        for d in range(1, board.size + 1):
            if needed >> d & 1:
                digit[count], places[count] = 1 << d, 0
                for at in range(length):
                    places[count] |= (seen[first + at * step] >> d & 1) << at
                if 2 <= count_bits(places[count]) <= most:
                    count += 1
        for wanted in range(least, min(most, count) + 1):
            chosen = first_choice(wanted)
            while chosen < 1 << count:
                cells = union_of(places, chosen)
                if count_bits(cells) == wanted:
                    digits = union_of(digit, chosen)
                    for at in range(length):
                        if cells >> at & 1:
                            done = strike(marks, trace, done, rung, first + at * step, ~digits, compartment, digits)
                chosen = next_choice(chosen)
    return done


@kernel
def union_of(masks: np.ndarray, chosen: int) -> int:
    """The bits of the masks whose numbers are set in `chosen`."""
    union = i = 0
    while chosen:
        if chosen & 1:
            union |= masks[i]
        chosen >>= 1
        i += 1
    return union


@kernel
def first_choice(wanted: int) -> int:
    """The smallest number with `wanted` bits set."""
    return (1 << wanted) - 1


@kernel
def next_choice(chosen: int) -> int:
    """The next larger number with as many bits set (Gosper, HAKMEM 175)."""
    lowest = chosen & -chosen
    ripple = chosen + lowest
    return ripple | (((chosen ^ ripple) // lowest) >> 2)
