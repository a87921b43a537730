"""Tables of cells as people pass them on: `-` white, `5` given, `x` black, `x5` or `5x` black with a clue.

Cells stand between spaces, tabs, commas or bars. Rows without any of these are a character a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.kernel.reading import Reading, shown
from puzzle_models.str8ts.cells import WHITE, Cell, read_words
from puzzle_models.str8ts.data import cells_of
from puzzle_models.str8ts.grids import common_width, lines_of, read_grids
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle

BETWEEN = re.compile(r"[\s,|]+")
CELL = re.compile(r"-|[xX]|[xX]?(?P<digit>[1-9][0-9]?)|(?P<before>[1-9][0-9]?)[xX]")
ROW = re.compile(r"[\s,|]*[-xX0-9]+([\s,|]+[-xX0-9]+)*[\s,|]*")
NARROWEST = 3  # below it, a list of points in prose would be a table


class Table:
    """The notation as the factory knows it: a blank line between puzzles; what follows #! is a comment."""

    name = "table"

    def recognises(self, text: str) -> bool:
        lines = lines_of(text)
        marked = any(word in ("-", "x", "X") for line in lines for word in _words(line))
        return marked and common_width(lines, _words, ROW) >= NARROWEST

    def read(self, text: str) -> Iterator[Str8tsPuzzle | InvalidPuzzle]:
        return read_grids(text, _words, _read_rows)

    def remarks(self, puzzle: Str8tsPuzzle, answer: Answer | None) -> list[str]:
        return []

    def write(self, puzzle: Str8tsPuzzle, answer: Answer | None) -> str:
        return "".join(" ".join(map(_word, row)) + "\n" for row in cells_of(puzzle, puzzle.digits))


def _words(line: str) -> list[str]:
    words = [word for word in BETWEEN.split(line) if word]
    return words if len(words) != 1 else list(words[0])


def _read_rows(reading: Reading, rows: Mapping[int, str], size: int) -> list[Cell]:
    return [cell for row, text in rows.items() for cell in read_words(reading, _words(text), row, size, _cell)]


def _cell(reading: Reading, found: str, where: str) -> Cell:
    match = CELL.fullmatch(found)
    if match:
        return Cell("x" in found.lower(), int(match["digit"] or match["before"] or NO_DIGIT))
    message = f"{shown(found)} at {where} is no cell; a cell is - white, 5 given, x black, x5 or 5x black with 5"
    reading.fault("bad-character", where, message)
    return WHITE


def _word(cell: Cell) -> str:
    digit = str(cell.digit) if cell.digit != NO_DIGIT else ""
    return f"x{digit}" if cell.black else digit or "-"
