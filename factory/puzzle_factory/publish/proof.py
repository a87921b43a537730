"""Proof from the page: what a finished file shows is read back, compared with what was meant, and proved again."""

from __future__ import annotations

import json
from typing import Any

from puzzle_factory.errors import REFUTED, PuzzleBug
from puzzle_factory.publish.plates import NotShown, Plate, proven_answer
from puzzle_models.kernel.canvas import Drawing
from puzzle_models.kernel.contract import Answer, InvalidPuzzle


class Misprint(PuzzleBug):
    """A finished file does not show the puzzle that it was made of."""


def confirm(plate: Plate, seen: Drawing, budget_s: float) -> None:
    """That the file shows the puzzle, its answer where that is drawn in, and that both engines find that one answer.

    `seen` was read from the file. Raises Misprint, or NotShown where what is shown has not one answer.
    """
    puzzle, shown = read_back(plate, seen)
    if puzzle != plate.puzzle:
        raise _misprint(plate, f"the picture shows {_data(plate, puzzle)}")
    if plate.answer is not None and shown != plate.answer:
        raise _misprint(plate, f"the picture shows the answer {plate.genre.write_answer(puzzle, shown)}")
    proven = proven_answer(plate.genre, puzzle, budget_s)
    if plate.answer is not None and plate.answer != proven:  # it keeps the rules, so there are two
        raise NotShown("it has several answers", REFUTED)


def read_back(plate: Plate, seen: Drawing) -> tuple[Any, Answer]:
    """The puzzle that a drawing shows, and what stands in each cell. Raises Misprint."""
    try:
        found: tuple[Any, Answer] = plate.genre.proofread(seen)
    except InvalidPuzzle as broken:
        raise _misprint(plate, f"the picture cannot be read back, {broken}") from broken
    return found


def _misprint(plate: Plate, what: str) -> Misprint:
    return Misprint(f"{plate.place}: {what}", _data(plate, plate.puzzle))


def _data(plate: Plate, puzzle: Any) -> str:
    return json.dumps({"genre": plate.genre.name, "puzzle": plate.genre.unparse(puzzle)}, ensure_ascii=False)
