"""What can be wrong with days that are published, each kind by itself.

finding      what is not as it should be, on one date
intact       of a day: its file has the bytes that were sealed; only then is its content looked at
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from puzzle_factory.archive import Archive
from puzzle_factory.calendars import Calendar
from puzzle_factory.dates import Days
from puzzle_factory.days import Slots, files_in, slots_in, standings
from puzzle_factory.errors import Unreadable
from puzzle_factory.ledger import Ledger
from puzzle_factory.rechecking import faults
from puzzle_factory.records import keys_of
from puzzle_factory.seal import Sealed, breaks, read_index
from puzzle_factory.writing import record_line

CLAIMS = ("id", "answer", "grade", "proof", "play", "origin", "key", "answer_key")  # that a daily's record must make
GAP = "a gap, no day is published; make it with --date"
LONG_GAP = "a gap to {last}, none of these {count} days is published; make them with --from and --to"
LONG = 31  # days
TAKEN_OUT = "a gap, no day is published, though the archive has its puzzles; the next run puts it back"
STRAY = "{place} is in the folder, but not in the index; it was never published"
GONE = "{place} is gone; make it again with --date"
ALTERED = "{place} was altered since it was published"
BROKEN = "the chain of the index does not hold from here on; a date or a checksum was altered, or a day taken out"


@dataclass(frozen=True)
class Finding:
    """What is wrong on a date, in one of its slots where it is known which."""

    day: date
    what: str
    slot: str | None = None

    def __str__(self) -> str:
        return f"{self.day}{f', slot {self.slot}' if self.slot else ''}: {self.what}"

    def as_data(self) -> dict[str, object]:
        """The finding for scripts."""
        return {"date": str(self.day), "slot": self.slot, "message": self.what}


@dataclass(frozen=True)
class Published:
    """All that stands in a calendar's folder: the index, the day files by place, and what the intact days hold."""

    index: tuple[Sealed, ...]
    files: Mapping[str, date]
    slots: Mapping[date, Slots]
    unsound: tuple[Finding, ...]

    @property
    def dates(self) -> list[date]:
        """All dates that there is anything of, in order."""
        return sorted({*(each.date for each in self.index), *self.files.values()})


@dataclass(frozen=True)
class Puzzle:
    """A published puzzle: its day, its slot, and its record as data."""

    day: date
    slot: str
    data: Mapping[str, object]

    def __str__(self) -> str:
        return f"{self.day}, slot {self.slot}"


def read_published(calendar: Calendar) -> Published:
    """All that is published. Raises Unreadable where the index is none of ours, IoFailure."""
    index = read_index(calendar.folder)
    slots: dict[date, Slots] = {}
    unsound = []
    for each in standings(calendar.folder, [entry.date for entry in index], index):
        place = each.path.relative_to(calendar.folder)
        if each.fault:
            unsound.append(Finding(each.day, each.fault))
            continue
        if each.content is None or not each.is_published:
            unsound.append(Finding(each.day, (GONE if each.content is None else ALTERED).format(place=place)))
            continue
        try:
            slots[each.day] = slots_in(each.path, each.content)
        except Unreadable as error:
            unsound.append(Finding(each.day, str(error)))
    return Published(index, files_in(calendar.folder), slots, tuple(unsound))


def puzzles_in(published: Published, span: Days) -> list[Puzzle]:
    """The puzzles of the intact days in a span, in order of date."""
    days = sorted(day for day in published.slots if day in span)
    return [Puzzle(day, slot, data) for day in days for slot, data in published.slots[day].items()]


def promised_days(calendar: Calendar) -> frozenset[date]:
    """The days whose puzzles the archive has: taken out of folder and index together, a last day is missed by it alone.

    Raises Unreadable and IoFailure.
    """
    if not calendar.archive.exists():
        return frozenset()
    with Archive.existing(calendar.archive) as archive:
        return frozenset(Ledger(archive, calendar.name).in_order())


def gaps(published: Published, promised: Collection[date], span: Days) -> Iterator[Finding]:
    """Days of the span that are not published. A long run of them, as behind a slip of the pen, is one finding."""
    there = set(published.dates)
    yield from (Finding(day, TAKEN_OUT) for day in sorted(promised) if day in span and day not in there)
    known = sorted(day.toordinal() for day in {*there, *promised} if day in span)
    for before, after in pairwise([span.first.toordinal() - 1, *known, span.last.toordinal() + 1]):
        days = [date.fromordinal(day) for day in range(before + 1, after)]
        if len(days) > LONG:
            yield Finding(days[0], LONG_GAP.format(last=days[-1], count=len(days)))
        else:
            yield from (Finding(day, GAP) for day in days)


def strays(published: Published) -> Iterator[Finding]:
    """Day files that the index knows nothing of."""
    known = {each.file for each in published.index}
    return (Finding(day, STRAY.format(place=place)) for place, day in published.files.items() if place not in known)


def broken_links(published: Published) -> Iterator[Finding]:
    """Days at which the chain does not hold."""
    return (Finding(each.date, BROKEN) for each in breaks(published.index))


def missing_slots(calendar: Calendar, published: Published) -> Iterator[Finding]:
    """Days without a slot that there was before, and is after or in the calendar now: it could not be made."""
    still = {slot.name for slot in calendar.slots}
    spans = {
        slot: Days(min(days), date.max if slot in still else max(days))
        for slot in {slot for slots in published.slots.values() for slot in slots}
        if (days := [day for day, slots in published.slots.items() if slot in slots])
    }
    for day, slots in published.slots.items():
        for slot, span in spans.items():
            if day in span and slot not in slots:
                yield Finding(day, "the day was published without it", slot)


def repeats(puzzles: Iterable[Puzzle]) -> Iterator[Finding]:
    """Puzzles, in order of date, whose key or answer key has been there before."""
    first: dict[str, Puzzle] = {}
    for each in puzzles:
        keys = [*keys_of(str(each.data.get("key")), str(each.data.get("answer_key")))]
        before = next((first[key] for key in keys if key in first), None)
        if before:
            yield Finding(each.day, f"a repeat, by key or answer key, of {before.day}, slot {before.slot}", each.slot)
        first |= {key: each for key in keys if key not in first}


def unlike_the_archive(calendar: Calendar, published: Published, span: Days) -> Iterator[Finding]:
    """Days whose puzzles are not, or not so, in the archive."""
    if not calendar.archive.exists():
        yield from (Finding(day, f"not in the archive: there is no {calendar.archive}") for day in published.slots)
        return
    with Archive.existing(calendar.archive) as archive:
        ledger = Ledger(archive, calendar.name)
        for day in filter(span.__contains__, published.slots):
            rows = {str(row.place): row.record for row in ledger.rows(day)}
            lines = {slot: record_line(data) for slot, data in published.slots[day].items()}
            for slot in sorted(rows.keys() | lines.keys()):
                if rows.get(slot) != lines.get(slot):
                    yield Finding(day, _difference(slot in rows, slot in lines), slot)


def _difference(in_archive: bool, in_file: bool) -> str:
    if in_archive and in_file:
        return "the archive has another record"
    return "only the archive has it" if in_archive else "not in the archive"


def record_findings(puzzle: Puzzle) -> list[Finding]:
    """What of a record's claims does not hold when it is found out anew."""
    lacking = [f"its record has no {name}" for name in CLAIMS if name not in puzzle.data]
    return [Finding(puzzle.day, what, puzzle.slot) for what in (*lacking, *faults(dict(puzzle.data)))]
