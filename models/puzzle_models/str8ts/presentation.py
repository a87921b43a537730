"""How one puzzle can be laid before people: the eight symmetries, each with its digits as they are or complemented.

Presentation k is symmetry k % 8, and from 8 on every digit d reads size + 1 - d. A key reads like the puzzle it stands
for: genre, size and grid of the presentation that comes first when cells are ordered white, given, black, clue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.symmetry import SYMMETRIES, TURNED, WORDS, sources
from puzzle_models.str8ts.cells import WIDEST_TIGHT, Cell, word
from puzzle_models.str8ts.puzzle import LARGEST, NO_DIGIT, Str8tsPuzzle

IMAGES = 2 * len(SYMMETRIES)
TURNED_IMAGES = frozenset(k for k in range(IMAGES) if k % len(SYMMETRIES) in TURNED)
BLACK = 32  # a cell as a byte: its digit, and this much more where it is black


def image(puzzle: Str8tsPuzzle, answer: Answer, k: int) -> tuple[Str8tsPuzzle, Answer]:
    """Puzzle and answer (which may be empty) in presentation k."""
    origin = sources(puzzle.size, puzzle.size, k % len(SYMMETRIES))
    digits, values = puzzle.digits, answer
    if k >= len(SYMMETRIES):
        digits, values = _complement(puzzle.size, digits), _complement(puzzle.size, values)
    blacks = tuple([puzzle.blacks[cell] for cell in origin])
    moved = Str8tsPuzzle(puzzle.size, blacks, tuple([digits[cell] for cell in origin]))
    return moved, tuple([values[cell] for cell in origin]) if answer else ()


def image_words(puzzle: Str8tsPuzzle, other: Str8tsPuzzle) -> str:
    """What makes the other puzzle, of equal key, of the first: the first presentation that does, in words."""
    k = next(k for k in range(IMAGES) if image(puzzle, (), k)[0] == other)
    moved, size = WORDS[k % len(SYMMETRIES)], puzzle.size
    if k < len(SYMMETRIES):
        return moved
    return f"{f'{moved}, ' if k > len(SYMMETRIES) else ''}with each digit d as {size + 1} − d"


def key(puzzle: Str8tsPuzzle) -> str:
    """The canonical form of what is printed: equal for all presentations."""
    return _first(puzzle, puzzle.digits)


def answer_key(puzzle: Str8tsPuzzle, answer: Answer) -> str:
    """The canonical form of the answer without the digits of black cells: all of a family share it."""
    values = [NO_DIGIT if black else value for black, value in zip(puzzle.blacks, answer, strict=True)]
    return _first(puzzle, values)


def _first(puzzle: Str8tsPuzzle, values: Sequence[int]) -> str:
    """The least of all presentations, compared as bytes, since this is done for every puzzle made."""
    grid = bytes([value + BLACK * black for black, value in zip(puzzle.blacks, values, strict=True)])
    both = grid, grid.translate(_complements(puzzle.size))
    least = min(bytes(moved(cells)) for moved in _moves(puzzle.size) for cells in both)
    return f"str8ts {puzzle.size}x{puzzle.size} {_written(least, puzzle.size)}"


def _written(grid: bytes, size: int) -> str:
    words = [word(Cell(code >= BLACK, code % BLACK), size) for code in grid]
    return ("" if size <= WIDEST_TIGHT else " ").join(words)


def _complement(size: int, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([size + 1 - value if value != NO_DIGIT else NO_DIGIT for value in values])


@lru_cache(maxsize=LARGEST)
def _complements(size: int) -> bytes:
    """For each cell as a byte, its complement; a table for `bytes.translate`."""
    table = bytearray(range(256))
    for digit in range(1, size + 1):
        table[digit] = size + 1 - digit
        table[BLACK + digit] = BLACK + size + 1 - digit
    return bytes(table)


@lru_cache(maxsize=LARGEST)
def _moves(size: int) -> tuple[Callable[[bytes], tuple[int, ...]], ...]:
    """Each symmetry as a function from the cells of a grid to those of the moved one."""
    return tuple(itemgetter(*sources(size, size, k)) for k in SYMMETRIES)
