"""The shared corpora where they are there, as typed puzzles of both genres, and the slips that people make in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import str8ts_boards
import test_tracks_corpora as tracks_corpora
from differential import change_str8ts, change_tracks, changed
from puzzle_models.tracks.puzzle import TracksPuzzle

ALL = 10_000


def puzzles(each: int = ALL) -> Iterator[Any]:
    """Up to `each` puzzles of every file of tracks, spread over it, and eight times as many of the one of Str8ts."""
    for file in sorted(tracks_corpora.CORPORA.glob("sgt_*.txt")):
        found = [puzzle for puzzle, _ in tracks_corpora.tatham(file.stem.removeprefix("sgt_"), most=ALL)]
        yield from spread(found, each)
    yield from spread([tracks_corpora.puzzle_of(entry) for entry in tracks_corpora.published()], each)
    yield from spread([one.puzzle for one in str8ts_boards.published()], 8 * each)


def spread(found: list[Any], most: int) -> Iterator[Any]:
    yield from islice(found[:: max(1, len(found) // most)], most)


def slips(puzzle: Any, number: int, count: int) -> Iterator[Any]:
    """The puzzle with a given dropped, a clue changed, its ends swapped and the like: so many random slips."""
    draw = random.Random(f"slips {number}")
    change = change_tracks if isinstance(puzzle, TracksPuzzle) else change_str8ts
    for _ in range(count):
        yield changed(draw, puzzle, change)
