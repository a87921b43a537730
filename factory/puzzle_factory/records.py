"""Records: one finished puzzle with answer, grade, proof and origin; typed inside, plain data outside.

data         dicts, lists, text, numbers: what YAML and JSON hold, keys in the order of `FIELDS`
bare         a record without proof, grade or origin, such as other people write
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar

from puzzle_factory.grading import Grade
from puzzle_models.kernel.contract import Answer, Genre, InvalidPuzzle

SCHEMA = "puzzle-factory/record/1"
FIELDS = (
    "schema",
    "id",
    "number",
    "genre",
    "puzzle",
    "answer",
    "grade",
    "proof",
    "play",
    "origin",
    "key",
    "answer_key",
)
ID_DIGITS = 12
ANSWER = "answer "  # begins the key of an answer where both kinds stand side by side

T = TypeVar("T")


@dataclass(frozen=True)
class Proof:
    """What the engines said together, and which they were."""

    verdict: str
    engines: tuple[str, ...]


@dataclass(frozen=True)
class Play:
    """How the puzzle is meant to be played on a screen."""

    lives: int = 3
    hints: int = 2


@dataclass(frozen=True)
class Origin:
    """All it takes to make the puzzle again.

    A step of a family says which: `family` is an id made from the answer, `step` counts from 1, the easiest. Where
    presentations were asked for, `presentation` is the number of this one.
    """

    seed: str
    order: int
    index: int
    attempt: int
    family: str | None = None
    step: int | None = None
    presentation: int | None = None


@dataclass(frozen=True)
class Record:
    """One puzzle as it is kept. `puzzle` and `answer` are data in the genre's own form.

    `number` is what it bears in print, where it bears one. `extra` has the fields that other people added, kept as they
    came.
    """

    id: str
    genre: str
    puzzle: Mapping[str, object]
    answer: Mapping[str, object] | None
    grade: Grade | None
    proof: Proof | None
    play: Play | None
    origin: Origin | None
    key: str
    answer_key: str | None
    number: int | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


def record_of(
    genre: Genre,
    puzzle: Any,
    answer: Answer | None = None,
    grade: Grade | None = None,
    proof: Proof | None = None,
    play: Play | None = None,
    origin: Origin | None = None,
) -> Record:
    """The record of a typed puzzle, with id and keys worked out."""
    key = genre.key(puzzle)
    return Record(
        id=identity(genre, puzzle, key),
        genre=genre.name,
        puzzle=genre.unparse(puzzle),
        answer={"grid": genre.write_answer(puzzle, answer)} if answer else None,
        grade=grade,
        proof=proof,
        play=play,
        origin=origin,
        key=key,
        answer_key=genre.answer_key(puzzle, answer) if answer else None,
    )


def identity(genre: Genre, puzzle: Any, key: str) -> str:
    """The id that a puzzle has wherever it turns up: genre, size, and the start of its key's SHA-256.

    With the answer's key it is the id of a family.
    """
    digest = hashlib.sha256(key.encode("utf-8")).hexdigest()[:ID_DIGITS]
    return f"{genre.name}-{puzzle.width}x{puzzle.height}-{digest}"


def keys_of(key: str, answer_key: str | None) -> tuple[str, ...]:
    """The key of a puzzle, and that of its answer where it is known, told apart: what must not come twice."""
    return (key,) if answer_key is None else (key, ANSWER + answer_key)


def to_data(record: Record) -> dict[str, object]:
    """A record as data, in the order of `FIELDS`; what it lacks is left out."""
    parts: dict[str, object] = {"schema": SCHEMA}
    for name in FIELDS[1:]:
        part = getattr(record, name)
        if part is not None:
            parts[name] = _plain(_part_data(part) if is_dataclass(part) and not isinstance(part, type) else part)
    parts |= record.extra
    return {name: parts[name] for name in (*FIELDS, *parts) if name in parts}


def numbered(data: Mapping[str, object], number: int) -> dict[str, object]:
    """A record's data with the number that it bears in print."""
    parts = {**data, "number": number}
    return {name: parts[name] for name in (*FIELDS, *parts) if name in parts}


def from_data(genre: Genre, puzzle: Any, data: Mapping[str, object]) -> Record:
    """The record in `data`, whose puzzle has been read already. Id and keys are worked out anew.

    Claims that are no whole part of a record (a wrong answer, a level without the rest of a grade) are kept as they
    came, in `extra`.
    """
    answer = _answer(genre, puzzle, data.get("answer"))
    grade, proof = _part(Grade, data.get("grade")), _part(Proof, data.get("proof"))
    play, origin = _part(Play, data.get("play")), _part(Origin, data.get("origin"))
    record = record_of(genre, puzzle, answer, grade, proof, play, origin)
    number = data.get("number")
    record = replace(record, number=number if isinstance(number, int) and not isinstance(number, bool) else None)
    known = {"schema", "answer_key", *(name for name in FIELDS if getattr(record, name, None) is not None)}
    extra = {name: value for name, value in data.items() if name not in known and value is not None}
    return replace(record, extra=extra)


def restored(data: Mapping[str, Any]) -> Record:
    """The record that `to_data` made these data of. Nothing is worked out anew: only for data of our own hand."""
    parts: dict[str, Any] = {name: data.get(name) for name in FIELDS[1:]}
    for name, kind in (("grade", Grade), ("proof", Proof), ("play", Play), ("origin", Origin)):
        parts[name] = _part(kind, data.get(name))
    return Record(**parts)


def _answer(genre: Genre, puzzle: Any, claim: object) -> Answer | None:
    if claim is None:
        return None
    try:
        answer = genre.read_answer(puzzle, claim)
    except InvalidPuzzle:
        return None
    return None if genre.violations(puzzle, answer) else answer


def _part(kind: type[T], data: object) -> T | None:
    """One typed part of a record; None where it is left out or says less, or more, than such a part does."""
    if not isinstance(data, dict):
        return None
    known = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    if not known - _optional(kind) <= set(data) <= known:
        return None
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in data.items()})


def _part_data(part: Any) -> dict[str, object]:
    """A typed part as data, without what may be left out and is not there."""
    optional = _optional(type(part))
    found = {each.name: getattr(part, each.name) for each in fields(part)}  # `asdict` would copy all that is in them
    return {name: value for name, value in found.items() if value is not None or name not in optional}


def _optional(kind: type) -> set[str]:
    """The fields that a part may do without: those with None for a default."""
    return {each.name for each in fields(kind) if each.default is None}


def kind_of(value: object) -> str:
    """What a piece of data is, in the words of a message."""
    match value:
        case None:
            return "empty"
        case bool():
            return "a yes or no"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
    return "a mapping"


def _plain(value: object) -> object:
    """Data with lists where dataclasses have tuples."""
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    return [_plain(member) for member in value] if isinstance(value, (list, tuple)) else value
