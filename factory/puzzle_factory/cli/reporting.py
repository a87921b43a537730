"""What verbs that report on each puzzle share: the time limit, the progress, and where the reports go."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from puzzle_factory.cli.common import STDOUT, format_for
from puzzle_factory.errors import heaviest
from puzzle_factory.store import check_place, write_whole

if TYPE_CHECKING:
    from puzzle_factory.desk.verify import Report

F = TypeVar("F", bound=Callable[..., Any])
FORMATS = ("text", "jsonl", "json")
Say = tuple[Callable[["Report"], dict[str, object]], Callable[["Report"], str]]  # for scripts, for people


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


def report_format(as_json: bool, format_name: str | None, output: str | None) -> str:
    """One of `FORMATS`: as `--json` or `--format` says, else as the extension of `output` does. Raises WrongUsage."""
    if output not in (None, STDOUT):
        check_place(Path(str(output)))
    return format_for(output, "jsonl" if as_json and format_name is None else format_name, FORMATS, "text")


def print_reports(reports: Iterator[Report], count: int, say: Say, form: str, output: str | None, quiet: bool) -> int:
    """Print reports as they come, or write them to `output` when all are there. Returns the exit code of the run."""
    at_once = output not in (None, STDOUT) or form == "json"
    done: list[Report] = []
    texts: list[str] = []
    for report in _with_progress(reports, count, quiet or (not at_once and sys.stdout.isatty())):
        done.append(report)
        text = say[1](report) if form == "text" else json.dumps(say[0](report), ensure_ascii=False)
        if at_once:
            texts.append(text)
        else:
            click.echo(text)
    if at_once:
        write_whole(output or STDOUT, _file_of(texts, form))
    _print_summary(done, quiet or form != "text")
    return heaviest(report.exit_code for report in done)


def _with_progress(reports: Iterator[Report], count: int, hidden: bool) -> Iterator[Report]:
    """Reports, with a bar on stderr where that is a terminal."""
    from tqdm import tqdm

    yield from tqdm(reports, total=count, unit="puzzle", leave=False, disable=hidden or None)


def _file_of(texts: list[str], form: str) -> bytes:
    text = f"[{','.join(texts)}]" if form == "json" else "\n".join(texts)
    return f"{text}\n".encode()


def _print_summary(reports: list[Report], hidden: bool) -> None:
    from puzzle_factory.desk.reports import summary

    if not hidden:
        click.echo(summary(reports))
