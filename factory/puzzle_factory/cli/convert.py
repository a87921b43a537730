"""`puzzle-factory convert`."""

from __future__ import annotations

import sys

import click

from puzzle_factory.cli.common import (
    from_option,
    output_option,
    puzzles_argument,
    quiet_option,
    say_lines,
    target_format,
    verbose_option,
)
from puzzle_factory.conversion import convert as converted
from puzzle_factory.conversion import targets
from puzzle_factory.sources import read_sources
from puzzle_factory.store import STDOUT, write_whole


@click.command()
@puzzles_argument
@click.option("--to", "--format", "to", type=click.Choice(targets()), help="Notation.  [default: as -o]")
@click.option("--json", "as_json", is_flag=True, help="The same as --to jsonl.")
@from_option
@output_option
@quiet_option
@verbose_option
def convert(
    puzzles: tuple[str, ...],
    to: str | None,
    as_json: bool,
    from_format: str | None,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Puzzles from one notation into another.

    Records stay whole from record to record. What a notation cannot hold is said on stderr. A text drawing is for
    people and is not read back.
    """
    notation = target_format(output, to or ("jsonl" if as_json else None), targets())
    result = converted(read_sources(puzzles, from_format), notation)
    if result.content:
        write_whole(output or STDOUT, result.content)
    say_lines(result.lines, hidden=quiet and not result.exit_code)
    sys.exit(result.exit_code)
