"""The slips of the pen that spoil a Train Tracks puzzle, undone: likeliest first, sound or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzle_models.kernel.grid import beyond
from puzzle_models.kernel.mending import Slip
from puzzle_models.kernel.slips import digit_lost_or_added, misread
from puzzle_models.tracks.ends import border_end
from puzzle_models.tracks.pieces import OPEN, PIECES
from puzzle_models.tracks.puzzle import End, TracksPuzzle

ONE_OFF, MISREAD, DIGITS, OTHER = "a clue one off", "a digit misread", "a digit left out or added", "another number"
SWAPPED, LINES = "neighbours swapped", "rows and columns exchanged"
PIECE, BESIDE, EXTRA = "another piece", "a cell further on", "a piece too many"
END = "an end misplaced"


def slips(puzzle: TracksPuzzle) -> Iterator[Slip]:
    """Each puzzle that is one slip away, some of them more than once."""
    if sum(puzzle.rows) != sum(puzzle.columns):  # then one clue at least is wrong, and no other slip would do
        yield from _one_clue(puzzle)
        return
    yield from _swapped_clues(puzzle)
    yield from _pieces(puzzle)
    yield from _ends_beside(puzzle)
    if puzzle.width == puzzle.height:
        yield Slip(LINES, replace(puzzle, rows=puzzle.columns, columns=puzzle.rows))
    yield from _ends_elsewhere(puzzle)


def _one_clue(puzzle: TracksPuzzle) -> Iterator[Slip]:
    """The sums of rows and columns must agree, so each line has but one number that it may have been."""
    missing = sum(puzzle.columns) - sum(puzzle.rows)
    wanted = [clue + missing for clue in puzzle.rows] + [clue - missing for clue in puzzle.columns]
    found = [
        (_name(clue, meant, max(puzzle.shape)), line)
        for line, (clue, meant) in enumerate(zip(puzzle.clues, wanted, strict=True))
        if meant >= 0
    ]
    for name in (ONE_OFF, MISREAD, DIGITS, OTHER):
        for kind, line in found:
            if kind == name:
                yield Slip(name, _with_clues(puzzle, {line: wanted[line]}))


def _name(clue: int, meant: int, largest: int) -> str:
    """The slip that makes the one of the other."""
    if abs(clue - meant) == 1:
        return ONE_OFF
    if meant in misread(clue):
        return MISREAD
    return DIGITS if meant in digit_lost_or_added(clue, largest) else OTHER


def _swapped_clues(puzzle: TracksPuzzle) -> Iterator[Slip]:
    clues = puzzle.clues
    for line in range(len(clues) - 1):
        if line + 1 != puzzle.height:  # the last row and the first column are no neighbours
            yield Slip(SWAPPED, _with_clues(puzzle, {line: clues[line + 1], line + 1: clues[line]}))


def _pieces(puzzle: TracksPuzzle) -> Iterator[Slip]:
    """A given that is another piece, stands one cell further on, or is one too many."""
    given = [cell for cell, piece in enumerate(puzzle.givens) if piece != OPEN]
    for cell in given:
        for piece in PIECES:
            yield Slip(PIECE, _with_givens(puzzle, {cell: piece}))
    for cell in given:
        for side in range(4):
            other = beyond(cell, side, *puzzle.shape)
            if other is not None:
                exchanged = {cell: puzzle.givens[other], other: puzzle.givens[cell]}
                yield Slip(BESIDE, _with_givens(puzzle, exchanged))
    for cell in given:
        yield Slip(EXTRA, _with_givens(puzzle, {cell: OPEN}))


def _ends_beside(puzzle: TracksPuzzle) -> Iterator[Slip]:
    """An end that belongs one place further along the border."""
    border = _border(puzzle)
    for number, end in enumerate(puzzle.ends):
        if end in border:
            place = border.index(end)
            for step in (-1, 1):
                yield Slip(END, _with_end(puzzle, number, border[(place + step) % len(border)]))


def _ends_elsewhere(puzzle: TracksPuzzle) -> Iterator[Slip]:
    """An end at any other place of its side; of the whole border where it is not on the border at all."""
    border = _border(puzzle)
    for number, end in enumerate(puzzle.ends):
        for other in border:
            if end not in border or other.side == end.side:
                yield Slip(END, _with_end(puzzle, number, other))


def _border(puzzle: TracksPuzzle) -> list[End]:
    return [border_end(puzzle.width, puzzle.height, place) for place in range(2 * sum(puzzle.shape))]


def _with_clues(puzzle: TracksPuzzle, changed: dict[int, int]) -> TracksPuzzle:
    clues: Sequence[int] = [changed.get(line, clue) for line, clue in enumerate(puzzle.clues)]
    return replace(puzzle, rows=tuple(clues[: puzzle.height]), columns=tuple(clues[puzzle.height :]))


def _with_end(puzzle: TracksPuzzle, number: int, end: End) -> TracksPuzzle:
    return replace(puzzle, exit=end) if number else replace(puzzle, entry=end)


def _with_givens(puzzle: TracksPuzzle, changed: dict[int, int]) -> TracksPuzzle:
    return replace(puzzle, givens=tuple(changed.get(cell, piece) for cell, piece in enumerate(puzzle.givens)))
