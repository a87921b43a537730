"""The ladder of Train Tracks as data: which technique stands on which rung, the easiest first, and what it says."""

from __future__ import annotations

from typing import Final

from puzzle_models.kernel.contract import Technique, rungs_up_to
from puzzle_models.tracks.puzzle import TracksPuzzle

SCALE = "tracks/1"
SCALE_NOTE = (
    "A level is that of the hardest technique needed, at every size. The score compares puzzles of one size and is not "
    "calibrated on people."
)

RAIL: Final = 0
FULL_LINE: Final = 1
LAST_CELLS: Final = 2
NO_LOOP: Final = 3
EARLY_JOIN: Final = 4
LOOSE_END: Final = 5
NEIGHBOURS: Final = 6
SPARE_CELL: Final = 7
PARITY: Final = 8
GAP: Final = 9
POCKET: Final = 10
CONTRADICTION: Final = 11

LADDER = (
    Technique("rail", "easy", "A rail needs its other half: two neighbours agree about the rail between them."),
    Technique("full-line", "easy", "A line that has all its track cells is empty elsewhere."),
    Technique("last-cells", "easy", "A line that needs all its open cells has track in each of them."),
    Technique("no-loop", "easy", "Track never closes on itself: no rail joins the two ends of one chain."),
    Technique("early-join", "easy", "Entry and exit are not joined while track is still missing elsewhere."),
    Technique(
        "loose-end",
        "medium",
        "A line needs one more track cell and nothing can cross it: the only rail leading on along it is there.",
    ),
    Technique(
        "neighbours",
        "medium",
        "A line needs one more track cell: a cell that would bring its neighbour along with it is empty.",
    ),
    Technique(
        "spare-cell",
        "hard",
        "A line has one more empty cell: a cell without which its neighbour could not be track is not that one.",
    ),
    Technique(
        "parity",
        "hard",
        "The line crosses every closed boundary an even number of times, so the last unknown rail across one is known.",
    ),
    Technique("gap", "expert", "A line needs one more track cell: no rail along it joins two open cells."),
    Technique(
        "pocket",
        "expert",
        "What one cell cuts off from both ends is empty; a cell that cuts the ends off from each other is track.",
    ),
    Technique(
        "contradiction",
        "expert",
        "Suppose one cell or rail, follow the easy techniques, meet a contradiction: the opposite holds.",
    ),
)

# Within one size and level ln Σ o² spreads over less than 2 (measured from 5x5 to 15x15), so that a step of 2 keeps
# the levels apart: at one size, whatever needs a harder technique scores higher.
BONUS = {"easy": 0.0, "medium": 2.0, "hard": 4.0, "expert": 6.0}
RUNGS_UP_TO = rungs_up_to(LADDER)


def level(puzzle: TracksPuzzle, hardest: str, score: float) -> str:
    """The level of a puzzle is that of the hardest technique it needs, at every size."""
    return hardest
