"""The single slips of the pen that alone account for a faulty puzzle: undone, it has one answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puzzle_factory.desk.trials import Candidate, Trials
from puzzle_factory.engines.outcome import Deadline, OutOfTime
from puzzle_models.kernel.contract import Genre, InvalidPuzzle
from puzzle_models.kernel.mending import Slip

TYPO = "typo"
ENOUGH = 16  # typos found, likeliest first, from which those proposed are chosen


def typos(trials: Trials, puzzle: Any, claimed: object, deadline: Deadline) -> tuple[list[Candidate], bool]:
    """What a faulty puzzle may have been before one slip, likeliest first, and whether time was left for all of them.

    The slips after which an answer that was `claimed` is right come before all others.
    """
    found: list[Candidate] = []
    try:
        for slip in _slips(trials.genre, puzzle, claimed, deadline):
            if trials.has_one_answer(slip.puzzle, deadline):
                found.append(Candidate(TYPO, slip.puzzle, slip.name))
            if len(found) == ENOUGH:
                break
    except OutOfTime:
        return found, False
    return found, True


def _slips(genre: Genre, puzzle: Any, claimed: object, deadline: Deadline) -> Iterator[Slip]:
    """The slips that leave a sound puzzle, each puzzle once, in the order told above. Raises OutOfTime."""
    if claimed is None:
        yield from _sound_slips(genre, puzzle, deadline)
        return
    others = []
    for slip in _sound_slips(genre, puzzle, deadline):
        if bears_out(genre, slip.puzzle, claimed):
            yield slip
        else:
            others.append(slip)
    yield from others


def _sound_slips(genre: Genre, puzzle: Any, deadline: Deadline) -> Iterator[Slip]:
    seen = {puzzle}
    for slip in genre.mending.slips(puzzle):
        deadline.leave()
        if slip.puzzle not in seen and genre.mending.is_sound(slip.puzzle):
            seen.add(slip.puzzle)
            yield slip


def bears_out(genre: Genre, puzzle: Any, claimed: object) -> bool:
    """Whether an answer claimed is one of a puzzle."""
    try:
        return not genre.violations(puzzle, genre.read_answer(puzzle, claimed))
    except InvalidPuzzle:
        return False
