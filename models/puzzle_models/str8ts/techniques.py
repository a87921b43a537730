"""The climb of the ladder: the easiest technique that still does something, again and again, until none does.

The driver reads a snapshot and strikes in a copy, so that all a round can see counts once and the path does not
depend on how the board lies: struck in place, the same puzzle scored up to half a level apart when turned. Where only
the end counts, `finish` comes to the same one far faster.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzle_models.kernel.contract import Path
from puzzle_models.kernel.jit import inlined, kernel
from puzzle_models.kernel.trace import FIELDS, Marks, Rounds, Trace, open_cells, path_of
from puzzle_models.str8ts.board import Board, board, start_marks
from puzzle_models.str8ts.ladder import CONTRADICTION, LONG_CONTRADICTION, RUNGS_UP_TO
from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from puzzle_models.str8ts.suppose import Idle, apply_plain, next_contradiction, suppose, sweep

EASY_RUNGS, HARD_RUNGS = RUNGS_UP_TO["easy"], RUNGS_UP_TO["hard"]


@inlined
def apply(rung: int, board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """The technique of a rung."""
    if rung == CONTRADICTION:
        return suppose(board, seen, marks, trace, done, CONTRADICTION, EASY_RUNGS)
    if rung == LONG_CONTRADICTION:
        return suppose(board, seen, marks, trace, done, LONG_CONTRADICTION, HARD_RUNGS)
    return apply_plain(rung, board, seen, marks, trace, done)


@kernel
def climb_marks(board: Board, seen: Marks, marks: Marks, rungs: int, trace: Trace, rounds: Rounds) -> tuple[int, int]:
    """Climb with the lowest `rungs` rungs. Returns the cells left open (-1: a clash) and the number of rounds.

    `seen` and `marks` start equal. `rounds` takes (rung, open cells before, trace length after).
    """
    done = count = 0
    left = open_cells(marks)
    while left >= 0:
        rung, before = 0, done
        while rung < rungs:
            done = apply(rung, board, seen, marks, trace, done)
            if done > before:
                break
            rung += 1
        if done == before:
            return left, count
        rounds[count, 0], rounds[count, 1], rounds[count, 2] = rung, left, done
        count += 1
        seen[:] = marks
        left = open_cells(marks)
    return left, count


class Room(NamedTuple):
    """Arrays to work in, made once for many climbs of boards of one size."""

    trace: Trace
    rounds: Rounds
    seen: Marks
    trial: Marks
    idle: Idle


@kernel
def room_for(size: int) -> Room:
    """Room for climbs of boards of a size: each strike removes a bit, each round has a strike."""
    cells, bits = size * size, size * size * size
    return Room(
        np.empty((bits, FIELDS), np.int64),
        np.empty((bits + 1, 3), np.int64),
        np.empty(cells, np.uint32),
        np.empty(cells, np.uint32),
        np.empty(cells * (size + 1), np.bool_),
    )


@kernel
def finish(board: Board, marks: Marks, rungs: int, room: Room) -> int:
    """Climb in place and fast, to the end that `climb_marks` comes to. Returns the cells left open; -1: a clash."""
    at = 0
    while True:
        left = sweep(board, marks, min(rungs, CONTRADICTION), room.trace)
        if left <= 0 or rungs <= CONTRADICTION:
            return left
        at = next_contradiction(board, marks, at, EASY_RUNGS, room.trial, room.idle, room.trace)
        if at < 0 and rungs > LONG_CONTRADICTION:
            at = next_contradiction(board, marks, 0, HARD_RUNGS, room.trial, room.idle, room.trace)
        if at < 0:
            return left


def climb(puzzle: Str8tsPuzzle, level: str) -> Path:
    """Climb from the printed puzzle with all techniques up to a level."""
    start, room = start_marks(puzzle), room_for(puzzle.size)
    marks = start.copy()
    left, count = climb_marks(board(puzzle), start.copy(), marks, RUNGS_UP_TO[level], room.trace, room.rounds)
    return path_of(start, marks, left, count, room.trace, room.rounds)
