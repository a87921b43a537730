"""One-step contradictions: suppose one digit of one cell, follow the techniques below, and see the board break.

Of all suppositions that break, those count that break in the fewest rounds: what a person would find first. Where
only the end counts, `next_contradiction` comes to the same one far faster.

idle       by cell and digit, at cell * (size + 1) + digit: whether supposing it is known to break nothing
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import inlined, kernel
from puzzle_models.kernel.trace import Marks, Trace, open_cells, settled, strike
from puzzle_models.str8ts.board import Board, count_bits
from puzzle_models.str8ts.ladder import (
    CONTRADICTION,
    EXCLUSION,
    FISH,
    GAP,
    HIDDEN_PAIR,
    HIDDEN_SET,
    HIDDEN_SINGLE,
    LOCKED,
    NAKED_PAIR,
    NAKED_SET,
    RANGE,
    REQUIRED,
    SPLIT,
)
from puzzle_models.str8ts.lines import fish, locked, setti
from puzzle_models.str8ts.sets import hidden_pair, hidden_set, naked_pair, naked_set
from puzzle_models.str8ts.split import split
from puzzle_models.str8ts.straights import exclusion, gap, hidden_single, in_range, required

Idle = NDArray[np.bool_]


@kernel
def apply_plain(rung: int, board: Board, seen: Marks, marks: Marks, trace: Trace, done: int) -> int:
    """The technique of a rung that supposes nothing. By name: kernels in a table would miss the compiler's cache."""
    if rung == EXCLUSION:
        return exclusion(board, seen, marks, trace, done)
    if rung == RANGE:
        return in_range(board, seen, marks, trace, done)
    if rung == HIDDEN_SINGLE:
        return hidden_single(board, seen, marks, trace, done)
    if rung == REQUIRED:
        return required(board, seen, marks, trace, done)
    if rung == GAP:
        return gap(board, seen, marks, trace, done)
    if rung == NAKED_PAIR:
        return naked_pair(board, seen, marks, trace, done)
    if rung == HIDDEN_PAIR:
        return hidden_pair(board, seen, marks, trace, done)
    if rung == NAKED_SET:
        return naked_set(board, seen, marks, trace, done)
    if rung == HIDDEN_SET:
        return hidden_set(board, seen, marks, trace, done)
    if rung == SPLIT:
        return split(board, seen, marks, trace, done)
    if rung == LOCKED:
        return locked(board, seen, marks, trace, done)
    if rung == FISH:
        return fish(board, seen, marks, trace, done)
    return setti(board, seen, marks, trace, done)


@kernel
def suppose(board: Board, seen: Marks, marks: Marks, trace: Trace, done: int, rung: int, rungs: int) -> int:
    """Strike the digits whose supposition breaks soonest under the lowest `rungs` rungs. Reason: the rounds it took.

    All suppositions go forward side by side, a round at a time, until some break.
    """
    cells, digits, trials = suppositions(board, seen)
    before, room = np.empty_like(seen), trace[done:]
    going, rounds, found = len(cells), 0, done
    while going and found == done:
        rounds, count = rounds + 1, 0
        for i in range(going):
            before[:] = trials[i]
            if one_round(board, before, trials[i], rungs, room):
                if open_cells(trials[i]) < 0:
                    found = strike(marks, trace, found, rung, cells[i], digits[i], rounds, 0)
                    room = trace[found:]
                else:
                    trials[count], cells[count], digits[count] = trials[i], cells[i], digits[i]
                    count += 1
        going = count
    return found


@kernel
def suppositions(board: Board, seen: Marks) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint32]]:
    """By supposition: its cell, its digit as a bit, and the marks it starts from."""
    bits = 0
    for cell in range(len(seen)):
        bits += 0 if settled(seen, cell) else count_bits(seen[cell])
    cells, digits, trials = np.empty(bits, np.int64), np.empty(bits, np.int64), np.empty((bits, len(seen)), np.uint32)
    count = 0
    for cell in range(len(seen)):
        left = 0 if settled(seen, cell) else np.int64(seen[cell])
        while left:
            cells[count], digits[count] = cell, left & -left
            trials[count] = seen
            trials[count, cell] = left & -left
            left &= left - 1
            count += 1
    return cells, digits, trials


@inlined
def one_round(board: Board, before: Marks, marks: Marks, rungs: int, room: Trace) -> int:
    """One round of the easiest of the lowest `rungs` rungs that does something. Returns what it struck."""
    for rung in range(rungs):
        struck = apply_plain(rung, board, before, marks, room, 0)
        if struck:
            return struck
    return 0


@kernel
def sweep(board: Board, marks: Marks, rungs: int, trace: Trace) -> int:
    """Strike in place with the lowest `rungs` plain rungs, the easiest three in one go, until none does anything.

    Returns the cells left open; -1: a clash.
    """
    while True:
        struck = exclusion(board, marks, marks, trace, 0)
        struck += in_range(board, marks, marks, trace, 0)
        struck += hidden_single(board, marks, marks, trace, 0)
        rung = REQUIRED
        while struck == 0 and rung < rungs:
            struck = apply_plain(rung, board, marks, marks, trace, 0)
            rung += 1
        left = open_cells(marks)
        if left < 0 or struck == 0:
            return left


@inlined
def next_contradiction(
    board: Board, marks: Marks, start: int, rungs: int, trial: Marks, idle: Idle, trace: Trace
) -> int:
    """Strike in place the next digit, from number `start` on and round, whose supposition breaks the board.

    Returns its number, as in `idle`, or -1 where there is none. What followed from a supposition that broke nothing
    breaks nothing either, and is passed over. The last three arguments are room to work in.
    """
    wide = board.size + 1
    idle[:] = False
    for turn in range(len(idle)):
        index = (start + turn) % len(idle)
        cell, digit = index // wide, index % wide
        if not idle[index] and marks[cell] >> digit & 1 and not settled(marks, cell):
            trial[:] = marks
            trial[cell] = 1 << digit
            if sweep(board, trial, rungs, trace) < 0:
                strike(marks, trace, 0, CONTRADICTION, cell, 1 << digit, 0, 0)
                return index
            for other in range(len(marks)):
                for held in range(1, wide):
                    if trial[other] == 1 << held:
                        idle[other * wide + held] = True
    return -1
