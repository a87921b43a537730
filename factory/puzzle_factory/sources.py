"""Puzzles out of files, whatever notation they are in; one bad puzzle does not take its neighbours with it.

source       a file as named on the command line, or `-`
item         one puzzle of a source, or what stands where one should; `faults` says what is wrong with it
notation     how a file is written: yaml, json, jsonl, or one that a genre brings
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzle_factory.documents import Malformed, is_text
from puzzle_factory.errors import WrongUsage
from puzzle_factory.intake import claims_of, data_in, json_lines
from puzzle_factory.notation import DATA_NOTATIONS, are_json_lines, owned, recognised
from puzzle_factory.opening import LARGEST, LONGEST_LINE, STDIN, Opened, lines_of, opened
from puzzle_factory.store import check_file
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre, InvalidPuzzle, Violation

MOST_LINES = 4_000_000  # of a text that is read whole
MOST_PUZZLES = 250_000  # of a source
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # how it begins, in either order of bytes
NOT_UTF_8 = "is not UTF-8; save the file as UTF-8"


@dataclass(frozen=True)
class Item:
    """One puzzle of a source. Sound: `genre` and `puzzle` are there. Not sound: `faults` is not empty.

    `number` counts from 1 within its source; 0 stands for a source that cannot be read as puzzles at all.
    `answer` and `level` are what the source claims, not judged; `record` is the data that the puzzle came in, if any.
    `unsound` is a puzzle that is not sound but could be read whole.
    """

    source: str
    number: int
    format: str
    genre: Genre | None = None
    puzzle: Any = None
    faults: tuple[Violation, ...] = ()
    answer: object = None
    level: str | None = None
    record: Mapping[str, object] | None = None
    unsound: Any = None


def notations() -> tuple[str, ...]:
    """The names of all notations that can be read."""
    return tuple(dict.fromkeys((*DATA_NOTATIONS, *(each.name for genre in genres() for each in genre.formats))))


def genres() -> tuple[Genre, ...]:
    """All genres."""
    return tuple(registry.load(name) for name in registry.names())


def read_sources(paths: Sequence[str], forced_format: str | None = None) -> Iterator[Item]:
    """The puzzles of all sources, in order. Raises WrongUsage, before the first of them, where one is no file."""
    check_sources(paths)
    return (item for path in paths for item in read_text_of(path, forced_format))


def check_sources(paths: Sequence[str]) -> None:
    """Raise WrongUsage where a source is no file, or standard input is named twice."""
    for path in paths:
        if path != STDIN:
            check_file(path)
    if list(paths).count(STDIN) > 1:
        raise WrongUsage("standard input (-) can be read once only; name it once")


def read_text_of(path: str, forced_format: str | None = None) -> Iterator[Item]:
    """The puzzles of one source."""
    return read_opened(opened(path), forced_format)


def read_opened(source: Opened, forced_format: str | None = None) -> Iterator[Item]:
    """The puzzles of one source whose head has been read already."""
    try:
        found = _long_items(source, forced_format) if source.more else _whole_items(source, forced_format)
        yield from _numbered(source.path, found)
    except Malformed as error:
        where = f"line {error.line}" if error.line else "file"
        yield Item(source.path, 0, forced_format or "", faults=(Violation("unreadable", where, error.message),))


def _whole_items(source: Opened, forced_format: str | None) -> Iterator[Item]:
    """The puzzles of a source that has been read whole. What is not UTF-8 in a line spoils no other."""
    text, broken = text_of(source.head)
    try:
        notation = forced_format or recognised(text, source.path, genres())
    except Malformed as error:
        raise broken or error from error
    if notation not in DATA_NOTATIONS:
        return _foreign_items(text, notation, forced_format is not None, broken)
    if broken and notation != "jsonl":
        raise broken
    return _record_items(data_in(text, notation), notation)


def _long_items(source: Opened, forced_format: str | None) -> Iterator[Item]:
    """The puzzles of a source that is too large to be read whole: JSON Lines only."""
    start = source.head[: 2 * LONGEST_LINE].decode("utf-8-sig", "surrogateescape")
    if (forced_format or are_json_lines(start, source.path)) not in (True, "jsonl"):
        raise Malformed(f"larger than {LARGEST >> 20} MB; split it, or give JSON Lines, which may be of any length")
    lines = (None if line is None else line.decode("utf-8-sig", "surrogateescape") for line in lines_of(source))
    return _record_items(json_lines(lines), "jsonl")


def _numbered(source: str, found: Iterator[Item]) -> Iterator[Item]:
    """The items of a text, numbered from 1; whatever breaks the text off is number 0."""
    number = 0
    for number, item in enumerate(found, 1):
        if number > MOST_PUZZLES:
            raise Malformed(f"more than {MOST_PUZZLES:,} puzzles, and no more of them are read; split the file")
        yield replace(item, source=source, number=number)
    if not number:
        raise Malformed("no puzzle in it")


def _record_items(data: Iterable[object], notation: str) -> Iterator[Item]:
    """The puzzles of data out of YAML, JSON or JSON Lines."""
    for claim in claims_of(iter(data), genres()):
        yield Item(
            source="",
            number=0,
            format=notation,
            genre=claim.genre,
            puzzle=claim.puzzle,
            faults=claim.faults,
            answer=claim.answer,
            level=claim.level,
            record=claim.record,
            unsound=claim.unsound,
        )


def _foreign_items(text: str, notation: str, forced: bool, broken: Malformed | None) -> Iterator[Item]:
    """The puzzles of a text in notations that genres bring, block by block: each may be another genre's."""
    for block, (genre, form) in owned(text, notation, genres(), forced):
        spoilt = broken is not None and not is_text(block)
        for puzzle in form.read(block):
            if isinstance(puzzle, InvalidPuzzle):
                why = (Violation("unreadable", f"line {broken.line}", broken.message),) if broken and spoilt else ()
                unsound = None if why else puzzle.puzzle
                yield Item("", 0, form.name, genre, faults=(*why, *puzzle.faults), unsound=unsound)
            else:
                yield Item("", 0, form.name, genre, puzzle)


def decoded(content: bytes) -> str:
    """The text in some bytes: UTF-8, a byte-order mark and CRLF taken. Raises Malformed."""
    text, broken = text_of(content)
    if broken:
        raise broken
    return text


def text_of(content: bytes) -> tuple[str, Malformed | None]:
    """The text in some bytes, a byte-order mark and CRLF taken, and what is wrong with the first that are not UTF-8.

    Those stand in the text as halves of characters. Raises Malformed where it is no text at all.
    """
    if content.startswith(UTF_16) or (content[1:4:2] == b"\0\0") != (content[0:4:2] == b"\0\0"):
        raise Malformed("the file is in UTF-16 or UTF-32; save it as UTF-8")
    broken = None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        broken = Malformed(f"byte {error.start + 1} {NOT_UTF_8}", line)
        text = content.decode("utf-8-sig", "surrogateescape")
    if not text or text.isspace():
        raise Malformed("the file is empty")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        raise Malformed(f"more than {MOST_LINES:,} lines; split the file")
    return text, broken


def complaints(item: Item) -> list[str]:
    """What is wrong with an item, a line a fault: source, place, fault."""
    place = f", puzzle {item.number}" if item.number else ""
    return [f"{item.source}{place}: {fault_line(fault)}" for fault in item.faults]


def fault_line(fault: Violation) -> str:
    """A fault in words, with the line of its file where that is its place."""
    return f"{fault.where}: {fault.message}" if fault.where.startswith("line ") else fault.message
