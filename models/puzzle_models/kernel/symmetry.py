"""The eight symmetries of a rectangle, as moves of cells and sides.

Symmetry k turns the grid by k % 4 quarter turns clockwise, after a left-right mirror where k is 4 or more.
Symmetry 0 leaves all as it is. A quarter turn exchanges width and height.
Words name it from where one stands: a rotation is clockwise, and a diagonal rises or falls from left to right.
"""

from __future__ import annotations

from functools import lru_cache

SYMMETRIES = range(8)
WORDS = (  # what each makes of a grid, in words
    "as here",
    "rotated by 90°",
    "rotated by 180°",
    "rotated by 270°",
    "mirrored left to right",
    "mirrored in its rising diagonal",
    "mirrored top to bottom",
    "mirrored in its falling diagonal",
)
TURNED = frozenset(k for k in SYMMETRIES if k % 2)  # those with a quarter turn in them


def moved_size(width: int, height: int, k: int) -> tuple[int, int]:
    """The size of a grid after symmetry k."""
    return (height, width) if k in TURNED else (width, height)


def moved_side(side: int, k: int) -> int:
    """Where side `side` (N E S W as 0 to 3) comes to lie."""
    mirrored = (4 - side) % 4 if k >= 4 else side
    return (mirrored + k) % 4


def moved_cell(row: int, col: int, width: int, height: int, k: int) -> tuple[int, int]:
    """Where a cell comes to lie, as (row, col) in the moved grid."""
    if k >= 4:
        col = width - 1 - col
    for _ in range(k % 4):
        row, col = col, height - 1 - row
        width, height = height, width
    return row, col


@lru_cache(maxsize=512)
def sources(width: int, height: int, k: int) -> tuple[int, ...]:
    """For each cell of the moved grid, row by row, the cell of the original that lands there."""
    new_width, _ = moved_size(width, height, k)
    found = [0] * (width * height)
    for cell in range(width * height):
        row, col = moved_cell(*divmod(cell, width), width, height, k)
        found[row * new_width + col] = cell
    return tuple(found)
