"""What is printed in a Train Tracks puzzle, thing by thing, and the puzzle without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from puzzle_models.kernel.contract import Path, Thing
from puzzle_models.tracks.board import CLUE, SIZE, board
from puzzle_models.tracks.pieces import OPEN
from puzzle_models.tracks.puzzle import TracksPuzzle, clue_words, given_words
from puzzle_models.tracks.techniques import climb, climb_board


def things(puzzle: TracksPuzzle) -> Iterator[Thing]:
    """Each clue and each given."""
    for line in range(len(puzzle.clues)):
        yield Thing(clue_words(puzzle, line), None, partial(climb_without_clue, puzzle, line))
    for cell, piece in enumerate(puzzle.givens):
        if piece != OPEN:
            without = replace(puzzle, givens=(*puzzle.givens[:cell], OPEN, *puzzle.givens[cell + 1 :]))
            yield Thing(given_words(puzzle, cell), without, partial(climb, without))


def climb_without_clue(puzzle: TracksPuzzle, line: int, level: str) -> Path:
    """Climb with techniques up to a level that never look at one line's clue: it counts as a line without cells."""
    facts = board(puzzle)
    facts.lines[line, [CLUE, SIZE]] = 0
    return climb_board(facts, puzzle.givens, level)
