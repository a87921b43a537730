"""`puzzle-factory verify`."""

from __future__ import annotations

import sys

import click

from puzzle_factory.cli.common import (
    format_option,
    from_option,
    json_option,
    output_option,
    puzzles_argument,
    quiet_option,
    verbose_option,
    workers_option,
)
from puzzle_factory.cli.reporting import FORMATS, print_reports, time_limit_option


@click.command()
@puzzles_argument
@click.option("--answer", "answer_file", metavar="FILE", help="Judge the answers in FILE: records or plain grids.")
@time_limit_option
@from_option
@json_option
@output_option
@format_option(FORMATS)
@workers_option
@quiet_option
@verbose_option
def verify(
    puzzles: tuple[str, ...],
    answer_file: str | None,
    budget_s: float,
    from_format: str | None,
    as_json: bool,
    output: str | None,
    format_name: str | None,
    workers: int,
    quiet: bool,
    verbose: bool,
) -> None:
    """The verdict on each puzzle: unique, multiple, none, unknown or invalid.

    Two engines have to agree on it. Where there are several answers, two are shown. Answers and levels that come with
    a puzzle are judged too. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.desk import answers, reports, verify
    from puzzle_factory.sources import read_sources

    given = answers.read_answers(answer_file) if answer_file else None
    cases = verify.cases_of(read_sources(puzzles, from_format), given)
    found = verify.verify(cases, budget_s, workers)
    say = (reports.verify_object, reports.verify_text)
    sys.exit(print_reports(found, len(cases), say, as_json, output, quiet, format_name))
