"""An answer as plain data, in and out: the `answer` part of a record, or a drawing of the solved grid."""

from __future__ import annotations

import re

from puzzle_models.kernel.contract import Answer
from puzzle_models.tracks.data import TracksReading, rows_of
from puzzle_models.tracks.pieces import EMPTY
from puzzle_models.tracks.puzzle import TracksPuzzle

# What a plain drawing has beside the grid: comments, ends, clues.
BESIDE = re.compile(r"#!.*|[←↑→↓]|(?<![0-9])[0-9]++\s*$")


def read_answer(puzzle: TracksPuzzle, data: object) -> Answer:
    """The answer in `{grid: [row, ...]}`, in a bare list of rows, or in the text of a plain grid.

    It fits the puzzle in size; whether it keeps the rules is another question. Raises InvalidPuzzle.
    """
    if isinstance(data, str):
        data = _rows_in(data)
    reading = TracksReading()
    rows = reading.member(data, "grid", "the answer") if isinstance(data, dict) else data
    cells = reading.cells(rows, puzzle.width, puzzle.height, EMPTY)
    reading.check()
    return cells


def write_answer(puzzle: TracksPuzzle, answer: Answer) -> list[str]:
    """The rows of an answer's grid."""
    return rows_of(puzzle, answer)


def _rows_in(text: str) -> list[object]:
    """The rows of a grid drawn as a plain puzzle or as bare rows of pieces."""
    rows = ("".join(BESIDE.sub("", line).split()) for line in text.split("\n"))
    return [row for row in rows if row and not row.isdigit()]
