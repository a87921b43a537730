"""Proof from the page: the finished book is read back, compared with its puzzles, and each is proved again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzle_factory.publish.book import Placed
from puzzle_factory.publish.plates import Missing, NotShown, missing
from puzzle_factory.publish.proof import check_proof, confirm, misprint
from puzzle_factory.publish.scan import drawing_on, pages_of
from puzzle_factory.publish.themes import PRINT
from puzzle_models.kernel.canvas import Label, Shape


def proofs(pdf: bytes, placed: Sequence[Placed], budget_s: float) -> Iterator[Missing | None]:
    """For each drawing in the book, None where it shows what it must, else why its puzzle must not be printed.

    Raises Misprint where the page shows something else.
    """
    pages = list(pages_of(pdf, PRINT))
    for each in placed:
        marks = pages[each.page - 1]
        _check_number(each, marks)
        plate = each.entry.plate if each.is_answer else replace(each.entry.plate, answer=None)
        confirm(plate, drawing_on(marks, each.plot))
        yield None if each.is_answer else _proved(each, budget_s)


def _check_number(each: Placed, marks: Sequence[Shape | Label]) -> None:
    """Raise Misprint where the number over a drawing is not its entry's."""
    shown = [mark.text for mark in marks if isinstance(mark, Label) and each.caption.holds((mark.x, mark.y))]
    if shown != [str(each.entry.number)]:
        raise misprint(each.entry.plate, f"over it on page {each.page} stands {', '.join(shown) or 'no number'}")


def _proved(each: Placed, budget_s: float) -> Missing | None:
    try:
        check_proof(each.entry.plate, budget_s)
    except NotShown as reason:
        return missing(each.entry.plate.item, reason)
    return None
