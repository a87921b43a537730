"""What `puzzle-factory render --to pdf` asks, and the book that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from puzzle_factory.cli.common import say_lines
from puzzle_factory.errors import OK, WrongUsage, heaviest
from puzzle_factory.publish.book_style import (
    GRIDS,
    MM,
    WIDEST_MARGIN_MM,
    BookStyle,
    page_size,
    read_style,
    with_options,
)
from puzzle_factory.publish.plates import Missing, Plate, plates
from puzzle_factory.sources import Item
from puzzle_factory.store import STDOUT, write_whole
from puzzle_models.kernel.canvas import Look
from puzzle_models.kernel.languages import LANGUAGES
from puzzle_models.kernel.reading import counted

if TYPE_CHECKING:
    from puzzle_factory.publish.book import Entry

BOOK = "pdf"
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(frozen=True)
class Run:
    """What the command line asks of one run; `asked` has the options by name."""

    items: Sequence[Item]
    output: str | None
    quiet: bool
    asked: dict[str, Any]

    @property
    def look(self) -> Look:
        return Look(self.asked["plain_line"], self.asked["large"])

    @property
    def budget_s(self) -> float:
        return float(self.asked["budget_s"])

    def plates(self, with_answer: bool) -> Iterator[Plate | Missing]:
        """The plates, with a bar for as long as they are asked for."""
        return self.watched(plates(self.items, with_answer, self.budget_s), len(self.items), "puzzle")

    def watched(self, members: Iterator[T], total: int, unit: str) -> Iterator[T]:
        from tqdm import tqdm

        yield from tqdm(members, total=total, unit=unit, disable=True if self.quiet else None, leave=False)


def book_options(function: F) -> F:
    """The options that only a book has; None where they were left out."""
    margin = click.FloatRange(0, WIDEST_MARGIN_MM)
    for option in reversed(
        (
            click.option("--page", metavar="SIZE", help="Book: A4, A5, Letter, 6x9, or as 170x240mm.  [default: A4]"),
            click.option("--per-page", type=click.Choice(list(map(str, GRIDS))), help="Book: how many.  [default: 2]"),
            click.option("--margin", type=margin, metavar="MM", help="Book: on all sides.  [default: 15]"),
            click.option("--gutter", type=margin, metavar="MM", help="Book: more on the inner side.  [default: 5]"),
            click.option("--language", type=click.Choice(LANGUAGES), help="Book: of all its words.  [default: en]"),
            click.option("--score", is_flag=True, default=None, help="Book: with the score of each puzzle."),
            click.option("--book", metavar="FILE", help="Book: its title and settings, a few lines of YAML."),
        )
    ):
        function = option(function)
    return function


BOOK_OPTIONS = ("page", "per_page", "margin", "gutter", "language", "score", "book")


def refuse_book_options(run: Run, kind: str) -> None:
    """Raise WrongUsage where an option has nothing to say for a picture."""
    for name in BOOK_OPTIONS:
        if run.asked[name] is not None:
            raise WrongUsage(f"--{name.replace('_', '-')} is for a book; say --to {BOOK}, or leave it out for {kind}")


def print_book(run: Run) -> int:
    """Set, check and write the book; returns the exit code. Where a puzzle cannot be printed, nothing is written."""
    style = _style(run)
    found = list(run.plates(with_answer=True))
    lost = [each for each in found if isinstance(each, Missing)]
    ready = [each for each in found if isinstance(each, Plate)]
    if lost or not ready:
        return _refused(lost)
    from puzzle_factory.publish.book import bound
    from puzzle_factory.publish.book_entries import entries_of

    entries, remarks = entries_of(ready)
    pdf, placed = bound(entries, style)
    if run.asked["check"] is not False:
        from puzzle_factory.publish.book_proof import proofs

        refuted = [each for each in run.watched(proofs(pdf, placed, run.budget_s), len(placed), "drawing") if each]
        if refuted:
            return _refused(refuted)
    write_whole(run.output or STDOUT, pdf)
    say_lines([*remarks, _summary(run, entries)], hidden=run.quiet)
    return OK


def _style(run: Run) -> BookStyle:
    asked = run.asked
    style = BookStyle(look=run.look)
    if asked["book"] is not None:
        style = read_style(Path(asked["book"]), style)
    try:
        page = page_size(asked["page"]) if asked["page"] is not None else None
    except ValueError as error:
        raise WrongUsage(str(error)) from error
    return with_options(
        style,
        {
            "page": page,
            "per_page": int(asked["per_page"]) if asked["per_page"] is not None else None,
            "margin": asked["margin"] * MM if asked["margin"] is not None else None,
            "gutter": asked["gutter"] * MM if asked["gutter"] is not None else None,
            "language": asked["language"],
            "with_score": asked["score"],
        },
    )


def _refused(lost: Sequence[Missing]) -> int:
    """Say which puzzles keep the book from being printed."""
    say_lines([line for each in lost for line in each.lines], hidden=False)
    say_lines(["no book: every puzzle of it has to be sound and to have one answer"], hidden=False)
    return heaviest(each.exit_code for each in lost)


def _summary(run: Run, entries: Sequence[Entry]) -> str:
    checked = "" if run.asked["check"] is False else ", each read back from its page and proved"
    return f"{counted(len(entries), 'puzzle')} in {run.output or 'the book'}{checked}"
