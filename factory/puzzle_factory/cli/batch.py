"""`puzzle-factory batch`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import STDOUT, check_seed, quiet_option, scheduler_option, verbose_option, workers_option
from puzzle_factory.errors import WrongUsage
from puzzle_factory.sharding import Shard
from puzzle_factory.writing import EXTENSIONS

if TYPE_CHECKING:
    from puzzle_factory.manifest import Finished
    from puzzle_factory.recipe import Recipe


@click.command()
@click.argument("recipe", metavar="RECIPE")
@click.option("-o", "--output", metavar="DIR", help="Folder for the batch, in place of the one that the recipe names.")
@click.option("--seed", metavar="TEXT", help="In place of the recipe's seed.")
@click.option(
    "--format",
    "formats",
    type=click.Choice(EXTENSIONS),
    multiple=True,
    help="In place of the recipe's; may be repeated.",
)
@click.option("--shard", metavar="I/N", help="Make one of N shares; `merge` joins them.")
@click.option("--afresh", is_flag=True, help="Drop what an unfinished run has left, and begin anew.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object about the finished batch.")
@workers_option
@scheduler_option
@quiet_option
@verbose_option
def batch(
    recipe: str,
    output: str | None,
    seed: str | None,
    formats: Sequence[str],
    shard: str | None,
    afresh: bool,
    as_json: bool,
    workers: int,
    scheduler: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Carries out a recipe into a folder.

    All its puzzles are made and written there, with a manifest. What is made is put down at once: a run that was
    stopped, in whatever way, is gone on with by the same command. A batch that is finished already is checked and
    left alone.
    """
    from puzzle_factory.batch import Job, carry_out
    from puzzle_factory.cli.making import avoided, maker_for
    from puzzle_factory.cli.progress import Progress
    from puzzle_factory.recipe import read_recipe

    if output in ("", STDOUT):
        raise WrongUsage(f"-o '{output}' is no folder; a batch is several files, name a folder for them")
    read = _altered(read_recipe(Path(recipe)), seed, formats)
    share = _share(shard)
    avoid = avoided(read)
    maker = maker_for(read.seed, avoid, workers, scheduler, quiet)
    with Progress(quiet, verbose) as watch:
        done = carry_out(Job(read, Path(output) if output else read.folder, maker, avoid, watch, share, afresh))
    _say(read, done, as_json, quiet)


def _altered(recipe: Recipe, seed: str | None, formats: Sequence[str]) -> Recipe:
    """The recipe as the command line has it."""
    if seed is not None:
        check_seed(seed)
        recipe = replace(recipe, seed=seed)
    return replace(recipe, formats=tuple(dict.fromkeys(formats))) if formats else recipe


def _share(said: str | None) -> Shard | None:
    try:
        return None if said is None else Shard.parse(said)
    except ValueError as error:
        raise WrongUsage(str(error)) from error


def _say(recipe: Recipe, done: Finished, as_json: bool, quiet: bool) -> None:
    """What became of it, on stdout."""
    if as_json:
        files = [str(path) for path in done.files]
        said = {"recipe": recipe.name, "seed": recipe.seed, "folder": str(done.folder), "files": files}
        click.echo(json.dumps({**said, "puzzles": done.count, "fresh": done.fresh}, ensure_ascii=False))
    if quiet or as_json:
        return
    verb = "made" if done.fresh else "already made, checked and left alone:"
    click.echo(f"{verb} {done.count} puzzles, each with one answer, in {', '.join(map(str, done.files))}")
    if done.first is not None:
        from puzzle_factory.cli.making import drawing
        from puzzle_factory.records import restored

        click.echo(f"\nthe first of them: {drawing(restored(done.first))}", nl=False)
