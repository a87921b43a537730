"""Where the givens go: as few as the ladder needs at a level, then as many more as the style asks for.

The ladder itself tells: where it is stuck, give a cell that it has not settled, and go on from the same marks. Then
try to take each given back. What remains is minimal: without any one of them the puzzle leaves its level.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import inlined, kernel
from puzzle_models.kernel.random import Stream, below, shuffle
from puzzle_models.kernel.trace import Marks, settled
from puzzle_models.tracks.board import Board, open_board
from puzzle_models.tracks.ladder import CONTRADICTION
from puzzle_models.tracks.pieces import EMPTY
from puzzle_models.tracks.techniques import Room, finish, room_for

Cells = NDArray[np.int64]


@kernel
def marks_with(board: Board, marks: Marks, answer: Cells, given: Cells) -> None:
    """Set the marks to those of the start with the given cells settled."""
    open_board(board, marks)
    for cell in range(len(marks)):
        if given[cell]:
            marks[cell] = 1 << answer[cell]


@inlined
def finishes(board: Board, answer: Cells, given: Cells, rungs: int, marks: Marks, room: Room) -> bool:
    """Whether the lowest `rungs` rungs solve the puzzle with these givens. `marks` is overwritten."""
    marks_with(board, marks, answer, given)
    return finish(board, marks, rungs, room) == 0


@kernel
def unsettled_track(marks: Marks, answer: Cells, barred: Cells, found: Cells) -> int:
    """Collect the track cells that are not settled and not barred from being given; returns how many there are."""
    count = 0
    for cell in range(len(marks)):
        if answer[cell] != EMPTY and not barred[cell] and not settled(marks, cell):
            found[count] = cell
            count += 1
    return count


@inlined
def plant(board: Board, answer: Cells, given: Cells, barred: Cells, rungs: int, stream: Stream, room: Room) -> bool:
    """Add givens until the lowest `rungs` rungs finish, then take back all that are not needed.

    `given` comes with those that stand in any case, `barred` marks the cells that may not be given. Returns whether
    the puzzle can be finished at all.
    """
    cells = len(answer)
    marks, choice, added = np.empty(cells, np.uint32), np.empty(cells, np.int64), np.empty(cells, np.int64)
    marks_with(board, marks, answer, given)
    count = 0
    cheap = min(rungs, CONTRADICTION)  # suppositions on an open board cost most and tell least
    while finish(board, marks, cheap, room) != 0:
        open_count = unsettled_track(marks, answer, barred, choice)
        if open_count == 0:
            return False
        cell = choice[below(stream, open_count)]
        marks[cell] = 1 << answer[cell]
        given[cell], added[count] = 1, cell
        count += 1
    shuffle(stream, added, count)
    for cell in added[:count]:
        given[cell] = 0
        if not finishes(board, answer, given, rungs, marks, room):
            given[cell] = 1
    return True


@kernel
def plant_more(
    board: Board, answer: Cells, given: Cells, barred: Cells, wanted: int, below_rungs: int, stream: Stream
) -> int:
    """Give up to `wanted` more cells, none that would let the lowest `below_rungs` rungs finish. Returns how many."""
    room, marks, choice = room_for(board), np.empty(len(answer), np.uint32), np.empty(len(answer), np.int64)
    count = more = 0
    for cell in range(len(answer)):
        if answer[cell] != EMPTY and not given[cell] and not barred[cell]:
            choice[count] = cell
            count += 1
    shuffle(stream, choice, count)
    for cell in choice[:count]:
        if more < wanted:
            given[cell] = 1
            if below_rungs > 0 and finishes(board, answer, given, below_rungs, marks, room):
                given[cell] = 0
            else:
                more += 1
    return more


@kernel
def plant_level(
    board: Board,
    answer: Cells,
    fixed: Cells,
    barred: Cells,
    rungs: int,
    below_rungs: int,
    tries: int,
    stream: Stream,
    given: Cells,
) -> bool:
    """Plant the fewest givens, up to `tries` times, until the rungs finish and those of the level below do not."""
    room, marks = room_for(board), np.empty(len(answer), np.uint32)
    given[:] = fixed
    if below_rungs > 0 and finishes(board, answer, fixed, below_rungs, marks, room):
        return False  # givens only make it easier
    for _ in range(tries):
        given[:] = fixed
        if not plant(board, answer, given, barred, rungs, stream, room):
            return False
        if below_rungs == 0 or not finishes(board, answer, given, below_rungs, marks, room):
            return True
    return False
