"""Which notation a text is in, judged by its content; the file's name decides only where the content leaves it open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from puzzle_factory.documents import Malformed
from puzzle_models.kernel.contract import Format, Genre

DATA_NOTATIONS = ("yaml", "json", "jsonl")
JSON_START = re.compile(r'[\[\s]*(\{\s*)?(["\]}]|$)')
YAML_LINE = re.compile(r"\s*(%YAML|((---|-)\s+)*([\[{&!]|[A-Za-z_\"'][\w\"' -]*:(\s|$)))")
DASHES = re.compile(r"(---|-)\s*(#.*)?")  # they open a document, a list, or a table of white cells: what follows tells
RIM = re.compile(r"^[ \t]*╔═+╗[ \t]*$", re.MULTILINE)  # on top of the drawings that genres make for people
COMMENT = "#!"

Owner = tuple[Genre, Format]  # a genre, and the one of its notations that reads a text


def recognised(text: str, path: str, genres: Sequence[Genre]) -> str:
    """The name of the notation of a text. Raises Malformed where it is none that we know."""
    opens = text.lstrip()[0] in "[{"
    if opens and _is_json(text):
        return "json"
    if _is_json_lines(text) or (opens and path.lower().endswith((".jsonl", ".ndjson"))):
        return "jsonl"
    if opens:
        return "json" if JSON_START.match(text) else "yaml"
    if YAML_LINE.match(_first_telling(text)):
        return "yaml"
    if RIM.search(text):
        raise Malformed("a drawing for people, which is not read back; give the puzzle as plain or as a record")
    for block in blocks(text):
        for genre in genres:
            for form in genre.formats:
                if form.recognises(block):
                    return form.name
    known = dict.fromkeys((*DATA_NOTATIONS, *(form.name for genre in genres for form in genre.formats)))
    raise Malformed(f"in no notation that we know; they are {', '.join(known)}")


def owned(text: str, name: str, genres: Sequence[Genre], forced: bool = True) -> Iterator[tuple[str, Owner]]:
    """Each block of a text, and who reads it: in the notation `name`, or unless that is `forced` in another.

    That is a genre that recognises it. What none does is broken, and taken for the genre and notation of what stands
    before it, else of the first that is recognised.
    """
    every = [(genre, form) for genre in genres for form in genre.formats]
    able = [owner for owner in every if owner[1].name == name]
    others = [] if forced else [owner for owner in every if owner[1].name != name]
    found = [(block, _recogniser(block, able + others)) for block in blocks(text)]
    last = next((owner for _, owner in found if owner), able[0])
    for block, owner in found:
        last = owner or last
        yield block, last


def blocks(text: str) -> Iterator[str]:
    """The parts of a text between blank lines, without those lines and without parts that are only comment."""
    for block in re.split(r"\n(?:[ \t\f]*\n)+", text.strip("\n")):
        if not all(line.lstrip().startswith(COMMENT) for line in block.split("\n") if line.strip()):
            yield block


def _recogniser(block: str, able: Sequence[Owner]) -> Owner | None:
    return next((owner for owner in able if owner[1].recognises(block)), None)


def _first_telling(text: str) -> str:
    """The first line that is no comment and more than a dash or three."""
    lines = (line for line in text.split("\n") if line.strip() and not line.startswith("#"))
    return next((line for line in lines if not DASHES.fullmatch(line)), "")


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
