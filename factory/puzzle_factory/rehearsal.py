"""The dailies rehearsed: what can go wrong at night is brought about in a temporary folder, to see what holds.

scene        one mishap, or one turn of the calendar
held         what a scene showed to be as it should be, or not to be
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzle_factory.dates import Days, calendar_day, zone_named
from puzzle_factory.documents import one_line
from puzzle_factory.errors import FAILED, OK, REFUTED, USAGE, WrongUsage
from puzzle_factory.seal import INDEX, file_of, read_index
from puzzle_factory.stage import Stage, Troupe, can_be_halted, wait_for

LEAP_DAY = date(2028, 2, 29)
DAYS = Days(date(2028, 2, 27), date(2028, 3, 2))
CLOCKS = ("America/New_York", "Europe/Berlin", "Australia/Lord_Howe")  # all change them, the last by half an hour
FARTHEST = ("UTC-11", "UTC+14")
BUSY = "another run is at work"
HELD, BROKEN, UNTRIED = "held", "NOT HELD", "not tried"
LONGEST = 200  # characters of what came instead


@dataclass(frozen=True)
class Held:
    """What was to hold, and whether it did: `verdict` is HELD, BROKEN with what came `instead`, or UNTRIED and why."""

    what: str
    verdict: str
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.verdict}: {self.what}{f': {self.instead}' if self.instead else ''}"


def rehearse(config: Path, workers: int) -> Iterator[Held]:
    """What holds, scene by scene, of a calendar; nothing that stays is touched."""
    with TemporaryDirectory(prefix="rehearsal-") as folder:
        stage = Stage(Path(folder), config, DAYS, workers)
        first = stage.troupe("undisturbed")
        made = first.run()
        yield _held("an undisturbed run makes every day", made.returncode == OK, _last_line(made.stderr))
        if made.returncode == OK:
            for scene in SCENES:
                yield from scene(stage, first)


def _held(what: str, does: bool, instead: object) -> Held:
    return Held(what, HELD) if does else Held(what, BROKEN, one_line(instead, LONGEST))


def _same(troupe: Troupe, first: Troupe) -> tuple[bool, str]:
    """Whether two calendars have the same files and bytes, and in which files they differ."""
    ours, theirs = troupe.contents(), first.contents()
    names = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    return not names, f"other bytes in {', '.join(names)}"


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]


def _passes_the_check(stage: Stage, first: Troupe) -> Iterator[Held]:
    done = first.run("--check")
    yield _held("--check finds nothing wrong with it", done.returncode == OK, _last_line(done.stdout or done.stderr))
    before = first.contents()
    again = first.run()
    same = before == first.contents()
    yield _held("a second run leaves everything alone", again.returncode == OK and same, _last_line(again.stderr))


def _leap_day(stage: Stage, first: Troupe) -> Iterator[Held]:
    dates = [each.date for each in read_index(first.folder)]
    yield _held(f"{LEAP_DAY} is a day like any other", dates == list(DAYS) and LEAP_DAY in dates, dates)
    done = stage.troupe("no leap year").run("--date", "2027-02-29")
    yield _held("2027-02-29 is refused", done.returncode == USAGE, f"exit {done.returncode}")


def _killed(stage: Stage, first: Troupe) -> Iterator[Held]:
    """Killed when it begins, and as soon as each further day is there; gone on with each time."""
    troupe, times = stage.troupe("killed"), 0
    for day in range(len(DAYS)):
        with troupe.started() as process:
            if wait_for(partial(_has_come_to, troupe, day), process):
                process.kill()
            times += process.wait() == -signal.SIGKILL
    done = troupe.run()
    same, instead = _same(troupe, first)
    what = f"killed {times} times and gone on with, it comes to the bytes of the undisturbed run"
    yield _held(what, times > 0 and done.returncode == OK and same, _last_line(done.stderr) or instead)


def _has_come_to(troupe: Troupe, days: int) -> bool:
    return troupe.written() >= days if days else troupe.is_locked()


def _full_disk(stage: Stage, first: Troupe) -> Iterator[Held]:
    """A limit on the length of a file stands in for the full disk: writing fails in the middle just so."""
    troupe, sizes = stage.troupe("full"), {name: len(content) for name, content in first.contents().items()}
    day = max(size for name, size in sizes.items() if name != INDEX)
    limits = sorted({10, day // 2, sizes[INDEX] - 1, (first.home / "archive.sqlite").stat().st_size - 1})
    for limit in limits:
        done = troupe.run_limited(limit)
        line = done.returncode == FAILED and done.stderr.count("\n") == 1 and not troupe.halves()
        said = f"exit {done.returncode}, {done.stderr.strip() or 'nothing said'}, left {troupe.halves()}"
        yield _held(
            f"disk full (no file can be longer than {limit} bytes): exit 1, one line, nothing by halves", line, said
        )
    done = troupe.run()
    same, instead = _same(troupe, first)
    what = "disk full, then room again: it comes to the bytes of the undisturbed run"
    yield _held(what, done.returncode == OK and same, _last_line(done.stderr) or instead)


def _twice(stage: Stage, first: Troupe) -> Iterator[Held]:
    """The first is halted while the second tries, so that both are at work for certain."""
    troupe = stage.troupe("twice")
    with troupe.started() as process:
        begun = wait_for(troupe.is_locked, process)
        process.send_signal(signal.SIGSTOP)
        second = troupe.run()
        process.send_signal(signal.SIGCONT)
        stderr = process.communicate()[1]
    refused = begun and second.returncode == FAILED and BUSY in second.stderr
    yield _held("started twice at once, the second says so and ends", refused, _last_line(second.stderr))
    same, instead = _same(troupe, first)
    yield _held("the first is not disturbed by it", process.returncode == OK and same, _last_line(stderr) or instead)


def _clocks(stage: Stage, first: Troupe) -> Iterator[Held]:
    for name in CLOCKS:
        what = f"{name}: through a year and its clock changes no date is left out, none comes twice"
        try:
            zone = zone_named(name)
        except WrongUsage as error:
            yield Held(what, UNTRIED, str(error))
            continue
        start = datetime(2028, 1, 1, tzinfo=UTC)
        dates = [calendar_day(start + timedelta(minutes=10 * step), zone) for step in range(6 * 24 * 366)]
        once = all(0 <= (later - day).days <= 1 for day, later in pairwise(dates))
        yield _held(what, once, "a date is left out, or comes twice")
    moment = datetime(2028, 2, 29, 10, 30, tzinfo=UTC)
    here = [calendar_day(moment, zone_named(name)).isoformat() for name in FARTHEST]
    yield _held(
        f"at {moment:%H:%M} UTC it is the day before in UTC-11 and the next in UTC+14",
        here == ["2028-02-28", "2028-03-01"],
        here,
    )
    for name in FARTHEST:
        troupe = stage.troupe(name)
        troupe.run("--date", str(LEAP_DAY), "--timezone", name)
        place = file_of(LEAP_DAY)
        same = troupe.contents().get(place) == first.contents()[place]
        yield _held(f"{name}: {LEAP_DAY} has the same bytes there", same, "it has not")


def _altered(stage: Stage, first: Troupe) -> Iterator[Held]:
    """Comes last: it is the undisturbed calendar that is altered."""
    place = first.folder / file_of(LEAP_DAY)
    before = place.read_bytes()
    after = before.replace(b'"lives": ', b'"lives":  ', 1)
    place.write_bytes(after)
    done = first.run()
    untouched = done.returncode == REFUTED and str(LEAP_DAY) in done.stderr and place.read_bytes() == after
    yield _held("an altered day is named, refused and left untouched", untouched, _last_line(done.stderr))
    checked = first.run("--check")
    named = checked.returncode == REFUTED and checked.stdout.startswith(str(LEAP_DAY))
    yield _held("--check names it", named, _last_line(checked.stdout))
    place.unlink()
    done = first.run()
    back = done.returncode == OK and place.read_bytes() == before
    yield _held("taken away, it is put back as it was published", back, _last_line(done.stderr))


def _mishaps(stage: Stage, first: Troupe) -> Iterator[Held]:
    if not can_be_halted():
        yield Held("killed, disk full, started twice", UNTRIED, "this system cannot halt or limit a process")
        return
    for scene in (_killed, _full_disk, _twice):
        yield from scene(stage, first)


SCENES: tuple[Callable[[Stage, Troupe], Iterator[Held]], ...] = (
    _passes_the_check,
    _leap_day,
    _mishaps,
    _clocks,
    _altered,
)
