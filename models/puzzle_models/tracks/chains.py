"""Techniques that follow rails from cell to cell. Called like those of `lines`.

A chain is a set of cells joined by certain rails.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, strike
from puzzle_models.tracks.board import (
    ABSENT,
    ALL_BITS,
    CLUE,
    EMPTY_BIT,
    FAR,
    NEAR,
    PRESENT,
    RAIL_STATE,
    SIDE,
    TRACK_BITS,
    UNKNOWN,
    WITH_RAIL,
    Board,
    between,
    is_track,
)
from puzzle_models.tracks.ladder import EARLY_JOIN, NO_LOOP, POCKET, RAIL

Links = NDArray[np.int64]


@kernel
def rail(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """Two neighbours agree about the rail between them. Reason: the side and what the neighbour says."""
    for pair in range(len(board.pairs)):
        near, far, side = board.pairs[pair, NEAR], board.pairs[pair, FAR], board.pairs[pair, SIDE]
        here, there = RAIL_STATE[side, seen[near]], RAIL_STATE[side ^ 2, seen[far]]
        if here != there:
            done = settle_rail(marks, trace, done, RAIL, far, side ^ 2, here)
            done = settle_rail(marks, trace, done, RAIL, near, side, there)
    return done


@kernel
def settle_rail(marks: Marks, trace: Trace, done: int, rung: int, cell: int, side: int, state: int) -> int:
    """Strike from a cell what a rail's state excludes. Reason: the side and the state."""
    if state == PRESENT:
        return strike(marks, trace, done, rung, cell, ALL_BITS ^ WITH_RAIL[side], side, PRESENT)
    if state == ABSENT:
        return strike(marks, trace, done, rung, cell, WITH_RAIL[side], side, ABSENT)
    return done


@kernel
def settle_pair(marks: Marks, trace: Trace, done: int, rung: int, near: int, far: int, side: int, state: int) -> int:
    """Strike from two neighbours what the state of the rail between them excludes."""
    done = settle_rail(marks, trace, done, rung, near, side, state)
    return settle_rail(marks, trace, done, rung, far, side ^ 2, state)


@kernel
def root(links: Links, cell: int) -> int:
    """The cell that stands for a chain, with the way to it halved."""
    while links[cell] != cell:
        links[cell] = links[links[cell]]
        cell = links[cell]
    return cell


@kernel
def link_chains(board: Board, seen: Marks, links: Links, size: Links, loose: Links) -> tuple[int, int]:
    """Fill `links`, at each root the chain's `size`, and `loose`: the pairs of track cells not yet known to be joined.

    Returns how many pairs are loose, and a cell of a chain that closes on itself, or -1. Only a loose pair can belong
    to one chain, or one cell to the entry's chain and the other to the exit's.
    """
    closed, count = -1, 0
    for cell in range(len(seen)):
        links[cell], size[cell] = cell, 1
    for pair in range(len(board.pairs)):
        near, far = board.pairs[pair, NEAR], board.pairs[pair, FAR]
        if is_track(seen, near) or is_track(seen, far):
            state = between(seen, near, far, board.pairs[pair, SIDE])
            if state == PRESENT:
                one, two = root(links, near), root(links, far)
                if one == two:
                    closed = one
                else:
                    links[two] = one
                    size[one] += size[two]
            elif state == UNKNOWN and is_track(seen, near) and is_track(seen, far):
                loose[count] = pair
                count += 1
    return count, closed


@kernel
def chain_room(cells: int, pairs: int) -> tuple[Links, Links, Links]:
    """Room for `link_chains`, in one piece: this is asked for in nearly every round."""
    room = np.empty(2 * cells + pairs, np.int64)
    return room[:cells], room[cells : 2 * cells], room[2 * cells :]


@kernel
def no_loop(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """No rail joins a chain to itself. Reason: the side of the rail, absent."""
    links, size, loose = chain_room(len(seen), len(board.pairs))
    count, closed = link_chains(board, seen, links, size, loose)
    if closed >= 0:
        return strike(marks, trace, done, NO_LOOP, closed, ALL_BITS, 0, 0)
    for pair in loose[:count]:
        near, far = board.pairs[pair, NEAR], board.pairs[pair, FAR]
        if root(links, near) == root(links, far):
            done = settle_pair(marks, trace, done, NO_LOOP, near, far, board.pairs[pair, SIDE], ABSENT)
    return done


@kernel
def early_join(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """No rail joins the entry's chain to the exit's while track is missing. Reason: the side of the rail, absent."""
    links, size, loose = chain_room(len(seen), len(board.pairs))
    count, _ = link_chains(board, seen, links, size, loose)
    start, end = root(links, board.entry), root(links, board.exit)
    clues = board.lines[:, CLUE]
    length = max(clues[: board.height].sum(), clues[board.height :].sum())  # one clue may be kept from the ladder
    if start == end:
        if size[start] != length:
            done = strike(marks, trace, done, EARLY_JOIN, board.entry, ALL_BITS, 0, 0)
        return done
    if size[start] + size[end] >= length:
        return done
    for pair in loose[:count]:
        near, far = board.pairs[pair, NEAR], board.pairs[pair, FAR]
        here, there = root(links, near), root(links, far)
        if (here == start and there == end) or (here == end and there == start):
            done = settle_pair(marks, trace, done, EARLY_JOIN, near, far, board.pairs[pair, SIDE], ABSENT)
    return done


@kernel
def flood(board: Board, seen: Marks, start: int, blocked: int, reached: Links, stamp: int, queue: Links) -> None:
    """Write `stamp` at all cells that possible rails join to `start` without passing the blocked one."""
    if start == blocked:
        return
    queue[0], waiting, served = start, 1, 0
    reached[start] = stamp
    while served < waiting:
        cell = queue[served]
        served += 1
        for side in range(4):
            other = board.beyond[cell, side]
            fresh = other >= 0 and other != blocked and reached[other] != stamp
            if fresh and between(seen, cell, other, side) != ABSENT:
                reached[other] = stamp
                queue[waiting] = other
                waiting += 1


@kernel
def pocket(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """What one cell cuts off from both ends is empty; a cell that cuts the ends off from each other is track.

    The line would have to pass that cell twice. Reason: 0 and the cell that cuts off, or 1 and the cell itself.
    """
    reached, queue = np.full(len(seen), -1, np.int64), np.empty(len(seen), np.int64)
    for blocked in range(len(seen)):
        if seen[blocked] & TRACK_BITS == 0:
            continue
        flood(board, seen, board.entry, blocked, reached, blocked, queue)
        if blocked not in (board.entry, board.exit) and reached[board.exit] != blocked:
            done = strike(marks, trace, done, POCKET, blocked, EMPTY_BIT, 1, blocked)
            flood(board, seen, board.exit, blocked, reached, blocked, queue)
        elif blocked == board.entry:
            flood(board, seen, board.exit, blocked, reached, blocked, queue)
        for cell in range(len(seen)):
            if cell != blocked and reached[cell] != blocked:
                done = strike(marks, trace, done, POCKET, cell, TRACK_BITS, 0, blocked)
    return done
