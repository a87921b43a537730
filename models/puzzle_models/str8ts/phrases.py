"""Small phrases of the walkthrough, made of digits, straights and names alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzle_models.kernel.languages import Several, Speech
from puzzle_models.str8ts.reasons import Straight

MANY_STRAIGHTS = 4  # more of them without a hole are said by their ends
LONG_RUN = 4  # so many digits of a cell, or more, without a hole likewise


def ends(straight: Straight) -> str:
    """A straight by its ends: `3–6`."""
    return f"{straight[0]}–{straight[-1]}" if len(straight) > 1 else str(straight[0])


def limited_to(speech: Speech, possible: Sequence[Straight]) -> str:
    """`can only be 3–6 or 4–7`."""
    if len(possible) > MANY_STRAIGHTS and possible[-1][0] - possible[0][0] == len(possible) - 1:
        return speech.say("can-only-be-from", first=ends(possible[0]), last=ends(possible[-1]))
    phrase = "must-be" if len(possible) == 1 else "can-only-be"
    return speech.say(phrase, straights=speech.either(map(ends, possible)))


def few(speech: Speech, cell: str, digits: Sequence[int]) -> str:
    """`r1c1 is 4`, `r1c1 can only be 4 or 6`, or `r1c1 can only be 4 to 9`."""
    if len(digits) == 1:
        return speech.say("is", cell=cell, digit=digits[0])
    if is_long_run(digits):
        return speech.say("few-from", cell=cell, first=digits[0], last=digits[-1])
    return speech.say("few", cell=cell, digits=speech.either(digits))


def is_long_run(digits: Sequence[int]) -> bool:
    """Whether digits in order are many and leave none out between them."""
    return len(digits) >= LONG_RUN and digits[-1] - digits[0] == len(digits) - 1


def no_other(speech: Speech, lines: str | Several, digits: Iterable[object]) -> str:
    """What follows for the cells of lines that are not part of the reason."""
    return speech.say("no-other", lines=lines, digits=speech.either(digits))


def together(speech: Speech, names: Sequence[str]) -> str:
    """One name, or all of them as one party."""
    return names[0] if len(names) == 1 else speech.say("together", spans=speech.every(names))
