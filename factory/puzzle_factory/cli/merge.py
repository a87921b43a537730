"""`puzzle-factory merge`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from puzzle_factory.cli.common import (
    STDOUT,
    check_output,
    format_for,
    format_option,
    json_option,
    output_option,
    quiet_option,
    say_lines,
    verbose_option,
    workers_option,
)
from puzzle_factory.writing import EXTENSIONS


@click.command()
@click.argument("batches", nargs=-1, required=True, metavar="BATCH...")
@workers_option
@output_option
@format_option(EXTENSIONS)
@json_option
@quiet_option
@verbose_option
def merge(
    batches: Sequence[str],
    workers: int,
    output: str | None,
    format_name: str | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Joins the shards of a batch.

    BATCH... are the files that `batch --shard I/N` wrote, all of them, in any order, each with its manifest beside it.
    What comes out has the bytes that one run would have written.
    """
    from puzzle_factory.cli.making import avoided, maker_for
    from puzzle_factory.cli.progress import Progress
    from puzzle_factory.merging import check_program, merged, published_since, read_shares, recipe_of
    from puzzle_factory.store import write_whole
    from puzzle_factory.writing import pieces

    form = format_for(output, format_name or ("jsonl" if as_json else None), EXTENSIONS, EXTENSIONS[0])
    check_output(output)
    shares = read_shares([Path(batch) for batch in batches])
    check_program(shares)
    recipe = recipe_of(shares[0])
    avoid = avoided(recipe)
    say_lines(published_since(shares, avoid), quiet)
    maker = maker_for(recipe.seed, avoid, workers, None, quiet)
    with Progress(quiet, verbose) as watch:
        records = merged(shares, maker, avoid, watch)
        write_whole(output or STDOUT, pieces(records, form))
