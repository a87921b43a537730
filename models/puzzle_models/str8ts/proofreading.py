"""What a drawing of a Str8ts puzzle shows: black cells by their ground, digits by their places and inks."""

from __future__ import annotations

from collections.abc import Collection

from puzzle_models.kernel.canvas import Drawing, Ink
from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.proofreading import DARK, LIGHT, Frame, filled_cells, frame_of, misprint, numbers_in
from puzzle_models.str8ts.picture import CELL
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, build


def proofread(drawing: Drawing) -> tuple[Str8tsPuzzle, Answer]:
    """The puzzle, and what stands in every cell, printed or in the answer's ink. Raises InvalidPuzzle."""
    frame = frame_of(drawing, CELL)
    if frame.width != frame.height:
        raise misprint(f"the border holds {frame.width} by {frame.height} cells; there are as many rows as columns")
    blacks = filled_cells(drawing, frame, DARK)
    on_black = _digits(drawing, frame, LIGHT)
    on_white = _digits(drawing, frame, DARK)
    answered = _digits(drawing, frame, [Ink.ANSWER])
    if not (set(on_black) <= blacks and blacks.isdisjoint({*on_white, *answered})):
        raise misprint("a digit cannot be told from its ground")
    cells = range(frame.width * frame.height)
    printed = on_white | on_black
    puzzle = build(frame.width, [cell in blacks for cell in cells], [printed.get(cell, NO_DIGIT) for cell in cells])
    shown = answered | printed
    return puzzle, tuple(shown.get(cell, NO_DIGIT) for cell in cells)


def _digits(drawing: Drawing, frame: Frame, inks: Collection[Ink]) -> dict[int, int]:
    """The digits of some inks by cell."""
    labels = [label for label in drawing.labels if label.ink in inks]
    for label in labels:
        frame.cell((label.x, label.y))
    return {row * frame.width + col: digit for (row, col), digit in numbers_in(labels, frame).items()}
