"""Which notation a text is in, judged by its content; the file's name decides only where the content leaves it open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from puzzle_factory.documents import Malformed
from puzzle_models.kernel.contract import Format, Genre

DATA_NOTATIONS = ("yaml", "json", "jsonl")
JSON_START = re.compile(r'[\[\s]*(\{\s*)?(["\]}]|$)')
YAML_LINE = re.compile(r"(---|%YAML|- |-$|[\[{]|[A-Za-z_\"'][\w\"' -]*:(\s|$))")

Owner = tuple[Genre, Format]


def recognised(text: str, path: str, genres: Sequence[Genre]) -> str:
    """The name of the notation of a text. Raises Malformed where it is none that we know."""
    opens = text.lstrip()[0] in "[{"
    if opens and _is_json(text):
        return "json"
    if _is_json_lines(text) or (opens and path.lower().endswith((".jsonl", ".ndjson"))):
        return "jsonl"
    if opens:
        return "json" if JSON_START.match(text) else "yaml"
    first = next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
    if YAML_LINE.match(first):
        return "yaml"
    for block in blocks(text):
        for genre in genres:
            for form in genre.formats:
                if form.recognises(block):
                    return form.name
    known = dict.fromkeys((*DATA_NOTATIONS, *(form.name for genre in genres for form in genre.formats)))
    raise Malformed(f"in no notation that we know; they are {', '.join(known)}")


def blocks(text: str) -> Iterator[str]:
    """The parts of a text between blank lines, without those lines."""
    for block in re.split(r"\n(?:[ \t\f]*\n)+", text.strip("\n")):
        if block.strip():
            yield block


def owner(block: str, name: str, genres: Sequence[Genre], last: Owner | None) -> Owner:
    """Who reads a block in the notation `name`: a genre that recognises it, else the last one, else the first."""
    able = [(genre, form) for genre in genres for form in genre.formats if form.name == name]
    return next(((genre, form) for genre, form in able if form.recognises(block)), last or able[0])


def _is_json_lines(text: str) -> bool:
    """Whether a text is one JSON value a line; it is if any line of several is, by itself."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and any(line.startswith("{") and _is_json(line) for line in lines)


def _is_json(line: str) -> bool:
    try:
        json.loads(line, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True
