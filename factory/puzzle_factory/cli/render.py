"""`puzzle-factory render`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

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
from puzzle_factory.publish.pictures import KINDS, WIDEST_PNG, Wish, draw
from puzzle_factory.publish.plates import Missing, Plate, plates
from puzzle_factory.publish.themes import PRINT, THEMES
from puzzle_factory.sources import Item, read_sources
from puzzle_factory.store import STDOUT, make_folder, write_all, write_whole
from puzzle_models.kernel.canvas import Look
from puzzle_models.kernel.reading import counted


@click.command()
@puzzles_argument
@click.option("--to", "--format", "to", type=click.Choice(KINDS), help="Kind of picture.  [default: as -o, else svg]")
@click.option("--answer", "with_answer", is_flag=True, help="Draw the answer in; solved where none came along.")
@click.option(
    "--theme",
    type=click.Choice(tuple(THEMES)),
    default=PRINT.name,
    show_default=True,
    help="Black and greys for paper; colours for a screen, in SVG light or dark as it is; dark colours.",
)
@click.option("--large", is_flag=True, help="Large print: larger, with larger digits.")
@click.option("--plain-line", is_flag=True, help="Track as a plain line, without rails and sleepers.")
@click.option("--width", "width_px", type=click.IntRange(16, WIDEST_PNG), metavar="PIXELS", help="Width of a PNG.")
@click.option("--check", is_flag=True, help="Read each picture back, compare it with its puzzle, and prove it again.")
@time_limit_option
@from_option
@output_option
@quiet_option
@verbose_option
def render(puzzles: tuple[str, ...], to: str | None, output: str | None, quiet: bool, **asked: Any) -> None:
    """Pictures of puzzles, on request with the answer.

    One puzzle goes to the file of -o, or to stdout; several go to the folder of -o, a file each, named by id.
    """
    items = list(read_sources(puzzles, asked["from_format"]))
    if len(items) > 1 and output in (None, STDOUT):
        raise WrongUsage(f"there are {len(items)} puzzles; name a folder for their pictures with -o")
    to_folder = len(items) > 1 or (output is not None and Path(output).is_dir())
    kind = to or KINDS[0] if to_folder else format_for(output, to, KINDS, KINDS[0])
    wish = Wish(
        kind=kind,
        theme=THEMES[asked["theme"]],
        look=Look(asked["plain_line"], asked["large"]),
        width_px=asked["width_px"],
        check=asked["check"],
        budget_s=asked["budget_s"],
    )
    gallery = draw(_plates(items, asked["with_answer"], wish.budget_s, quiet), wish)
    written = _write(gallery.pictures, output or STDOUT, to_folder)
    say_lines((*gallery.lines, *written), hidden=quiet and not gallery.exit_code)
    sys.exit(gallery.exit_code)


def _plates(items: Sequence[Item], with_answer: bool, budget_s: float, quiet: bool) -> Iterator[Plate | Missing]:
    """The plates, with a bar for as long as they are asked for."""
    from tqdm import tqdm

    found = plates(items, with_answer, budget_s)
    yield from tqdm(found, total=len(items), unit="puzzle", disable=True if quiet else None, leave=False)


def _write(pictures: Mapping[str, bytes], output: str, to_folder: bool) -> list[str]:
    """Write all pictures or none; a line for people where they went to a folder."""
    if not pictures:
        return []
    if not to_folder:
        (picture,) = pictures.values()
        write_whole(output, picture)
        return []
    make_folder(output)
    write_all(output, pictures)
    return [f"{counted(len(pictures), 'picture')} in {output}"]
