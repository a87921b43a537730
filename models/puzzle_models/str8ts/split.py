"""The technique `split`: a digit stays only where all cells of its compartment can be filled along with it.

matching   for each place of a compartment the digit it takes, all of one window; 0 where it has none yet
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, settled, strike
from puzzle_models.str8ts.board import Board, cells_in, possible_lows, window
from puzzle_models.str8ts.ladder import SPLIT

Digits = NDArray[np.int64]  # (places,) a mask of digits, or a digit

# With three open cells, a digit put in one leaves two cells and two digits. What then cannot be filled has a cell
# without a digit, or a digit without a cell: `gap` sees both, once `exclusion` and `in_range` have nothing to do.
FEW = 3


@kernel
def split(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """Strike what is in no filling of its compartment. Reason: the compartment, its windows.

    Where few cells are open, the rungs below have struck all of that already: see `FEW`.
    """
    held, left = np.empty(board.size, np.int64), np.empty(board.size, np.int64)
    for compartment in range(len(board.compartments)):
        if still_open(board, seen, compartment) > FEW:
            lows, cells = possible_lows(board, seen, compartment), cells_in(board, compartment)
            in_fillings(board, seen, compartment, lows, held[: len(cells)], left[: len(cells)])
            for place, cell in enumerate(cells):
                done = strike(marks, trace, done, SPLIT, cell, ~left[place], compartment, lows)
    return done


@kernel
def still_open(board: Board, seen: Marks, compartment: int) -> int:
    """How many cells of a compartment are open."""
    count = 0
    for cell in cells_in(board, compartment):
        count += not settled(seen, cell)
    return count


@kernel
def in_fillings(board: Board, seen: Marks, compartment: int, lows: int, held: Digits, left: Digits) -> None:
    """Set `left` to the digits that each place has in some filling of some window; `held` is room to work in."""
    length = len(held)
    left[:] = 0
    for low in range(1, board.size - length + 2):
        if lows >> low & 1:
            for place, cell in enumerate(cells_in(board, compartment)):
                held[place] = seen[cell] & window(low, length)
            fillable(held, left)


@kernel
def fillable(held: Digits, left: Digits) -> None:
    """Add to `left` the digits that each place has in some filling, all places with different digits of `held`."""
    matching = np.zeros(len(held), np.int64)
    for place in range(len(held)):
        if not rematched(held, matching, place, 0, -1):
            return
    for place in range(len(held)):
        more = held[place] & ~left[place]
        while more:
            bit = more & -more
            more ^= bit
            if exchanged(held, matching, place, bit):
                left[place] |= bit


@kernel
def exchanged(held: Digits, matching: Digits, place: int, bit: int) -> bool:
    """Whether `place` can have the digit `bit` with all others filled; the matching is changed to show it."""
    if matching[place] == bit:
        return True
    before = matching.copy()
    for other in range(len(held)):
        if matching[other] == bit:
            matching[place], matching[other] = bit, 0
            if rematched(held, matching, other, bit, place):
                return True
            matching[:] = before
            return False
    return False  # a window has as many digits as places: each is somewhere


@kernel
def rematched(held: Digits, matching: Digits, place: int, barred: int, fixed: int) -> bool:
    """Find a digit for `place`, others giving way along an augmenting path; not `barred`, nor at the place `fixed`."""
    came_from = np.full(len(held), -1, np.int64)
    queue, take, put = np.empty(len(held), np.int64), 0, 1
    queue[0] = place
    tried = barred
    while take < put:
        here = queue[take]
        take += 1
        fresh = held[here] & ~tried
        while fresh:
            bit = fresh & -fresh
            fresh ^= bit
            tried |= bit
            owner = holder_of(matching, bit)
            if owner < 0:
                give_way(matching, came_from, here, bit)
                return True
            if owner != fixed:
                came_from[owner], queue[put] = here, owner
                put += 1
    return False


@kernel
def holder_of(matching: Digits, bit: int) -> int:
    """The place that has a digit, -1 where none has."""
    for place in range(len(matching)):
        if matching[place] == bit:
            return place
    return -1


@kernel
def give_way(matching: Digits, came_from: Digits, place: int, bit: int) -> None:
    """Let `place` take a free digit, and each place on the way to it the digit that the next one leaves."""
    while place >= 0:
        bit, matching[place] = matching[place], bit
        place = came_from[place]
