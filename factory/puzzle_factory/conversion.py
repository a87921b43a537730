"""Puzzles from one notation into another, and what gets lost on the way said aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzle_factory.errors import OK, UNREADABLE, USAGE, heaviest
from puzzle_factory.records import Record, from_data, record_of
from puzzle_factory.sources import Item, complaints, notations
from puzzle_factory.writing import EXTENSIONS, write_batch
from puzzle_models.kernel.contract import Genre, InvalidPuzzle, Violation

TEXT = "text"  # a drawing for people; it is not read back
CARRIED = ("schema", "id", "genre", "puzzle", "key", "answer_key")  # known from the puzzle alone, or bare names


@dataclass(frozen=True)
class Converted:
    """What came out: the bytes (empty where nothing did), lines about it for people, and the exit code."""

    content: bytes
    lines: tuple[str, ...]
    exit_code: int


def targets() -> tuple[str, ...]:
    """The names of all notations that can be written."""
    return (*notations(), TEXT)


def convert(items: Iterable[Item], to: str) -> Converted:
    """All sound puzzles in the notation `to`. The others are named in `lines`; the rest go on."""
    found = list(items)
    sound = [item for item in found if not item.faults]
    lines = [line for item in found for line in complaints(item)]
    codes = [UNREADABLE if lines else OK]
    if to in EXTENSIONS:
        content = write_batch(map(record_in, sound), to) if sound else b""
        return Converted(content, tuple(lines), heaviest(codes))
    texts = []
    for item in sound:
        try:
            assert item.genre is not None
            text, remarks = written(item.genre, item.puzzle, to)
        except InvalidPuzzle as broken:
            text, remarks = "", [f"not written, {broken}"]
            codes.append(USAGE)
        texts += [text] if text else []
        lines += [f"{item.source}, puzzle {item.number}: {remark}" for remark in remarks]
    return Converted(joined(texts).encode(), (*lines, *_left_out(sound, to)), heaviest(codes))


def record_in(item: Item) -> Record:
    """The record of a sound item, with all that it came with."""
    assert item.genre is not None
    if item.record is None:
        return record_of(item.genre, item.puzzle)
    return from_data(item.genre, item.puzzle, item.record)


def written(genre: Genre, puzzle: Any, to: str) -> tuple[str, list[str]]:
    """A puzzle in a notation that is no record's, and what is to be said about it. Raises InvalidPuzzle."""
    if to == TEXT:
        return genre.text(puzzle, None), []
    form = next((form for form in genre.formats if form.name == to), None)
    if form is None:
        fault = Violation("not-carried", "notation", f"{genre.name} puzzles have no notation {to}")
        raise InvalidPuzzle([fault])
    return form.write(puzzle, None), form.remarks(puzzle, None)


def joined(texts: Sequence[str]) -> str:
    """Texts of several lines with a blank line between, texts of one line without."""
    apart = any(text.count("\n") > 1 for text in texts)
    return ("\n" if apart else "").join(texts)


def _left_out(items: Iterable[Item], to: str) -> list[str]:
    """The line that says which parts of records stay behind; none where there is nothing to say."""
    lost = {name: None for item in items if item.record for name in item.record if name not in CARRIED}
    return [f"{to} holds puzzles only; left out: {', '.join(lost)}"] if lost else []
