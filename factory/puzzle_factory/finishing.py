"""From a draft to records: what was drawn is proven and graded, and held to what it was drawn as.

Nothing is taken from the genre on trust: not that an answer keeps the rules, not a level, not the order in a family,
not that a presentation is the same puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from puzzle_factory.errors import OrderUnfilled, PuzzleBug
from puzzle_factory.grading import Grade, grade_of, is_more_work
from puzzle_factory.presentations import Presentation, presented
from puzzle_factory.records import Origin, Play, Proof, Record, identity, record_of
from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, Unknown, pasteable, prove
from puzzle_models.kernel.contract import LEVELS, NESTED, Answer, Draft, Genre, Path, Wish

PROOF_BUDGET_S = 600.0  # a generated puzzle takes milliseconds; time must not decide which puzzle is made


class UnsoundLadder(PuzzleBug):
    """A draft is not what it was drawn as, such as a puzzle that has not one answer though the ladder finished it."""


@dataclass(frozen=True)
class Proven:
    """A puzzle with its one answer, and the path through the ladder that its grade rests on."""

    puzzle: Any
    answer: Answer
    proof: Proof
    path: Path
    grade: Grade


def finished(genre: Genre, wish: Wish, draft: Draft, presentations: int, origin: Origin) -> tuple[Record, ...]:
    """The records of a draft: step by step, and of each step its presentations one after another.

    Raises UnsoundLadder where genre and engines do not agree on them, OrderUnfilled where the engines do not decide.
    """
    steps = [proven(genre, puzzle, draft.answer) for puzzle in draft.puzzles]
    for step, level in zip(steps, _promised(wish, draft), strict=True):
        _check_level(genre, step, level)
    if wish.level == NESTED:
        _check_family(genre, steps)
    origins = [_origin(genre, wish, step, number, origin) for number, step in enumerate(steps, 1)]
    return tuple(
        record
        for step, origin in zip(steps, origins, strict=True)
        for record in _presentations(genre, step, presentations, origin)
    )


def proven(genre: Genre, puzzle: Any, answer: Answer) -> Proven:
    """A puzzle with its answer, both proven, and its grade. Raises UnsoundLadder and OrderUnfilled."""
    if broken := genre.violations(puzzle, answer):
        raise UnsoundLadder(f"its answer breaks a rule ({broken[0].message})", pasteable(genre, puzzle))
    verdict = decided(genre, puzzle, answer)
    if not isinstance(verdict, Unique):
        raise UnsoundLadder("it was drawn with one answer and has several", pasteable(genre, puzzle))
    path = genre.climb(puzzle, LEVELS[-1])
    return Proven(puzzle, answer, Proof("unique", tuple(verdict.engines)), path, grade_of(genre, puzzle, path))


def decided(genre: Genre, puzzle: Any, known: Answer = ()) -> Unique | Multiple | NoAnswer:
    """The verdict on a puzzle of our own making. Raises OrderUnfilled where the engines do not come to one."""
    verdict = prove(genre, puzzle, PROOF_BUDGET_S, known)
    if isinstance(verdict, Unknown):
        raise OrderUnfilled(f"the engines did not decide within {PROOF_BUDGET_S:g} s on {pasteable(genre, puzzle)}")
    return verdict


def _promised(wish: Wish, draft: Draft) -> tuple[str | None, ...]:
    """The level that each puzzle must have; None where only the rise of the score is promised."""
    if wish.level != NESTED:
        return (wish.level,)
    return draft.levels or (None,) * len(LEVELS)


def _check_level(genre: Genre, found: Proven, level: str | None) -> None:
    if found.grade.score is None or level not in (None, found.grade.level):
        raise UnsoundLadder(
            f"made as {level or 'a step of a family'}, graded {found.grade.level}", pasteable(genre, found.puzzle)
        )


def _check_family(genre: Genre, steps: Sequence[Proven]) -> None:
    """Raise UnsoundLadder where a step is no more work than the one before, or has not fewer of the same givens."""
    for number, (before, step) in enumerate(pairwise(steps), 2):
        if not is_more_work(step.grade, before.grade):
            what = f"scores {step.grade.score}, and the step before {before.grade.score}"
        elif not _is_nested(before.path, step.path):
            what = "has not fewer of the givens of the step before"
        else:
            continue
        raise UnsoundLadder(f"step {number} of a family {what}", pasteable(genre, step.puzzle))


def _is_nested(easier: Path, harder: Path) -> bool:
    """Whether the harder board starts with all that the easier one leaves open, and more.

    Marks say so for any genre: a given is a cell that starts with one mark.
    """
    return not (easier.start & ~harder.start).any() and bool((harder.start & ~easier.start).any())


def _origin(genre: Genre, wish: Wish, step: Proven, number: int, origin: Origin) -> Origin:
    """The origin of a step; of a puzzle by itself it says nothing of a family."""
    if wish.level != NESTED:
        return origin
    family = identity(genre, step.puzzle, genre.answer_key(step.puzzle, step.answer))
    return replace(origin, family=family, step=number)


def _presentations(genre: Genre, step: Proven, wanted: int, origin: Origin) -> list[Record]:
    """The records of one puzzle. Raises UnsoundLadder where a presentation has another grade or key than the puzzle."""
    found: list[Record] = []
    for laid in presented(genre, step.puzzle, step.answer, wanted):
        found.append(_record(genre, step, laid, origin))
        for name in ("grade", "key", "answer_key"):
            if getattr(found[-1], name) != getattr(found[0], name):
                raise UnsoundLadder(
                    f"presentation {laid.number} has another {name} than the puzzle as drawn",
                    pasteable(genre, laid.puzzle),
                )
    return found


def _record(genre: Genre, step: Proven, laid: Presentation, origin: Origin) -> Record:
    """The record of a presentation, which is proven and graded by itself unless it is the puzzle as it was drawn."""
    found = proven(genre, laid.puzzle, laid.answer) if laid.number else step
    at = replace(origin, presentation=laid.number)
    return record_of(genre, found.puzzle, found.answer, found.grade, found.proof, Play(), at)
