"""How a faulty Str8ts puzzle can be changed: digits added in white and black cells, or made those of an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import cell_name, line_cells
from puzzle_models.kernel.mending import Addition, Change
from puzzle_models.str8ts.cells import Cell, word
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, build, faults


def is_sound(puzzle: Str8tsPuzzle) -> bool:
    """Whether nothing is wrong with a puzzle at sight."""
    return next(faults(puzzle), None) is None


def additions(puzzle: Str8tsPuzzle, answer: Answer) -> list[Addition]:
    """The digits of an answer that are not given; and in black cells, those that their row and column do without."""
    found = []
    for cell, (black, digit) in enumerate(zip(puzzle.blacks, puzzle.digits, strict=True)):
        if digit == NO_DIGIT:
            found += list(_clues(puzzle, answer, cell)) if black else [_given(puzzle, answer, cell)]
    return found


def with_printed(puzzle: Str8tsPuzzle, added: Sequence[Addition]) -> Str8tsPuzzle:
    """The puzzle with more digits. Raises InvalidPuzzle where they do not go together."""
    digits = list(puzzle.digits)
    for addition in added:
        digits[addition.cell] = addition.value
    return build(puzzle.size, puzzle.blacks, digits)


def fitted(puzzle: Str8tsPuzzle, answer: Answer) -> Str8tsPuzzle:
    """The puzzle with the digits of an answer where others are printed; a black cell can have any there, or none."""
    printed = zip(puzzle.digits, answer, strict=True)
    return replace(puzzle, digits=tuple(NO_DIGIT if digit == NO_DIGIT else value for digit, value in printed))


def printed(puzzle: Str8tsPuzzle) -> frozenset[int]:
    """The cells with a digit."""
    return frozenset(cell for cell, digit in enumerate(puzzle.digits) if digit != NO_DIGIT)


def changes(puzzle: Str8tsPuzzle, other: Str8tsPuzzle) -> tuple[Change, ...]:
    """What another puzzle of the same size has otherwise, cell by cell."""
    return tuple(_changes(puzzle, other))


def _changes(puzzle: Str8tsPuzzle, other: Str8tsPuzzle) -> Iterator[Change]:
    for cell in range(len(puzzle.digits)):
        here, there = (Cell(each.blacks[cell], each.digits[cell]) for each in (puzzle, other))
        if here != there:
            kind = "colour" if here.black != there.black else "clue" if here.black else "given"
            words = (word(each, puzzle.size) for each in (here, there))
            yield Change(kind, cell_name(*divmod(cell, puzzle.size)), *words)


def _given(puzzle: Str8tsPuzzle, answer: Answer, cell: int) -> Addition:
    digits = range(1, puzzle.size + 1)
    return Addition(cell, answer[cell], tuple((cell, digit) for digit in digits if digit != answer[cell]))


def _clues(puzzle: Str8tsPuzzle, answer: Answer, cell: int) -> Iterator[Addition]:
    """The clues that a black cell could have: no cell of its row and column may hold the same digit."""
    lines = (cell // puzzle.size, puzzle.size + cell % puzzle.size)
    sees = {other for line in lines for other in line_cells(line, puzzle.size, puzzle.size)} - {cell}
    taken = {answer[other] for other in sees}
    for digit in range(1, puzzle.size + 1):
        if digit not in taken:
            yield Addition(cell, digit, tuple((other, digit) for other in sorted(sees)))
