"""Records as files: YAML, JSON and JSON Lines, the same bytes on every machine.

The YAML is written here and not by a library, whose output differs between its C and Python parts: text is plain where
every reader of YAML 1.1 or 1.2 takes it for text, else quoted as in JSON, which is YAML too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from puzzle_factory.records import Record, to_data

BATCH = "puzzle-factory/batch/1"
EXTENSIONS = ("yaml", "json", "jsonl")
OPENED = {"puzzle", "answer"}  # parts of a record with a line for each field; the others take one line
PICTURES = {"grid"}  # lists with a line for each row, so that one sees the grid

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_/.+-]*\Z")
NOT_TEXT = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}  # in YAML 1.1, in any case
ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)  # `json.dumps` would make one a value
UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def write_batch(records: Iterable[Record], form: str) -> bytes:
    """The file of a batch in one of `EXTENSIONS`: UTF-8, LF, the same bytes for the same records."""
    return b"".join(pieces(map(to_data, records), form))


def pieces(records: Iterable[Mapping[str, object]], form: str) -> Iterator[bytes]:
    """The file of a batch, piece by piece, from records as data; so a long one need not be held at once."""
    return (text.encode("utf-8") for text in WRITERS[form](records))


def record_line(record: Mapping[str, object]) -> str:
    """A record as a line of JSON Lines, its end left out."""
    return _json(record)


def _yaml_batch(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    lead = f"schema: {BATCH}\nrecords:\n"
    for record in records:
        yield lead + _yaml_record(record)
        lead = "\n"  # a blank line between two
    if lead != "\n":
        yield f"schema: {BATCH}\nrecords: []\n"


def _yaml_record(record: Mapping[str, object]) -> str:
    lines = [line for name, value in record.items() for line in _yaml_field(name, value)]
    return "".join(("- " if number == 0 else "  ") + line + "\n" for number, line in enumerate(lines))


def _yaml_field(name: str, value: object) -> list[str]:
    """The lines of one field."""
    if name in OPENED and isinstance(value, dict) and value:
        inner = [line for key, member in value.items() for line in _yaml_field(key, member)]
        return [f"{_scalar(name)}:", *(f"  {line}" for line in inner)]
    if name in PICTURES and isinstance(value, list) and value:
        return [f"{_scalar(name)}:", *(f"- {_flow(row)}" for row in value)]
    return [f"{_scalar(name)}: {_flow(value)}"]


def _flow(value: object) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(str(name))}: {_flow(member)}" for name, member in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_flow(member) for member in value) + "]"
    return _scalar(value)


def _scalar(value: object) -> str:
    if type(value) is int:  # most values are; and not a boolean
        return str(value)
    if isinstance(value, str):
        plain = PLAIN.match(value) and value.lower() not in NOT_TEXT
        return value if plain else _json(value)
    word = _json(value)
    if isinstance(value, float) and "." not in word:  # YAML 1.1 takes 1e-05 for text
        return word.replace("e", ".0e")
    return word


def _json(value: object) -> str:
    """Strict JSON on one line. Raises ValueError at a number that is not finite."""
    text = ENCODER.encode(value)
    return UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _json_batch(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    yield f'{{"schema": "{BATCH}", "records": [\n'
    lead = " "
    for record in records:
        yield lead + _json(record)
        lead = ",\n "
    yield "\n]}\n"


def _json_lines(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    return (_json(record) + "\n" for record in records)


WRITERS = {"yaml": _yaml_batch, "json": _json_batch, "jsonl": _json_lines}
