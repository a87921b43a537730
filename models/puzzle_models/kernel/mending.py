"""How faulty puzzles of a genre can be mended: the functions that it brings for that, and what passes between.

slip         what somebody may have done to a sound puzzle with one stroke of the pen
addition     something printed besides, so that fewer answers are left
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzle_models.kernel.contract import Answer


@dataclass(frozen=True)
class Change:
    """One thing that two puzzles have otherwise: where, and what the one and the other have there.

    `kind` is `given` or `clue`, else a word of the genre's own.
    """

    kind: str
    where: str
    before: object
    after: object


@dataclass(frozen=True)
class Slip:
    """What may have been meant by a puzzle that somebody spoilt: by which slip, and the puzzle before it."""

    name: str
    puzzle: Any


@dataclass(frozen=True)
class Addition:
    """A value that could be printed in a cell besides; an answer with one of the `barred` values is then none."""

    cell: int
    value: int
    barred: tuple[tuple[int, int], ...]  # (cell, value)


@dataclass(frozen=True)
class Mending:
    """How faulty puzzles of a genre can be mended. What goes in need not be sound, nor what comes out of slips."""

    is_sound: Callable[[Any], bool]  # whether nothing is wrong with a puzzle at sight
    slips: Callable[[Any], Iterator[Slip]]  # each puzzle that one slip of the pen makes this one of, likeliest first
    additions: Callable[[Any, Answer], list[Addition]]  # all that could be printed besides and leave an answer one
    with_printed: Callable[[Any, Sequence[Addition]], Any]  # raises InvalidPuzzle where they do not go together
    fitted: Callable[[Any, Answer], Any]  # as little changed as lets an answer that the encoding allows be one
    printed: Callable[[Any], frozenset[int]]  # the cells in which something is printed
    changes: Callable[[Any, Any], tuple[Change, ...]]  # what a puzzle of the same size has otherwise than the first
