"""Puzzles as pictures, a file each; and what could not be drawn said aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from puzzle_factory.errors import OK, heaviest
from puzzle_factory.publish.plates import Missing, NotShown, Plate, missing
from puzzle_factory.publish.proof import check_proof, confirm
from puzzle_factory.publish.raster import alone, painted
from puzzle_factory.publish.scan import Plot, drawing_on, pages_of
from puzzle_factory.publish.svg import drawing_in, svg
from puzzle_factory.publish.themes import PRINT, Theme
from puzzle_models.kernel.canvas import Drawing, Look

PICTURES = ("svg", "png")
LARGE = 1.6  # how many times its usual size a picture in large print has
PNG_SCALE = 2  # pixels to a unit of the drawing
WIDEST_PNG = 20_000  # pixels


@dataclass(frozen=True)
class Wish:
    """How pictures are wished for. `width_px` is that of a PNG, None for the usual; `budget_s` is for a proof.

    With `check`, each is read back and proved before it counts as drawn.
    """

    kind: str = "svg"
    theme: Theme = PRINT
    look: Look = field(default_factory=Look)
    width_px: int | None = None
    check: bool = False
    budget_s: float = 10


@dataclass(frozen=True)
class Gallery:
    """The files of a run by name, lines about those that are missing, and the exit code."""

    pictures: Mapping[str, bytes]
    lines: tuple[str, ...]
    exit_code: int


def draw(found: Iterable[Plate | Missing], wish: Wish) -> Gallery:
    """The pictures of all plates. Raises Misprint, and WrongUsage where a package is missing."""
    pictures: dict[str, bytes] = {}
    lines: list[str] = []
    codes = [OK]
    for plate in found:
        drawn = plate if isinstance(plate, Missing) else _drawn(plate, wish)
        if isinstance(drawn, bytes) and isinstance(plate, Plate):
            pictures[f"{plate.name}.{wish.kind}"] = drawn
        elif isinstance(drawn, Missing):
            lines += drawn.lines
            codes.append(drawn.exit_code)
    return Gallery(pictures, tuple(lines), heaviest(codes))


def _drawn(plate: Plate, wish: Wish) -> bytes | Missing:
    try:
        return (_png if wish.kind == "png" else _svg)(plate, wish)
    except NotShown as reason:
        return missing(plate.item, reason)


def _svg(plate: Plate, wish: Wish) -> bytes:
    text = svg(_drawing(plate, wish), wish.theme, LARGE if wish.look.large else 1)
    if wish.check:
        confirm(plate, drawing_in(text, wish.theme))
        check_proof(plate, wish.budget_s)
    return text.encode()


def _png(plate: Plate, wish: Wish) -> bytes:
    drawing = _drawing(plate, wish)
    page = alone(drawing, wish.theme)
    if wish.check:
        (marks,) = pages_of(page, wish.theme)
        confirm(plate, drawing_on(marks, Plot(0, 0, drawing.width, drawing.height, 1)))
        check_proof(plate, wish.budget_s)
    return painted(page, _scale(drawing, wish))


def _drawing(plate: Plate, wish: Wish) -> Drawing:
    drawing: Drawing = plate.genre.drawing(plate.puzzle, plate.answer, wish.look)
    return drawing


def _scale(drawing: Drawing, wish: Wish) -> float:
    """Pixels to a unit of the drawing."""
    return wish.width_px / drawing.width if wish.width_px else PNG_SCALE * (LARGE if wish.look.large else 1)
