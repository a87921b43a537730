"""What the techniques of Train Tracks look at: the board as arrays, and the marks it starts with.

Marks have bit 0 for "empty" and bits 1 to 6 for the pieces. A rail to a side is possible while a piece that has it
is left, and certain when nothing else is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.grid import beyond
from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks
from puzzle_models.tracks.pieces import OPEN, PIECES, has_rail
from puzzle_models.tracks.puzzle import TracksPuzzle

BITS = 7  # in the marks of an open cell
EMPTY_BIT = 1
TRACK_BITS = 0b1111110
ALL_BITS = 0b1111111
WITH_RAIL = np.array(
    [sum(1 << piece for piece in PIECES if has_rail(piece, side)) for side in range(4)], dtype=np.int64
)
ABSENT, PRESENT, UNKNOWN = 0, 1, 2  # what marks say of a rail
RAIL_STATE = np.array(  # (sides, masks) what the marks of one cell say of its rail to a side
    [
        [ABSENT if not mask & rail else UNKNOWN if mask & ~rail else PRESENT for mask in range(ALL_BITS + 1)]
        for rail in WITH_RAIL.tolist()
    ],
    dtype=np.int64,
)
ACROSS_ROW, ACROSS_COLUMN = 1 << 1, 1 << 2  # the straight piece that crosses a line: NS a row, EW a column


CLUE, FIRST, STRIDE, SIZE = 0, 1, 2, 3  # of a line
NEAR, FAR, SIDE = 0, 1, 2  # of a pair


class Board(NamedTuple):
    """A puzzle's fixed facts. Lines count rows first, then columns; sides are N E S W as 0 to 3.

    Few arrays, because a compiled call hands each of them over in seven words or more.
    """

    width: int
    height: int
    lines: NDArray[np.int64]  # (lines, 4) clue, first cell, step from one cell to the next, number of cells
    beyond: NDArray[np.int64]  # (cells, 4) the neighbour on each side, -1 off the grid
    pairs: NDArray[np.int64]  # (pairs, 3) two neighbours, the second east or south of the first, and on which side
    entry: int  # cell
    exit: int  # cell
    entry_side: int
    exit_side: int


def board(puzzle: TracksPuzzle) -> Board:
    """The arrays of a puzzle."""
    width, height = puzzle.width, puzzle.height
    table, pairs = neighbours(width, height)
    return Board(
        width=width,
        height=height,
        lines=np.array(list(zip(puzzle.clues, *lines(width, height), strict=True)), dtype=np.int64),
        beyond=table,
        pairs=pairs,
        entry=puzzle.cell(puzzle.entry),
        exit=puzzle.cell(puzzle.exit),
        entry_side=puzzle.entry.side,
        exit_side=puzzle.exit.side,
    )


@lru_cache(maxsize=64)
def lines(width: int, height: int) -> tuple[list[int], list[int], list[int]]:
    """First cell, step and number of cells, each for all lines."""
    first = [*range(0, width * height, width), *range(width)]
    return first, [1] * height + [width] * width, [width] * height + [height] * width


@lru_cache(maxsize=64)
def neighbours(width: int, height: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The arrays `beyond` and `pairs` of a board."""
    cells = range(width * height)
    found = [[beyond(cell, side, width, height) for side in range(4)] for cell in cells]
    table = np.array([[-1 if other is None else other for other in others] for others in found], dtype=np.int64)
    pairs = [(cell, table[cell, side], side) for cell in cells for side in (1, 2) if table[cell, side] >= 0]
    return table, np.array(pairs, dtype=np.int64).reshape(-1, 3)


def start_marks(board: Board, givens: tuple[int, ...]) -> Marks:
    """The marks at the start: rails off the grid struck, but certain at the ends; givens settled."""
    marks = np.empty(board.width * board.height, dtype=np.uint32)
    open_board(board, marks)
    for cell, piece in enumerate(givens):
        if piece != OPEN:
            marks[cell] &= 1 << piece
    return marks


@kernel
def open_board(board: Board, marks: Marks) -> None:
    """Set the marks to those of the board without givens."""
    for cell in range(len(marks)):
        left = ALL_BITS
        for side in range(4):
            if board.beyond[cell, side] < 0:
                is_end = (cell == board.entry and side == board.entry_side) or (
                    cell == board.exit and side == board.exit_side
                )
                left &= WITH_RAIL[side] if is_end else ALL_BITS ^ WITH_RAIL[side]
        marks[cell] = left


@kernel
def between(seen: Marks, near: int, far: int, side: int) -> int:
    """What is known of the rail between two neighbours, `far` lying on that side of `near`: either's word is enough.

    Takes no board: a call that passes all its arrays along costs more than the work done here.
    """
    here, there = RAIL_STATE[side, seen[near]], RAIL_STATE[side ^ 2, seen[far]]
    if here == ABSENT or there == ABSENT:
        return ABSENT
    return PRESENT if here == PRESENT or there == PRESENT else UNKNOWN


@kernel
def is_open(seen: Marks, cell: int) -> bool:
    """Whether a cell may still be either empty or track."""
    return seen[cell] & EMPTY_BIT != 0 and seen[cell] & TRACK_BITS != 0


@kernel
def is_track(seen: Marks, cell: int) -> bool:
    """Whether a cell is certain to be track."""
    return seen[cell] & EMPTY_BIT == 0
