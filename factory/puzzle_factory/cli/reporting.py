"""What verbs that report on each puzzle share: their options, the progress, and where the reports go."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from puzzle_factory.cli.common import (
    STDOUT,
    check_output,
    format_for,
    format_option,
    from_option,
    json_option,
    output_option,
    puzzles_argument,
    quiet_option,
    verbose_option,
    workers_option,
)
from puzzle_factory.errors import heaviest
from puzzle_factory.store import write_whole

if TYPE_CHECKING:
    from puzzle_factory.desk.verify import Case

F = TypeVar("F", bound=Callable[..., Any])
FORMATS = ("text", "jsonl", "json")
VERDICTS = ("unique", "multiple", "none", "invalid", "unknown")  # in the order of a summary


class Reported(Protocol):
    """What was found out about a puzzle."""

    @property
    def verdict(self) -> str: ...
    @property
    def exit_code(self) -> int: ...


R = TypeVar("R", bound=Reported)
Say = tuple[Callable[[R], dict[str, object]], Callable[[R], str]]  # for scripts, for people


@dataclass(frozen=True)
class Asked:
    """What every verb that reports on puzzles is asked: which puzzles, and where and how to report."""

    puzzles: tuple[str, ...]
    budget_s: float
    from_format: str | None
    as_json: bool
    output: str | None
    format_name: str | None
    workers: int
    quiet: bool

    def cases(self, answers: Sequence[object] | None = None) -> list[Case]:
        """The puzzles, read; with the answers of another file in place of their own where there are any."""
        from puzzle_factory.desk.verify import cases_of
        from puzzle_factory.sources import read_sources

        return cases_of(read_sources(self.puzzles, self.from_format), answers)


def reporting_verb(function: Callable[..., None]) -> click.Command:
    """A command on puzzles: its function takes what was `asked`, and its own options if it has any."""
    options = (
        puzzles_argument,
        time_limit_option,
        from_option,
        json_option,
        output_option,
        format_option(FORMATS),
        workers_option,
        quiet_option,
        verbose_option,
    )

    @functools.wraps(function)
    def run(verbose: bool, **options: Any) -> None:
        own = {name: value for name, value in options.items() if name not in ASKED}
        function(Asked(**{name: options[name] for name in ASKED}), **own)

    command: Callable[..., Any] = run
    for option in reversed(options):
        command = option(command)
    return click.command()(command)


ASKED = tuple(each.name for each in fields(Asked))


def _number(ctx: click.Context, option: click.Parameter, value: float) -> float:
    """Refuse `nan`, which lies in every range."""
    if value != value:
        raise click.BadParameter("nan is not a number", ctx, option)
    return value


def time_limit_option(function: F) -> F:
    """--time-limit: `budget_s`."""
    return click.option(
        "--time-limit",
        "budget_s",
        type=click.FloatRange(min=0, min_open=True, max=1e6),
        callback=_number,
        default=10.0,
        show_default=True,
        help="Seconds a puzzle, both engines together.",
    )(function)


def compile_first(cases: Iterable[Case], quiet: bool) -> None:
    """Compile the ladders that cases need in this process, once, and not in every worker at the same time."""
    from puzzle_factory.cli.making import progress
    from puzzle_factory.warmup import CLIMB, warm_up
    from puzzle_models import registry

    for name in dict.fromkeys(case.genre for case in cases if case.puzzle is not None):
        warm_up(registry.load(str(name)), CLIMB, progress(quiet))


def print_reports(asked: Asked, reports: Iterator[R], count: int, say: Say[R]) -> int:
    """Print reports as they come, or write them to `output` when all are there. Returns the exit code of the run.

    The form is what --format says, else --json, else the extension of the file. Raises WrongUsage, before the
    first report is asked for, where there can be no such file.
    """
    form = form_of_report(asked.output, asked.format_name, asked.as_json)
    at_once = _is_printed_at_once(asked.output, form)
    done: list[R] = []

    def texts() -> Iterator[str]:
        for report in _with_progress(reports, count, asked.quiet or (at_once and sys.stdout.isatty())):
            done.append(report)
            yield say[1](report) if form == "text" else json.dumps(say[0](report), ensure_ascii=False)

    print_texts(texts(), asked.output, form)
    if form == "text" and not asked.quiet:
        click.echo(summary(report.verdict for report in done))
    return heaviest(report.exit_code for report in done)


def form_of_report(output: str | None, format_name: str | None, as_json: bool) -> str:
    """The form of a report, one of `FORMATS`. Raises WrongUsage where there can be no such file."""
    form = format_for(output, format_name or ("jsonl" if as_json else None), FORMATS, "text")
    check_output(output)
    return form


def print_texts(texts: Iterable[str], output: str | None, form: str) -> None:
    """Print the parts of a report as they come, or write them to `output` when all are there."""
    if _is_printed_at_once(output, form):
        for text in texts:
            click.echo(text)
    else:
        write_whole(output or STDOUT, _file_of(list(texts), form))


def _is_printed_at_once(output: str | None, form: str) -> bool:
    return output in (None, STDOUT) and form != "json"


def _with_progress(reports: Iterator[R], count: int, hidden: bool) -> Iterator[R]:
    """Reports, with a bar on stderr where that is a terminal."""
    from tqdm import tqdm

    yield from tqdm(reports, total=count, unit="puzzle", leave=False, disable=hidden or None)


def _file_of(texts: list[str], form: str) -> bytes:
    text = f"[{','.join(texts)}]" if form == "json" else "\n".join(texts)
    return f"{text}\n".encode(errors="backslashreplace")  # as on stdout: a file's name may be no text at all


def summary(verdicts: Iterable[str]) -> str:
    """How many there are of each verdict: `412 unique, 3 multiple, 1 none, 2 invalid, 0 unknown`."""
    verdicts = list(verdicts)
    return ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in VERDICTS)
