"""Our errors, and the one table from what went wrong to an exit code. Messages say which, where and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

OK = 0
FAILED = 1  # a bug or an I/O failure
USAGE = 2
UNREADABLE = 3  # an unreadable or invalid puzzle, recipe or record
REFUTED = 4  # not unique, a wrong answer, a failed check
UNDECIDED = 5  # undecided within the limit, or an order that could not be filled
INTERRUPTED = 130

WEIGHT = (FAILED, USAGE, UNREADABLE, REFUTED, UNDECIDED)  # where several apply, the first of these


class FactoryError(Exception):
    """The root of our errors: one clear line for the user, and the exit code it ends in."""

    exit_code = FAILED


class PuzzleBug(FactoryError):
    """A bug of ours that shows on a puzzle: `what` is wrong, and the `puzzle` as one can paste it. To be reported."""

    def __init__(self, what: str, puzzle: str) -> None:
        super().__init__(what, puzzle)  # both, so that it travels between processes
        self.what = what
        self.puzzle = puzzle

    def __str__(self) -> str:
        return f"a bug, please report it: {self.what}: {self.puzzle}"


class IoFailure(FactoryError):
    """The disk or the system would not do as asked."""


class WrongUsage(FactoryError):
    """The command line asks for what cannot be: no such file, no such size, options that exclude each other."""

    exit_code = USAGE


class Unreadable(FactoryError):
    """A file that cannot be read as puzzles, a record or a recipe."""

    exit_code = UNREADABLE


class OrderUnfilled(FactoryError):
    """An order that could not be filled within its budget; the message says what was found instead."""

    exit_code = UNDECIDED


class Interrupted(FactoryError):
    """Stopped from outside; the message says what there is already, and how to go on."""

    exit_code = INTERRUPTED


def heaviest(codes: Iterable[int]) -> int:
    """The exit code of a run in which each of `codes` applies somewhere."""
    found = set(codes)
    return next((code for code in WEIGHT if code in found), OK)


def is_none(word: str, kind: str, known: Iterable[str]) -> str:
    """A complaint about a word that is none of those known: `'trakcs' is no genre; did you mean 'tracks'?`."""
    return f"'{word}' is no {kind}{did_you_mean(word, known)}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about a word: the nearest right one, or all of them."""
    words = list(known)
    near = get_close_matches(word, words, n=1)
    return f"; did you mean '{near[0]}'?" if near else f"; choose from {', '.join(words)}"
