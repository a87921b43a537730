"""Records and batches for the tests of the archive, made once for all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from puzzle_factory.archive import Archive, Publication
from puzzle_factory.production import Order, produce
from puzzle_factory.records import Record, record_of
from puzzle_factory.writing import write_batch
from puzzle_models import registry
from puzzle_models.kernel.contract import NESTED
from samples import wish

BOOK = Publication("book-1", "2026-11-02")
SITE = Publication("site", "2026-12-02")
Rows = list[str]
TURNS: dict[str, Callable[[Rows], Rows]] = {  # what becomes of the rows of a grid, by the words for it
    "as here": lambda rows: rows,
    "rotated by 90°": lambda rows: ["".join(column) for column in zip(*rows[::-1], strict=True)],
    "rotated by 180°": lambda rows: [row[::-1] for row in rows[::-1]],
    "rotated by 270°": lambda rows: ["".join(column) for column in zip(*rows, strict=True)][::-1],
    "mirrored left to right": lambda rows: [row[::-1] for row in rows],
    "mirrored top to bottom": lambda rows: rows[::-1],
    "mirrored in its falling diagonal": lambda rows: ["".join(column) for column in zip(*rows, strict=True)],
    "mirrored in its rising diagonal": lambda rows: ["".join(column)[::-1] for column in zip(*rows, strict=True)][::-1],
}


@cache
def made(genre: str = "tracks", count: int = 6) -> tuple[Record, ...]:
    """Records of small puzzles."""
    kind = Order(genre, wish(registry.load(genre), 5, 5, "easy"), count)
    return tuple(produce("archive", [kind], workers=1))


@cache
def family() -> tuple[Record, ...]:
    """Four puzzles of one answer."""
    kind = Order("str8ts", wish(registry.load("str8ts"), 6, 6, NESTED), 1)
    return tuple(produce("archive", [kind], workers=1))


def image(record: Record, number: int) -> Record:
    """A presentation of a record's puzzle, as a record with its answer and nothing more."""
    genre = registry.load(record.genre)
    puzzle = genre.parse(record.puzzle)
    return record_of(genre, *genre.image(puzzle, genre.read_answer(puzzle, record.answer), number))


def file_of(folder: Path, name: str, records: Sequence[Record]) -> str:
    """The name of a batch; its extension is its format."""
    (folder / name).write_bytes(write_batch(records, name.rpartition(".")[2]))
    return str(folder / name)


def lines_of(folder: Path, name: str, data: Sequence[Any]) -> str:
    """The name of a file in JSON Lines, of whatever data."""
    (folder / name).write_text("".join(json.dumps(each) + "\n" for each in data), encoding="utf-8")
    return str(folder / name)


def archive_of(folder: Path, records: Sequence[Record], publication: Publication = BOOK) -> str:
    """The name of an archive that holds these records."""
    with Archive.open(folder / "archive.sqlite") as archive:
        archive.reserve(publication, records)
    return str(folder / "archive.sqlite")


def published(archive: str | Path) -> list[tuple[str, str, object, str]]:
    """All rows of an archive as (name, date, place, id)."""
    with Archive.existing(Path(archive)) as found:
        return [(row.publication.name, row.publication.date, row.place, row.id) for row in found.rows(found.numbers())]
