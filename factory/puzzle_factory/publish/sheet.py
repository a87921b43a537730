"""Drawings on the pages of a PDF, in the typeface that the outlines of pictures are taken from, embedded."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from puzzle_factory.errors import WrongUsage
from puzzle_factory.publish.glyphs import FOOT
from puzzle_factory.publish.svg import EM
from puzzle_factory.publish.themes import Theme
from puzzle_models.kernel.canvas import Drawing, Ink, Label, Shape

REGULAR, BOLD = "Vera", "VeraBd"  # reportlab brings both
MISSING = "this needs packages of the extra `book`: pip install 'puzzle-factory[book]'"


def page_maker(width_pt: float, height_pt: float, language: str = "en") -> tuple[Any, BytesIO]:
    """An empty PDF, and what it will be saved to; equal for equal input. Raises WrongUsage without reportlab."""
    try:
        import reportlab
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise WrongUsage(MISSING) from error
    fonts = Path(reportlab.__file__).parent / "fonts"
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(fonts / f"{name}.ttf")))
    content = BytesIO()
    canvas = Canvas(
        content,
        pagesize=(width_pt, height_pt),
        invariant=1,
        initialFontName=REGULAR,  # type: ignore[arg-type]  # its stubs say float
        lang=language,
    )
    return canvas, content


def place(canvas: Any, drawing: Drawing, theme: Theme, left: float, top: float, scale: float) -> None:
    """Draw with the left upper corner at (left, top) in points from the foot of the page, `scale` points to a unit."""
    canvas.saveState()
    canvas.translate(left, top)
    canvas.scale(scale, scale)
    for mark in drawing.marks:
        if isinstance(mark, Shape):
            _shape(canvas, mark, theme)
        else:
            _label(canvas, mark, theme)
    canvas.restoreState()


def _shape(canvas: Any, shape: Shape, theme: Theme) -> None:
    path = canvas.beginPath()
    steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for letter, points in shape.path:
        steps[letter](*(way * at for point in points for way, at in zip((1, -1), point, strict=True)))
    if shape.fill:
        use(canvas, "Fill", shape.fill, theme)
    if shape.stroke:
        use(canvas, "Stroke", shape.stroke, theme)
        canvas.setLineWidth(shape.width)
    canvas.drawPath(path, fill=int(shape.fill is not None), stroke=int(shape.stroke is not None))


def _label(canvas: Any, label: Label, theme: Theme) -> None:
    use(canvas, "Fill", label.ink, theme)
    canvas.setFont(BOLD if label.bold else REGULAR, label.size)
    canvas.drawCentredString(label.x, -label.y - FOOT * label.size / EM, label.text)


def use(canvas: Any, what: str, ink: Ink, theme: Theme) -> None:
    """Set the colour to `Fill` or to `Stroke` with; a grey as such, so that a printer needs one ink for it."""
    colour = theme.light[ink]
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    if red == green == blue:
        getattr(canvas, f"set{what}Gray")(red)
    else:
        getattr(canvas, f"set{what}ColorRGB")(red, green, blue)
