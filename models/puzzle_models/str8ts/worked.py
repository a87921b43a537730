"""The worked boards, as data in `worked.plain`."""

from __future__ import annotations

from puzzle_models.kernel.contract import Technique
from puzzle_models.kernel.worked import worked_board
from puzzle_models.str8ts.plain import Plain
from puzzle_models.str8ts.puzzle import Str8tsPuzzle


def example(technique: Technique) -> Str8tsPuzzle:
    """The worked board of a technique. Raises KeyError where it has none."""
    puzzle = worked_board("puzzle_models.str8ts", Plain(), technique)
    assert isinstance(puzzle, Str8tsPuzzle)
    return puzzle
