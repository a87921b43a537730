"""A Tracks puzzle drawn for a terminal: clues above and at the right, arrows at the ends, one connected line.

Given pieces are heavy, the answer's light. A cell is two characters wide, which makes it about square.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES
from puzzle_models.tracks.arrows import arrows
from puzzle_models.tracks.pieces import EMPTY, OPEN, SYMBOLS, has_rail
from puzzle_models.tracks.puzzle import TracksPuzzle

HEAVY = "·┃━┗┛┏┓"  # by value, as SYMBOLS
LIGHT = "·" + SYMBOLS[1:]
EAST, WEST = SIDES.index("E"), SIDES.index("W")
JOINTS = " ╴╸╶─╾╺╼━"  # between two cells, by 3 x the right one's half + the left one's: none, light or heavy


def text(puzzle: TracksPuzzle, answer: Answer | None) -> str:
    """The drawing, with the answer's track where one is given; every line ends in a newline."""
    return "".join(line.rstrip() + "\n" for line in _lines(puzzle, answer))


def _lines(puzzle: TracksPuzzle, answer: Answer | None) -> Iterator[str]:
    marks = arrows(puzzle)
    digits = max(len(str(clue)) for clue in puzzle.columns)
    for place in range(digits):  # a clue of two digits stands upright, so that columns stay narrow
        yield "   " + "".join(f" {str(clue).rjust(digits)[place]}" for clue in puzzle.columns)
    yield from _mark_line(puzzle, marks, "N")
    yield "  ╔" + "═" * (2 * puzzle.width + 1) + "╗"
    width = max(len(str(clue)) for clue in puzzle.rows)
    eastern = any(side == "E" for _, side in marks)
    for row, clue in enumerate(puzzle.rows):
        east = marks.get((row, "E"), " ") + " " if eastern else ""
        yield f"{marks.get((row, 'W'), ' ')} ║{_row(puzzle, answer, row)}║ {east}{str(clue).rjust(width)}"
    yield "  ╚" + "═" * (2 * puzzle.width + 1) + "╝"
    yield from _mark_line(puzzle, marks, "S")


def _row(puzzle: TracksPuzzle, answer: Answer | None, row: int) -> str:
    """One row of cells, a joint before, between and after them."""
    cells = [*range(row * puzzle.width, (row + 1) * puzzle.width)]
    shown = [_shown(puzzle, answer, cell) for cell in cells]
    chars = [(HEAVY if heavy else LIGHT)[value] for value, heavy in shown]
    leftward = [_half(value, heavy, WEST) for value, heavy in shown]
    rightward = [_half(value, heavy, EAST) for value, heavy in shown]
    joints = [JOINTS[3 * right + left] for left, right in zip([0, *rightward], [*leftward, 0], strict=True)]
    return joints[0] + "".join(char + joint for char, joint in zip(chars, joints[1:], strict=True))


def _shown(puzzle: TracksPuzzle, answer: Answer | None, cell: int) -> tuple[int, bool]:
    """The value to draw in a cell, and whether it is given."""
    given = puzzle.givens[cell]
    if given != OPEN:
        return given, True
    return (answer[cell] if answer else EMPTY), False


def _half(value: int, heavy: bool, side: int) -> int:
    """How a cell's rail reaches out to a side: 0 none, 1 light, 2 heavy."""
    return (2 if heavy else 1) if has_rail(value, side) else 0


def _mark_line(puzzle: TracksPuzzle, marks: dict[tuple[int, str], str], side: str) -> Iterator[str]:
    line = "".join(" " + marks.get((col, side), " ") for col in range(puzzle.width))
    if line.strip():
        yield "   " + line
