"""The one basic move of every technique: strike values from a cell's marks, and write down why.

A line of the trace is (rung, cell, bits struck, why, whence); the last two mean what the technique says they mean.
As each line removes a bit, a trace needs as many lines as there are bits in the marks at the start.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.contract import Outcome, Path
from puzzle_models.kernel.jit import kernel

Marks = NDArray[np.uint32]
Trace = NDArray[np.int64]
Rounds = NDArray[np.int64]  # a line a round: (rung, open cells before, trace length after)
FIELDS = 5


@kernel
def strike(marks: Marks, trace: Trace, done: int, rung: int, cell: int, bits: int, why: int, whence: int) -> int:
    """Strike `bits` from a cell, with a line in the trace if any was still there. Returns the trace's length."""
    gone = np.int64(marks[cell]) & bits
    if gone == 0:
        return done
    marks[cell] ^= gone
    trace[done, 0], trace[done, 1], trace[done, 2] = rung, cell, gone
    trace[done, 3], trace[done, 4] = why, whence
    return done + 1


@kernel
def settled(marks: Marks, cell: int) -> bool:
    """Whether a cell has one value left, or none."""
    return marks[cell] & (np.int64(marks[cell]) - 1) == 0


@kernel
def open_cells(marks: Marks) -> int:
    """How many cells have more than one value left; -1 where one has none: the marks clash."""
    count = 0
    for cell in range(len(marks)):
        if marks[cell] == 0:
            return -1
        if not settled(marks, cell):
            count += 1
    return count


def path_of(start: Marks, marks: Marks, left: int, count: int, trace: Trace, rounds: Rounds) -> Path:
    """A climb as a path: `left` cells open at its end (-1: a clash) after `count` rounds. Room left over is cut off."""
    outcome = Outcome.CLASH if left < 0 else Outcome.STUCK if left else Outcome.SOLVED
    strikes = int(rounds[count - 1, 2]) if count else 0
    return Path(outcome, rounds[:count].copy(), trace[:strikes].copy(), start, marks)
