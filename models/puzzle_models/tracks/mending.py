"""How a faulty Train Tracks puzzle can be changed: givens added, clues and givens made those of an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES, cell_name, line_cells, line_name
from puzzle_models.kernel.mending import Addition, Change
from puzzle_models.tracks.pieces import EMPTY, OPEN, RAILS, SYMBOLS
from puzzle_models.tracks.puzzle import End, TracksPuzzle, build, faults

VALUES = range(len(RAILS))


def is_sound(puzzle: TracksPuzzle) -> bool:
    """Whether nothing is wrong with a puzzle at sight."""
    return next(faults(puzzle), None) is None


def additions(puzzle: TracksPuzzle, answer: Answer) -> list[Addition]:
    """The pieces of an answer that are not given."""
    return [
        Addition(cell, piece, tuple((cell, other) for other in VALUES if other != piece))
        for cell, piece in enumerate(answer)
        if piece != EMPTY and puzzle.givens[cell] == OPEN
    ]


def with_printed(puzzle: TracksPuzzle, added: Sequence[Addition]) -> TracksPuzzle:
    """The puzzle with more givens. Raises InvalidPuzzle where they do not go together."""
    givens = list(puzzle.givens)
    for addition in added:
        givens[addition.cell] = addition.value
    return build(puzzle.width, puzzle.height, puzzle.columns, puzzle.rows, puzzle.entry, puzzle.exit, givens)


def fitted(puzzle: TracksPuzzle, answer: Answer) -> TracksPuzzle:
    """The puzzle with the clues of an answer, and with its pieces where others are given."""
    lines = range(puzzle.height + puzzle.width)
    clues = [sum(answer[cell] != EMPTY for cell in line_cells(line, *puzzle.shape)) for line in lines]
    givens = tuple(
        given if given in (OPEN, piece) else piece or OPEN for given, piece in zip(puzzle.givens, answer, strict=True)
    )
    return replace(puzzle, rows=tuple(clues[: puzzle.height]), columns=tuple(clues[puzzle.height :]), givens=givens)


def printed(puzzle: TracksPuzzle) -> frozenset[int]:
    """The cells of the givens."""
    return frozenset(cell for cell, piece in enumerate(puzzle.givens) if piece != OPEN)


def changes(puzzle: TracksPuzzle, other: TracksPuzzle) -> tuple[Change, ...]:
    """What another puzzle of the same size has otherwise: clues, then givens, then ends."""
    return (*_clues(puzzle, other), *_givens(puzzle, other), *_ends(puzzle, other))


def _clues(puzzle: TracksPuzzle, other: TracksPuzzle) -> Iterator[Change]:
    for line, (clue, instead) in enumerate(zip(puzzle.clues, other.clues, strict=True)):
        if clue != instead:
            yield Change("clue", line_name(line, puzzle.height), clue, instead)


def _givens(puzzle: TracksPuzzle, other: TracksPuzzle) -> Iterator[Change]:
    for cell, (piece, instead) in enumerate(zip(puzzle.givens, other.givens, strict=True)):
        if piece != instead:
            where = cell_name(*divmod(cell, puzzle.width))
            yield Change("given", where, SYMBOLS[max(piece, 0)], SYMBOLS[max(instead, 0)])


def _ends(puzzle: TracksPuzzle, other: TracksPuzzle) -> Iterator[Change]:
    for name in ("entry", "exit"):
        end, instead = getattr(puzzle, name), getattr(other, name)
        if end != instead:
            yield Change("end", name, _end_words(end), _end_words(instead))


def _end_words(end: End) -> str:
    return f"{cell_name(end.row, end.col)} {SIDES[end.side]}"
