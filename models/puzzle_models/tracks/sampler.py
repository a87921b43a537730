"""Random lines from border to border.

A line parts the corners of the cells into a left and a right bank, both connected; and every such colouring of the
corners in two, without a 2x2 checkerboard, is a line. So we walk from colouring to colouring, one inner corner at a
time, which takes constant time and never makes anything that is not a line. Metropolis's rule steers towards the
wanted number of track cells and, by a taste drawn for each puzzle, towards bends or straights.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel
from puzzle_models.kernel.random import Stream, below, word
from puzzle_models.tracks.pieces import EMPTY, OF_RAILS

FLIPS_AT_FIRST = 40  # a cell, from a line along the border to an even mix; twice as many make no measurable difference
FLIPS_AGAIN = 10  # a cell, from a line that does not suit to the next
FILL_WEIGHT = 8  # eighths of a halving: each cell further from the wanted fill halves the chance of a flip
MOST_TASTE = 6  # likewise for each bend, at the strongest taste for or against them

# Around a corner clockwise from the north-west: (row, col) steps, diagonal ones at even places.
RING = np.array([(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)], dtype=np.int64)


def _may_flip(around: int) -> bool:
    """Whether a corner of bank 0 may change to bank 1 when bit k of `around` is the bank of its neighbour k on the ring.

    Each bank must be one run of the ring, or the flip would tear it; and the new bank's run must not be a diagonal
    neighbour alone, or the flip would make a checkerboard.
    """
    banks = [around >> place & 1 for place in range(8)]
    changes = sum(banks[place] != banks[place - 1] for place in range(8))
    lone_diagonal = sum(banks) == 1 and any(banks[0::2])
    return changes == 2 and not lone_diagonal


MAY_FLIP = np.array([_may_flip(around) for around in range(256)])
# A cell by its corners NW, NE, SE, SW as bits 0 to 3: sides N E S W part neighbouring corners of that ring.
PARTED = [frozenset(side for side in range(4) if (corners >> side ^ corners >> (side + 1) % 4) & 1) for corners in range(16)]
PIECE = np.array([OF_RAILS.get(sides, EMPTY) for sides in PARTED], dtype=np.int64)
IS_TRACK = (PIECE != EMPTY).astype(np.int64)
IS_BEND = (PIECE > 2).astype(np.int64)
HALVINGS = np.array(  # 2**32 * 2**(-k / 8), in whole numbers so that every machine draws the same line
    [4294967296, 3938502376, 3611622603, 3311872529, 3037000500, 2784941738, 2553802834, 2341847524], dtype=np.int64
)


@kernel
def cell_corners(banks: NDArray[np.int64], width: int, row: int, col: int) -> int:
    """The banks of a cell's corners NW, NE, SE, SW as bits 0 to 3."""
    top = row * (width + 1) + col
    bottom = top + width + 1
    return banks[top] | banks[top + 1] << 1 | banks[bottom + 1] << 2 | banks[bottom] << 3


@kernel
def around(banks: NDArray[np.int64], width: int, row: int, col: int) -> int:
    """The banks of the eight corners round an inner corner, as bits in the ring's order."""
    found = 0
    for place in range(8):
        found |= banks[(row + RING[place, 0]) * (width + 1) + col + RING[place, 1]] << place
    return found


@kernel
def near_counts(banks: NDArray[np.int64], width: int, row: int, col: int) -> tuple[int, int]:
    """How many of the four cells at an inner corner are track, and how many bends."""
    track = bends = 0
    for down in range(2):
        for right in range(2):
            corners = cell_corners(banks, width, row - 1 + down, col - 1 + right)
            track += IS_TRACK[corners]
            bends += IS_BEND[corners]
    return track, bends


@kernel
def accepts(stream: Stream, cost: int) -> bool:
    """Metropolis's rule: whatever costs nothing, and else with chance 2**(-cost / 8)."""
    return cost <= 0 or word(stream) < HALVINGS[cost % 8] >> (cost // 8)


@kernel
def wander(banks: NDArray[np.int64], width: int, height: int, track: int, aim: int, taste: int, flips: int, stream: Stream) -> int:
    """Try `flips` flips of inner corners; returns the number of track cells, which was `track` before."""
    for _ in range(flips):
        row, col = 1 + below(stream, height - 1), 1 + below(stream, width - 1)
        at = row * (width + 1) + col
        ring = around(banks, width, row, col)
        if MAY_FLIP[255 ^ ring if banks[at] else ring]:
            before, bends_before = near_counts(banks, width, row, col)
            banks[at] ^= 1
            after, bends_after = near_counts(banks, width, row, col)
            further = abs(track + after - before - aim) - abs(track - aim)
            if accepts(stream, FILL_WEIGHT * further + taste * (bends_after - bends_before)):
                track += after - before
            else:
                banks[at] ^= 1
    return track


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
def first_banks(width: int, height: int, one: int, two: int) -> NDArray[np.int64]:
    """The colouring that hugs the border between two of its sides, along the shorter way."""
    border = 2 * (width + height)
    if (two - one) % border > border // 2:
        one, two = two, one
    banks = np.zeros((width + 1) * (height + 1), np.int64)
    for place in range(1, (two - one) % border + 1):
        banks[border_corner(width, height, one + place)] = 1
    return banks


@kernel
def pieces_of(banks: NDArray[np.int64], width: int, height: int, answer: NDArray[np.int64]) -> int:
    """Fill in the answer that a colouring stands for; returns its track cells."""
    track = 0
    for row in range(height):
        for col in range(width):
            corners = cell_corners(banks, width, row, col)
            answer[row * width + col] = PIECE[corners]
            track += IS_TRACK[corners]
    return track


@kernel
def count_clues(answer: NDArray[np.int64], width: int, height: int, clues: NDArray[np.int64]) -> None:
    """Fill in the track cells of each line, rows first."""
    clues[:] = 0
    for cell in range(len(answer)):
        if answer[cell] != EMPTY:
            clues[cell // width] += 1
            clues[height + cell % width] += 1


@kernel
def has_consecutive_ones(clues: NDArray[np.int64], height: int) -> bool:
    """Whether two neighbouring lines both have the clue 1."""
    for line in range(1, len(clues)):
        if line != height and clues[line] == 1 and clues[line - 1] == 1:
            return True
    return False
