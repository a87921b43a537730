"""Techniques that count the track cells of one line of the grid (a row or a column).

Each is called with the board, the marks it may look at (`seen`), the marks it strikes in, the trace and its length,
and returns the trace's new length. Reason of all of them: the line and, where a neighbour takes part, that cell.
Small helpers take the line as (first cell, step, size): a call that passes the whole board costs more than their work.
"""

from __future__ import annotations

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.trace import Marks, Trace, strike
from puzzle_models.tracks.board import (
    ABSENT,
    ACROSS_COLUMN,
    ACROSS_ROW,
    ALL_BITS,
    CLUE,
    EMPTY_BIT,
    FIRST,
    SIZE,
    STRIDE,
    TRACK_BITS,
    WITH_RAIL,
    Board,
    between,
    is_open,
    is_track,
)
from puzzle_models.tracks.ladder import FULL_LINE, GAP, LAST_CELLS, LOOSE_END, NEIGHBOURS, SPARE_CELL


@kernel
def certain_in(seen: Marks, first: int, step: int, size: int) -> int:
    """How many cells of a line are certain to be track."""
    count = 0
    for at in range(size):
        if seen[first + at * step] & EMPTY_BIT == 0:
            count += 1
    return count


@kernel
def empty_in(seen: Marks, first: int, step: int, size: int) -> int:
    """How many cells of a line are certain to be empty."""
    count = 0
    for at in range(size):
        if seen[first + at * step] & TRACK_BITS == 0:
            count += 1
    return count


@kernel
def strike_in_open(
    seen: Marks,
    marks: Marks,
    trace: Trace,
    done: int,
    rung: int,
    line: int,
    first: int,
    step: int,
    size: int,
    bits: int,
) -> int:
    """Strike bits from every open cell of a line."""
    for at in range(size):
        cell = first + at * step
        if is_open(seen, cell):
            done = strike(marks, trace, done, rung, cell, bits, line, 0)
    return done


@kernel
def full_line(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A line that has all its track cells is empty elsewhere. With more than its clue it clashes."""
    for line in range(len(board.lines)):
        first, step, size = board.lines[line, FIRST], board.lines[line, STRIDE], board.lines[line, SIZE]
        certain = certain_in(seen, first, step, size)
        if certain == board.lines[line, CLUE]:
            done = strike_in_open(seen, marks, trace, done, FULL_LINE, line, first, step, size, TRACK_BITS)
        elif certain > board.lines[line, CLUE]:
            done = strike(marks, trace, done, FULL_LINE, first, ALL_BITS, line, 0)
    return done


@kernel
def last_cells(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """A line that needs all its open cells has track in each. With too few left it clashes."""
    for line in range(len(board.lines)):
        first, step, size = board.lines[line, FIRST], board.lines[line, STRIDE], board.lines[line, SIZE]
        room = size - empty_in(seen, first, step, size)
        if room == board.lines[line, CLUE]:
            done = strike_in_open(seen, marks, trace, done, LAST_CELLS, line, first, step, size, EMPTY_BIT)
        elif room < board.lines[line, CLUE]:
            done = strike(marks, trace, done, LAST_CELLS, first, ALL_BITS, line, 0)
    return done


@kernel
def loose_end(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """One more track cell, nothing can cross the line, and only one rail leads on along it: that rail is there."""
    for line in range(len(board.lines)):
        first, step, size = board.lines[line, FIRST], board.lines[line, STRIDE], board.lines[line, SIZE]
        if certain_in(seen, first, step, size) == board.lines[line, CLUE] - 1:
            forward, across = (1, ACROSS_ROW) if line < board.height else (2, ACROSS_COLUMN)
            at = only_way(seen, first, step, size, forward, across)
            if at != 0:
                cell = first + (abs(at) - 1) * step
                side, other = (forward, cell + step) if at > 0 else (forward ^ 2, cell - step)
                done = strike(marks, trace, done, LOOSE_END, cell, ALL_BITS ^ WITH_RAIL[side], line, 0)
                done = strike(marks, trace, done, LOOSE_END, other, ALL_BITS ^ WITH_RAIL[side ^ 2], line, 0)
    return done


@kernel
def only_way(seen: Marks, first: int, step: int, size: int, forward: int, across: int) -> int:
    """Where the only undecided rail leads from certain track along a line to an open cell; none may be crossable.

    The track cell's place counted from one, negative where the rail leads backwards; 0 where there is no such rail.
    """
    found = 0
    for at in range(size):
        cell = first + at * step
        if is_open(seen, cell):
            if seen[cell] & across:
                return 0
            for way in range(2):
                beside = at - 1 if way == 0 else at + 1
                side = forward if way == 0 else forward ^ 2  # from the track cell to the open one
                hangs = 0 <= beside < size and is_track(seen, first + beside * step)
                if hangs and between(seen, first + beside * step, cell, side) != ABSENT:
                    if found != 0:
                        return 0
                    found = beside + 1 if way == 0 else -(beside + 1)
    return found


@kernel
def forces(seen: Marks, cell: int, other: int, side: int) -> bool:
    """Whether an open cell, were it track, would make its open neighbour on that side track too."""
    if not is_open(seen, cell) or not is_open(seen, other):
        return False
    return seen[cell] & TRACK_BITS & (ALL_BITS ^ WITH_RAIL[side]) == 0


@kernel
def neighbours(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """One more track cell: a cell that would force its neighbour along the line to be track too is empty."""
    for line in range(len(board.lines)):
        first, step, size = board.lines[line, FIRST], board.lines[line, STRIDE], board.lines[line, SIZE]
        if certain_in(seen, first, step, size) == board.lines[line, CLUE] - 1:
            forward = 1 if line < board.height else 2
            for cell in range(first, first + (size - 1) * step, step):
                if forces(seen, cell, cell + step, forward):
                    done = strike(marks, trace, done, NEIGHBOURS, cell, TRACK_BITS, line, cell + step)
                if forces(seen, cell + step, cell, forward ^ 2):
                    done = strike(marks, trace, done, NEIGHBOURS, cell + step, TRACK_BITS, line, cell)
    return done


@kernel
def spare_cell(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """One more empty cell: it is none whose neighbour along the line would be empty with it, so that cell is track."""
    for line in range(len(board.lines)):
        first, step, size = board.lines[line, FIRST], board.lines[line, STRIDE], board.lines[line, SIZE]
        if empty_in(seen, first, step, size) == size - board.lines[line, CLUE] - 1:
            forward = 1 if line < board.height else 2
            for cell in range(first, first + (size - 1) * step, step):
                if forces(seen, cell, cell + step, forward):
                    done = strike(marks, trace, done, SPARE_CELL, cell + step, EMPTY_BIT, line, cell)
                if forces(seen, cell + step, cell, forward ^ 2):
                    done = strike(marks, trace, done, SPARE_CELL, cell, EMPTY_BIT, line, cell + step)
    return done


@kernel
def gap(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """One more track cell: no rail along the line joins two open cells, for both would be track."""
    for line in range(len(board.lines)):
        first, step, size = board.lines[line, FIRST], board.lines[line, STRIDE], board.lines[line, SIZE]
        if certain_in(seen, first, step, size) == board.lines[line, CLUE] - 1:
            forward = 1 if line < board.height else 2
            for cell in range(first, first + (size - 1) * step, step):
                if is_open(seen, cell) and is_open(seen, cell + step):
                    done = strike(marks, trace, done, GAP, cell, WITH_RAIL[forward], line, cell + step)
                    done = strike(marks, trace, done, GAP, cell + step, WITH_RAIL[forward ^ 2], line, cell)
    return done
