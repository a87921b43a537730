"""A Str8ts puzzle drawn for a terminal: black cells as blocks with their clues let in, open cells as dots.

Where the answer is drawn in, givens stand in ‹ ›, to be told from it. A cell is three characters wide, four from 10×10
on, which makes it about square.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzle_models.kernel.contract import Answer
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle

BLOCK, OPEN = "█", "·"


def text(puzzle: Str8tsPuzzle, answer: Answer | None) -> str:
    """The drawing, with the answer's digits where one is given; every line ends in a newline."""
    return "".join(line + "\n" for line in _lines(puzzle, answer))


def _lines(puzzle: Str8tsPuzzle, answer: Answer | None) -> Iterator[str]:
    cells = [_cell(puzzle, answer, cell) for cell in range(puzzle.size * puzzle.size)]
    rim = "═" * sum(map(len, cells[: puzzle.size]))
    yield f"╔{rim}╗"
    for start in range(0, len(cells), puzzle.size):
        yield f"║{''.join(cells[start : start + puzzle.size])}║"
    yield f"╚{rim}╝"


def _cell(puzzle: Str8tsPuzzle, answer: Answer | None, cell: int) -> str:
    """A cell, a character of it on either side of its digits."""
    printed, width = puzzle.digits[cell], len(str(puzzle.size))
    if puzzle.blacks[cell]:
        return BLOCK + _digit(printed, BLOCK).rjust(width, BLOCK) + BLOCK
    if printed != NO_DIGIT and answer:
        return f"‹{printed}›".rjust(width + 2)
    return f" {_digit(printed or (answer[cell] if answer else NO_DIGIT), OPEN):>{width}} "


def _digit(digit: int, none: str) -> str:
    return str(digit) if digit != NO_DIGIT else none
