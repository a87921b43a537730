"""Techniques that look at all compartments of a line at once, and at all lines: locked, fish, Setti.

fits       for each compartment of a line the lows of those windows that leave room for the line's others
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, settled, strike
from puzzle_models.str8ts.board import (
    LENGTH,
    Board,
    cells_on,
    count_bits,
    digits_of,
    possible_lows,
    required_digits,
    window,
)
from puzzle_models.str8ts.ladder import FISH, LOCKED, SETTI
from puzzle_models.str8ts.sets import LARGEST_SET, Masks, before_all, next_set, room_for_owners, union_of
from puzzle_models.str8ts.straights import strike_from

Lows = NDArray[np.int64]


@kernel
def locked(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """Strike what stands in no windows that fit together. Reason: the line, the compartment that says so."""
    fits = np.empty(board.size, np.int64)
    for line in range(2 * board.size):
        fitting(board, seen, line, 0, fits)
        done = _strike_misfits(board, marks, trace, done, LOCKED, line, fits, line)
    return done


@kernel
def _strike_misfits(
    board: Board, marks: Marks, trace: Trace, done: int, rung: int, line: int, fits: Lows, why: int
) -> int:
    """Strike digits outside the windows that fit, and those that they all hold from the line's other compartments."""
    start, end = board.in_line[line], board.in_line[line + 1]
    for one in range(start, end):
        length = board.compartments[one, LENGTH]
        out = ~digits_of(fits[one - start], length)
        done = strike_from(board, marks, trace, done, rung, one, out, why, one)
        needed = required_digits(fits[one - start], length)
        for other in range(start, end):
            if needed and other != one:
                done = strike_from(board, marks, trace, done, rung, other, needed, why, one)
    return done


@kernel
def fitting(board: Board, seen: Marks, line: int, must: int, fits: Lows) -> None:
    """Set `fits` to the windows of a line that are part of a choice without a common digit and with all of `must`.

    A search in depth: `at[i]` is the low tried for the line's i-th compartment, `used[i]` the digits chosen before it.
    """
    start, count = board.in_line[line], board.in_line[line + 1] - board.in_line[line]
    lows, at, used = np.empty(count, np.int64), np.zeros(count, np.int64), np.zeros(count + 1, np.int64)
    for i in range(count):
        lows[i], fits[i] = possible_lows(board, seen, start + i), 0
    depth = 0
    while depth >= 0:
        if depth == count:
            if used[depth] & must == must:
                for i in range(count):
                    fits[i] |= 1 << at[i]
            depth -= 1
            continue
        at[depth] += 1
        low, length = at[depth], board.compartments[start + depth, LENGTH]
        if low > board.size - length + 1:
            at[depth] = 0
            depth -= 1
        elif lows[depth] >> low & 1 and not used[depth] & window(low, length):
            used[depth + 1] = used[depth] | window(low, length)
            depth += 1


@kernel
def fish(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A digit that n lines must hold, all in n lines across, is nowhere else there. Reason: digit and way, the lines.

    The first reason is 2 * digit, 1 more where the lines are columns; the second a mask of the lines by their places.
    """
    needed, room = required_in_lines(board, seen), room_for_owners(board)
    for why in range(2, 2 * board.size + 2):
        base, places = lines_with(board, seen, needed, why >> 1, why & 1, room)
        chosen = next_set(places, before_all(places, 2), LARGEST_SET)
        while chosen:
            lines, across = union_of(base, chosen), union_of(places, chosen)
            done = _strike_across(board, marks, trace, done, why, lines, across)
            chosen = next_set(places, chosen, LARGEST_SET)
    return done


@kernel
def lines_with(board: Board, seen: Marks, needed: Lows, digit: int, way: int, room: Masks) -> tuple[Masks, Masks]:
    """The rows (way 0) or columns that must hold a digit and have a few places for it, a bit each, and the places."""
    count = 0
    for at in range(board.size):
        if needed[way * board.size + at] >> digit & 1:
            room[0, count], room[1, count] = 1 << at, places_of(board, seen, way * board.size + at, digit)
            if 2 <= count_bits(room[1, count]) <= LARGEST_SET:
                count += 1
    return room[0, :count], room[1, :count]


@kernel
def _strike_across(board: Board, marks: Marks, trace: Trace, done: int, why: int, lines: int, across: int) -> int:
    """Strike the digit of a fish from the lines across, but where they meet `lines`."""
    digit, way = why >> 1, why & 1
    for at in range(board.size):
        if not lines >> at & 1:
            for place, cell in enumerate(cells_on(board, way * board.size + at)):
                if across >> place & 1 and not board.blacks[cell]:
                    done = strike(marks, trace, done, FISH, cell, 1 << digit, why, lines)
    return done


@kernel
def setti(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A digit is in as many rows as columns. Reason: digit and way as for `fish`, then what follows from the count.

    That is -1 where a line cannot hold the digit; where it must, the compartment whose windows then say so.
    """
    needed, fits = required_in_lines(board, seen), np.empty(board.size, np.int64)
    for digit in range(1, board.size + 1):
        least, most = lines_that_hold(board, seen, needed, digit)
        for line in range(2 * board.size):
            if not needed[line] >> digit & 1 and places_of(board, seen, line, digit):
                way = line // board.size
                if most.min() <= least[way]:
                    done = _strike_line(board, marks, trace, done, line, 1 << digit, 2 * digit + way)
                elif least.max() >= most[way]:
                    fitting(board, seen, line, 1 << digit, fits)
                    done = _strike_misfits(board, marks, trace, done, SETTI, line, fits, 2 * digit + way)
    return done


@kernel
def lines_that_hold(board: Board, seen: Marks, needed: Lows, digit: int) -> tuple[Lows, Lows]:
    """How many rows and how many columns must hold a digit, and how many can."""
    least, most = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for line in range(2 * board.size):
        least[line // board.size] += needed[line] >> digit & 1
        most[line // board.size] += places_of(board, seen, line, digit) != 0
    return least, most


@kernel
def _strike_line(board: Board, marks: Marks, trace: Trace, done: int, line: int, bits: int, why: int) -> int:
    """Strike digits from the white cells of a line."""
    for compartment in range(board.in_line[line], board.in_line[line + 1]):
        done = strike_from(board, marks, trace, done, SETTI, compartment, bits, why, -1)
    return done


@kernel
def required_in_lines(board: Board, seen: Marks) -> Lows:
    """By line, the digits that it must hold: required by a compartment, or standing in it, in a black cell too."""
    needed = np.zeros(2 * board.size, np.int64)
    for line in range(2 * board.size):
        for compartment in range(board.in_line[line], board.in_line[line + 1]):
            lows = possible_lows(board, seen, compartment)
            needed[line] |= required_digits(lows, board.compartments[compartment, LENGTH])
        for cell in cells_on(board, line):
            if settled(seen, cell):
                needed[line] |= seen[cell]
    return needed


@kernel
def places_of(board: Board, seen: Marks, line: int, digit: int) -> int:
    """Where in a line a digit can stand, black cells included."""
    places = 0
    for at, cell in enumerate(cells_on(board, line)):
        places |= (seen[cell] >> digit & 1) << at
    return places
