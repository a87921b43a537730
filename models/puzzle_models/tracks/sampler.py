"""Random lines from border to border.

A line parts the corners of the cells into a left and a right bank, both connected; and every such colouring of the
corners in two, without a 2x2 checkerboard, is a line. So we walk from colouring to colouring, one inner corner at a
time, which takes constant time and never makes anything that is not a line. Metropolis's rule steers towards the
wanted number of track cells, away from empty lines and, by a taste drawn for each puzzle, towards more or fewer bends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.random import Stream, below, word
from puzzle_models.tracks.pieces import EMPTY, OF_RAILS

Banks = NDArray[np.int64]  # (corners,) the bank of each, 0 or 1
Cells = NDArray[np.int64]

FLIPS_AT_FIRST = 40  # a cell, from a line along the border to an even mix; twice as many make no measurable difference
FLIPS_AGAIN = 4  # a cell, from a line that does not suit to the next
# Costs in eighths of a halving of the chance of a flip: of a cell further from the wanted fill, of an empty line where
# there must be none, and of a bend, from the taste for them to that for straights (two bends in three track cells to
# two in five: published puzzles lie between).
FILL_COST = 16
EMPTY_COST = 24
BEND_COSTS = (-2, 12)

# Around a corner clockwise from the north-west: (row, col) steps, diagonal ones at even places.
RING = np.array([(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)], dtype=np.int64)


def _may_flip(around: int) -> bool:
    """Whether a corner of bank 0 may change to bank 1; bit k of `around` is the bank of its neighbour k on the ring.

    Each bank must be one run of the ring, or the flip would tear it; and the new bank's run must not be a diagonal
    neighbour alone, or the flip would make a checkerboard.
    """
    banks = [around >> place & 1 for place in range(8)]
    changes = sum(banks[place] != banks[place - 1] for place in range(8))
    lone_diagonal = sum(banks) == 1 and any(banks[0::2])
    return changes == 2 and not lone_diagonal


MAY_FLIP = np.array([_may_flip(around) for around in range(256)])
# A cell by its corners NW, NE, SE, SW as bits 0 to 3: sides N E S W part neighbouring corners of that ring.
PARTED = [
    frozenset(side for side in range(4) if (corners >> side ^ corners >> (side + 1) % 4) & 1) for corners in range(16)
]
PIECE = np.array([OF_RAILS.get(sides, EMPTY) for sides in PARTED], dtype=np.int64)
IS_TRACK = (PIECE != EMPTY).astype(np.int64)
IS_BEND = (PIECE > 2).astype(np.int64)
HALVINGS = np.array(  # 2**32 * 2**(-k / 8), in whole numbers so that every machine draws the same line
    [4294967296, 3938502376, 3611622603, 3311872529, 3037000500, 2784941738, 2553802834, 2341847524], dtype=np.int64
)


@kernel
def cell_corners(banks: Banks, width: int, row: int, col: int) -> int:
    """The banks of a cell's corners NW, NE, SE, SW as bits 0 to 3."""
    top = row * (width + 1) + col
    bottom = top + width + 1
    return banks[top] | banks[top + 1] << 1 | banks[bottom + 1] << 2 | banks[bottom] << 3


@kernel
def around(banks: Banks, width: int, row: int, col: int) -> int:
    """The banks of the eight corners round an inner corner, as bits in the ring's order."""
    found = 0
    for place in range(8):
        found |= banks[(row + RING[place, 0]) * (width + 1) + col + RING[place, 1]] << place
    return found


@kernel
def tally(banks: Banks, width: int, height: int, row: int, col: int, clues: Cells, sign: int) -> tuple[int, int]:
    """Add the four cells at an inner corner to the clues, or take them away. Returns their track cells and bends."""
    track = bends = 0
    for down in range(row - 1, row + 1):
        for right in range(col - 1, col + 1):
            corners = cell_corners(banks, width, down, right)
            if IS_TRACK[corners]:
                track += 1
                clues[down] += sign
                clues[height + right] += sign
            bends += IS_BEND[corners]
    return track, bends


@kernel
def empty_lines(clues: Cells, height: int, row: int, col: int) -> int:
    """How many of the four lines at an inner corner have no track."""
    across = (clues[row - 1] == 0) + (clues[row] == 0)
    return across + (clues[height + col - 1] == 0) + (clues[height + col] == 0)


@kernel
def accepts(stream: Stream, cost: int) -> bool:
    """Metropolis's rule: whatever costs nothing, and else with chance 2**(-cost / 8)."""
    return cost <= 0 or word(stream) < HALVINGS[cost % 8] >> (cost // 8)


@kernel
def wander(
    banks: Banks,
    width: int,
    height: int,
    clues: Cells,
    aim: int,
    bend_cost: int,
    empty_cost: int,
    flips: int,
    stream: Stream,
) -> None:
    """Try `flips` flips of inner corners, towards `aim` track cells. `clues` go with the line."""
    track = clues[:height].sum()
    for _ in range(flips):
        row, col = 1 + below(stream, height - 1), 1 + below(stream, width - 1)
        at = row * (width + 1) + col
        ring = around(banks, width, row, col)
        if MAY_FLIP[255 ^ ring if banks[at] else ring]:
            empty = empty_lines(clues, height, row, col)
            before, bends = tally(banks, width, height, row, col, clues, -1)
            banks[at] ^= 1
            after, bends_after = tally(banks, width, height, row, col, clues, 1)
            cost = FILL_COST * (abs(track + after - before - aim) - abs(track - aim))
            cost += bend_cost * (bends_after - bends) + empty_cost * (empty_lines(clues, height, row, col) - empty)
            if accepts(stream, cost):
                track += after - before
            else:
                tally(banks, width, height, row, col, clues, -1)
                banks[at] ^= 1
                tally(banks, width, height, row, col, clues, 1)


@kernel
def border_corner(width: int, height: int, place: int) -> int:
    """The corner at a place of the border, clockwise from the north-west; places wrap round."""
    place %= 2 * (width + height)
    if place <= width:
        return place
    if place <= width + height:
        return (place - width) * (width + 1) + width
    if place <= 2 * width + height:
        return height * (width + 1) + 2 * width + height - place
    return (2 * (width + height) - place) * (width + 1)


@kernel
def first_banks(width: int, height: int, one: int, two: int) -> Banks:
    """The colouring that hugs the border between two of its sides, along the shorter way."""
    border = 2 * (width + height)
    if (two - one) % border > border // 2:
        one, two = two, one
    banks = np.zeros((width + 1) * (height + 1), np.int64)
    for place in range(1, (two - one) % border + 1):
        banks[border_corner(width, height, one + place)] = 1
    return banks


@kernel
def read_line(banks: Banks, width: int, height: int, answer: Cells, clues: Cells) -> None:
    """Fill in the answer that a colouring stands for, and the track cells of each line, rows first."""
    clues[:] = 0
    for row in range(height):
        for col in range(width):
            piece = PIECE[cell_corners(banks, width, row, col)]
            answer[row * width + col] = piece
            if piece != EMPTY:
                clues[row] += 1
                clues[height + col] += 1


@kernel
def has_consecutive_ones(clues: Cells, height: int) -> bool:
    """Whether two neighbouring lines both have the clue 1."""
    pairs = 0
    for line in range(1, len(clues)):
        pairs += line != height and clues[line] == 1 and clues[line - 1] == 1
    return pairs > 0
