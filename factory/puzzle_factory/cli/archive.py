"""`puzzle-factory archive`: a subcommand for each thing that one does with an archive."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from puzzle_factory.cli.common import (
    check_output,
    common_options,
    format_for,
    format_option,
    from_option,
    genres_named,
    output_option,
    puzzles_argument,
    quiet_option,
    say_lines,
    verbose_option,
    workers_option,
)
from puzzle_factory.cli.reporting import FORMATS, form_of_report, print_texts, time_limit_option
from puzzle_factory.errors import OK, REFUTED, did_you_mean, heaviest
from puzzle_factory.store import STDOUT, write_whole
from puzzle_factory.writing import EXTENSIONS

if TYPE_CHECKING:
    from puzzle_factory.archive import Archive
    from puzzle_factory.desk.inventory import Fault

F = TypeVar("F", bound=Callable[..., Any])
USUAL = "output/archive.sqlite"
NAMED = "archive"  # in the context's meta: the file named before the subcommand


class Subcommands(click.Group):
    """A group whose subcommands take the common options too, and which knows the word that was meant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        return common_options(command) if command else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-"):
            near = did_you_mean(args[0], self.commands)
            raise click.UsageError(f"'{args[0]}' is not a command of archive{near}", ctx)
        return super().resolve_command(ctx, args)


@dataclass(frozen=True)
class Report:
    """Where and how a subcommand reports: `form` is one of FORMATS."""

    output: str | None
    form: str
    quiet: bool


def archive_option(function: F) -> F:
    """--archive: `path`, the file named here or before the subcommand, or the usual one."""

    def remember(ctx: click.Context, _: click.Parameter, value: str | None) -> Path:
        ctx.meta[NAMED] = value or ctx.meta.get(NAMED) or USUAL
        return Path(ctx.meta[NAMED])

    text = f"The archive.  [default: {USUAL}]"
    return click.option("--archive", "path", metavar="FILE", callback=remember, help=text)(function)


def reporting(json_help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of a subcommand that reports; its function takes `report` in their place."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def run(
            as_json: bool, output: str | None, format_name: str | None, quiet: bool, verbose: bool, **own: Any
        ) -> None:
            function(report=Report(output, form_of_report(output, format_name, as_json), quiet), **own)

        json_option = click.option("--json", "as_json", is_flag=True, help=json_help)
        options = (archive_option, json_option, output_option, format_option(FORMATS), quiet_option, verbose_option)
        command: Callable[..., None] = run
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@click.group(cls=Subcommands, no_args_is_help=False)
@archive_option
def archive(path: Path) -> None:
    """Everything ever published, so that nothing is published twice.

    An archive is one file, which several runs may use at the same time.
    """


@archive.command()
@puzzles_argument
@click.option("--name", metavar="TEXT", help="What was published.  [default: the name of each file]")
@click.option("--date", "day", metavar="DATE", help="When, as in 2026-12-02.  [default: today, UTC]")
@time_limit_option
@from_option
@workers_option
@reporting("One JSON object a file, one line each.")
def add(
    report: Report,
    path: Path,
    puzzles: tuple[str, ...],
    name: str | None,
    day: str | None,
    budget_s: float,
    from_format: str | None,
    workers: int,
) -> None:
    """Enters what was published: batches, days, other people's puzzles.

    What stands there already is left alone. A puzzle that another publication has, turned or mirrored too, or whose
    answer it has, is a repeat: it is named and kept out, and all others are entered. Keys are worked out anew, answers
    judged by the rules; a puzzle that comes without its answer is solved. PUZZLES is a file in any notation, or - for
    standard input.
    """
    from puzzle_factory.archive import Archive
    from puzzle_factory.cli.archive_texts import added_object, added_text
    from puzzle_factory.desk.acquisition import add, edition
    from puzzle_factory.sources import check_sources

    asked = edition(name, day, budget_s, workers)
    check_sources(puzzles)
    codes = []

    def texts() -> Iterator[str]:
        with Archive.open(path) as open_archive:
            for source in puzzles:
                done = add(open_archive, source, from_format, asked)
                codes.append(done.exit_code)
                say_lines(done.lines, hidden=report.quiet and not done.exit_code)
                if report.form != "text":
                    yield json.dumps(added_object(done), ensure_ascii=False)
                elif not report.quiet:
                    yield added_text(done)

    print_texts(texts(), report.output, report.form)
    sys.exit(heaviest(codes))


@archive.command()
@puzzles_argument
@click.option("--solve", is_flag=True, help="Solve what has no answer with it, to find other puzzles of that answer.")
@time_limit_option
@from_option
@workers_option
@reporting("One JSON object a puzzle, one line each.")
def find(
    report: Report,
    path: Path,
    puzzles: tuple[str, ...],
    solve: bool,
    budget_s: float,
    from_format: str | None,
    workers: int,
) -> None:
    """Where each puzzle was published, if it was.

    It is found however it was turned, mirrored or laid out there, and by its answer too where that comes with it.
    PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.archive import Archive
    from puzzle_factory.desk.whereabouts import find, solved, sought_in, whereabouts_object, whereabouts_text
    from puzzle_factory.sources import read_sources

    codes = []

    def texts() -> Iterator[str]:
        with Archive.existing(path) as open_archive:
            sought = sought_in(read_sources(puzzles, from_format))
            for found in find(open_archive, solved(sought, budget_s, workers) if solve else sought):
                codes.append(found.exit_code)
                as_text = report.form == "text"
                yield whereabouts_text(found) if as_text else json.dumps(whereabouts_object(found), ensure_ascii=False)

    print_texts(texts(), report.output, report.form)
    sys.exit(heaviest(codes))


@archive.command()
@reporting("One JSON object.")
def stats(report: Report, path: Path) -> None:
    """How much there is: by genre, size, level and publication."""
    from puzzle_factory.archive import Archive
    from puzzle_factory.cli.archive_texts import stats_object, stats_text
    from puzzle_factory.desk.inventory import stats

    with Archive.existing(path) as open_archive:
        found = stats(open_archive)
    text = stats_text(found) if report.form == "text" else json.dumps(stats_object(found), ensure_ascii=False)
    print_texts([text], report.output, report.form)


@archive.command()
@workers_option
@reporting("One JSON object.")
def check(report: Report, path: Path, workers: int) -> None:
    """Doubts all there is: the file, and each claim of each record.

    Rules, proof, grade and keys of each record are found out anew; no two publications may share a puzzle or an answer.
    What does not hold is named, a line each, and the exit code is 4.
    """
    from puzzle_factory.archive import Archive
    from puzzle_factory.cli.archive_texts import check_object, check_summary

    found: list[Fault] = []

    def texts() -> Iterator[str]:
        with Archive.existing(path) as open_archive:
            numbers = open_archive.numbers()
            for fault in _faults(open_archive, numbers, workers, report.quiet):
                found.append(fault)
                if report.form == "text":
                    yield str(fault)
        if report.form != "text":
            yield json.dumps(check_object(path, len(numbers), found), ensure_ascii=False)
        elif not report.quiet:
            yield check_summary(path, len(numbers), len(found))

    print_texts(texts(), report.output, report.form)
    sys.exit(REFUTED if found else OK)


def _faults(archive: Archive, numbers: Sequence[int], workers: int, quiet: bool) -> Iterator[Fault]:
    """All faults as they are found, with a bar on stderr where that is a terminal."""
    from tqdm import tqdm

    from puzzle_factory.cli.making import progress
    from puzzle_factory.desk.inventory import file_faults, genres_in, repeats, row_faults
    from puzzle_factory.warmup import CLIMB, warm_up

    yield from file_faults(archive)
    yield from repeats(archive)
    for genre in genres_in(archive):
        warm_up(genre, CLIMB, progress(quiet))
    found = row_faults(archive.path, numbers, workers)
    for faults in tqdm(found, total=len(numbers), unit="puzzle", leave=False, disable=quiet or None):
        yield from faults


@archive.command()
@click.option("--name", metavar="TEXT", help="What was published under this name only.")
@click.option("--genre", metavar="GENRE", help="Puzzles of this genre only.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format jsonl.")
@archive_option
@output_option
@format_option(EXTENSIONS)
@quiet_option
@verbose_option
def export(
    path: Path,
    name: str | None,
    genre: str | None,
    as_json: bool,
    output: str | None,
    format_name: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """All records as one batch, in order of date, name and place."""
    from puzzle_factory.archive import Archive
    from puzzle_factory.desk.inventory import export

    form = format_for(output, format_name or ("jsonl" if as_json else None), EXTENSIONS, "yaml")
    check_output(output)
    if genre is not None:
        genres_named([genre])
    with Archive.existing(path) as open_archive:
        write_whole(output or STDOUT, export(open_archive, form, name, genre))
