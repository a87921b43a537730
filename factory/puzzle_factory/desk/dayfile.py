"""A day of the calendar as a file: its date, and a record for each slot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from puzzle_factory.documents import Malformed, is_text, load_json, one_line
from puzzle_factory.errors import Unreadable
from puzzle_factory.intake import claims_of
from puzzle_factory.records import kind_of
from puzzle_factory.sources import Item, decoded, genres

DAY = "puzzle-factory/day/1"


@dataclass(frozen=True)
class Day:
    """A day as it was read; its records are not judged yet. `source` is the file."""

    source: str
    date: str
    slots: Mapping[str, object]

    def items(self) -> Iterator[tuple[str, Item]]:
        """Each slot with its puzzle, or with what is wrong there."""
        claims = claims_of(iter(self.slots.values()), genres())
        for number, (slot, claim) in enumerate(zip(self.slots, claims, strict=True), 1):
            parts = claim.genre, claim.puzzle, claim.faults, claim.answer, claim.level, claim.record
            yield slot, Item(self.source, number, "json", *parts)


def is_iso_date(text: object) -> bool:
    """Whether a text is a calendar date such as 2026-12-02, in just that form."""
    try:
        return isinstance(text, str) and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_line(text: str) -> bool:
    """Whether a text is fit for a name: one line, not blank, and such as UTF-8 can write."""
    return is_text(text) and text.isprintable() and bool(text.strip())


def day_in(source: str, content: bytes) -> Day | None:
    """The day in a file; None where it holds something else. Raises Unreadable where it is a broken day."""
    if DAY.encode() not in content:  # a quick look: most files are no days, and long
        return None
    try:
        data = load_json(decoded(content))
    except Malformed:
        return None  # something that speaks of days
    if not isinstance(data, Mapping) or data.get("schema") != DAY:
        return None
    day, slots = data.get("date"), data.get("slots")
    if not is_iso_date(day):
        raise Unreadable(f"{source}: the date is '{one_line(day)}'; write it like 2026-12-02")
    if not isinstance(slots, Mapping):
        raise Unreadable(f"{source}: 'slots' is {kind_of(slots)}; it is a mapping of slots to records")
    if not all(is_line(slot) for slot in slots):
        raise Unreadable(f"{source}: a slot's name is no line of text; write it in letters and digits")
    return Day(source, str(day), slots)
