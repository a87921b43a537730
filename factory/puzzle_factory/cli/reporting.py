"""What verbs that report on each puzzle share: the time limit, the progress, and where the reports go."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from puzzle_factory.cli.common import STDOUT, format_for
from puzzle_factory.errors import heaviest
from puzzle_factory.store import check_place, write_whole

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


def time_limit_option(function: F) -> F:
    """--time-limit: `budget_s`."""
    return click.option(
        "--time-limit",
        "budget_s",
        type=click.FloatRange(min=0, min_open=True, max=1e6),
        default=10.0,
        show_default=True,
        help="Seconds a puzzle, both engines together.",
    )(function)


def print_reports(
    reports: Iterator[R],
    count: int,
    say: Say[R],
    as_json: bool,
    output: str | None,
    quiet: bool,
    format_name: str | None = None,
) -> int:
    """Print reports as they come, or write them to `output` when all are there. Returns the exit code of the run.

    The form is what `format_name` says, else `as_json`, else the extension of `output`. Raises WrongUsage, before the
    first report is asked for, where there can be no such file.
    """
    form = format_for(output, format_name or ("jsonl" if as_json else None), FORMATS, "text")
    if output not in (None, STDOUT):
        check_place(Path(str(output)))
    whole = output not in (None, STDOUT) or form == "json"
    done: list[R] = []
    texts: list[str] = []
    for report in _with_progress(reports, count, quiet or (not whole and sys.stdout.isatty())):
        done.append(report)
        texts.append(say[1](report) if form == "text" else json.dumps(say[0](report), ensure_ascii=False))
        if not whole:
            click.echo(texts.pop())
    if whole:
        write_whole(output or STDOUT, _file_of(texts, form))
    if form == "text" and not quiet:
        click.echo(_summary(done))
    return heaviest(report.exit_code for report in done)


def _with_progress(reports: Iterator[R], count: int, hidden: bool) -> Iterator[R]:
    """Reports, with a bar on stderr where that is a terminal."""
    from tqdm import tqdm

    yield from tqdm(reports, total=count, unit="puzzle", leave=False, disable=hidden or None)


def _file_of(texts: list[str], form: str) -> bytes:
    text = f"[{','.join(texts)}]" if form == "json" else "\n".join(texts)
    return f"{text}\n".encode()


def _summary(reports: list[R]) -> str:
    """How many there are of each verdict: `412 unique, 3 multiple, 1 none, 2 invalid, 0 unknown`."""
    verdicts = [report.verdict for report in reports]
    return ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in VERDICTS)
