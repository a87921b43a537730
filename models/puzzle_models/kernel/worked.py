"""The worked boards of a genre: for each technique a puzzle that it, and no harder one, finishes.

They stand in the file `worked.plain` of the genre's package, a blank line between them, each under `#!` and the
technique's name.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from puzzle_models.kernel.contract import Format, InvalidPuzzle, Technique


def worked_board(package: str, notation: Format, technique: Technique) -> Any:
    """The worked board of a technique. Raises KeyError where it has none."""
    text = files(package).joinpath("worked.plain").read_text(encoding="utf-8")
    for block in text.split("\n\n"):
        name, _, grid = block.partition("\n")
        if name == f"#! {technique.name}":
            (puzzle,) = notation.read(grid)
            if isinstance(puzzle, InvalidPuzzle):
                raise puzzle
            return puzzle
    raise KeyError(technique.name)
