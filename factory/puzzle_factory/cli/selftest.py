"""`puzzle-factory selftest`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import (
    format_option,
    genres_named,
    output_option,
    quiet_option,
    verbose_option,
    workers_option,
)
from puzzle_factory.cli.reporting import FORMATS, form_of_report, print_texts
from puzzle_factory.errors import WrongUsage

if TYPE_CHECKING:
    from puzzle_factory.selftest import Plan, Tried

SEED = "selftest"


@click.command()
@click.option("--quick", is_flag=True, help="Of each genre the smallest and the usual size only: some seconds.")
@click.option("--largest", type=click.IntRange(min=1), metavar="N", help="Longest side to try.  [default: 12]")
@click.option("--genre", "names", multiple=True, metavar="GENRE", help="This genre only; may be given again.")
@workers_option
@click.option("--seed", metavar="TEXT", default=SEED, show_default=True, help="Any text; another one, other puzzles.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a genre, one line each.")
@output_option
@format_option(FORMATS)
@quiet_option
@verbose_option
def selftest(
    quick: bool,
    largest: int | None,
    names: Sequence[str],
    workers: int,
    seed: str,
    as_json: bool,
    output: str | None,
    format_name: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Every kind of puzzle made, proved, graded again.

    Of every genre, size, level and style one puzzle or family is made. In every presentation its rules are checked, its
    answers counted to two by both engines, with the answer known to them and not, and its grade and keys compared.
    Square boards are tried, and a long and a high one; one option at a time, and of it the words, not the numbers.

    At the first fault the puzzle is printed, fit for `verify -`, and the exit code is 4.
    """
    from puzzle_factory.selftest import LARGEST, Fault, quick_plan, run, summary, whole_plan

    if quick and largest is not None:
        raise WrongUsage("--quick has sizes of its own; leave --largest out")
    form = form_of_report(output, format_name, as_json)
    plans = [quick_plan(genre) if quick else whole_plan(genre, largest or LARGEST) for genre in genres_named(names)]

    def texts() -> Iterator[str]:
        for plan in plans:
            found = summary(plan, list(_watched(plan, run(seed, plan, workers), quiet)))
            yield str(found) if form == "text" else json.dumps(asdict(found), ensure_ascii=False)

    try:
        print_texts(texts(), output, form)
    except Fault as fault:
        as_data = form != "text"
        click.echo(json.dumps({**json.loads(fault.puzzle), "fault": fault.what}) if as_data else fault.puzzle)
        raise


def _watched(plan: Plan, results: Iterator[Tried], quiet: bool) -> Iterator[Tried]:
    """Results as they come, with a bar on stderr where that is a terminal, and a line for each kind not to be had."""
    from tqdm import tqdm

    from puzzle_factory.cli.making import progress
    from puzzle_factory.selftest import name_of
    from puzzle_factory.warmup import DRAW, warm_up

    warm_up(plan.genre, DRAW, progress(quiet))
    with tqdm(total=len(plan.kinds), unit="kind", leave=False, disable=True if quiet else None) as bar:
        for result in results:
            bar.update()
            if not result.puzzles and not quiet:
                bar.write(f"not to be had: {name_of(result.kind)}", file=sys.stderr)
            yield result
