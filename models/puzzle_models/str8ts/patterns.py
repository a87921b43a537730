"""Black patterns: where the black cells lie, drawn at random with the symmetry that was wished for.

partner    for each cell the one that is black together with it, itself where it lies on the axis
lone       a compartment of one cell: legal, but it tells the solver nothing
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.random import Stream, shuffle
from puzzle_models.kernel.symmetry import sources
from puzzle_models.str8ts.board import line_start, line_step

Cells = NDArray[np.int64]

# By the name of a symmetry, the symmetries of the square that are meant: one of them is drawn.
MEANT = {"none": (0,), "half-turn": (2,), "mirror": (4, 6), "diagonal": (5, 7)}
QUARTER_TURN = 1
MOST_LONE = 8  # per cent of the compartments; published puzzles have 5 to 10


def partners(size: int, symmetry: int) -> Cells:
    """The partner of each cell under a symmetry that undoes itself."""
    return np.array(sources(size, size, symmetry), dtype=np.int64)


@kernel
def draw_blacks(size: int, wanted: int, partner: Cells, turned: Cells, stream: Stream, blacks: Cells) -> bool:
    """Make `wanted` cells black, in pairs of partners; `turned` has the source of each cell in a quarter turn.

    Returns whether it came out: sound all the way, and not the same after a quarter turn, which may draw an emblem.
    """
    order = np.arange(size * size)
    shuffle(stream, order, len(order))
    blacks[:] = 0
    left = wanted
    for cell in order:
        pair = 1 if partner[cell] == cell else 2
        if not blacks[cell] and pair <= left:
            blacks[cell] = blacks[partner[cell]] = 1
            if is_sound(size, blacks):
                left -= pair
            else:
                blacks[cell] = blacks[partner[cell]] = 0
    return left == 0 and not is_same(blacks, turned)


@kernel
def is_sound(size: int, blacks: Cells) -> bool:
    """Whether all whites hang together, no four blacks make a block, and few compartments are lone.

    Where the whites hang together none is alone both ways.
    """
    return not has_block(size, blacks) and few_are_lone(size, blacks) and is_connected(size, blacks)


@kernel
def has_block(size: int, blacks: Cells) -> bool:
    """Whether four black cells make a square of two by two."""
    for row in range(size - 1):
        for cell in range(row * size, row * size + size - 1):
            if blacks[cell] and blacks[cell + 1] and blacks[cell + size] and blacks[cell + size + 1]:
                return True
    return False


@kernel
def few_are_lone(size: int, blacks: Cells) -> bool:
    """Whether no more compartments than MOST_LONE per cent have one cell."""
    count = lone = 0
    for line in range(2 * size):
        start, step, run = line_start(size, line), line_step(size, line), 0
        for place in range(size + 1):
            if place < size and not blacks[start + place * step]:
                run += 1
            elif run:
                count, lone, run = count + 1, lone + (run == 1), 0
    return 100 * lone <= MOST_LONE * count


@kernel
def is_connected(size: int, blacks: Cells) -> bool:
    """Whether one can walk from any white cell to any other over white cells."""
    reached, todo = blacks.copy(), np.empty(size * size, np.int64)
    todo[0] = np.argmin(blacks)
    reached[todo[0]], put, take = 1, 1, 0
    while take < put:
        cell = todo[take]
        take += 1
        for near, inside in (
            (cell - size, cell >= size),
            (cell + size, cell + size < size * size),
            (cell - 1, cell % size > 0),
            (cell + 1, cell % size < size - 1),
        ):
            if inside and not reached[near]:
                reached[near], todo[put] = 1, near
                put += 1
    return bool(put + blacks.sum() == size * size)


@kernel
def is_same(blacks: Cells, moved: Cells) -> bool:
    """Whether a pattern looks the same after a move of its cells."""
    return bool((blacks == blacks[moved]).all())
