"""What is printed in a Str8ts, thing by thing, and the puzzle without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from puzzle_models.kernel.contract import Thing
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, digit_words
from puzzle_models.str8ts.techniques import climb


def things(puzzle: Str8tsPuzzle) -> Iterator[Thing]:
    """Each digit, white or black."""
    for cell, digit in enumerate(puzzle.digits):
        if digit != NO_DIGIT:
            without = replace(puzzle, digits=(*puzzle.digits[:cell], NO_DIGIT, *puzzle.digits[cell + 1 :]))
            yield Thing(digit_words(puzzle, cell), without, partial(climb, without))
