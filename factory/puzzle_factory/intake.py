"""From data to puzzles: what a YAML, JSON or JSON Lines file claims, each claim judged by itself.

Taken are records, bare puzzles `{"genre", "puzzle"}`, lists of both, batches `{"schema", "records"}`, and the days of a
calendar `{"schema", "date", "slots"}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from puzzle_factory.days import SCHEMA as DAY
from puzzle_factory.documents import Flaw, Malformed, first_flaw, is_text, load_json, load_yaml, one_line
from puzzle_factory.opening import LONGEST_LINE
from puzzle_factory.records import SCHEMA, kind_of
from puzzle_factory.writing import BATCH
from puzzle_models.kernel.contract import Genre, InvalidPuzzle, Violation


@dataclass(frozen=True)
class Claim:
    """One record as it came in: its puzzle where that is sound, else what is wrong with it, and what could be read."""

    genre: Genre | None = None
    puzzle: Any = None
    faults: tuple[Violation, ...] = ()
    answer: object = None
    level: str | None = None
    record: Mapping[str, object] | None = None
    unsound: Any = None


def data_in(text: str, notation: str) -> Iterator[object]:
    """The records' data in a text, batches and lists unpacked; a `Flaw` where a record should be. Raises Malformed."""
    if notation == "jsonl":
        yield from json_lines(text.split("\n"))
    elif notation == "json":
        yield from _unpacked(load_json(text))
    else:
        for document in load_yaml(text):
            yield from _unpacked(document)


def claims_of(data: Iterator[object], genres: Sequence[Genre]) -> Iterator[Claim]:
    """The claim of each record's data."""
    return (_claim(record, genres) for record in data)


def json_lines(lines: Iterable[str | None]) -> Iterator[object]:
    """A value a line; a line that is none, None for one too long to be looked at, is a flaw of its own."""
    for number, line in enumerate(lines, 1):
        if line is None or line.strip():
            value = _json_line(line)
            yield Flaw(value.message, number) if isinstance(value, Flaw) else value


def _json_line(line: str | None) -> object:
    if line is None or len(line) > LONGEST_LINE:
        return Flaw(f"longer than {LONGEST_LINE >> 20} MB; no record is")
    if not is_text(line):
        return Flaw("not UTF-8; save the file as UTF-8")
    try:
        return load_json(line)
    except Malformed as error:
        return Flaw(error.message)


def _unpacked(document: object) -> Iterator[object]:
    """The records of one document."""
    if isinstance(document, list):
        yield from document
    elif isinstance(document, dict) and "records" in document:
        schema, records = document.get("schema", BATCH), document["records"]
        if schema != BATCH:
            raise Malformed(f"the schema is '{one_line(schema)}'; a batch has {BATCH}")
        if not isinstance(records, list):
            raise Malformed(f"'records' is {kind_of(records)}; it is a list of records")
        yield from records
    elif isinstance(document, dict) and document.get("schema") == DAY:
        if not isinstance(document.get("slots"), dict):
            raise Malformed("a day has 'slots', a mapping of names to records")
        yield from document["slots"].values()
    elif isinstance(document, Flaw):
        raise Malformed(document.message, document.line)
    elif isinstance(document, dict) and "recipe" in document and "orders" in document:
        raise Malformed("this is a recipe: give it to `batch`")
    elif document is not None:
        yield document


def _claim(data: object, genres: Sequence[Genre]) -> Claim:
    flaw = first_flaw(data)
    if flaw:
        return _refused("unreadable", f"line {flaw.line}" if flaw.line else "record", flaw.message)
    if not isinstance(data, dict):
        return _refused("type", "record", f"a record is a mapping with genre and puzzle; this is {kind_of(data)}")
    schema = data.get("schema", SCHEMA)
    if schema != SCHEMA:
        return _refused("schema", "schema", f"the schema is '{one_line(schema)}'; a record has {SCHEMA}")
    missing = [key for key in ("genre", "puzzle") if key not in data]
    if missing:
        return _refused("missing", missing[0], f"the key '{missing[0]}' is missing{_hint(missing[0], data)}")
    genre = next((genre for genre in genres if genre.name == data["genre"]), None)
    if genre is None:
        names = [genre.name for genre in genres]
        return _refused("genre", "genre", f"'{one_line(data['genre'])}' is not a genre; choose from {', '.join(names)}")
    return _puzzle_claim(genre, data)


def _puzzle_claim(genre: Genre, data: dict[str, object]) -> Claim:
    """The claim of a record of a known genre."""
    grade = data.get("grade")
    level = grade.get("level") if isinstance(grade, dict) else None
    level = level if isinstance(level, str) else None
    try:
        puzzle = genre.parse(data["puzzle"])
    except InvalidPuzzle as broken:
        return Claim(genre, None, broken.faults, data.get("answer"), level, data, broken.puzzle)
    return Claim(genre, puzzle, (), data.get("answer"), level, data)


def _refused(code: str, where: str, message: str) -> Claim:
    return Claim(faults=(Violation(code, where, message),))


def _hint(missing: str, data: dict[str, object]) -> str:
    close = get_close_matches(missing, [key for key in data if len(key) < 40], n=1)
    return f"; is '{one_line(close[0])}' meant for it?" if close else ""
