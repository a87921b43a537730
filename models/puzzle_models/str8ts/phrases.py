"""Small phrases of the walkthrough, made of digits, straights and names alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzle_models.kernel.words import listed
from puzzle_models.str8ts.reasons import Straight

MANY_STRAIGHTS = 4  # more of them without a hole are said by their ends
LONG_RUN = 4  # so many digits of a cell, or more, without a hole likewise


def either(names: Iterable[object]) -> str:
    """`1, 2 or 4`."""
    return listed(names, "or")


def ends(straight: Straight) -> str:
    """A straight by its ends: `3–6`."""
    return f"{straight[0]}–{straight[-1]}" if len(straight) > 1 else str(straight[0])


def limited_to(possible: Sequence[Straight]) -> str:
    """`can only be 3–6 or 4–7`."""
    if len(possible) > MANY_STRAIGHTS and possible[-1][0] - possible[0][0] == len(possible) - 1:
        return f"can only be {ends(possible[0])} or higher, up to {ends(possible[-1])}"
    return f"{'must' if len(possible) == 1 else 'can only'} be {either(map(ends, possible))}"


def few(cell: str, digits: Sequence[int]) -> str:
    """`r1c1 is 4`, `r1c1 can only be 4 or 6`, or `r1c1 can only be 4 to 9`."""
    if len(digits) == 1:
        return f"{cell} is {digits[0]}"
    among = f"{digits[0]} to {digits[-1]}" if is_long_run(digits) else either(digits)
    return f"{cell} can only be {among}"


def is_long_run(digits: Sequence[int]) -> bool:
    """Whether digits in order are many and leave none out between them."""
    return len(digits) >= LONG_RUN and digits[-1] - digits[0] == len(digits) - 1


def no_other(lines: str, digits: Iterable[object]) -> str:
    """What follows for the cells of lines that are not part of the reason."""
    return f"no other cell of {lines} is {either(digits)}"


def together(names: Sequence[str]) -> str:
    """One name, or all of them as one party."""
    return names[0] if len(names) == 1 else f"{listed(names)} together"
