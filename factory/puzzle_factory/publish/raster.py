"""Drawings as PNG pictures: set on a page of their own size, which pdfium then paints."""

from __future__ import annotations

from io import BytesIO

from puzzle_factory.errors import WrongUsage
from puzzle_factory.publish.sheet import MISSING, page_maker, place, use
from puzzle_factory.publish.themes import Theme
from puzzle_models.kernel.canvas import Drawing, Ink


def alone(drawing: Drawing, theme: Theme) -> bytes:
    """A PDF of one page, as large as the drawing, a point to a unit. Raises WrongUsage without reportlab."""
    canvas, content = page_maker(drawing.width, drawing.height)
    use(canvas, "Fill", Ink.PAPER, theme)
    canvas.rect(0, 0, drawing.width, drawing.height, fill=1, stroke=0)
    place(canvas, drawing, theme, 0, drawing.height, 1)
    canvas.showPage()
    canvas.save()
    return content.getvalue()


def painted(pdf: bytes, scale: float) -> bytes:
    """The first page of a PDF as a PNG picture, `scale` pixels to a point. Raises WrongUsage without pdfium."""
    try:
        from pypdfium2 import PdfDocument
    except ImportError as error:
        raise WrongUsage(MISSING) from error
    document = PdfDocument(pdf)
    picture = BytesIO()
    document[0].render(scale=scale).to_pil().save(picture, "PNG", optimize=True)
    document.close()
    return picture.getvalue()
