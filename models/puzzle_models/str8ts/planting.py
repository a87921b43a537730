"""Where the digits are printed: clues in black cells first, then as few givens as a level's techniques need, then more
until the work is as little as was aimed at.

The ladder itself tells: where it is stuck, give a cell that it has not settled, and go on from the same marks. Then
try to take each given back. What remains is the hardest puzzle of the level with this answer that is near at hand;
each given more takes work away, until it lies in the level's band.

work       the sum of o² over the rounds of a climb, o the cells open at its start; the score is its logarithm
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzle_models.kernel.jit import inlined, kernel
from puzzle_models.kernel.random import Stream, below, shuffle
from puzzle_models.kernel.trace import Marks, settled
from puzzle_models.str8ts.board import Board, count_bits
from puzzle_models.str8ts.fill import digit_of, random_bit
from puzzle_models.str8ts.ladder import CONTRADICTION
from puzzle_models.str8ts.patterns import Cells
from puzzle_models.str8ts.techniques import Room, climb_marks, finish

PLANT_TRIES = 2  # givens for one answer that come out too easy
UNFINISHED = MISSED = -1  # in place of work


class Ground(NamedTuple):
    """What givens are planted on. `start` has the marks without givens; `marks` and `room` are to work in."""

    board: Board
    start: Marks
    answer: Cells
    marks: Marks
    room: Room


class Aim(NamedTuple):
    """What givens are planted for: rungs that finish, rungs that must not, and the work left to do."""

    rungs: int
    below_rungs: int  # 0: none
    least: int
    work: int
    most: int


@kernel
def plant_clues(ground: Ground, wanted: int, stream: Stream) -> bool:
    """Print digits in `wanted` black cells, such as their lines do not hold yet, in the answer and at the start.

    Returns whether there was room for so many.
    """
    board, answer = ground.board, ground.answer
    order, count = np.empty(len(answer), np.int64), 0
    for cell in range(len(answer)):
        if board.blacks[cell]:
            order[count], count = cell, count + 1
    shuffle(stream, order, count)
    for cell in order[:count]:
        free = free_digits(board.size, answer, cell) if wanted else 0
        if free:
            ground.start[cell] = random_bit(free, stream)
            answer[cell], wanted = digit_of(ground.start[cell]), wanted - 1
    return wanted == 0


@kernel
def free_digits(size: int, answer: Cells, cell: int) -> int:
    """The digits that stand nowhere in the two lines of a cell."""
    row, col = cell // size, cell % size
    free = (1 << size + 1) - 2
    for at in range(size):
        free &= ~(1 << answer[row * size + at] | 1 << answer[at * size + col])
    return free


@kernel
def plant(ground: Ground, fixed: Cells, aim: Aim, stream: Stream, given: Cells) -> int:
    """Plant givens, those of `fixed` among them, for a puzzle that has the aim's level and work.

    Returns the work, or MISSED where it did not come out.
    """
    given[:] = fixed
    if is_too_easy(ground, given, aim):
        return MISSED  # givens only make it easier
    for _ in range(PLANT_TRIES):
        given[:] = fixed
        plant_fewest(ground, given, aim.rungs, stream)
        if not is_too_easy(ground, given, aim):
            work = ease(ground, given, aim, stream)
            if aim.least <= work <= aim.most:
                return work
    return MISSED


@inlined
def plant_fewest(ground: Ground, given: Cells, rungs: int, stream: Stream) -> None:
    """Add givens until the lowest `rungs` rungs finish, then take back all of them that are not needed."""
    marks, answer = ground.marks, ground.answer
    added, count = np.empty(len(answer), np.int64), 0
    marks_with(ground, given)
    cheap = min(rungs, CONTRADICTION)  # suppositions on an open board cost most and tell least
    while finish(ground.board, marks, cheap, ground.room) != 0:
        cell = random_open_cell(marks, stream)
        marks[cell] = 1 << answer[cell]
        given[cell], added[count], count = 1, cell, count + 1
    shuffle(stream, added, count)
    for cell in added[:count]:
        given[cell] = 0
        if not finishes(ground, given, rungs):
            given[cell] = 1


@inlined
def ease(ground: Ground, given: Cells, aim: Aim, stream: Stream) -> int:
    """Add givens at random until no more work is left than was aimed at; none that would leave too little.

    Returns the work that is left.
    """
    order = np.arange(len(given))
    shuffle(stream, order, len(order))
    work = work_of(ground, given, aim.rungs)
    for cell in order:
        if work <= aim.work:
            break
        if not given[cell] and not ground.board.blacks[cell]:
            given[cell] = 1
            less = work_of(ground, given, aim.rungs)
            if less < aim.least or is_too_easy(ground, given, aim):
                given[cell] = 0
            else:
                work = less
    return work


@inlined
def is_too_easy(ground: Ground, given: Cells, aim: Aim) -> bool:
    """Whether the rungs that must not finish the puzzle do."""
    return aim.below_rungs > 0 and finishes(ground, given, aim.below_rungs)


@inlined
def finishes(ground: Ground, given: Cells, rungs: int) -> bool:
    """Whether the lowest `rungs` rungs solve the puzzle with these givens."""
    marks_with(ground, given)
    return finish(ground.board, ground.marks, rungs, ground.room) == 0


@inlined
def work_of(ground: Ground, given: Cells, rungs: int) -> int:
    """The work of a climb with the lowest `rungs` rungs, or UNFINISHED."""
    marks_with(ground, given)
    room, work = ground.room, 0
    room.seen[:] = ground.marks
    left, count = climb_marks(ground.board, room.seen, ground.marks, rungs, room.trace, room.rounds)
    for turn in range(count):
        work += room.rounds[turn, 1] ** 2
    return work if left == 0 else UNFINISHED


@kernel
def marks_with(ground: Ground, given: Cells) -> None:
    """Set the marks to those of the start with the given cells settled."""
    ground.marks[:] = ground.start
    for cell in range(len(given)):
        if given[cell]:
            ground.marks[cell] = 1 << ground.answer[cell]


@kernel
def random_open_cell(marks: Marks, stream: Stream) -> int:
    """The one of two random open cells that has more marks: to settle it tells more."""
    found, count = np.empty(len(marks), np.int64), 0
    for cell in range(len(marks)):
        if not settled(marks, cell):
            found[count], count = cell, count + 1
    one, two = found[below(stream, count)], found[below(stream, count)]
    return int(one if count_bits(marks[one]) >= count_bits(marks[two]) else two)
