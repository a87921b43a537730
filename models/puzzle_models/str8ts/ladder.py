"""The ladder of Str8ts as data: which technique stands on which rung, the easiest first, and what it says."""

from __future__ import annotations

import math
from typing import Final

from puzzle_models.kernel.contract import LEVELS, Technique, rungs_up_to
from puzzle_models.str8ts.puzzle import Str8tsPuzzle

SCALE = "str8ts/1"
SCALE_NOTE = (
    "The scores at which levels begin are calibrated on 9x9 puzzles labelled by their makers. Other sizes are not "
    "calibrated: there the same scores are moved by 6 ln(N/9) above 9x9 and by 7 ln(N/9) below, which is how the work "
    "in the hardest puzzles of each level grows with the size. Not calibrated on people."
)

EXCLUSION: Final = 0
RANGE: Final = 1
HIDDEN_SINGLE: Final = 2
REQUIRED: Final = 3
GAP: Final = 4
NAKED_PAIR: Final = 5
HIDDEN_PAIR: Final = 6
NAKED_SET: Final = 7
HIDDEN_SET: Final = 8
SPLIT: Final = 9
LOCKED: Final = 10
FISH: Final = 11
SETTI: Final = 12
CONTRADICTION: Final = 13
LONG_CONTRADICTION: Final = 14

LADDER = (
    Technique("exclusion", "easy", "A digit that stands in a line stands nowhere else in it."),
    Technique("range", "easy", "A digit that no straight still possible in its compartment holds is gone."),
    Technique(
        "hidden-single", "easy", "A digit that every possible straight holds, with one cell left for it, goes there."
    ),
    Technique(
        "required-digit",
        "medium",
        "A digit that every possible straight holds stands in that compartment: not beside it.",
    ),
    Technique(
        "gap", "medium", "A digit with which the other cells of its compartment cannot make up a straight is gone."
    ),
    Technique("naked-pair", "medium", "Two cells of a line share their last two digits: no other cell has them."),
    Technique(
        "hidden-pair",
        "medium",
        "Two digits that the straight must hold have the same two cells left: nothing else is there.",
    ),
    Technique("naked-set", "hard", "Three to five cells of a line share as many digits: no other cell has them."),
    Technique(
        "hidden-set",
        "hard",
        "Three to five digits that the straight must hold have as many cells left: nothing else is there.",
    ),
    Technique(
        "split-compartment",
        "hard",
        "A digit stays only where all cells of its compartment can be filled along with it.",
    ),
    Technique(
        "locked-compartments",
        "expert",
        "The straights of a line share no digit: those that leave no room for the others are out.",
    ),
    Technique(
        "fish", "expert", "A digit that some rows must hold, all in as many columns, is nowhere else in those columns."
    ),
    Technique("setti", "expert", "A digit is in as many rows as columns: the count may tell which lines hold it."),
    Technique(
        "contradiction",
        "expert",
        "Suppose one digit, follow the easy techniques, meet a contradiction: it is not there.",
    ),
    Technique(
        "long-contradiction",
        "expert",
        "Suppose one digit, follow all techniques up to hard, meet a contradiction: it is not there.",
    ),
)

# Without a unit. Labelled 9x9: the lowest score that needs a technique of level expert lies above the cut to expert.
BONUS = {"easy": 0.0, "medium": 0.0, "hard": 0.0, "expert": 1.0}
RUNGS_UP_TO = rungs_up_to(LADDER)
SMALLEST_FULL = 6  # from this size on all four levels can be had; smaller boards are done before they get hard
CALIBRATED = 9  # the size at which makers' labels tell where the levels begin
CUTS = (9.252, 10.33, 11.866)  # scores at which medium, hard and expert begin, at 9x9
ENDS = (8.6, 13.4)  # scores between which puzzles are made, at 9x9: of labelled ones nine in ten lie there
# Of the score, by the logarithm of the size. Both the open cells and the rounds grow with the area, which makes 6; the
# hardest puzzles with a given cap of technique are found to grow by 6.2 to 7.9 from 4x4 to 9x9, 5.3 to 6.3 beyond.
GROWTH_BELOW, GROWTH_ABOVE = 7.0, 6.0
MARGIN = 0.002  # puzzles are made no closer than this to a cut, scores being rounded to thousandths


def offset(size: int) -> float:
    """What a score at 9x9 is to be raised by to mean the same at another size."""
    growth = GROWTH_BELOW if size < CALIBRATED else GROWTH_ABOVE
    return growth * math.log(size / CALIBRATED)


def band(size: int, name: str) -> tuple[float, float]:
    """The lowest and the highest score at which puzzles of a level are made."""
    bounds, rank = (ENDS[0], *CUTS, ENDS[1]), LEVELS.index(name)
    return bounds[rank] + offset(size) + MARGIN, bounds[rank + 1] + offset(size) - MARGIN


def level(puzzle: Str8tsPuzzle, hardest: str, score: float) -> str:
    """The level of a puzzle: that of its score's band, or that of the hardest technique it needs if that is higher."""
    reached = sum(score >= cut + offset(puzzle.size) for cut in CUTS)
    return LEVELS[max(reached, LEVELS.index(hardest))]
