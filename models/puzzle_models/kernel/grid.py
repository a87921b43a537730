"""Cells, sides and sizes of a rectangular grid. Rows and columns count from zero; only messages say r1c1."""

from __future__ import annotations

import re

SIDES = "NESW"  # side d lies opposite side d ^ 2
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def cell_name(row: int, col: int) -> str:
    """The name of a cell in messages, counted from one: `r1c1`."""
    return f"r{row + 1}c{col + 1}"


def line_name(line: int, height: int) -> str:
    """The name of a line in messages; lines count rows first, then columns."""
    return f"row {line + 1}" if line < height else f"column {line - height + 1}"


def line_cells(line: int, width: int, height: int) -> list[int]:
    """The cells of a line, in order; lines count rows first, then columns."""
    if line < height:
        return [line * width + col for col in range(width)]
    return [row * width + line - height for row in range(height)]


def beyond(cell: int, side: int, width: int, height: int) -> int | None:
    """The neighbour of a cell on side `side` (N E S W as 0 to 3), None off the grid."""
    down, right = STEP[SIDES[side]]
    row, col = cell // width + down, cell % width + right
    return row * width + col if 0 <= row < height and 0 <= col < width else None


def parse_size(text: str) -> tuple[int, int]:
    """`9` or `12x8` (width by height) -> (width, height). Raises ValueError."""
    found = re.fullmatch(r"([0-9]{1,9})(?:[xX×]([0-9]{1,9}))?", text.strip())
    if not found:
        raise ValueError(f"'{text[:20]}' is not a size; write one like 9, or 12x8 for 12 columns by 8 rows")
    width = int(found[1])
    return width, int(found[2]) if found[2] else width
