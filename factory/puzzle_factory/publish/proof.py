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


def confirm(plate: Plate, seen: Drawing) -> None:
    """That a file shows the puzzle, and its answer where that is drawn in. Raises Misprint.

    `seen` was read from the file.
    """
    puzzle, shown = read_back(plate, seen)
    if puzzle != plate.puzzle:
        raise misprint(plate, f"the picture shows {_data(plate, puzzle)}")
    if plate.answer is not None and shown != plate.answer:
        raise misprint(plate, f"the picture shows the answer {plate.genre.write_answer(puzzle, shown)}")


def check_proof(plate: Plate, budget_s: float) -> None:
    """That both engines find one answer, and the plate's where it has one. Raises NotShown."""
    proven = proven_answer(plate.genre, plate.puzzle, budget_s)
    if plate.answer is not None and plate.answer != proven:  # it keeps the rules, so there are two
        raise NotShown("it has several answers", REFUTED)


def read_back(plate: Plate, seen: Drawing) -> tuple[Any, Answer]:
    """The puzzle that a drawing shows, and what stands in each cell. Raises Misprint."""
    try:
        found: tuple[Any, Answer] = plate.genre.proofread(seen)
    except InvalidPuzzle as broken:
        raise misprint(plate, f"the picture cannot be read back, {broken}") from broken
    return found


def misprint(plate: Plate, what: str) -> Misprint:
    """What is wrong with the picture of a plate."""
    return Misprint(f"{plate.place}: {what}", _data(plate, plate.puzzle))


def _data(plate: Plate, puzzle: Any) -> str:
    return json.dumps({"genre": plate.genre.name, "puzzle": plate.genre.unparse(puzzle)}, ensure_ascii=False)
