"""The six pieces of track and the rails they carry. Value 0 of a cell is "empty", values 1 to 6 are the pieces."""

from __future__ import annotations

from puzzle_models.kernel.grid import SIDES

EMPTY = 0
OPEN = -1  # no given here
SYMBOLS = ".│─└┘┌┐"  # by value; in a puzzle the dot is an open cell, in an answer an empty one
NAMES = ("", "NS", "EW", "NE", "NW", "SE", "SW")  # by value: the two sides a piece joins
PIECES = range(1, 7)
RAILS = tuple(frozenset(SIDES.index(side) for side in name) for name in NAMES)  # by value, as side numbers
OF_RAILS = {rails: piece for piece, rails in enumerate(RAILS) if piece}


def has_rail(piece: int, side: int) -> bool:
    """Whether a piece carries a rail to side `side` (N E S W as 0 to 3)."""
    return side in RAILS[piece]


def in_words(*words: str) -> dict[str, str]:
    """The six pieces by their symbols, in words that come in the order of their values."""
    return dict(zip(map(SYMBOLS.__getitem__, PIECES), words, strict=True))
