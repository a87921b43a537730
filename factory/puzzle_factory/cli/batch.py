"""`puzzle-factory batch`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import quiet_option, verbose_option, workers_option
from puzzle_models import registry

if TYPE_CHECKING:
    from puzzle_factory.records import Record


@click.command()
@click.argument("recipe", metavar="RECIPE")
@click.option("-o", "--output", metavar="DIR", help="Folder for the batch, in place of the one that the recipe names.")
@workers_option
@quiet_option
@verbose_option
def batch(recipe: str, output: str | None, workers: int, quiet: bool, verbose: bool) -> None:
    """Carries out a recipe into a folder.

    All its puzzles are made and written there, with a manifest.
    A batch that is finished already is checked and left alone.
    """
    from puzzle_factory.batch import carry_out
    from puzzle_factory.cli.making import counted, drawing, progress
    from puzzle_factory.recipe import read_recipe
    from puzzle_factory.warmup import DRAW, warm_up

    read = read_recipe(Path(recipe))

    def make() -> Iterator[Record]:
        for name in dict.fromkeys(order.genre for order in read.orders):
            warm_up(registry.load(name), DRAW, progress(quiet))
        return counted(read.seed, read.orders, workers, quiet, verbose)

    done, first = carry_out(read, Path(output) if output else read.folder, make)
    if quiet:
        return
    verb = "made" if done.fresh else "already made, checked and left alone:"
    click.echo(f"{verb} {done.count} puzzles, each with one answer, in {', '.join(map(str, done.files))}")
    if first is not None:
        click.echo(f"\nthe first of them: {drawing(first)}", nl=False)
