"""An answer as plain data, in and out: the `answer` part of a record, or the solved grid as a plain grid."""

from __future__ import annotations

from collections.abc import Sequence

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import cell_name
from puzzle_models.kernel.reading import Reading
from puzzle_models.str8ts.cells import Cell, read_rows, word
from puzzle_models.str8ts.data import rows_of
from puzzle_models.str8ts.grids import lines_of
from puzzle_models.str8ts.puzzle import Str8tsPuzzle


def read_answer(puzzle: Str8tsPuzzle, data: object) -> Answer:
    """The answer in `{grid: [row, ...]}`, in a bare list of rows, or in the text of a plain grid.

    It fits the puzzle in size, black cells and range of digits; whether it keeps the rules is another question.
    Raises InvalidPuzzle.
    """
    if isinstance(data, str):
        data = lines_of(data)
    reading = Reading()
    rows = reading.member(data, "grid", "the answer") if isinstance(data, dict) else data
    cells = read_rows(reading, reading.rows(rows, puzzle.size, "size"), puzzle.size)
    reading.check()
    _fit(reading, puzzle, cells)
    reading.check()
    return tuple(cell.digit for cell in cells)


def write_answer(puzzle: Str8tsPuzzle, answer: Answer) -> list[str]:
    """The rows of an answer's grid."""
    return rows_of(puzzle, answer)


def _fit(reading: Reading, puzzle: Str8tsPuzzle, cells: Sequence[Cell]) -> None:
    """A fault for each cell that is not of the puzzle's colour, or holds what no cell can."""
    for cell, (black, found) in enumerate(zip(puzzle.blacks, cells, strict=True)):
        where = cell_name(*divmod(cell, puzzle.size))
        if black and not found.black:
            printed = word(Cell(black, puzzle.digits[cell]), puzzle.size)
            message = f"{where} is black in the puzzle and white in the answer; write it as printed, {printed}"
            reading.fault("blacks-differ", where, message)
        elif found.black and not black:
            message = f"{where} is white in the puzzle and black in the answer; write its digit, or a dot"
            reading.fault("blacks-differ", where, message)
        elif found.digit > puzzle.size:
            message = f"the digit {found.digit} at {where} is out of range; a digit is 1 to {puzzle.size}"
            reading.fault("digit-range", where, message)
