"""Boards as links carry them: `bd=` and, row by row, a digit for each cell and then a mask of the black ones.

A digit is 1 to 9, and 0 or a dot for none; in the mask 1 is black, 0 or a dot white. A board of N×N thus takes
2·N·N characters, which tells N. A board alone on its line may have a space before the mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from urllib.parse import unquote

from puzzle_models.kernel.contract import Answer, InvalidPuzzle, Violation
from puzzle_models.kernel.grid import cell_name
from puzzle_models.kernel.reading import Reading, counted, shown
from puzzle_models.str8ts.cells import Cell
from puzzle_models.str8ts.data import sound
from puzzle_models.str8ts.puzzle import LARGEST, NO_DIGIT, SMALLEST, Str8tsPuzzle

PARAMETER = re.compile(r"""(?:^|[\s?&#;"'<(])bd=([^\s&#;"'<>)]*)""", re.IGNORECASE)  # quotes: a link out of a page
BARE = re.compile(r"[0-9.]{18,}+|[0-9.]{9,}+\s++[0-9.]{9,}+")  # 3×3, the smallest, has 9 and 9; gives nothing back
LARGEST_DIGIT = 9
DIGITS = {"0": NO_DIGIT, ".": NO_DIGIT} | {str(digit): digit for digit in range(1, LARGEST_DIGIT + 1)}
MASK = {"0": False, ".": False, "1": True}


class Bd:
    """The notation as the factory knows it: a board or a link a line, comment lines begin with #."""

    name = "bd"

    def recognises(self, text: str) -> bool:
        return any(PARAMETER.search(line) or BARE.fullmatch(line) for line in _lines(text))

    def read(self, text: str) -> Iterator[Str8tsPuzzle | InvalidPuzzle]:
        for line in _lines(text):
            try:
                yield _read(line)
            except InvalidPuzzle as broken:
                yield broken

    def remarks(self, puzzle: Str8tsPuzzle, answer: Answer | None) -> list[str]:
        return []

    def write(self, puzzle: Str8tsPuzzle, answer: Answer | None) -> str:
        largest = max(puzzle.digits)
        if largest > LARGEST_DIGIT:
            where = cell_name(*divmod(puzzle.digits.index(largest), puzzle.size))
            message = f"bd has one character a digit, so it cannot say the {largest} at {where}"
            raise InvalidPuzzle([Violation("not-carried", where, message)])
        mask = "".join("1" if black else "0" for black in puzzle.blacks)
        return f"bd={''.join(map(str, puzzle.digits))}{mask}\n"


def _lines(text: str) -> list[str]:
    """The lines that may hold a board, percent signs decoded."""
    lines = (unquote(line).strip() for line in text.split("\n"))
    return [line for line in lines if line and not line.startswith("#")]


def _read(line: str) -> Str8tsPuzzle:
    """The puzzle of a board, bare or in a link. Raises InvalidPuzzle."""
    parameter = PARAMETER.search(line)
    board = parameter[1] if parameter else "".join(line.split())
    cells, size = len(board) // 2, isqrt(len(board) // 2)
    reading = Reading()
    if not board or len(board) != 2 * size * size:
        fault = f"a board of NxN takes 2·N·N, as 9x9 takes 162; this one has {counted(len(board), 'character')}"
        reading.fault("grid-size", "board", fault)
        reading.check()
    read = _cells(reading, board[:cells], board[cells:], size) if SMALLEST <= size <= LARGEST else []
    return sound(reading, size, read)


def _cells(reading: Reading, digits: str, mask: str, size: int) -> list[Cell]:
    """The cells, with a fault for each whose digit or mask is none."""
    for cell, (digit, black) in enumerate(zip(digits, mask, strict=True)):
        where = cell_name(*divmod(cell, size))
        if digit not in DIGITS:
            message = f"{shown(digit)} at {where} is no digit; a board has 1 to 9, and 0 or . for none"
            reading.fault("bad-character", where, message)
        if black not in MASK:
            message = f"{shown(black)} in the mask at {where} is neither 1, black, nor 0, white"
            reading.fault("bad-character", where, message)
    return [
        Cell(MASK.get(black, False), DIGITS.get(digit, NO_DIGIT)) for digit, black in zip(digits, mask, strict=True)
    ]
