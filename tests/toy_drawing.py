"""Drawings of the toy genre: a border, light and dark cells as filled boxes, and the number of dark ones below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzle_models.kernel.canvas import Drawing, Ink, Label, Look, Shape, box
from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.proofreading import filled_cells, frame_of, numbers_in

CELL = 10
INKS = (Ink.LINE, Ink.INK)  # of what is printed, by the answer's value


def drawing(puzzle: Any, answer: Answer | None, look: Look) -> Drawing:
    cells = [box(CELL * (1 + at), CELL, CELL, CELL) for at in range(puzzle.width)]
    printed = [Shape(cells[at], INKS[given - 1]) for at, given in enumerate(puzzle.givens) if given]
    answered = [
        Shape(cells[at], Ink.ANSWER) for at, value in enumerate(answer or ()) if value and not puzzle.givens[at]
    ]
    border = Shape(box(CELL, CELL, CELL * puzzle.width, CELL), stroke=Ink.INK, width=1)
    count = Label(str(puzzle.dark), 1.5 * CELL, 2.5 * CELL, 8, Ink.INK)
    return Drawing((2 + puzzle.width) * CELL, 3 * CELL, "Binary line", "A row.", (border, *printed, *answered, count))


def proofread(found: Drawing, build: Callable[..., Any]) -> tuple[Any, Answer]:
    frame = frame_of(found, CELL)
    light, dark, answered = (filled_cells(found, frame, [ink]) for ink in (*INKS, Ink.ANSWER))
    (count,) = numbers_in(found.labels, frame).values()
    givens = tuple(1 if at in light else 2 if at in dark else 0 for at in range(frame.width))
    return build(frame.width, count, givens), tuple(int(at in dark | answered) for at in range(frame.width))
