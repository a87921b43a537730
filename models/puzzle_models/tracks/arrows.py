"""The arrows that mark entry and exit beside a drawn grid: each shows the direction of travel across its side."""

from __future__ import annotations

from puzzle_models.kernel.grid import SIDES
from puzzle_models.tracks.puzzle import TracksPuzzle

INWARD, OUTWARD = "↓←↑→", "↑→↓←"  # by side N E S W


def arrows(puzzle: TracksPuzzle) -> dict[tuple[int, str], str]:
    """The arrow of each end, by its column (sides N and S) or row (E and W), and its side."""
    found = {}
    for end, ways in ((puzzle.entry, INWARD), (puzzle.exit, OUTWARD)):
        side = SIDES[end.side]
        found[end.col if side in "NS" else end.row, side] = ways[end.side]
    return found
