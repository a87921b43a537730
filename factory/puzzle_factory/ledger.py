"""The archive as a calendar uses it: each day is a publication of its own, and its slots are the places.

What is in the archive for a day has been promised, whether or not the day's file came to be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from puzzle_factory.archive import Archive, Publication, Row
from puzzle_factory.days import Slots
from puzzle_factory.documents import Malformed, load_json
from puzzle_factory.errors import Unreadable
from puzzle_factory.records import Record, restored
from puzzle_factory.slots import derived_seed

PARTS_OF_A_ROW = ("key", "answer_key", "genre", "id")  # each a text


@dataclass(frozen=True)
class Others:
    """All that is published beside one day: what its puzzles must not repeat."""

    archive: Archive
    publication: Publication

    def holds(self, keys: Iterable[str]) -> bool:
        """Whether any of the keys is taken elsewhere."""
        return self.archive.holds(keys, beside=self.publication)


@dataclass(frozen=True)
class Ledger:
    """The archive, seen by the calendar of one name."""

    archive: Archive
    calendar: str

    def publication(self, day: date) -> Publication:
        return Publication(self.calendar, day.isoformat())

    def others(self, day: date) -> Others:
        return Others(self.archive, self.publication(day))

    def rows(self, day: date) -> list[Row]:
        """What is promised for a day, in the order of the slots' names."""
        return self.archive.records_of(self.publication(day))

    def in_order(self) -> list[date]:
        """All days that anything is promised for, as they were promised.

        A batch of the same name has numbers for places, and is none.
        """
        query = (
            "SELECT date FROM published WHERE name = ? AND typeof(place) = 'text' GROUP BY date ORDER BY MIN(number)"
        )
        return [date.fromisoformat(found) for (found,) in self.archive.select(query, self.calendar)]

    def without_rows(self, days: Sequence[date]) -> list[date]:
        """Those of the days that the archive has nothing of."""
        there = set(self.in_order())
        return [day for day in days if day not in there]

    def reserve(self, day: date, records: Mapping[str, Record]) -> None:
        """Promise records, by slot: all or none. Raises Repeat and PlaceTaken."""
        if records:
            self.archive.reserve(self.publication(day), list(records.values()), list(records))

    def put_back(self, day: date, slots: Slots) -> None:
        """Enter a day from its file once more. Raises Repeat, PlaceTaken, and Unreadable where a record is none."""
        for name, data in slots.items():
            for part in PARTS_OF_A_ROW:
                if not isinstance(data.get(part), str):
                    raise Unreadable(f"the record of slot {name} has no {part}; put the file back from a copy")
        self.reserve(day, {name: restored(data) for name, data in slots.items()})


def is_drawn_from(row: Row, master_seed: str) -> bool:
    """Whether the puzzle of a slot came from this master seed, and not from another calendar of the same name."""
    day = date.fromisoformat(row.publication.date)
    try:
        data = load_json(row.record)
    except Malformed:
        return False
    origin = data.get("origin") if isinstance(data, dict) else None
    seed = derived_seed(master_seed, row.publication.name, str(row.place), day)
    return isinstance(origin, dict) and origin.get("seed") == seed
