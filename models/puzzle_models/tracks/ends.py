"""Where the line may enter and leave: the sides of the border, counted clockwise from the north-west corner."""

from __future__ import annotations

from puzzle_models.kernel.random import Stream, below
from puzzle_models.tracks.puzzle import End


def border_end(width: int, height: int, place: int) -> End:
    """The end at a place of the border, which has 2 * (width + height) of them."""
    if place < width:
        return End(0, place, 0)
    if place < width + height:
        return End(place - width, width - 1, 1)
    if place < 2 * width + height:
        return End(height - 1, 2 * width + height - 1 - place, 2)
    return End(2 * (width + height) - 1 - place, 0, 3)


def draw_ends(stream: Stream, width: int, height: int, kind: str) -> tuple[int, int]:
    """Two places of the border for entry and exit, in the kind asked for, never on one cell."""
    border = range(2 * (width + height))
    entries = border[2 * width + height :] if kind == "left-bottom" else border
    exits = border[width + height : 2 * width + height] if kind == "left-bottom" else border
    while True:
        one, two = entries[below(stream, len(entries))], exits[below(stream, len(exits))]
        entry, exit = border_end(width, height, one), border_end(width, height, two)
        if (entry.row, entry.col) != (exit.row, exit.col) and _is_kind(entry.side, exit.side, kind):
            return one, two


def _is_kind(entry: int, exit: int, kind: str) -> bool:
    if kind == "opposite":
        return entry ^ 2 == exit
    if kind == "adjacent":
        return (entry ^ exit) & 1 == 1
    return kind != "same" or entry == exit
