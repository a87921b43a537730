"""`puzzle-factory render`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from puzzle_factory.cli.common import (
    format_for,
    from_option,
    output_option,
    puzzles_argument,
    quiet_option,
    say_lines,
    verbose_option,
)
from puzzle_factory.cli.reporting import time_limit_option
from puzzle_factory.errors import WrongUsage
from puzzle_factory.publish.pictures import Picture
from puzzle_factory.publish.pictures import draw as drawn
from puzzle_factory.sources import read_sources
from puzzle_factory.store import STDOUT, make_folder, write_all, write_whole
from puzzle_models.kernel.reading import counted

KINDS = ("svg",)


@click.command()
@puzzles_argument
@click.option("--to", "--format", "to", type=click.Choice(KINDS), help="Kind of picture.  [default: as -o, else svg]")
@click.option("--answer", "with_answer", is_flag=True, help="Draw the answer in; solved where none came along.")
@time_limit_option
@from_option
@output_option
@quiet_option
@verbose_option
def render(
    puzzles: tuple[str, ...],
    to: str | None,
    with_answer: bool,
    budget_s: float,
    from_format: str | None,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Pictures of puzzles, on request with the answer.

    One puzzle goes to the file of -o, or to stdout; several go to the folder of -o, a file each, named by id.
    """
    items = list(read_sources(puzzles, from_format))
    if len(items) > 1 and output in (None, STDOUT):
        raise WrongUsage(f"there are {len(items)} puzzles; name a folder for their pictures with -o")
    to_folder = len(items) > 1 or (output is not None and Path(output).is_dir())
    kind = to or "svg" if to_folder else format_for(output, to, KINDS, "svg")
    gallery = drawn(items, with_answer, budget_s)
    written = _write(gallery.pictures, output or STDOUT, kind, to_folder)
    say_lines((*gallery.lines, *written), hidden=quiet and not gallery.exit_code)
    sys.exit(gallery.exit_code)


def _write(pictures: Sequence[Picture], output: str, kind: str, to_folder: bool) -> list[str]:
    """Write all pictures or none; a line for people where they went to a folder."""
    if not pictures:
        return []
    if not to_folder:
        (picture,) = pictures
        write_whole(output, picture.svg.encode())
        return []
    make_folder(output)
    write_all(output, {f"{picture.name}.{kind}": picture.svg.encode() for picture in pictures})
    return [f"{counted(len(pictures), 'picture')} in {output}"]
