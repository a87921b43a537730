"""The cells of a Str8ts grid as words, in and out: `.` white, `5` given, `#` black, `#5` or `E` black with a clue.

A row is one character a cell up to 9×9, with letters for the clues of black cells; from 10×10 on it is words between
spaces. Words are taken at any size, and so is a character a cell: there a white 10, 11, … is a, b, … as some write it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from puzzle_models.kernel.grid import cell_name
from puzzle_models.kernel.reading import Reading, shown
from puzzle_models.str8ts.puzzle import LARGEST, NO_DIGIT

SYMBOLS = ("#", *(str(digit) for digit in range(1, LARGEST + 1)))  # by value, as in an answer
LETTERS = "ABCDEFGHIJKLMNOP"  # black with 1 to 16
CLUES = {letter: clue for clue, letter in enumerate(LETTERS, 1)}
WIDEST_TIGHT = 9  # the largest size at which a cell is written as one character
GIVENS = {letter: given for given, letter in enumerate("abcdefg", WIDEST_TIGHT + 1)}  # in larger grids only
LEGAL = "'.' white, 5 given, '#' black, E or #5 black with 5"
WORD = re.compile(r"\.|(?P<given>[1-9][0-9]?)|#(?P<clue>[1-9][0-9]?)?")


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
    tight = len(text.split()) == 1
    read = _tight_cell if tight and size > WIDEST_TIGHT else partial(_cell, size=size)
    return read_words(reading, words_of(text), row, size, read)


def _tight_cell(reading: Reading, found: str, where: str) -> Cell:
    """A cell of a grid larger than 9×9 that has one character for each."""
    return Cell(False, GIVENS[found]) if found in GIVENS else _cell(reading, found, where, WIDEST_TIGHT)


def _cell(reading: Reading, found: str, where: str, size: int) -> Cell:
    match = WORD.fullmatch(found)
    if match:
        return Cell(found.startswith("#"), int(match["given"] or match["clue"] or NO_DIGIT))
    if found in CLUES:
        return Cell(True, CLUES[found])
    if found.upper() in CLUES:
        fault = f"is a lower-case letter; write {_meant(found, size)}"
        reading.fault("lower-case", where, f"{shown(found)} at {where} {fault}")
    else:
        reading.fault("bad-character", where, f"{shown(found)} at {where} is no cell; a cell is {LEGAL}")
    return WHITE


def _meant(letter: str, size: int) -> str:
    """What a lower-case letter may stand for: people use it for the clue of a black cell, and for a large given."""
    clue = CLUES[letter.upper()]
    black = f"{letter.upper()} or #{clue} where a black cell with {clue} is meant"
    return f"{black}, {GIVENS[letter]} for a given" if size > WIDEST_TIGHT and letter in GIVENS else black
