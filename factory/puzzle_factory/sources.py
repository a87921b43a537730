"""Puzzles out of files, whatever notation they are in; one bad puzzle does not take its neighbours with it.

source       a file as named on the command line, or `-`
item         one puzzle of a source, or what stands where one should; `faults` says what is wrong with it
notation     how a file is written: yaml, json, jsonl, or one that a genre brings
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzle_factory.documents import Malformed
from puzzle_factory.errors import IoFailure, WrongUsage
from puzzle_factory.intake import claims_of, data_in
from puzzle_factory.notation import DATA_NOTATIONS, owned, recognised
from puzzle_factory.store import check_file, read_whole
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre, InvalidPuzzle, Violation

STDIN = "-"


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
    return read_bytes_of(path, bytes_of(path), forced_format)


def read_bytes_of(path: str, content: bytes, forced_format: str | None = None) -> Iterator[Item]:
    """The puzzles of one source that has been read already."""
    try:
        text = decoded(content)
        notation = forced_format or recognised(text, path, genres())
        by_data = notation in DATA_NOTATIONS
        found = _record_items(text, notation) if by_data else _foreign_items(text, notation, forced_format is not None)
        yield from _numbered(path, found)
    except Malformed as error:
        where = f"line {error.line}" if error.line else "file"
        yield Item(path, 0, forced_format or "", faults=(Violation("unreadable", where, error.message),))


def _numbered(source: str, found: Iterator[Item]) -> Iterator[Item]:
    """The items of a text, numbered from 1; whatever breaks the text off is number 0."""
    number = 0
    for number, item in enumerate(found, 1):
        yield replace(item, source=source, number=number)
    if not number:
        raise Malformed("no puzzle in it")


def _record_items(text: str, notation: str) -> Iterator[Item]:
    """The puzzles of a text in YAML, JSON or JSON Lines."""
    for claim in claims_of(data_in(text, notation), genres()):
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


def _foreign_items(text: str, notation: str, forced: bool) -> Iterator[Item]:
    """The puzzles of a text in notations that genres bring, block by block: each may be another genre's."""
    for block, (genre, form) in owned(text, notation, genres(), forced):
        for puzzle in form.read(block):
            if isinstance(puzzle, InvalidPuzzle):
                yield Item("", 0, form.name, genre, faults=puzzle.faults, unsound=puzzle.puzzle)
            else:
                yield Item("", 0, form.name, genre, puzzle)


def decoded(content: bytes) -> str:
    """The text in some bytes: UTF-8, a byte-order mark and CRLF taken. Raises Malformed."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Malformed(f"byte {error.start + 1} is not UTF-8; save the file as UTF-8", line) from error
    if not text.strip():
        raise Malformed("the file is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bytes_of(path: str) -> bytes:
    """All that is in a source. Raises WrongUsage or IoFailure."""
    if path != STDIN:
        return read_whole(path)
    if sys.stdin is None:
        raise WrongUsage("-: standard input is closed; name a file")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise IoFailure(f"{path}: cannot be read, {error.strerror or error}") from error


def complaints(item: Item) -> list[str]:
    """What is wrong with an item, a line a fault: source, place, fault."""
    place = f", puzzle {item.number}" if item.number else ""
    return [f"{item.source}{place}: {fault_line(fault)}" for fault in item.faults]


def fault_line(fault: Violation) -> str:
    """A fault in words, with the line of its file where that is its place."""
    return f"{fault.where}: {fault.message}" if fault.where.startswith("line ") else fault.message
