"""The archive: everything ever published, so that nothing is published twice."""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from puzzle_factory import archive_file
from puzzle_factory.archive_file import connect, is_database, make_empty, told
from puzzle_factory.errors import Unreadable, WrongUsage
from puzzle_factory.published import (
    Place,
    PlaceTaken,
    Publication,
    Repeat,
    Row,
    in_order_of_place,
    is_same_board,
    place_of,
    row_of,
)
from puzzle_factory.records import ANSWER, Record, keys_of

if TYPE_CHECKING:
    import sqlite3

__all__ = ["Archive", "Avoid", "Place", "PlaceTaken", "Publication", "Repeat", "Row"]
COLUMNS = "key, answer_key, genre, id, name, date, place, record"
AT_A_TIME = 256  # rows; between two reads nothing is locked


class Archive:
    """One connection to an archive, for one process and one thread.

    Whatever is asked of it may raise Unreadable where the file turns out damaged, IoFailure where the system refuses.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Archive:
        """The archive at a path, to be read and added to; made where there is no file."""
        if not path.exists():
            make_empty(path)
        return cls(path, connect(path))

    @classmethod
    def existing(cls, path: Path) -> Archive:
        """The archive at a path, to be read only. Raises WrongUsage where there is no file."""
        if not path.exists():
            raise WrongUsage(f"{path}: there is no such archive; `archive add` makes one")
        archive = cls(path, connect(path))
        with told(path):
            archive._connection.execute("PRAGMA query_only = ON")
        return archive

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def holds(self, keys: Iterable[str], beside: Publication | None = None) -> bool:
        """Whether any of the keys is taken, by a publication other than `beside`."""
        return self.first_holder(keys, beside) is not None

    def first_holder(self, keys: Iterable[str], beside: Publication | None = None) -> Row | None:
        """The row that was the first to take any of the keys, in a publication other than `beside`."""
        return next((row for row in self.holders(keys) if row.publication != beside), None)

    def holders(self, keys: Iterable[str]) -> list[Row]:
        """All rows that have any of the keys: first the same puzzles, then those with the same answer.

        Either are in order of date, name and place.
        """
        wanted = set(keys)
        found: dict[tuple[Publication, Place], Row] = {}
        for key in wanted:
            column, value = ("answer_key", key[len(ANSWER) :]) if key.startswith(ANSWER) else ("key", key)
            found |= {(row.publication, row.place): row for row in self.having(column, value)}
        return sorted(found.values(), key=lambda row: (row.key not in wanted, in_order_of_place(row)))

    def having(self, column: str, value: str) -> list[Row]:
        """All rows with that value in their `key` or `answer_key`, in order of date, name and place."""
        return self._rows(f"{column} = ? ORDER BY date, name, place", value)

    def reserve(
        self, publication: Publication, records: Sequence[Record], places: Sequence[Place] | None = None
    ) -> None:
        """Add records, all or none. Those that stand there already, as they are, are left alone.

        Left out, `places` are the records' own numbers, else their positions from 1. Raises Repeat and PlaceTaken.
        """
        own = places or [place_of(record.number, position) for position, record in enumerate(records, 1)]
        rows = [row_of(publication, place, record) for place, record in zip(own, records, strict=True)]
        with self.transaction():
            for row in rows:
                self.enter(row)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is entered inside is added whole or not at all; meanwhile no other process can add."""
        with told(self.path), archive_file.transaction(self._connection):
            yield

    def enter(self, row: Row) -> bool:
        """Add a row, inside a transaction; returns whether it is new. Raises Repeat and PlaceTaken."""
        other = self.first_holder(row.keys, beside=row.publication)
        if other:
            raise Repeat(row, other)
        there = self.at(row.publication, row.place)
        if there is None:
            self._insert(row)
        elif not is_same_board(row, there):
            raise PlaceTaken(row, there)
        return there is None

    def at(self, publication: Publication, place: Place) -> Row | None:
        """The row at a place."""
        found = self._rows("date = ? AND name = ? AND place = ?", publication.date, publication.name, place)
        return found[0] if found else None

    def records_of(self, publication: Publication) -> list[Row]:
        """The rows of a publication, in order of place."""
        return self._rows("date = ? AND name = ? ORDER BY place", publication.date, publication.name)

    def numbers(self, name: str | None = None, genre: str | None = None) -> array[int]:
        """The rows by number, in order of date, name and place; of one name or genre only where one is given."""
        wanted = "(?1 IS NULL OR name = ?1) AND (?2 IS NULL OR genre = ?2) ORDER BY date, name, place"
        return array(
            "q", (number for (number,) in self.select(f"SELECT number FROM published WHERE {wanted}", name, genre))
        )

    def rows(self, numbers: Sequence[int]) -> Iterator[Row]:
        """The rows of those numbers, in that order; some at a time, so that between them nothing is locked."""
        for start in range(0, len(numbers), AT_A_TIME):
            some = numbers[start : start + AT_A_TIME]
            listed = ", ".join(map(str, some))
            found = {
                number: _row(values)
                for number, *values in self.select(
                    f"SELECT number, {COLUMNS} FROM published WHERE number IN ({listed})"
                )
            }
            yield from (found[number] for number in some if number in found)

    def select(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds, whole, so that nothing stays locked."""
        with told(self.path):
            return self._connection.execute(query, values).fetchall()

    def _rows(self, where: str, *values: object) -> list[Row]:
        return [_row(found) for found in self.select(f"SELECT {COLUMNS} FROM published WHERE {where}", *values)]

    def _insert(self, row: Row) -> None:
        values = (
            row.key,
            row.answer_key,
            row.genre,
            row.id,
            row.publication.name,
            row.publication.date,
            row.place,
            row.record,
        )
        with told(self.path):
            self._connection.execute(f"INSERT INTO published ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)


def _row(values: Sequence[Any]) -> Row:
    key, answer_key, genre, identity, name, date, place, record = values
    return Row(key, answer_key, genre, identity, Publication(name, date), place, record)


@dataclass(frozen=True)
class Avoid:
    """Files whose puzzles must not come again: archives, and puzzle files in any notation.

    It can be sent to other processes, each of which opens or reads the files for itself when it first asks.
    """

    archives: tuple[Path, ...]

    def holds(self, keys: Iterable[str]) -> bool:
        """Whether any of the keys is in any of the files.

        Raises WrongUsage where one is not there, Unreadable where it cannot be read.
        """
        wanted = tuple(keys)
        return any(_holds(path, wanted) for path in self.archives)


def _holds(path: Path, keys: Collection[str]) -> bool:
    if _is_archive(path):
        return opened(path).holds(keys)
    return not _keys_in(path).isdisjoint(keys)


@cache
def _is_archive(path: Path) -> bool:
    return is_database(path)


def opened(path: Path) -> Archive:
    """The archive at a path, to be read only; opened once in each process and thread: a connection cannot be shared."""
    return _opened(path, os.getpid(), threading.get_ident())


@cache
def _opened(path: Path, process: int, thread: int) -> Archive:
    return Archive.existing(path)


@cache
def _keys_in(path: Path) -> frozenset[str]:
    """The keys of all puzzles in a file, and of the answers that came with them."""
    from puzzle_factory.conversion import record_in
    from puzzle_factory.sources import complaints, read_sources

    found: set[str] = set()
    for item in read_sources([str(path)]):
        if item.faults:
            raise Unreadable(f"{complaints(item)[0]}; what is to be avoided must be readable")
        record = record_in(item)
        found.update(keys_of(record.key, record.answer_key))
    return frozenset(found)
