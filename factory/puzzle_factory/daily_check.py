"""The published days doubted as a whole: all that `daily --check` looks for, in order of date."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import chain

from puzzle_factory.calendars import MOST_DAYS, Calendar
from puzzle_factory.daily_findings import (
    Finding,
    Published,
    broken_links,
    gaps,
    missing_slots,
    promised_days,
    puzzles_in,
    read_published,
    record_findings,
    repeats,
    strays,
    unlike_the_archive,
)
from puzzle_factory.dates import Days
from puzzle_factory.errors import OK, REFUTED, WrongUsage
from puzzle_factory.executors import in_order
from puzzle_factory.locks import locked
from puzzle_factory.seal import INDEX
from puzzle_factory.tidings import Watch
from puzzle_models import registry


@dataclass(frozen=True)
class Checked:
    """A check that is over: so many days are published in the span, with so many puzzles that were looked at."""

    calendar: str
    span: Days
    days: int
    puzzles: int
    findings: tuple[Finding, ...]

    @property
    def exit_code(self) -> int:
        return REFUTED if self.findings else OK

    def __str__(self) -> str:
        found = f"{len(self.findings)} found: see the lines above" if self.findings else "nothing is wrong"
        return f"daily {self.calendar}: {self.span}; {self.days} days and {self.puzzles} puzzles checked; {found}"

    def as_data(self) -> dict[str, object]:
        """The check for scripts."""
        return {
            "daily": self.calendar,
            "from": str(self.span.first),
            "to": str(self.span.last),
            "days": self.days,
            "puzzles": self.puzzles,
            "findings": [finding.as_data() for finding in self.findings],
        }


def check(calendar: Calendar, first: date | None, last: date | None, workers: int, watch: Watch) -> Checked:
    """All that is wrong from one date to another; left out, from the first that is published and to the last.

    Raises WrongUsage where nothing is published, Busy where a run is at work, Unreadable and IoFailure.
    """
    with _held(calendar):
        published = read_published(calendar)
        promised = promised_days(calendar)
        span = _span(calendar, {*published.dates, *promised}, first, last)
        known = _known_by_sight(calendar, published, promised, span)
    puzzles = puzzles_in(published, span)
    genres = {each.data.get("genre") for each in puzzles}
    watch.begin([name for name in registry.names() if name in genres], len(puzzles))
    found = list(known)
    for puzzle, wrong in zip(puzzles, in_order(record_findings, puzzles, workers), strict=True):
        found += wrong
        watch.done(f"{puzzle}: {'does not hold' if wrong else 'holds'}")
    days = sum(each.date in span for each in published.index)
    return Checked(calendar.name, span, days, len(puzzles), tuple(sorted(found, key=lambda each: each.day)))


@contextmanager
def _held(calendar: Calendar) -> Iterator[None]:
    """Keep runs out, whose day is for a moment in the folder and not in the index; a read-only copy has none."""
    if not calendar.folder.is_dir():
        raise WrongUsage(f"{calendar.folder}: no such folder; nothing is published there")
    if not os.access(calendar.folder, os.W_OK):
        yield
        return
    with locked(calendar.folder):
        yield


def _span(calendar: Calendar, dates: Collection[date], first: date | None, last: date | None) -> Days:
    """The days to check; `dates` are all that are published or promised. Raises WrongUsage where there are none."""
    if not dates and (first is None or last is None):
        raise WrongUsage(f"{calendar.folder / INDEX}: no such file; nothing is published there")
    span = Days(first or min(dates), last or max(dates))
    if len(span) > MOST_DAYS and None not in (first, last):
        raise WrongUsage(f"{span} are {len(span)} days; ask for {MOST_DAYS} at most")
    return span


def _known_by_sight(calendar: Calendar, published: Published, promised: Collection[date], span: Days) -> list[Finding]:
    """What is wrong without any record being found out anew."""
    everything = Days(date.min, date.max)
    found = chain(
        gaps(published, promised, span),
        published.unsound,
        strays(published),
        broken_links(published),
        missing_slots(calendar, published),
        repeats(puzzles_in(published, everything)),
        unlike_the_archive(calendar, published, span),
    )
    return [finding for finding in found if finding.day in span]
