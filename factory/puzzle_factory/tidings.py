"""What a run over a calendar has to tell: what became of each day, what stood in the way, and the line for the mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from puzzle_factory.archive import PlaceTaken, Repeat
from puzzle_factory.dates import Days
from puzzle_factory.errors import REFUTED, Unreadable, heaviest

MADE, THERE, PUT_BACK, REFUSED, FAILED = "made", "there", "put back", "refused", "failed"  # what became of a day


class Watch(Protocol):
    """Who is told of the progress."""

    def begin(self, genres: Sequence[str], total: int) -> None:
        """So much is to be done, and it takes the techniques of those genres."""

    def done(self, line: str) -> None:
        """One more is done: which, and what became of it."""


@dataclass(frozen=True)
class Trouble:
    """What stood in the way of a day, or of one of its slots, and the exit code that it ends in."""

    day: date
    slot: str | None
    what: str
    exit_code: int

    def __str__(self) -> str:
        return f"{self.day}{f', slot {self.slot}' if self.slot else ''}: {self.what}"


@dataclass(frozen=True)
class Report:
    """A run that is over. `remarks` are for everybody, `details` for those who ask."""

    calendar: str
    days: Days
    states: Mapping[date, str]
    troubles: tuple[Trouble, ...]
    remarks: tuple[str, ...]
    details: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        return heaviest(trouble.exit_code for trouble in self.troubles)

    @property
    def is_ready(self) -> bool:
        """Whether each of the days is published, whatever else was in the way."""
        return all(self.states[day] in (MADE, THERE, PUT_BACK) for day in self.days)

    def __str__(self) -> str:
        """`daily site: 2026-12-03 to 2026-12-17 ready; 1 day made, 14 were there; nothing failed`."""
        count = {state: sum(found == state for found in self.states.values()) for state in (MADE, THERE, PUT_BACK)}
        said = [f"{_days(count[MADE])} made, {count[THERE]} {_were(count[THERE])} there"]
        if count[PUT_BACK]:
            said.append(f"{_days(count[PUT_BACK])} put back")
        failed = len(self.troubles)
        said.append(f"{failed} failed: see the lines on stderr" if failed else "nothing failed")
        lacking = sum(trouble.slot is not None for trouble in self.troubles)
        short = f", but for {'1 slot' if lacking == 1 else f'{lacking} slots'}" if lacking else ""
        ready = f"ready{short}" if self.is_ready else "NOT ALL READY"
        return f"daily {self.calendar}: {self.days} {ready}; {'; '.join(said)}"

    def as_data(self) -> dict[str, object]:
        """The report for scripts."""
        return {
            "daily": self.calendar,
            "from": str(self.days.first),
            "to": str(self.days.last),
            "ready": self.is_ready,
            "days": [{"date": str(day), "state": state} for day, state in sorted(self.states.items())],
            "troubles": [
                {"date": str(each.day), "slot": each.slot, "message": each.what, "code": each.exit_code}
                for each in self.troubles
            ],
            "remarks": list(self.remarks),
        }


@dataclass(frozen=True)
class Tidings:
    """What is told while a run goes on."""

    states: dict[date, str] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)

    def trouble(self, day: date, what: str, exit_code: int = REFUTED, slot: str | None = None) -> None:
        self.troubles.append(Trouble(day, slot, what, exit_code))

    @contextmanager
    def of_day(self, day: date, what: str) -> Iterator[None]:
        """What the archive or a file has against one day becomes a trouble of that day; `what` comes of it."""
        try:
            yield
        except (Repeat, PlaceTaken, Unreadable) as error:
            self.trouble(day, f"{what}: {error}", error.exit_code)

    def report(self, calendar: str, days: Days) -> Report:
        """All that was told."""
        return Report(calendar, days, dict(self.states), tuple(self.troubles), tuple(self.remarks), tuple(self.details))


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"
