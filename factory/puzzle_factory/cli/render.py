"""`puzzle-factory render`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from puzzle_factory.cli.booking import BOOK, Run, book_options, print_book, refuse_book_options
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
from puzzle_factory.publish.pictures import PICTURES, WIDEST_PNG, Wish, draw
from puzzle_factory.publish.themes import PRINT, THEMES
from puzzle_factory.sources import Item, read_sources
from puzzle_factory.store import STDOUT, make_folder, write_all, write_whole
from puzzle_models.kernel.reading import counted

KINDS = (*PICTURES, BOOK)


@click.command()
@puzzles_argument
@click.option("--to", "--format", "to", type=click.Choice(KINDS), help="Kind of file.  [default: as -o, else svg]")
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
@click.option(
    "--check/--no-check",
    default=None,
    help="Read the finished file back, compare it with its puzzles, and prove them again.  [default: for pdf]",
)
@book_options
@time_limit_option
@from_option
@output_option
@quiet_option
@verbose_option
def render(puzzles: tuple[str, ...], to: str | None, output: str | None, quiet: bool, **asked: Any) -> None:
    """Pictures of puzzles, or a book of them.

    svg and png: one puzzle goes to the file of -o, or to stdout; several go to the folder of -o, a file each, named by
    id.

    pdf: a book with title, contents, rules, the puzzles in sections by level, and the answers at the back; whole and
    right, or not at all.
    """
    items = list(read_sources(puzzles, asked["from_format"]))
    to_folder = output is not None and Path(output).is_dir()
    kind = to or (KINDS[0] if to_folder or _is_folder_to_be(output, items) else format_for(output, to, KINDS, KINDS[0]))
    run = Run(items, output, quiet, asked)
    sys.exit(print_book(run) if kind == BOOK else _pictures(run, kind))


def _is_folder_to_be(output: str | None, items: Sequence[Item]) -> bool:
    """Whether several pictures go to a folder that is not there yet: its name has no ending that we know."""
    return len(items) > 1 and Path(output or "").suffix[1:].lower() not in KINDS


def _pictures(run: Run, kind: str) -> int:
    """Draw and write them; returns the exit code."""
    several = len(run.items) > 1
    if several and run.output in (None, STDOUT):
        raise WrongUsage(f"there are {len(run.items)} puzzles; name a folder for their pictures with -o")
    refuse_book_options(run, kind)
    wish = Wish(
        kind=kind,
        theme=THEMES[run.asked["theme"]],
        look=run.look,
        width_px=run.asked["width_px"],
        check=bool(run.asked["check"]),
        budget_s=run.budget_s,
    )
    gallery = draw(run.plates(run.asked["with_answer"]), wish)
    to_folder = several or (run.output is not None and Path(run.output).is_dir())
    written = _write(gallery.pictures, run.output or STDOUT, to_folder)
    say_lines((*gallery.lines, *written), hidden=run.quiet and not gallery.exit_code)
    return gallery.exit_code


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
