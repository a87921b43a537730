"""The slips of the pen that spoil a Str8ts puzzle, undone: likeliest first, sound or not.

colour       whether a cell is black or white
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from puzzle_models.kernel.mending import Slip
from puzzle_models.kernel.slips import misread
from puzzle_models.kernel.symmetry import SYMMETRIES, sources
from puzzle_models.str8ts.cells import Cell
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, repeats

MISREAD, OTHER, EXTRA = "a digit misread", "another digit", "a digit too many"
COLOUR, LETTER = "black for white", "a letter for a digit"  # `#` for `.`, or `A` for `1`; and the other way round
SWAPPED, MASK = "neighbours swapped", "rows and columns exchanged"
Cells = Mapping[int, Cell]


def slips(puzzle: Str8tsPuzzle) -> Iterator[Slip]:
    """Each puzzle that is one slip away, some of them more than once.

    Nearly every black pattern has a symmetry. So the slips that bring one back come first, and none are told that take
    it away.
    """
    suspects, is_symmetric = _suspects(puzzle), _has_symmetry(puzzle)
    others = []
    for name, changed in _slips(puzzle):
        if not suspects or any(cell in changed for cell in suspects):
            slip = Slip(name, _with_cells(puzzle, changed))
            if slip.puzzle.blacks == puzzle.blacks or is_symmetric == _has_symmetry(slip.puzzle):
                others.append(slip)
            elif not is_symmetric:
                yield slip
    yield from others


def _has_symmetry(puzzle: Str8tsPuzzle) -> bool:
    """Whether the black pattern looks the same turned or mirrored."""
    blacks = puzzle.blacks
    origins = (sources(puzzle.size, puzzle.size, k) for k in SYMMETRIES[1:])
    return any(all(blacks[cell] == black for cell, black in zip(origin, blacks, strict=True)) for origin in origins)


def _suspects(puzzle: Str8tsPuzzle) -> tuple[int, ...]:
    """Of a puzzle that is not sound, cells of which one at least is wrong."""
    for cell, digit in enumerate(puzzle.digits):
        if not 0 <= digit <= puzzle.size:
            return (cell,)
    return next(((first, second) for _, first, second in repeats(puzzle.size, puzzle.digits)), ())


def _slips(puzzle: Str8tsPuzzle) -> Iterator[tuple[str, Cells]]:
    """The name of each slip, and the cells as they were before it."""
    printed = [cell for cell, digit in enumerate(puzzle.digits) if digit != NO_DIGIT]
    for cell in printed:
        yield from ((MISREAD, {cell: _cell(puzzle, cell, digit)}) for digit in misread(puzzle.digits[cell]) if digit)
    yield from _other_colour(puzzle, printed)
    yield from _swapped_cells(puzzle)
    for cell in printed:
        yield from ((OTHER, {cell: _cell(puzzle, cell, digit)}) for digit in range(1, puzzle.size + 1))
    yield from ((EXTRA, {cell: _cell(puzzle, cell, NO_DIGIT)}) for cell in printed)
    yield from _swapped_lines(puzzle)
    yield MASK, {cell: Cell(puzzle.blacks[cell], puzzle.digits[other]) for cell, other in _transposed(puzzle.size)}
    yield from _other_colour(puzzle, [cell for cell, digit in enumerate(puzzle.digits) if digit == NO_DIGIT])


def _other_colour(puzzle: Str8tsPuzzle, cells: list[int]) -> Iterator[tuple[str, Cells]]:
    for cell in cells:
        digit = puzzle.digits[cell]
        yield COLOUR if digit == NO_DIGIT else LETTER, {cell: Cell(not puzzle.blacks[cell], digit)}


def _swapped_cells(puzzle: Str8tsPuzzle) -> Iterator[tuple[str, Cells]]:
    """Two cells side by side, then two one above the other."""
    for step in (1, puzzle.size):
        for cell in range(len(puzzle.digits) - step):
            if step > 1 or (cell + 1) % puzzle.size:
                yield SWAPPED, {cell: _cell(puzzle, cell + step), cell + step: _cell(puzzle, cell)}


def _swapped_lines(puzzle: Str8tsPuzzle) -> Iterator[tuple[str, Cells]]:
    """Two rows, then two columns, side by side."""
    size = puzzle.size
    for line in range(size - 1):
        rows = {line * size + col: (line + 1) * size + col for col in range(size)}
        yield SWAPPED, _exchanged(puzzle, rows)
    for line in range(size - 1):
        columns = {row * size + line: row * size + line + 1 for row in range(size)}
        yield SWAPPED, _exchanged(puzzle, columns)


def _exchanged(puzzle: Str8tsPuzzle, pairs: Mapping[int, int]) -> Cells:
    both = {**pairs, **{other: cell for cell, other in pairs.items()}}
    return {cell: _cell(puzzle, other) for cell, other in both.items()}


def _transposed(size: int) -> Iterator[tuple[int, int]]:
    """Each cell, and the one that it changes places with where rows are taken for columns."""
    return ((row * size + col, col * size + row) for row in range(size) for col in range(size))


def _cell(puzzle: Str8tsPuzzle, cell: int, digit: int | None = None) -> Cell:
    """What a cell holds, with another digit where one is given."""
    return Cell(puzzle.blacks[cell], puzzle.digits[cell] if digit is None else digit)


def _with_cells(puzzle: Str8tsPuzzle, changed: Cells) -> Str8tsPuzzle:
    blacks, digits = list(puzzle.blacks), list(puzzle.digits)
    for cell, (black, digit) in changed.items():
        blacks[cell], digits[cell] = black, digit
    return replace(puzzle, blacks=tuple(blacks), digits=tuple(digits))
