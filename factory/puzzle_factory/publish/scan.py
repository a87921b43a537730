"""What stands on a page of a finished PDF, read by a library that had no part in making it.

Positions are in points from the left upper corner of the page, y down.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from puzzle_factory.errors import WrongUsage
from puzzle_factory.publish.glyphs import FOOT, WIDTHS
from puzzle_factory.publish.sheet import MISSING
from puzzle_factory.publish.svg import EM
from puzzle_factory.publish.themes import Theme
from puzzle_models.kernel.canvas import Drawing, Ink, Label, Move, Point, Shape

Matrix = tuple[float, float, float, float, float, float]
Mark = Shape | Label


@dataclass(frozen=True)
class Plot:
    """Where on a page a drawing stands: its left upper corner and its size, and how many points a unit of it has."""

    left: float
    top: float
    width: float
    height: float
    scale: float

    def holds(self, point: Point) -> bool:
        x, y = self.inner(point)
        return 0 <= x <= self.width and 0 <= y <= self.height

    def inner(self, point: Point) -> Point:
        """A point of the page in units of the drawing."""
        return (point[0] - self.left) / self.scale, (point[1] - self.top) / self.scale


def drawing_on(marks: list[Mark], plot: Plot) -> Drawing:
    """What stands within a plot, in units of the drawing that is meant to be there."""
    inside = tuple(_moved(mark, plot) for mark in marks if plot.holds(_anchor(mark)))
    return Drawing(plot.width, plot.height, "", "", inside)


def _anchor(mark: Mark) -> Point:
    return (mark.x, mark.y) if isinstance(mark, Label) else mark.path[0][1][0]


def _moved(mark: Mark, plot: Plot) -> Mark:
    if isinstance(mark, Label):
        x, y = plot.inner((mark.x, mark.y))
        return replace(mark, x=x, y=y, size=mark.size / plot.scale)
    path = tuple((letter, tuple(plot.inner(point) for point in points)) for letter, points in mark.path)
    return replace(mark, path=path, width=mark.width / plot.scale)


def pages_of(pdf: bytes, theme: Theme) -> Iterator[list[Mark]]:
    """The shapes and numbers of each page. Texts that are no number, and colours that are no ink, are left out."""
    try:
        from pypdfium2 import PdfDocument
    except ImportError as error:
        raise WrongUsage(MISSING) from error
    document = PdfDocument(pdf)
    for page in document:
        height = page.get_height()
        words = page.get_textpage()
        marks = (_mark(each, words.raw, height, theme) for each in page.get_objects(max_depth=1))
        yield [mark for mark in marks if mark]
        words.close()
        page.close()
    document.close()


def _mark(found: Any, words: Any, height: float, theme: Theme) -> Mark | None:
    import pypdfium2.raw as pdfium

    matrix: Matrix = found.get_matrix().get()
    if found.type == pdfium.FPDF_PAGEOBJ_TEXT:
        return _label(found.raw, words, matrix, height, theme)
    if found.type == pdfium.FPDF_PAGEOBJ_PATH:
        return _shape(found.raw, matrix, height, theme)
    return None


def _shape(raw: Any, matrix: Matrix, height: float, theme: Theme) -> Shape | None:
    import pypdfium2.raw as pdfium

    fills, strokes, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    pdfium.FPDFPath_GetDrawMode(raw, fills, strokes)
    pdfium.FPDFPageObj_GetStrokeWidth(raw, width)
    fill = _ink(pdfium.FPDFPageObj_GetFillColor, raw, theme) if fills.value else None
    stroke = _ink(pdfium.FPDFPageObj_GetStrokeColor, raw, theme) if strokes.value else None
    path = tuple(_moves(raw, matrix, height))
    return Shape(path, fill, stroke, width.value * matrix[0]) if path and (fill or stroke) else None


def _moves(raw: Any, matrix: Matrix, height: float) -> Iterator[Move]:
    """The path, from segments of which three together make a curve."""
    import pypdfium2.raw as pdfium

    controls: list[Point] = []
    for at in range(pdfium.FPDFPath_CountSegments(raw)):
        segment = pdfium.FPDFPath_GetPathSegment(raw, at)
        x, y = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        controls.append(_on_page((x.value, y.value), matrix, height))
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind != pdfium.FPDF_SEGMENT_BEZIERTO or len(controls) == 3:
            letter = {pdfium.FPDF_SEGMENT_MOVETO: "M", pdfium.FPDF_SEGMENT_LINETO: "L"}.get(kind, "C")
            yield letter, tuple(controls)
            controls = []
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield "Z", ()


def _label(raw: Any, words: Any, matrix: Matrix, height: float, theme: Theme) -> Label | None:
    import pypdfium2.raw as pdfium

    text, ink = _text(raw, words), _ink(pdfium.FPDFPageObj_GetFillColor, raw, theme)
    if not text.isdecimal() or ink is None:
        return None
    size = ctypes.c_float()
    pdfium.FPDFTextObj_GetFontSize(raw, size)
    high, bold = size.value * matrix[0], _font(raw).endswith("Bold")
    left, foot = _on_page((0, 0), matrix, height)
    middle = left + len(text) * WIDTHS[bold] * high / EM / 2
    return Label(text, middle, foot - FOOT * high / EM, high, ink, bold)


def _text(raw: Any, words: Any) -> str:
    import pypdfium2.raw as pdfium

    length = pdfium.FPDFTextObj_GetText(raw, words, None, 0)
    content = ctypes.create_string_buffer(length)
    pdfium.FPDFTextObj_GetText(raw, words, ctypes.cast(content, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    return content.raw.decode("utf-16-le").strip("\0 ")  # the library adds a space where it sees a gap


def _font(raw: Any) -> str:
    import pypdfium2.raw as pdfium

    font = pdfium.FPDFTextObj_GetFont(raw)
    name = ctypes.create_string_buffer(pdfium.FPDFFont_GetBaseFontName(font, None, 0))
    pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.value.decode("utf-8", "replace")


def _ink(colour_of: Any, raw: Any, theme: Theme) -> Ink | None:
    parts = [ctypes.c_uint() for _ in range(4)]
    colour_of(raw, *parts)
    try:
        return theme.ink("#" + "".join(f"{part.value:02x}" for part in parts[:3]))
    except KeyError:
        return None


def _on_page(point: Point, matrix: Matrix, height: float) -> Point:
    (x, y), (a, b, c, d, e, f) = point, matrix
    return a * x + c * y + e, height - (b * x + d * y + f)
