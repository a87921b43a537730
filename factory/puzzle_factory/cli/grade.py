"""`puzzle-factory grade`."""

from __future__ import annotations

import sys

import click

from puzzle_factory.cli.common import (
    from_option,
    json_option,
    output_option,
    puzzles_argument,
    quiet_option,
    verbose_option,
    workers_option,
)
from puzzle_factory.cli.reporting import print_reports, time_limit_option


@click.command()
@puzzles_argument
@time_limit_option
@from_option
@json_option
@output_option
@workers_option
@quiet_option
@verbose_option
def grade(
    puzzles: tuple[str, ...],
    budget_s: float,
    from_format: str | None,
    as_json: bool,
    output: str | None,
    workers: int,
    quiet: bool,
    verbose: bool,
) -> None:
    """The grade of each puzzle: level, score, hardest technique, and how often each is needed.

    Only a puzzle with one answer has a grade. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.desk import explain, verify, walkthrough
    from puzzle_factory.sources import read_sources

    cases = verify.cases_of(read_sources(puzzles, from_format))
    found = explain.grade_all(cases, budget_s, workers)
    say = (walkthrough.grade_object, walkthrough.grade_text)
    sys.exit(print_reports(found, len(cases), say, as_json, output, quiet))
