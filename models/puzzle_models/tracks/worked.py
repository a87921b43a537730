"""The worked boards, as data in `worked.plain`."""

from __future__ import annotations

from puzzle_models.kernel.contract import Technique
from puzzle_models.kernel.worked import worked_board
from puzzle_models.tracks.plain import Plain
from puzzle_models.tracks.puzzle import TracksPuzzle


def example(technique: Technique) -> TracksPuzzle:
    """The worked board of a technique. Raises KeyError where it has none."""
    puzzle = worked_board("puzzle_models.tracks", Plain(), technique)
    assert isinstance(puzzle, TracksPuzzle)
    return puzzle
