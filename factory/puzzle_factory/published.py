"""What stands in the archive: rows, each one published puzzle, and what can keep a row out.

row          one published puzzle: its record, its keys, and where it stands
publication  what came out under one name on one date; its rows may share keys, as presentations and families do
place        where in its publication a puzzle stands: a number, or the name of a slot
repeat       a puzzle whose key, or answer key, stands in another publication already
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from puzzle_factory.errors import REFUTED, FactoryError
from puzzle_factory.records import Record, keys_of
from puzzle_factory.writing import write_batch

Place = int | str
LARGEST_NUMBER = 2**63 - 1  # that SQLite can hold


@dataclass(frozen=True)
class Publication:
    """Something that came out: `date` is an ISO calendar date. Two days of one calendar are two publications."""

    name: str
    date: str

    def __str__(self) -> str:
        return f"{self.name} of {self.date}"


@dataclass(frozen=True)
class Row:
    """One published puzzle. `record` is its record as JSON on one line."""

    key: str
    answer_key: str | None
    genre: str
    id: str
    publication: Publication
    place: Place
    record: str

    @property
    def keys(self) -> tuple[str, ...]:
        """All that must not come again."""
        return keys_of(self.key, self.answer_key)

    def __str__(self) -> str:
        return f"{self.where} of {self.publication}"

    @property
    def where(self) -> str:
        """The place in words."""
        return f"number {self.place}" if isinstance(self.place, int) else f"slot {self.place}"


class Repeat(FactoryError):
    """A row is a repeat of one that stands `there`."""

    exit_code = REFUTED

    def __init__(self, row: Row, there: Row) -> None:
        super().__init__(row, there)  # both, so that it travels between processes
        self.row, self.there = row, there

    def __str__(self) -> str:
        same = "the same puzzle is" if self.row.key == self.there.key else "its answer is that of"
        return f"{self.row.id}, {self.row}: {same} {self.there}"


class PlaceTaken(FactoryError):
    """At the place of a row stands another puzzle, `there`."""

    exit_code = REFUTED

    def __init__(self, row: Row, there: Row) -> None:
        super().__init__(row, there)
        self.row, self.there = row, there

    def __str__(self) -> str:
        return f"{self.row.id}: {self.there} is another puzzle, {self.there.id}; give this one another name, or date"


def row_of(publication: Publication, place: Place, record: Record) -> Row:
    """The row that a record makes."""
    said = write_batch([record], "jsonl").decode().removesuffix("\n")
    return Row(record.key, record.answer_key, record.genre, record.id, publication, place, said)


def place_of(number: object, position: int) -> Place:
    """The number that a record bears, where that is one; else its position in its batch, from 1."""
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) <= LARGEST_NUMBER:
        return number
    return position


def is_same_board(row: Row, other: Row) -> bool:
    """Whether two rows have the same puzzle, laid out the same way."""
    return row.record == other.record or (row.key == other.key and board_of(row) == board_of(other))


def board_of(row: Row) -> object:
    """The `puzzle` part of a row's record; all that stands there where it has none."""
    try:
        return json.loads(row.record)["puzzle"]
    except (ValueError, TypeError, KeyError):
        return row.record


def in_order_of_place(row: Row) -> tuple[str, str, bool, Place]:
    """Rows by date, name and place, numbers before slots: as SQLite has them."""
    return row.publication.date, row.publication.name, isinstance(row.place, str), row.place
