"""`puzzle-factory explain`."""

from __future__ import annotations

import sys
from functools import partial

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
@click.option(
    "--marks", "with_marks", is_flag=True, help="Show the marks of the whole board before and after each step."
)
@time_limit_option
@from_option
@json_option
@output_option
@workers_option
@quiet_option
@verbose_option
def explain(
    puzzles: tuple[str, ...],
    with_marks: bool,
    budget_s: float,
    from_format: str | None,
    as_json: bool,
    output: str | None,
    workers: int,
    quiet: bool,
    verbose: bool,
) -> None:
    """The walkthrough of each puzzle: every step in words, from the printed grid to the answer.

    Only a puzzle with one answer has one. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.desk import explain, verify, walkthrough
    from puzzle_factory.sources import read_sources

    cases = verify.cases_of(read_sources(puzzles, from_format))
    found = explain.explain_all(cases, budget_s, workers)
    say = (
        partial(walkthrough.explain_object, with_marks=with_marks),
        partial(walkthrough.explain_text, with_marks=with_marks),
    )
    sys.exit(print_reports(found, len(cases), say, as_json, output, quiet))
