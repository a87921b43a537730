"""Grids drawn in text, a line a row: what is the same in every notation that draws them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mode

from puzzle_models.kernel.contract import InvalidPuzzle
from puzzle_models.kernel.reading import Reading
from puzzle_models.str8ts.cells import Cell
from puzzle_models.str8ts.data import sound
from puzzle_models.str8ts.puzzle import LARGEST, SMALLEST, Str8tsPuzzle

COMMENT = re.compile(r"#!.*")  # a # alone is a black cell
Split = Callable[[str], list[str]]  # a line as the words of its cells
ReadRows = Callable[[Reading, Mapping[int, str], int], list[Cell]]


def lines_of(text: str) -> list[str]:
    """The lines that say something, comments gone."""
    lines = (COMMENT.sub("", line).strip() for line in text.split("\n"))
    return [line for line in lines if line]


def read_grids(text: str, split: Split, read_rows: ReadRows) -> Iterator[Str8tsPuzzle | InvalidPuzzle]:
    """Each grid of a text, a blank line between grids."""
    for block in re.split(r"\n(?:[^\S\n]*\n)+", text):
        lines = lines_of(block)
        if lines:
            try:
                yield _read(lines, split, read_rows)
            except InvalidPuzzle as broken:
                yield broken


def common_width(lines: Sequence[str], split: Split, row: re.Pattern[str]) -> int:
    """The number of cells that more than half of some lines have, each of them a `row`; 0 where there is none."""
    widths = [len(split(line)) for line in lines if row.fullmatch(line)]
    width = mode(widths) if widths else 0
    return width if 2 * widths.count(width) > len(lines) > 1 else 0


def _read(lines: Sequence[str], split: Split, read_rows: ReadRows) -> Str8tsPuzzle:
    """The puzzle in the lines of one grid, as large as most of them are wide. Raises InvalidPuzzle."""
    reading, size = Reading(), mode(len(split(line)) for line in lines)
    rows = reading.rows(list(lines), size, "size") if SMALLEST <= size <= LARGEST else {}
    return sound(reading, size, read_rows(reading, rows, size))
