"""Random Train Tracks puzzles, sound at sight, for properties: any size and ends, mostly without an answer."""

from __future__ import annotations

from hypothesis import strategies as st

from puzzle_models.kernel.contract import InvalidPuzzle
from puzzle_models.tracks.ends import border_end
from puzzle_models.tracks.pieces import OPEN, PIECES
from puzzle_models.tracks.puzzle import LARGEST, TracksPuzzle, build

SIDES = st.one_of(st.integers(1, 6), st.integers(1, LARGEST))


@st.composite
def puzzles(draw: st.DrawFn) -> TracksPuzzle:
    """Any width and height, any two ends, clues that add up, some givens that fit."""
    width, height = draw(SIDES), draw(SIDES)
    places = st.integers(0, 2 * (width + height) - 1)
    one, two = draw(st.lists(places, min_size=2, max_size=2, unique=True))
    entry, exit = border_end(width, height, one), border_end(width, height, two)
    track = draw(st.sets(st.integers(0, width * height - 1), max_size=60))
    rows = [sum(cell // width == row for cell in track) for row in range(height)]
    columns = [sum(cell % width == col for cell in track) for col in range(width)]
    puzzle = build(width, height, columns, rows, entry, exit, [OPEN] * (width * height))
    for cell in sorted(track)[:8]:
        puzzle = _with_given(puzzle, cell, draw(st.sampled_from(PIECES)))
    return puzzle


def _with_given(puzzle: TracksPuzzle, cell: int, piece: int) -> TracksPuzzle:
    """The puzzle with one given more, where that is sound."""
    givens = (*puzzle.givens[:cell], piece, *puzzle.givens[cell + 1 :])
    try:
        return build(puzzle.width, puzzle.height, puzzle.columns, puzzle.rows, puzzle.entry, puzzle.exit, givens)
    except InvalidPuzzle:
        return puzzle
