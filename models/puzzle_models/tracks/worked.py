"""The worked boards: for each technique a puzzle that it, and no harder one, finishes. Data in `worked.plain`."""

from __future__ import annotations

from importlib.resources import files

from puzzle_models.kernel.contract import InvalidPuzzle, Technique
from puzzle_models.tracks.plain import Plain
from puzzle_models.tracks.puzzle import TracksPuzzle


def example(technique: Technique) -> TracksPuzzle:
    """The worked board of a technique. Raises KeyError where it has none."""
    text = files(__package__).joinpath("worked.plain").read_text(encoding="utf-8")
    for block in text.split("\n\n"):
        name, _, grid = block.partition("\n")
        if name == f"#! {technique.name}":
            (puzzle,) = Plain().read(grid)
            if isinstance(puzzle, InvalidPuzzle):
                raise puzzle
            return puzzle
    raise KeyError(technique.name)
