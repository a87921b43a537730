"""The single slips of the pen that alone account for a faulty puzzle: undone, it has one answer."""

from __future__ import annotations

from typing import Any

from puzzle_factory.desk.trials import Candidate, OutOfTime, Trials
from puzzle_factory.engines.outcome import Deadline
from puzzle_models.kernel.contract import Genre, InvalidPuzzle

TYPO = "typo"
ENOUGH = 24  # typos found, likeliest first, from which those proposed are chosen


def typos(trials: Trials, puzzle: Any, claimed: object, deadline: Deadline) -> tuple[list[Candidate], bool]:
    """What a faulty puzzle may have been before one slip, likeliest first, and whether time was left for all of them.

    The slips after which an answer that was `claimed` is right come before all others.
    """
    slips = list(trials.genre.mending.slips(puzzle))
    if claimed is not None:
        slips.sort(key=lambda slip: not bears_out(trials.genre, slip.puzzle, claimed))
    found: list[Candidate] = []
    try:
        for slip in slips:
            if trials.has_one_answer(slip.puzzle, deadline):
                found.append(Candidate(TYPO, slip.puzzle, slip.name))
            if len(found) == ENOUGH:
                break
    except OutOfTime:
        return found, False
    return found, True


def bears_out(genre: Genre, puzzle: Any, claimed: object) -> bool:
    """Whether an answer claimed is one of a puzzle."""
    try:
        return not genre.violations(puzzle, genre.read_answer(puzzle, claimed))
    except InvalidPuzzle:
        return False
