"""Plain calendar dates: how they are written, which one it is somewhere, and spans of them.

zone         how far a place is from UTC, by its name or as a fixed offset
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches

from puzzle_factory.documents import one_line
from puzzle_factory.errors import WrongUsage

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")  # in the order of date.weekday()
ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
OFFSET = re.compile(r"(?:UTC|GMT)?(?P<sign>[+\-\u2212])(?P<hours>[0-9]{1,2})(?::?(?P<minutes>[0-9]{2}))?")
FARTHEST = timedelta(hours=14)  # from UTC; no place on Earth is farther


@dataclass(frozen=True)
class Days:
    """The dates from `first` to `last`, both included."""

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise WrongUsage(f"from {self.first} to {self.last} there is no day; name the earlier date first")

    def __iter__(self) -> Iterator[date]:
        return map(date.fromordinal, range(self.first.toordinal(), self.last.toordinal() + 1))

    def __len__(self) -> int:
        return self.last.toordinal() - self.first.toordinal() + 1

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and self.first <= day <= self.last

    def __str__(self) -> str:
        return f"{self.first} to {self.last}" if self.first != self.last else f"{self.first}"


def iso_day(said: str) -> date:
    """The date that is written as 2026-12-02. Raises WrongUsage where there is no such day."""
    if not ISO.fullmatch(said):
        raise WrongUsage(f"'{one_line(said)}' is no date; write year, month and day as in 2026-12-02")
    try:
        return date.fromisoformat(said)
    except ValueError as error:
        raise WrongUsage(f"there is no {said} in the calendar ({error})") from error


def later(day: date, days: int) -> date:
    """The date so many days after another, or the last that there is."""
    return date.fromordinal(min(day.toordinal() + days, date.max.toordinal()))


def calendar_day(now: datetime, zone: tzinfo) -> date:
    """The date that it is in a zone. All that asks for today asks here; `now` knows its own zone."""
    return now.astimezone(zone).date()


def zone_named(said: str) -> tzinfo:
    """The zone of a name such as Europe/Berlin, or an offset such as UTC, UTC-11 or +05:30. Raises WrongUsage.

    The minus may be the sign of print, as it comes with a text that is copied.
    """
    if said in ("UTC", "GMT", "Z"):
        return UTC
    found = OFFSET.fullmatch(said)
    return _fixed(said, found) if found else _by_name(said)


def _fixed(said: str, found: re.Match[str]) -> tzinfo:
    minutes = int(found["minutes"] or 0)
    offset = timedelta(hours=int(found["hours"]), minutes=minutes)
    if minutes > 59 or offset > FARTHEST:
        raise WrongUsage(f"'{said}' is no time zone; no place is more than 14 hours from UTC")
    return timezone(offset if found["sign"] == "+" else -offset)


def _by_name(said: str) -> tzinfo:
    from zoneinfo import ZoneInfo, available_timezones

    known = available_timezones()
    if said in known:
        return ZoneInfo(said)
    if not known:
        raise WrongUsage(
            f"this system knows no time zones by name, '{one_line(said)}' neither; "
            "give an offset such as UTC+1, or install the package tzdata"
        )
    near = get_close_matches(said, known, n=1)
    hint = f"did you mean '{near[0]}'?" if near else "name one as Europe/Berlin, or an offset as UTC-11 or +05:30"
    raise WrongUsage(f"'{one_line(said)}' is no time zone; {hint}")
