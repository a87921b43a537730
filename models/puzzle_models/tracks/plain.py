"""Plain grids: a puzzle as one would type it, and still exact.

      1 4 1 4 4 3 3 5          column clues, each right above its column
    → . . . . ┌ . . .  2       a row: cells, then its clue
      ...
                  ↓            ends: arrows in the direction of travel, outside the grid at the side they are on

Entries point into the grid, exits out of it. Arrows above or below the grid stand on a line of their own, in line with
their column; all other spaces are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.kernel.grid import SIDES
from puzzle_models.kernel.reading import Reading, shown
from puzzle_models.tracks.arrows import INWARD, OUTWARD, arrows
from puzzle_models.tracks.data import NOWHERE, VALUES, TracksReading, rows_of
from puzzle_models.tracks.pieces import OPEN
from puzzle_models.tracks.puzzle import LARGEST, End, TracksPuzzle, build

# Possessive where they can be: text that does not match must not be tried at every split of a run of blanks.
COMMENT = re.compile(r"#!.*")
MARKS = re.compile(r"\s*+[←↑→↓][\s←↑→↓]*+")
CLUE_LINE = re.compile(r"\s*[0-9]+(\s+[0-9]+)*\s*")
ROW = re.compile(r"\s*+(?P<west>[←→]?)(?P<cells>(?:\s*+\S)*?)\s*+(?P<east>[←→]?)\s*+(?P<clue>-?(?<![0-9])[0-9]*+)")
BARE_ROW = re.compile(r"\s*+\.[\s.]*+[0-9]++\s*+")
DRAWN = VALUES.keys() - "|"  # what only a railway is drawn with: a bar may also part the columns of a table


@dataclass(frozen=True)
class Mark:
    """An arrow beside the grid: its end, and whether it is `entry`, `exit`, or neither."""

    end: End
    way: str


class Plain:
    """The notation as the factory knows it: a blank line between puzzles; what follows #! is a comment."""

    name = "plain"

    def recognises(self, text: str) -> bool:
        lines = _lines(text)
        return any(char in INWARD or char in DRAWN for line in lines for char in line) or _is_bare(lines)

    def read(self, text: str) -> Iterator[TracksPuzzle | InvalidPuzzle]:
        for block in re.split(r"\n(?:[^\S\n]*\n)+", text):
            lines = _lines(block)
            if lines:
                try:
                    yield _read(lines)
                except InvalidPuzzle as broken:
                    yield broken

    def remarks(self, puzzle: TracksPuzzle, answer: Answer | None) -> list[str]:
        return []

    def write(self, puzzle: TracksPuzzle, answer: Answer | None) -> str:
        return "\n".join(_written(puzzle)) + "\n"


def _lines(text: str) -> list[str]:
    """The lines that say something, comments gone, tabs as spaces."""
    lines = (COMMENT.sub("", line).expandtabs().rstrip() for line in text.split("\n"))
    return [line for line in lines if line]


def _is_bare(lines: Sequence[str]) -> bool:
    """Whether lines begin as a grid without pieces and ends does: clues, and open cells below just as many of them.

    A square of characters is another genre's grid, though its first rows look like the clue and the row of one column.
    """
    if len(lines) < 2 or not CLUE_LINE.fullmatch(lines[0]) or not BARE_ROW.fullmatch(lines[1]):
        return False
    clues = lines[0].split()
    is_square = len(clues) == 1 and len(lines) == len(clues[0]) > 2
    return len(clues) == lines[1].count(".") and not is_square


def _read(lines: Sequence[str]) -> TracksPuzzle:
    """The puzzle in the lines of one drawing. Raises InvalidPuzzle."""
    reading, body = TracksReading(), lines[1:]
    columns = [_clue(reading, word, f"column {i}") for i, word in enumerate(lines[0].split(), 1)]
    drawn = [line for line in body if not MARKS.fullmatch(line)]
    rows = [row for line in drawn if (row := ROW.fullmatch(line))]
    if not rows:
        reading.fault("grid-size", "grid", "there is no row of cells below the column clues")
        reading.check()
    clues = [_clue(reading, row["clue"], f"row {i}") for i, row in enumerate(rows, 1)]
    texts = ["".join(row["cells"].split()) for row in rows]
    width, height = len(texts[0]), len(rows)
    givens = reading.cells(texts, width, height, OPEN)
    marks = [*_beside(rows, width), *_above_and_below(reading, body, drawn, height)]
    entry, exit = _end(reading, marks, "entry"), _end(reading, marks, "exit")
    if width <= LARGEST and height <= LARGEST:
        reading.check()
    return build(width, height, columns, clues, entry, exit, givens)


def _clue(reading: Reading, word: str, line: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,9}", word):
        return int(word)
    fault = f"has {shown(word)} for its clue; it is a number" if word else "has no clue; put its number behind it"
    reading.fault("form", line, f"{line} {fault}")
    return 0


def _beside(rows: Sequence[re.Match[str]], width: int) -> Iterator[Mark]:
    """The arrows left and right of the rows."""
    for row, line in enumerate(rows):
        for name, col, side in (("west", 0, "W"), ("east", width - 1, "E")):
            if line[name]:
                yield _mark(line[name], row, col, SIDES.index(side))


def _above_and_below(reading: Reading, body: Sequence[str], drawn: Sequence[str], height: int) -> Iterator[Mark]:
    """The arrows on lines of their own, found by the place of the cell that they are in line with."""
    first = body.index(drawn[0])
    for number, line in enumerate(body):
        if MARKS.fullmatch(line):
            above = number < first
            side, row, beside = ("N", 0, drawn[0]) if above else ("S", height - 1, drawn[-1])
            columns = {place: col for col, place in enumerate(_places(beside))}
            for place, char in enumerate(line):
                if char in INWARD and place in columns:
                    yield _mark(char, row, columns[place], SIDES.index(side))
                elif char in INWARD:
                    where = f"{'above' if above else 'below'} the grid"
                    message = f"the {char} {where}, character {place + 1} of its line, is in line with no column"
                    reading.fault("end-unplaced", where, message)


def _places(line: str) -> list[int]:
    """Where in its line each cell of a row stands."""
    row = ROW.fullmatch(line)
    assert row is not None, "every line is a row as far as ROW goes"
    return [place for place in range(row.start("cells"), row.end("cells")) if line[place] != " "]


def _mark(arrow: str, row: int, col: int, side: int) -> Mark:
    """What an arrow at a side says; one that runs along the border (↑ on the left) counts as neither way."""
    way = "entry" if arrow == INWARD[side] else "exit" if arrow == OUTWARD[side] else ""
    return Mark(End(row, col, side), way)


def _end(reading: Reading, marks: Sequence[Mark], way: str) -> End:
    """The one end of its kind."""
    found = [mark.end for mark in marks if mark.way == way]
    if len(found) == 1:
        return found[0]
    many = f"{len(found)} arrows point" if found else "no arrow points"
    to = "into the grid, as at its entry" if way == "entry" else "out of the grid, as at its exit"
    reading.fault("end-count", way, f"{many} {to}; draw one")
    return NOWHERE


def _written(puzzle: TracksPuzzle) -> Iterator[str]:
    pitch = 1 + max(len(str(clue)) for clue in puzzle.columns)
    marks = arrows(puzzle)
    yield "  " + "".join(str(clue).rjust(pitch) for clue in puzzle.columns)
    yield from _mark_line(puzzle, marks, "N", pitch)
    digits = max(len(str(clue)) for clue in puzzle.rows)
    eastern = any((row, "E") in marks for row in range(puzzle.height))
    for row, (text, clue) in enumerate(zip(rows_of(puzzle, puzzle.givens), puzzle.rows, strict=True)):
        west, east = marks.get((row, "W"), " "), (" " + marks.get((row, "E"), " ")) if eastern else ""
        yield f"{west} {''.join(char.rjust(pitch) for char in text)}{east}  {str(clue).rjust(digits)}"
    yield from _mark_line(puzzle, marks, "S", pitch)


def _mark_line(puzzle: TracksPuzzle, marks: dict[tuple[int, str], str], side: str, pitch: int) -> Iterator[str]:
    line = "".join(marks.get((col, side), "").rjust(pitch) for col in range(puzzle.width))
    if line.strip():
        yield "  " + line.rstrip()
