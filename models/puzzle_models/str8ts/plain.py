"""Plain grids: a line a row, as `cells` reads and writes it.

..#5.        up to 9×9, a cell is one character: . white, 5 given, # black, E black with 5
.  12 # #12  from 10×10 on, and wherever one likes, cells are words between spaces
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.str8ts.cells import WIDEST_TIGHT, read_rows, word, words_of
from puzzle_models.str8ts.data import cells_of
from puzzle_models.str8ts.grids import common_width, lines_of, read_grids
from puzzle_models.str8ts.puzzle import Str8tsPuzzle

NUMBERS = re.compile(r"[0-9\s]+")
ROW = re.compile(r"[.#1-9A-Za-z]{2,17}|(\.|#?[0-9]{1,3}|#|[A-Za-z])(\s+(\.|#?[0-9]{1,3}|#|[A-Za-z]))+")
FILLED = re.compile(r"[0-9A-P\s]*[0-9][0-9A-P\s]*")
TIGHT = re.compile(r"[#1-9A-Pa-p]*[.#][.#1-9A-Pa-p]*")


class Plain:
    """The notation as the factory knows it: a blank line between puzzles; what follows #! is a comment."""

    name = "plain"

    def recognises(self, text: str) -> bool:
        lines = lines_of(text)
        width = common_width(lines, words_of, ROW)
        if not width:
            return len(lines) > 1 and all(map(TIGHT.fullmatch, lines))  # ragged, which is its reader's to say
        if _is_clues(lines[0], width):
            return False
        full = len(lines) == width and all(map(FILLED.fullmatch, lines))
        return full or any(char in ".#" for line in lines for char in line)

    def read(self, text: str) -> Iterator[Str8tsPuzzle | InvalidPuzzle]:
        return read_grids(text, words_of, read_rows)

    def remarks(self, puzzle: Str8tsPuzzle, answer: Answer | None) -> list[str]:
        return []

    def write(self, puzzle: Str8tsPuzzle, answer: Answer | None) -> str:
        return "".join(line + "\n" for line in _written(puzzle))


def _is_clues(line: str, width: int) -> bool:
    """Whether a first line holds numbers above a grid of another width: then the grid is another genre's."""
    return bool(NUMBERS.fullmatch(line)) and len(words_of(line)) != width


def _written(puzzle: Str8tsPuzzle) -> Iterator[str]:
    """The rows, words in columns."""
    rows = [[word(cell, puzzle.size) for cell in row] for row in cells_of(puzzle, puzzle.digits)]
    if puzzle.size <= WIDEST_TIGHT:
        yield from map("".join, rows)
    else:
        pitch = max(len(word) for row in rows for word in row)
        yield from (" ".join(word.ljust(pitch) for word in row).rstrip() for row in rows)
