"""A Str8ts puzzle as the plain data of a record, in and out.

    {size, grid: [row, ...]}

A row of the grid is a string, as `cells` reads and writes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzle_models.kernel.contract import InvalidPuzzle, Violation
from puzzle_models.kernel.reading import Reading, shown
from puzzle_models.str8ts.cells import Cell, read_rows, row_text
from puzzle_models.str8ts.puzzle import LARGEST, SMALLEST, Str8tsPuzzle, faults

FIELDS = ("size", "grid")
SCHEMA: dict[str, object] = {
    "type": "object",
    "required": list(FIELDS),
    "properties": {
        "size": {"type": "integer", "minimum": SMALLEST, "maximum": LARGEST},
        "grid": {
            "type": "array",
            "minItems": SMALLEST,
            "maxItems": LARGEST,
            "items": {"type": "string", "pattern": "^[.#0-9A-I ]*$"},
        },
    },
}


def parse(data: object) -> Str8tsPuzzle:
    """The puzzle in the `puzzle` part of a record. Raises InvalidPuzzle with every fault that can be seen."""
    reading = Reading()
    if not isinstance(data, dict):
        raise InvalidPuzzle([Violation("type", "puzzle", f"'puzzle' is {shown(data)}; it is a mapping")])
    part = {key: reading.member(data, key, "the puzzle") for key in FIELDS}
    size = reading.number(part["size"], "size")
    rows = reading.rows(part["grid"], size, "size") if SMALLEST <= size <= LARGEST else {}
    return sound(reading, size, read_rows(reading, rows, size))


def unparse(puzzle: Str8tsPuzzle) -> dict[str, object]:
    """The `puzzle` part of a record."""
    return {"size": puzzle.size, "grid": rows_of(puzzle, puzzle.digits)}


def sound(reading: Reading, size: int, cells: Sequence[Cell]) -> Str8tsPuzzle:
    """The puzzle of some cells. Raises InvalidPuzzle with what was noted in reading and what is broken at sight."""
    puzzle = Str8tsPuzzle(size, tuple(cell.black for cell in cells), tuple(cell.digit for cell in cells))
    unread = bool(reading.faults)
    whole = bool(cells) and len(cells) == size * size
    if not unread or whole:  # else what was noted is why, and enough
        reading.faults += faults(puzzle)
    reading.check(puzzle if whole and not unread else None)
    return puzzle


def cells_of(puzzle: Str8tsPuzzle, values: Sequence[int]) -> list[list[Cell]]:
    """Values of cells, laid over the puzzle's black pattern, row by row."""
    cells = [Cell(black, value) for black, value in zip(puzzle.blacks, values, strict=True)]
    return [cells[start : start + puzzle.size] for start in range(0, len(cells), puzzle.size)]


def rows_of(puzzle: Str8tsPuzzle, values: Sequence[int]) -> list[str]:
    """Values of cells as the rows of a grid; a cell without a digit is a dot, or # where it is black."""
    return [row_text(row) for row in cells_of(puzzle, values)]
