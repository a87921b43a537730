"""Which notation a text is in, judged by its content; the file's name decides only where the content leaves it open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from puzzle_factory.documents import Malformed, is_crowded
from puzzle_models.kernel.contract import Format, Genre

DATA_NOTATIONS = ("yaml", "json", "jsonl")
JSON_START = re.compile(r'[\[\s]*(\{\s*)?(["\]}]|$)')
YAML_LINE = re.compile(r"\s*(%YAML|((---|-)\s+)*([\[{&!]|[A-Za-z_\"'][\w\"' -]*:(\s|$)))")
DASHES = re.compile(r"(---|-)\s*(#.*)?")  # they open a document, a list, or a table of white cells: what follows tells
RIM = re.compile(r"^[ \t]*╔═+╗[ \t]*$", re.MULTILINE)  # on top of the drawings that genres make for people
COMMENT = "#!"
LONGEST_LINE = 8192  # characters; what is longer in a notation of a genre is cut there, and still is no puzzle
OVERLONG = re.compile(rf"[^\n]{{{LONGEST_LINE + 1},}}")
TELLING = 2**16  # characters of a block that tell what it is
LINES_TRIED = 1000

Owner = tuple[Genre, Format]  # a genre, and the one of its notations that reads a text


def recognised(text: str, path: str, genres: Sequence[Genre]) -> str:
    """The name of the notation of a text. Raises Malformed where it is none that we know."""
    opens = text[: len(text) - len(text.lstrip()) + 1].strip() in ("[", "{")
    if opens and not is_crowded(text) and _is_json(text):
        return "json"
    if are_json_lines(text, path if opens else ""):
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
                if form.recognises(_start(block)):
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
    short = OVERLONG.sub(lambda line: line[0][:LONGEST_LINE], text.strip("\n"))
    for block in re.split(r"\n(?:[ \t\f]*\n)+", short):
        if not all(line.lstrip().startswith(COMMENT) for line in block.split("\n") if line.strip()):
            yield block


def are_json_lines(text: str, path: str) -> bool:
    """Whether a text is one JSON value a line: if any of its first lines is, by itself, or its file's name says so."""
    lines = [line for line in text.split("\n", LINES_TRIED)[:LINES_TRIED] if line.strip()]
    by_itself = len(lines) > 1 and any(line.startswith("{") and _is_json(line) for line in lines)
    return by_itself or path.lower().endswith((".jsonl", ".ndjson"))


def _recogniser(block: str, able: Sequence[Owner]) -> Owner | None:
    start = _start(block)
    return next((owner for owner in able if owner[1].recognises(start)), None)


def _start(block: str) -> str:
    """As much of a block as tells what it is, in whole lines."""
    return block if len(block) <= TELLING else block[:TELLING].rpartition("\n")[0]


def _first_telling(text: str) -> str:
    """The first line that is no comment and more than a dash or three, as much of it as tells."""
    for line in re.finditer(r"[^\n]+", text):
        words = line[0][:LONGEST_LINE]
        if words.strip() and not words.startswith("#") and not DASHES.fullmatch(words):
            return words
    return ""


def _is_json(line: str) -> bool:
    try:
        json.loads(line, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return True
