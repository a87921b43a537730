"""The pages of a book, one after another: where the text block lies, headings, paragraphs, stars, drawings.

Lengths are in points, y up from the foot of the page, as PDF has it. All ink is grey or black.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from puzzle_factory.errors import WrongUsage
from puzzle_factory.publish.book_style import BookStyle
from puzzle_factory.publish.scan import Plot
from puzzle_factory.publish.sheet import BOLD, REGULAR, page_maker, place
from puzzle_factory.publish.themes import PRINT
from puzzle_models.kernel.canvas import Drawing
from puzzle_models.kernel.contract import LEVELS

LEADING = 1.4  # from line to line, in sizes of the type
FOOTER_SIZE = 9
GREY = 0.35
LARGEST_SCALE, LARGEST_LARGE_SCALE = 1.05, 1.6  # points to a unit of a drawing, however much room there is
LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0  # where a line stands: the share of the room left over that is before it


@dataclass(frozen=True)
class Box:
    """A part of a page, by its left foot corner."""

    left: float
    foot: float
    width: float
    height: float

    @property
    def top(self) -> float:
        return self.foot + self.height

    def without_top(self, height: float) -> Box:
        return Box(self.left, self.foot, self.width, self.height - height)

    def cells(self, columns: int, rows: int, gap: float) -> list[Box]:
        """The parts of a grid over it, row by row from the top."""
        width, height = (
            (side - gap * (count - 1)) / count for side, count in ((self.width, columns), (self.height, rows))
        )
        return [
            Box(self.left + col * (width + gap), self.top - height - row * (height + gap), width, height)
            for row in range(rows)
            for col in range(columns)
        ]


class Press:
    """A book as it is set. `page` counts from one; what has been set is in `finished`."""

    def __init__(self, style: BookStyle) -> None:
        self.style, self.page = style, 1
        self.canvas, self._content = page_maker(*style.page, language=style.language)
        for name in ("title", "subtitle", "author", "note"):
            _check_typeface(name, getattr(style, name))

    @property
    def block(self) -> Box:
        """What the margins leave of the page; the gutter is on the left of odd pages."""
        width, height = self.style.room
        inner = self.style.gutter if self.page % 2 else 0
        return Box(self.style.margin + inner, self.style.margin, width, height)

    def turn(self, with_number: bool = True) -> None:
        """End the page; its number stands at the outer corner of the foot."""
        if with_number:
            block, foot = self.block, self.style.margin / 2
            outer = RIGHT if self.page % 2 else LEFT
            self.words(str(self.page), block.left, foot, FOOTER_SIZE, grey=GREY, width=block.width, stands=outer)
        self.canvas.showPage()
        self.page += 1

    def finished(self) -> bytes:
        self.canvas.save()
        return self._content.getvalue()

    def words(
        self,
        text: str,
        left: float,
        foot: float,
        size: float,
        bold: bool = False,
        grey: float = 0,
        width: float = 0,
        stands: float = LEFT,
    ) -> float:
        """One line, at the left, in the middle or at the right of `width`, smaller where that is too narrow for it.

        Returns where it ends.
        """
        if width:
            size = min(size, size * width / self.width_of(text, size, bold))
        self.canvas.setFillGray(grey)
        self.canvas.setFont(BOLD if bold else REGULAR, size)
        start = left + stands * (width - self.width_of(text, size, bold))
        self.canvas.drawString(start, foot, text)
        return start + self.width_of(text, size, bold)

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        return float(self.canvas.stringWidth(text, BOLD if bold else REGULAR, size))

    def paragraph(self, text: str, box: Box, size: float, bold: bool = False, stands: float = LEFT) -> Box:
        """Text wrapped at the top of a box; returns what is left of the box below it, with a gap."""
        for line in self.lines(text, box.width, size, bold):
            box = box.without_top(LEADING * size)
            self.words(line, box.left, box.top + 0.3 * size, size, bold, width=box.width, stands=stands)
        return box.without_top(0.5 * size)

    def lines(self, text: str, width: float, size: float, bold: bool = False) -> list[str]:
        """A text in lines no wider than `width`; a longer word is broken."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width_of(longer, size, bold) <= width:
                lines[-1] = longer
                continue
            *whole, rest = self._broken(word, width, size, bold)
            lines += [*whole, rest]
        return [line for line in lines if line]

    def _broken(self, word: str, width: float, size: float, bold: bool) -> list[str]:
        parts = [""]
        for letter in word:
            fits = self.width_of(parts[-1] + letter, size, bold) <= width
            parts[-1:] = [parts[-1] + letter] if fits or not parts[-1] else [parts[-1], letter]
        return parts

    def bookmark(self, title: str, depth: int = 0) -> None:
        """An entry of the reader's outline that leads to this page; `page-N` leads there from within."""
        self.canvas.bookmarkPage(f"page-{self.page}")
        self.canvas.addOutlineEntry(title, f"page-{self.page}", depth)

    def link(self, box: Box, page: int) -> None:
        self.canvas.linkRect("", f"page-{page}", (box.left, box.foot, box.left + box.width, box.top), thickness=0)

    def picture(self, drawing: Drawing, box: Box) -> Plot:
        """A drawing as large as it fits, in the middle of a box's width, at its top; returns where it stands."""
        most = LARGEST_LARGE_SCALE if self.style.look.large else LARGEST_SCALE
        scale = min(box.width / drawing.width, box.height / drawing.height, most)
        left = box.left + (box.width - scale * drawing.width) / 2
        place(self.canvas, drawing, PRINT, left, box.top, scale)
        return Plot(left, self.style.page[1] - box.top, drawing.width, drawing.height, scale)

    def stars(self, level: str, left: float, foot: float, size: float) -> float:
        """As many full stars as the level has, the others empty; returns where they end."""
        rank = LEVELS.index(level) + 1 if level in LEVELS else len(LEVELS)
        for at in range(len(LEVELS)):
            path = _star(self.canvas, left + (at + 0.5) * size, foot + 0.36 * size, 0.48 * size)
            self.canvas.setFillGray(0 if at < rank else 1)
            self.canvas.setStrokeGray(0 if at < rank else 0.6)
            self.canvas.setLineWidth(0.4)
            self.canvas.drawPath(path, fill=1, stroke=1)
        return left + len(LEVELS) * size


def _star(canvas: Any, x: float, y: float, radius: float) -> Any:
    path = canvas.beginPath()
    points = [
        (x + reach * sin(turn * pi / 5), y + reach * cos(turn * pi / 5))
        for turn in range(10)
        for reach in (radius if turn % 2 == 0 else 0.42 * radius,)
    ]
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    return path


def _check_typeface(name: str, text: str) -> None:
    """Raise WrongUsage where a text has a letter that the book's typeface has not."""
    from reportlab.pdfbase.pdfmetrics import getFont

    known: Any = getattr(getFont(REGULAR), "face").charToGlyph  # noqa: B009  # its stubs know no typefaces
    unknown = next((letter for letter in text if ord(letter) not in known), None)
    if unknown:
        raise WrongUsage(f"{name}: the book's typeface has no {unknown!r}; write it in Latin letters")
