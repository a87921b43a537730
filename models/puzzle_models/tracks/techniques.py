"""The climb of the ladder: the easiest technique that still does something, again and again, until none does.

The driver reads a snapshot and strikes in a copy, so that all a round can see counts once and the path does not
depend on how the board lies. Where only the end counts, `finish` comes to the same one far faster: no technique does
less on fewer marks, so the order of strikes does not matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzle_models.kernel.contract import Path
from puzzle_models.kernel.jit import inlined, kernel
from puzzle_models.kernel.trace import FIELDS, Marks, Rounds, Trace, open_cells, path_of
from puzzle_models.tracks.board import BITS, Board, board, start_marks
from puzzle_models.tracks.chains import early_join, no_loop, pocket, rail
from puzzle_models.tracks.ladder import (
    CONTRADICTION,
    EARLY_JOIN,
    FULL_LINE,
    GAP,
    LAST_CELLS,
    LOOSE_END,
    NEIGHBOURS,
    NO_LOOP,
    PARITY,
    POCKET,
    RAIL,
    RUNGS_UP_TO,
    SPARE_CELL,
)
from puzzle_models.tracks.lines import full_line, gap, last_cells, loose_end, neighbours, spare_cell
from puzzle_models.tracks.parity import parity
from puzzle_models.tracks.puzzle import TracksPuzzle
from puzzle_models.tracks.suppose import Idle, contradiction, next_contradiction


@inlined
def apply(rung: int, board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """The technique of a rung. A chain of calls by name: kernels in a table would miss the compiler's cache."""
    if rung == RAIL:
        return rail(board, seen, marks, trace, done)
    if rung == FULL_LINE:
        return full_line(board, seen, marks, trace, done)
    if rung == LAST_CELLS:
        return last_cells(board, seen, marks, trace, done)
    if rung == NO_LOOP:
        return no_loop(board, seen, marks, trace, done)
    if rung == EARLY_JOIN:
        return early_join(board, seen, marks, trace, done)
    if rung == LOOSE_END:
        return loose_end(board, seen, marks, trace, done)
    if rung == NEIGHBOURS:
        return neighbours(board, seen, marks, trace, done)
    if rung == SPARE_CELL:
        return spare_cell(board, seen, marks, trace, done)
    if rung == PARITY:
        return parity(board, seen, marks, trace, done)
    if rung == GAP:
        return gap(board, seen, marks, trace, done)
    if rung == POCKET:
        return pocket(board, seen, marks, trace, done)
    return contradiction(board, seen, marks, trace, done)


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
    trial: Marks
    idle: Idle


@kernel
def room_for(board: Board) -> Room:
    """Room for climbs of a board."""
    cells = board.width * board.height
    return Room(
        np.empty((BITS * cells, FIELDS), np.int64),
        np.empty(cells, np.uint32),
        np.empty(2 * (cells + len(board.pairs)), np.bool_),
    )


def rounds_for(board: Board) -> Rounds:
    """Room for the rounds of any climb of a board."""
    return np.empty((BITS * board.width * board.height + 1, 3), dtype=np.int64)


@kernel
def finish(board: Board, marks: Marks, rungs: int, room: Room) -> int:
    """Climb in place and fast, to the end that `climb_marks` comes to. Returns the cells left open; -1: a clash."""
    at = 0
    while True:
        left = sweep(board, marks, min(rungs, CONTRADICTION), room.trace)
        if left <= 0 or rungs <= CONTRADICTION:
            return left
        at = next_contradiction(board, marks, at, room.trial, room.idle, room.trace)
        if at < 0:
            return left


@kernel
def sweep(board: Board, marks: Marks, rungs: int, trace: Trace) -> int:
    """Strike in place with the lowest `rungs` rungs, those below the chains in one go, until none does anything.

    Returns the cells left open; -1: a clash.
    """
    while True:
        struck = rail(board, marks, marks, trace, 0)
        struck += full_line(board, marks, marks, trace, 0)
        struck += last_cells(board, marks, marks, trace, 0)
        rung = NO_LOOP
        while struck == 0 and rung < rungs:
            struck += apply(rung, board, marks, marks, trace, 0)
            rung += 1
        left = open_cells(marks)
        if left < 0 or struck == 0:
            return left


def climb(puzzle: TracksPuzzle, level: str) -> Path:
    """Climb from the printed puzzle with all techniques up to a level."""
    return climb_board(board(puzzle), puzzle.givens, level)


def climb_board(facts: Board, givens: tuple[int, ...], level: str) -> Path:
    """Climb a board from its givens."""
    start = start_marks(facts, givens)
    trace, rounds = room_for(facts).trace, rounds_for(facts)
    marks = start.copy()
    left, count = climb_marks(facts, start.copy(), marks, RUNGS_UP_TO[level], trace, rounds)
    return path_of(start, marks, left, count, trace, rounds)
