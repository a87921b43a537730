"""The parity technique. A line from border to border has a left and a right bank, and crosses every closed boundary an
even number of times. Both are one fact: colour the corners of the cells by bank, and two corners differ just where a
rail passes between them. Corners joined by known sides know each other's colour, whatever lies around."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, strike
from puzzle_models.tracks.board import ALL_BITS, FAR, NEAR, RAIL_STATE, SIDE, UNKNOWN, Board, between
from puzzle_models.tracks.chains import settle_pair
from puzzle_models.tracks.ladder import PARITY

Corners = NDArray[np.int64]


@kernel
def corner(cell: int, width: int, side: int, which: int) -> int:
    """The corner at one end (which 0 or 1) of a cell's side; corners are counted row by row, width + 1 a row."""
    top = cell + cell // width
    if side == 0:
        return top + which
    if side == 1:
        return top + 1 + which * (width + 1)
    if side == 2:
        return top + width + 1 + which
    return top + which * (width + 1)


@kernel
def bank_root(links: Corners, differs: Corners, at: int) -> int:
    """The corner that stands for all whose bank is known against this one; leaves `at` pointing straight to it."""
    top, odd = at, 0
    while links[top] != top:
        odd ^= differs[top]
        top = links[top]
    while links[at] != top and at != top:
        above, rest = links[at], odd ^ differs[at]
        links[at], differs[at] = top, odd
        at, odd = above, rest
    return top


@kernel
def join_corners(links: Corners, differs: Corners, one: int, two: int, state: int) -> bool:
    """Note that two corners lie on one bank (state 0) or on two (state 1). Returns whether that can be."""
    left, right = bank_root(links, differs, one), bank_root(links, differs, two)
    if left == right:
        return differs[one] ^ differs[two] == state
    links[right] = left
    differs[right] = differs[one] ^ differs[two] ^ state
    return True


@kernel
def join_banks(board: Board, seen: Marks, links: Corners, differs: Corners) -> int:
    """Join the corners of every known side. Returns a cell where the banks clash, or -1."""
    clash = -1
    for at in range(len(links)):
        links[at], differs[at] = at, 0
    for cell in range(len(seen)):
        for side in range(4):
            other = board.beyond[cell, side]
            if other < cell:  # off the grid, or a pair of neighbours that was seen from the other one
                state = RAIL_STATE[side, seen[cell]] if other < 0 else between(seen, cell, other, side)
                if state != UNKNOWN:
                    one, two = corner(cell, board.width, side, 0), corner(cell, board.width, side, 1)
                    if not join_corners(links, differs, one, two, state):
                        clash = cell
    return clash


@kernel
def parity(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A rail between two corners whose banks are known is known. Reason: the side and the rail's state."""
    corners = (board.width + 1) * (board.height + 1)
    links, differs = np.empty(corners, np.int64), np.empty(corners, np.int64)
    clash = join_banks(board, seen, links, differs)
    if clash >= 0:
        return strike(marks, trace, done, PARITY, clash, ALL_BITS, 0, 0)
    for pair in range(len(board.pairs)):
        near, far, side = board.pairs[pair, NEAR], board.pairs[pair, FAR], board.pairs[pair, SIDE]
        if between(seen, near, far, side) == UNKNOWN:
            one, two = corner(near, board.width, side, 0), corner(near, board.width, side, 1)
            if bank_root(links, differs, one) == bank_root(links, differs, two):
                state = differs[one] ^ differs[two]
                done = settle_pair(marks, trace, done, PARITY, near, far, side, state)
    return done
