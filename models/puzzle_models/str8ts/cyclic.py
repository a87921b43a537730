"""The old web recipe: each row is the one before shifted by one, and a black diagonal hides where the digits wrap.

Sound, but every such grid is the same staircase; for those who want it. The diagonal parts the whites in two, and
leaves a few of them alone in their line: that is how the recipe has it.
"""

from __future__ import annotations

import numpy as np

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.random import Stream, below, shuffle
from puzzle_models.str8ts.patterns import Cells, has_block


def draw_cyclic(size: int, wanted: int, partner: Cells, random: Stream) -> tuple[Cells, Cells] | None:
    """Black cells, `wanted` in all, and the digits of the white ones; None where the blacks do not come out.

    Rising or falling, so that the longest straights differ from one grid to the next.
    """
    cells = np.arange(size * size)
    place = cells // size + cells % size
    blacks = (place == size - 1).astype(np.int64)
    digits = place % size + 1 if below(random, 2) else size - place % size
    shuffle(random, cells, len(cells))
    left = wanted - size
    for cell in cells:
        pair = 1 if partner[cell] == cell else 2
        if not blacks[cell] and pair <= left:
            blacks[cell] = blacks[partner[cell]] = 1
            if has_block(size, blacks) or has_hermit(size, blacks):
                blacks[cell] = blacks[partner[cell]] = 0
            else:
                left -= pair
    return (blacks, digits * (1 - blacks)) if left == 0 else None


@kernel
def has_hermit(size: int, blacks: Cells) -> bool:
    """Whether a white cell has no white neighbour: it would be alone in both directions."""
    for cell in range(size * size):
        row, col = cell // size, cell % size
        if not blacks[cell]:
            across = (col > 0 and not blacks[cell - 1]) or (col < size - 1 and not blacks[cell + 1])
            down = (row > 0 and not blacks[cell - size]) or (row < size - 1 and not blacks[cell + size])
            if not across and not down:
                return True
    return False
