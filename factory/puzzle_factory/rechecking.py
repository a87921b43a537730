"""A record doubted: each of its claims is found out anew, by rules, engines and ladder.

claim        what a record says beyond its puzzle: id, keys, answer, proof, grade; what it does not say is not missed
fault        a claim that does not hold, as a short phrase for people
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from puzzle_factory.documents import one_line
from puzzle_factory.finishing import PROOF_BUDGET_S
from puzzle_factory.grading import grade
from puzzle_factory.intake import claims_of
from puzzle_factory.records import identity, kind_of
from puzzle_factory.sources import fault_line, genres
from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, prove
from puzzle_models.kernel.contract import Answer, Genre, InvalidPuzzle

FOUND = {Unique: "unique", Multiple: "multiple", NoAnswer: "none"}
IN_WORDS = {"unique": "it has one answer", "multiple": "it has two answers or more", "none": "it has no answer"}
UNDECIDED = f"the engines do not decide within {PROOF_BUDGET_S:g} s"


def faults(data: object) -> list[str]:
    """All that does not hold of what a record's data claims; bad data of whatever kind is a fault and no error.

    Raises EngineDisagreement, a bug of ours.
    """
    (claim,) = claims_of(iter([data]), genres())
    if claim.genre is None or claim.record is None or claim.puzzle is None:
        return [fault_line(fault) for fault in claim.faults]
    return list(_faults(claim.genre, claim.puzzle, claim.record))


def _faults(genre: Genre, puzzle: Any, data: Mapping[str, object]) -> Iterator[str]:
    key = genre.key(puzzle)
    yield from _differs("id", data.get("id"), identity(genre, puzzle, key))
    yield from _key_differs("key", data.get("key"), key)
    answer, wrong = _answer(genre, puzzle, data.get("answer"))
    yield from wrong
    if answer:
        yield from _key_differs("answer_key", data.get("answer_key"), genre.answer_key(puzzle, answer))
    elif data.get("answer_key") is not None and not wrong:
        yield "there is an answer_key, and no answer"
    yield from _proof_faults(genre, puzzle, answer, data.get("proof"))
    yield from _grade_faults(genre, puzzle, data.get("grade"))


def _differs(name: str, claimed: object, found: object) -> Iterator[str]:
    """A fault where a claim is made and is not what was found."""
    if claimed is not None and claimed != found:
        yield f"{name} is said to be {one_line(claimed)}, but it is {one_line(found)}"


def _key_differs(name: str, claimed: object, found: str) -> Iterator[str]:
    """As `_differs`, where both are too long to show."""
    if claimed is not None and claimed != found:
        yield f"{name} differs from that of the puzzle"


def _answer(genre: Genre, puzzle: Any, claimed: object) -> tuple[Answer, list[str]]:
    """The answer claimed, empty where there is none that holds; and what is wrong with it."""
    if claimed is None:
        return (), []
    try:
        answer = genre.read_answer(puzzle, claimed)
    except InvalidPuzzle as broken:
        return (), [f"the answer cannot be one: {broken.faults[0].message}"]
    violations = genre.violations(puzzle, answer)
    if violations:
        return (), [f"the answer breaks a rule: {violations[0].message}"]
    return answer, []


def _proof_faults(genre: Genre, puzzle: Any, answer: Answer, claimed: object) -> Iterator[str]:
    if claimed is None:
        return
    if not isinstance(claimed, Mapping):
        yield f"the proof is {kind_of(claimed)}, not a mapping"
        return
    verdict = prove(genre, puzzle, PROOF_BUDGET_S, answer)
    found = FOUND.get(type(verdict))
    if found is None:
        yield UNDECIDED
    elif claimed.get("verdict") != found:
        yield f"the proof says {one_line(claimed.get('verdict'))}, but {IN_WORDS[found]}"
    elif claimed.get("engines") is not None and claimed["engines"] != list(verdict.engines):
        yield "the engines of the proof are not those that prove it"


def _grade_faults(genre: Genre, puzzle: Any, claimed: object) -> Iterator[str]:
    """Each member of a grade is a claim by itself, since other people's records have only a level."""
    if claimed is None:
        return
    if not isinstance(claimed, Mapping):
        yield f"the grade is {kind_of(claimed)}, not a mapping"
        return
    for name, found in asdict(grade(genre, puzzle)).items():
        if name in claimed and claimed[name] != found:
            yield f"{name} is said to be {one_line(claimed[name])}, but it is {one_line(found)}"
