"""`puzzle-factory batch`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import check_seed, quiet_option, verbose_option, workers_option
from puzzle_models import registry

if TYPE_CHECKING:
    from puzzle_factory.records import Record


@click.command()
@click.argument("recipe", metavar="RECIPE")
@click.option("-o", "--output", metavar="DIR", help="Folder for the batch, in place of the one that the recipe names.")
@click.option("--seed", metavar="TEXT", help="In place of the recipe's seed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object about the finished batch.")
@workers_option
@quiet_option
@verbose_option
def batch(
    recipe: str, output: str | None, seed: str | None, as_json: bool, workers: int, quiet: bool, verbose: bool
) -> None:
    """Carries out a recipe into a folder.

    All its puzzles are made and written there, with a manifest.
    A batch that is finished already is checked and left alone.
    """
    from puzzle_factory.batch import carry_out
    from puzzle_factory.cli.making import counted, drawing, progress
    from puzzle_factory.recipe import read_recipe
    from puzzle_factory.warmup import DRAW, warm_up

    read = read_recipe(Path(recipe))
    if seed is not None:
        check_seed(seed)
        read = replace(read, seed=seed)

    def make() -> Iterator[Record]:
        for name in dict.fromkeys(order.genre for order in read.orders):
            warm_up(registry.load(name), DRAW, progress(quiet))
        return counted(read.seed, read.orders, workers, quiet, verbose)

    done, first = carry_out(read, Path(output) if output else read.folder, make)
    if as_json:
        files = [str(path) for path in done.files]
        said = {"recipe": read.name, "seed": read.seed, "folder": str(done.folder), "files": files}
        click.echo(json.dumps({**said, "puzzles": done.count, "fresh": done.fresh}, ensure_ascii=False))
    if quiet or as_json:
        return
    verb = "made" if done.fresh else "already made, checked and left alone:"
    click.echo(f"{verb} {done.count} puzzles, each with one answer, in {', '.join(map(str, done.files))}")
    if first is not None:
        click.echo(f"\nthe first of them: {drawing(first)}", nl=False)
