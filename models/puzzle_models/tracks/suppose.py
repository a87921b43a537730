"""The top of the ladder: suppose one thing, follow the easy techniques, meet a contradiction; so the opposite holds.

Only suppositions with the shortest way to a contradiction count in a round: a person finds those first, and which
they are does not depend on how the board lies.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import FIELDS, Marks, Trace, open_cells, strike
from puzzle_models.tracks.board import (
    ABSENT,
    BITS,
    EMPTY_BIT,
    FAR,
    NEAR,
    PRESENT,
    SIDE,
    TRACK_BITS,
    UNKNOWN,
    Board,
    between,
    is_open,
    is_track,
)
from puzzle_models.tracks.chains import early_join, no_loop, rail, settle_pair
from puzzle_models.tracks.ladder import CONTRADICTION
from puzzle_models.tracks.lines import full_line, last_cells

# Suppositions stand in one list: track or empty for each cell, then present or absent for each rail between neighbours.
Idle = NDArray[np.bool_]  # (suppositions,)
TRACK, NO_TRACK, RAIL_THERE, NO_RAIL = 0, 1, 2, 3


@kernel
def kind_of(cells: int, index: int) -> int:
    """What supposition number `index` supposes."""
    return index % 2 if index < 2 * cells else 2 + index % 2


@kernel
def place_of(cells: int, index: int) -> int:
    """The cell or the pair of neighbours that supposition number `index` is about."""
    return index // 2 if index < 2 * cells else index // 2 - cells


@kernel
def is_worth(board: Board, seen: Marks, index: int) -> bool:
    """Whether a supposition is about something still unknown."""
    place = place_of(len(seen), index)
    if kind_of(len(seen), index) <= NO_TRACK:
        return is_open(seen, place)
    return between(seen, board.pairs[place, NEAR], board.pairs[place, FAR], board.pairs[place, SIDE]) == UNKNOWN


@kernel
def settle_as(board: Board, marks: Marks, trace: Trace, done: int, kind: int, place: int, sweeps: int) -> int:
    """Strike what is not so if a thing of that kind is so. Reason: 4 and the sweeps, or a rail's side and state."""
    if kind == TRACK:
        return strike(marks, trace, done, CONTRADICTION, place, EMPTY_BIT, 4, sweeps)
    if kind == NO_TRACK:
        return strike(marks, trace, done, CONTRADICTION, place, TRACK_BITS, 4, sweeps)
    near, far, side = board.pairs[place, NEAR], board.pairs[place, FAR], board.pairs[place, SIDE]
    state = PRESENT if kind == RAIL_THERE else ABSENT
    return settle_pair(marks, trace, done, CONTRADICTION, near, far, side, state)


@kernel
def sweeps_to_clash(board: Board, marks: Marks, seen: Marks, trace: Trace, most: int) -> int:
    """How many sweeps of all easy techniques it takes to a contradiction; 0 where `most` sweeps meet none."""
    for sweep in range(1, most + 1):
        seen[:] = marks
        done = rail(board, seen, marks, trace, 0)
        done = full_line(board, seen, marks, trace, done)
        done = last_cells(board, seen, marks, trace, done)
        done = no_loop(board, seen, marks, trace, done)
        done = early_join(board, seen, marks, trace, done)
        if open_cells(marks) < 0:
            return sweep
        if done == 0:
            return 0
    return 0


@kernel
def next_contradiction(board: Board, marks: Marks, start: int, trial: Marks, idle: Idle, trace: Trace) -> int:
    """Strike in place after the next supposition, from number `start` on and round, that contradicts itself.

    Returns its number, or -1 where there is none. It comes to the same end as `contradiction` in more rounds and far
    less time. What followed from a supposition without a contradiction cannot lead to one, and is passed over.
    The last three arguments are room to work in.
    """
    cells, count = len(marks), len(idle)
    idle[:] = False
    for turn in range(count):
        index = (start + turn) % count
        if not idle[index] and is_worth(board, marks, index):
            kind, place = kind_of(cells, index), place_of(cells, index)
            trial[:] = marks
            settle_as(board, trial, trace, 0, kind, place, 0)
            if sweeps_to_clash(board, trial, trial, trace, BITS * cells) > 0:
                settle_as(board, marks, trace, 0, kind ^ 1, place, 0)
                return index
            note_idle(board, trial, idle)
    return -1


@kernel
def note_idle(board: Board, followed: Marks, idle: Idle) -> None:
    """Mark the suppositions that hold in marks which followed from another without a contradiction."""
    cells = len(followed)
    for cell in range(cells):
        if not is_open(followed, cell):
            idle[2 * cell + (TRACK if is_track(followed, cell) else NO_TRACK)] = True
    for pair in range(len(board.pairs)):
        state = between(followed, board.pairs[pair, NEAR], board.pairs[pair, FAR], board.pairs[pair, SIDE])
        if state != UNKNOWN:
            idle[2 * (cells + pair) + (0 if state == PRESENT else 1)] = True


@kernel
def sweeps_needed(board: Board, seen: Marks, lengths: NDArray[np.int64]) -> int:
    """Fill `lengths`, shape (suppositions,): the sweeps to a contradiction, 0 for none or more than the fewest so far.

    Returns the fewest, or 0 where no supposition leads to a contradiction.
    """
    cells = len(seen)
    trial, before = np.empty(cells, np.uint32), np.empty(cells, np.uint32)
    scratch = np.empty((BITS * cells, FIELDS), np.int64)
    fewest = 0
    for index in range(len(lengths)):
        lengths[index] = 0
        if is_worth(board, seen, index):
            trial[:] = seen
            settle_as(board, trial, scratch, 0, kind_of(cells, index), place_of(cells, index), 0)
            most = fewest if fewest > 0 else BITS * cells
            lengths[index] = sweeps_to_clash(board, trial, before, scratch, most)
            if lengths[index] > 0:
                fewest = lengths[index]
    return fewest


@kernel
def contradiction(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """What contradicts itself soonest is not so. Reason: 4 and the sweeps, or a rail's side and state."""
    cells = len(seen)
    lengths = np.empty(2 * (cells + len(board.pairs)), np.int64)
    fewest = sweeps_needed(board, seen, lengths)
    for index in range(len(lengths)):
        if fewest > 0 and lengths[index] == fewest:
            opposite = kind_of(cells, index) ^ 1
            done = settle_as(board, marks, trace, done, opposite, place_of(cells, index), fewest)
    return done
