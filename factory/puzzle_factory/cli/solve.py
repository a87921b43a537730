"""`puzzle-factory solve`."""

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
@time_limit_option
@from_option
@json_option
@output_option
@format_option(FORMATS)
@workers_option
@quiet_option
@verbose_option
def solve(
    puzzles: tuple[str, ...],
    budget_s: float,
    from_format: str | None,
    as_json: bool,
    output: str | None,
    format_name: str | None,
    workers: int,
    quiet: bool,
    verbose: bool,
) -> None:
    """The answer to each puzzle; two of them where there are several.

    PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.desk import reports, verify
    from puzzle_factory.sources import read_sources

    cases = verify.cases_of(read_sources(puzzles, from_format))
    found = verify.solve(cases, budget_s, workers)
    say = (reports.solve_object, reports.solve_text)
    sys.exit(print_reports(found, len(cases), say, as_json, output, quiet, format_name))
