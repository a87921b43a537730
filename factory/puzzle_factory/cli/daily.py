"""`puzzle-factory daily`."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import quiet_option, say_lines, verbose_option, workers_option
from puzzle_factory.dates import Days, calendar_day, iso_day, later, zone_named
from puzzle_factory.errors import WrongUsage

if TYPE_CHECKING:
    from puzzle_factory.calendars import Calendar

CONFIG = "configs/daily.yaml"


@dataclass(frozen=True)
class Asked:
    """What each way of calling the command is asked: from which date to which, by how many workers, how to report."""

    first: str | None
    last: str | None
    workers: int
    as_json: bool
    quiet: bool
    verbose: bool


@click.command()
@click.option("--config", metavar="FILE", default=CONFIG, show_default=True, help="The calendar.")
@click.option("--date", "day", metavar="D", help="This day alone, as in 2026-12-02.")
@click.option("--from", "first", metavar="D", help="From this day on.  [default: today]")
@click.option("--to", "last", metavar="D", help="To this day.  [default: as many days ahead as the calendar says]")
@click.option("--timezone", metavar="ZONE", help="Where today is decided: Europe/Berlin, UTC-11, +05:30.")
@click.option("--check", is_flag=True, help="Make nothing; look for whatever is not as it was published.")
@click.option(
    "--rehearse",
    is_flag=True,
    help="Make nothing that stays; try out in temporary folders, and in no other, what can go wrong.",
)
@click.option("--seed", metavar="TEXT", help="The master seed; others can see it here, as in the list of processes.")
@click.option("-o", "--output", metavar="DIR", help="Folder for the days, in place of the calendar's.")
@click.option("--archive", metavar="FILE", help="Archive, in place of the calendar's.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object about the run, the check or the rehearsal.")
@workers_option
@quiet_option
@verbose_option
def daily(
    config: str,
    day: str | None,
    first: str | None,
    last: str | None,
    timezone: str | None,
    check: bool,
    rehearse: bool,
    seed: str | None,
    output: str | None,
    archive: str | None,
    as_json: bool,
    workers: int,
    quiet: bool,
    verbose: bool,
) -> None:
    """Makes the puzzles of each day, once, and seals them.

    Without dates: those of today and of the days ahead. What is published already is left alone. Every puzzle comes
    from a secret, the master seed: --seed, else PUZZLE_FACTORY_SEED in the environment, else the calendar's.
    """
    if check and rehearse:
        raise WrongUsage("--check looks at what is published, --rehearse at a trial; say one of them")
    if day is not None and (first, last) != (None, None):
        raise WrongUsage("--date is one day, --from and --to are several; say either")
    asked = Asked(day or first, day or last, workers, as_json, quiet, verbose)
    if rehearse:
        sys.exit(_rehearse(Path(config), asked))
    calendar = _calendar(Path(config), output, archive, timezone)
    sys.exit(_check(calendar, asked) if check else _make(calendar, seed, asked))


def _calendar(config: Path, output: str | None, archive: str | None, timezone: str | None) -> Calendar:
    """The calendar of a file, with the places and the zone of the command line where there are any."""
    from puzzle_factory.calendars import read_calendar

    for option, place in (("--output", output), ("--archive", archive)):
        if place == "":  # as of a variable of the shell that is not set
            raise WrongUsage(f"{option} is empty; name a place, or leave it out for the calendar's")
    read = read_calendar(config)
    return replace(
        read,
        folder=Path(output) if output else read.folder,
        archive=Path(archive) if archive else read.archive,
        zone=zone_named(timezone) if timezone is not None else read.zone,
    )


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def _make(calendar: Calendar, given_seed: str | None, asked: Asked) -> int:
    """Make what is not there; returns the exit code."""
    from puzzle_factory.calendars import GUESSABLE, MOST_DAYS, master_seed
    from puzzle_factory.cli.daily_bar import Bar
    from puzzle_factory.daily import carry_out
    from puzzle_factory.warmup import DRAW

    seed = master_seed(calendar, given_seed, os.environ)
    first = iso_day(asked.first) if asked.first is not None else calendar_day(now(), calendar.zone)
    days = Days(first, iso_day(asked.last) if asked.last is not None else later(first, calendar.ahead_days))
    if len(days) > MOST_DAYS:
        raise WrongUsage(f"{days} are {len(days)} days; ask for {MOST_DAYS} at most in one run")
    if len(seed) < GUESSABLE:
        hint = f"the master seed has fewer than {GUESSABLE} characters: whoever guesses it knows tomorrow's puzzle"
        say_lines([hint], asked.quiet)
    with Bar("day", DRAW, asked.quiet, asked.verbose) as watch:
        report = carry_out(calendar, seed, days, asked.workers, watch)
    say_lines(map(str, report.troubles), hidden=False)
    say_lines(report.remarks, asked.quiet)
    say_lines(report.details, not asked.verbose)
    _print(report.as_data(), str(report), asked)
    return report.exit_code


def _check(calendar: Calendar, asked: Asked) -> int:
    """Look for what is not as it was published; returns the exit code."""
    from puzzle_factory.cli.daily_bar import Bar
    from puzzle_factory.daily_check import check
    from puzzle_factory.warmup import CLIMB

    first, last = (None if said is None else iso_day(said) for said in (asked.first, asked.last))
    with Bar("puzzle", CLIMB, asked.quiet, asked.verbose) as watch:
        checked = check(calendar, first, last, asked.workers, watch)
    if not asked.as_json:
        for finding in checked.findings:
            click.echo(str(finding))
    _print(checked.as_data(), str(checked), asked)
    return checked.exit_code


def _rehearse(config: Path, asked: Asked) -> int:
    """Try out what can go wrong, and print what held as it is known; returns the exit code."""
    from puzzle_factory.calendars import read_calendar
    from puzzle_factory.errors import OK, REFUTED
    from puzzle_factory.rehearsal import BROKEN, HELD, rehearse

    name, scenes = read_calendar(config).name, []
    for scene in rehearse(config, asked.workers):
        scenes.append(scene)
        if not asked.as_json and (scene.verdict == BROKEN or not asked.quiet):
            click.echo(str(scene))
    verdicts = [scene.verdict for scene in scenes]
    data = {"daily": name, "held": BROKEN not in verdicts, "scenes": list(map(asdict, scenes))}
    _print(data, f"daily {name}: rehearsed; {verdicts.count(HELD)} of {len(verdicts)} held", asked)
    return REFUTED if BROKEN in verdicts else OK


def _print(data: dict[str, object], line: str, asked: Asked) -> None:
    if asked.as_json:
        click.echo(json.dumps(data, ensure_ascii=False))
    elif not asked.quiet:
        click.echo(line)
