"""Techniques that look at some cells and as many digits: naked sets in a line, hidden sets in a compartment.

places     a bit mask of places in a line or a compartment, bit i for its i-th cell
owner      what has some others: a cell its digits, a digit its places. As many owners as they have others in all are
           a set: what they have is theirs alone
choice     a bit mask of owners by their number
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, settled, strike
from puzzle_models.str8ts.board import (
    Board,
    cells_in,
    cells_on,
    count_bits,
    possible_lows,
    required_digits,
)
from puzzle_models.str8ts.ladder import HIDDEN_PAIR, HIDDEN_SET, NAKED_PAIR, NAKED_SET

LARGEST_SET = 5
Masks = NDArray[np.int64]


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
    room = room_for_owners(board)
    for line in range(2 * board.size):
        place, held = open_cells_of(board, seen, line, most, room)
        chosen = next_set(held, before_all(held, least), most)
        while chosen:
            digits, places = union_of(held, chosen), union_of(place, chosen)
            done = _strike_beside(board, marks, trace, done, rung, line, digits, places)
            chosen = next_set(held, chosen, most)
    return done


@kernel
def open_cells_of(board: Board, seen: Marks, line: int, most: int, room: Masks) -> tuple[Masks, Masks]:
    """The places of a line's open cells with up to `most` digits, a bit each, and the digits of each."""
    count = 0
    for at, cell in enumerate(cells_on(board, line)):
        if not settled(seen, cell) and count_bits(seen[cell]) <= most:
            room[0, count], room[1, count] = 1 << at, seen[cell]
            count += 1
    return room[0, :count], room[1, :count]


@kernel
def _strike_beside(
    board: Board, marks: Marks, trace: Trace, done: int, rung: int, line: int, digits: int, places: int
) -> int:
    """Strike digits from a line but for some places."""
    for at, cell in enumerate(cells_on(board, line)):
        if not places >> at & 1:
            done = strike(marks, trace, done, rung, cell, digits, line, places)
    return done


@kernel
def _hidden(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int, rung: int, least: int, most: int) -> int:
    """All hidden sets of `least` to `most` required digits in every compartment."""
    room = room_for_owners(board)
    for compartment in range(len(board.compartments)):
        digit, places = required_digits_of(board, seen, compartment, most, room)
        chosen = next_set(places, before_all(places, least), most)
        while chosen:
            cells, digits = union_of(places, chosen), union_of(digit, chosen)
            done = _strike_within(board, marks, trace, done, rung, compartment, cells, digits)
            chosen = next_set(places, chosen, most)
    return done


@kernel
def required_digits_of(board: Board, seen: Marks, compartment: int, most: int, room: Masks) -> tuple[Masks, Masks]:
    """A compartment's required digits with 2 to `most` places left, a bit each, and the places of each."""
    cells, count = cells_in(board, compartment), 0
    needed = required_digits(possible_lows(board, seen, compartment), len(cells))
    for digit in range(1, board.size + 1):
        if needed >> digit & 1:
            room[0, count], room[1, count] = 1 << digit, 0
            for at, cell in enumerate(cells):
                room[1, count] |= (seen[cell] >> digit & 1) << at
            if 2 <= count_bits(room[1, count]) <= most:
                count += 1
    return room[0, :count], room[1, :count]


@kernel
def _strike_within(
    board: Board, marks: Marks, trace: Trace, done: int, rung: int, compartment: int, places: int, digits: int
) -> int:
    """Strike all but some digits from places of a compartment."""
    for at, cell in enumerate(cells_in(board, compartment)):
        if places >> at & 1:
            done = strike(marks, trace, done, rung, cell, ~digits, compartment, digits)
    return done


@kernel
def room_for_owners(board: Board) -> Masks:
    """Room for as many owners as a line has places: their own bits, and what they have."""
    return np.empty((2, board.size), np.int64)


@kernel
def next_set(masks: Masks, chosen: int, most: int) -> int:
    """The next choice of up to `most` masks with as many bits in all as masks, few masks first; 0 after the last."""
    wanted = count_bits(chosen)
    while True:
        chosen = next_choice(chosen)
        if chosen >= 1 << len(masks):
            wanted += 1
            if wanted > min(most, len(masks)):
                return 0
            chosen = first_choice(wanted)
        if count_bits(union_of(masks, chosen)) == wanted:
            return chosen


@kernel
def before_all(masks: Masks, least: int) -> int:
    """What `next_set` takes for the choice before the first one of `least` masks."""
    return first_choice(least - 1) << len(masks)


@kernel
def union_of(masks: Masks, chosen: int) -> int:
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
