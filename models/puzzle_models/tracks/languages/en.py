"""Train Tracks in English."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts
from puzzle_models.tracks.ladder import LADDER
from puzzle_models.tracks.pieces import in_words

TEXTS = Texts(
    name="Train Tracks",
    rules=(
        "Lay one railway through the grid, from the arrow that points in to the arrow that points out.",
        "A cell is crossed straight on or in a curve, once at most. The track never branches, never crosses itself "
        "and leaves nothing over: every piece belongs to the one line.",
        "The number above a column and beside a row says how many of its cells have track.",
        "Pieces on a grey ground are given and stay as they are.",
        "There is one answer, and you never need to guess.",
    ),
    says={technique.name: technique.says for technique in LADDER},
    spoken=in_words("vertical", "horizontal", "up–right", "up–left", "down–right", "down–left"),
    phrases={
        "left": " That leaves {piece} at {cell}.",
        "rail-is": "{cell} is {piece}: {rails}.",
        "rail-empty": "{cell} is empty: {rails}.",
        "rail-part": "{cell} can only be {pieces}: {rails}.",
        "rail-part-or-empty": "{cell} can only be {pieces} or empty: {rails}.",
        "and-rail": ", and ",
        "must-rail": "{cells} must have a rail to it",
        "no-rail": "{cells} can have no rail to it",
        "full-0": "{Line} has no track: {cells} {cells:is|are} empty.",
        "full-1": "{Line} has its one track cell: {cells} {cells:is|are} empty.",
        "full-2": "{Line} has both of its track cells: {cells} {cells:is|are} empty.",
        "full-many": "{Line} has all {count} of its track cells: {cells} {cells:is|are} empty.",
        "last-1": "{Line} needs one more track cell and has one open cell: {cells} is track.",
        "last-2": "{Line} needs two more track cells and has two open cells: both are track ({cells}).",
        "last-many": "{Line} needs {count} more track cells and has {count} open cells: all {count} are track "
        "({cells}).",
        "loop": "A rail between {pair} would close a loop, so there is none.",
        "early-join": "A rail between {pair} would join entry and exit while track is still missing, so there is none.",
        "loose-end-at": "{Line} needs one more track cell and nothing can cross it: the only way on along it is at "
        "{cells}, so it is there.",
        "loose-end-between": "{Line} needs one more track cell and nothing can cross it: the only way on along it is "
        "the rail between {cells}, so it is there.",
        "neighbours": "{Line} needs one more track cell: {cell} as track would need {other} too, so {cell} is empty.",
        "spare-cell": "{Line} has one more empty cell: were it {cell}, {other} would be empty too, so {cell} is track.",
        "parity-rail": "The line crosses every closed boundary an even number of times; all rails but that between "
        "{pair} are known across one, so there is one.",
        "parity-none": "The line crosses every closed boundary an even number of times; all rails but that between "
        "{pair} are known across one, so there is none.",
        "gap": "{Line} needs one more track cell: a rail between {pair} would bring two, so there is none.",
        "pocket-track": "Every way from entry to exit leads through {cells}, so it is track.",
        "pocket-empty": "Only {neck} leads in and out at {cells}, and the line passes no cell twice: nothing there is "
        "track.",
        "suppose-empty": "Suppose {cells} were empty: {outcome}. So it is track.",
        "suppose-track": "Suppose {cells} were track: {outcome}. So it is empty.",
        "suppose-no-rail": "Suppose there were no rail between {pair}: {outcome}. So there is one.",
        "suppose-rail": "Suppose there were a rail between {pair}: {outcome}. So there is none.",
        "outcome": "by the easy techniques, {cell} could be neither track nor empty",
    },
)
