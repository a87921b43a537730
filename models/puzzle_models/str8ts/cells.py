"""The cells of a Str8ts grid as words, in and out: `.` white, `5` given, `#` black, `#5` or `E` black with a clue.

A row is one character a cell up to 9×9, with letters for the clues of black cells; from 10×10 on it is words between
spaces, since neither digits nor letters go far enough. Words are taken at any size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from puzzle_models.kernel.grid import cell_name
from puzzle_models.kernel.reading import Reading, shown
from puzzle_models.str8ts.puzzle import LARGEST, NO_DIGIT

SYMBOLS = ("#", *(str(digit) for digit in range(1, LARGEST + 1)))  # by value, as in an answer
LETTERS = "ABCDEFGHI"  # black with 1 to 9
WIDEST_TIGHT = len(LETTERS)  # the largest size at which a cell is one character
LEGAL = "'.' white, 5 given, '#' black, E or #5 black with 5"
WORD = re.compile(r"\.|(?P<given>[1-9][0-9]?)|#(?P<clue>[1-9][0-9]?)?|(?P<letter>[A-I])")


class Cell(NamedTuple):
    """What is printed in a cell."""

    black: bool
    digit: int


WHITE = Cell(False, NO_DIGIT)
ReadCell = Callable[[Reading, str, str], Cell]  # a word and the cell's name; a fault where it is no cell


def read_rows(reading: Reading, rows: Mapping[int, str], size: int) -> list[Cell]:
    """The cells of the rows of a grid, `size` a row whatever it holds, with a fault for each that is none."""
    return [cell for row, text in rows.items() for cell in _row(reading, text, row, size)]


def read_words(reading: Reading, words: Sequence[str], row: int, size: int, read: ReadCell) -> list[Cell]:
    """The cells of a row in whatever notation `read` knows: `size` of them, white where there are too few."""
    reading.row_width(row, len(words), size, "size")
    cells = [read(reading, found, cell_name(row, col)) for col, found in enumerate(words[:size])]
    return cells + [WHITE] * (size - len(cells))


def words_of(text: str) -> list[str]:
    """The words of a row: one between spaces, or one a character where there are no spaces."""
    words = text.split()
    return words if len(words) != 1 else list(words[0])


def row_text(cells: Sequence[Cell]) -> str:
    """A row as it stands in a record."""
    size = len(cells)
    return ("" if size <= WIDEST_TIGHT else " ").join(word(cell, size) for cell in cells)


def word(cell: Cell, size: int) -> str:
    """A cell of a grid of that size in writing."""
    digit = str(cell.digit) if cell.digit != NO_DIGIT else ""
    if not cell.black:
        return digit or "."
    return LETTERS[cell.digit - 1] if digit and size <= WIDEST_TIGHT else f"#{digit}"


def _row(reading: Reading, text: str, row: int, size: int) -> list[Cell]:
    if size > WIDEST_TIGHT and len(text.split()) == 1:
        message = f"row {row + 1} has no spaces; from 10x10 on, a row is words between spaces, such as . 12 # #12"
        reading.fault("form", f"row {row + 1}", message)
        return [WHITE] * size
    return read_words(reading, words_of(text), row, size, _cell)


def _cell(reading: Reading, found: str, where: str) -> Cell:
    match = WORD.fullmatch(found)
    if match and match["letter"]:
        return Cell(True, LETTERS.index(match["letter"]) + 1)
    if match:
        return Cell(found.startswith("#"), int(match["given"] or match["clue"] or NO_DIGIT))
    if found.upper() in LETTERS and len(found) == 1:
        fault = f"is a lower-case letter; write a black cell's digit as an upper-case letter, {found.upper()}"
        reading.fault("lower-case", where, f"{shown(found)} at {where} {fault}")
    else:
        reading.fault("bad-character", where, f"{shown(found)} at {where} is no cell; a cell is {LEGAL}")
    return WHITE
