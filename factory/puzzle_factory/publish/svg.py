"""Drawings as SVG files, and SVG files of ours read back into drawings.

Digits are outlines, so no font is needed and none can change the look. Colours stand at each mark; a theme with a dark
side adds a style for it, by the name of the ink.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from xml.sax.saxutils import escape

from puzzle_factory.publish.glyphs import FOOT, OUTLINES, WIDTHS
from puzzle_factory.publish.themes import Theme
from puzzle_models.kernel.canvas import Drawing, Ink, Label, Move, Shape
from puzzle_models.kernel.proofreading import misprint

SPACE = "{http://www.w3.org/2000/svg}"
EM = 1000  # units of an outline to the size of a label
MOVE = re.compile(r"([MLCZ])([^MLCZ]*)")
PLACED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)")


def svg(drawing: Drawing, theme: Theme, scale: float = 1) -> str:
    """The file; `scale` is how many pixels a unit of the drawing has where nothing else says so."""
    width, height = _number(drawing.width * scale), _number(drawing.height * scale)
    view = f"0 0 {_number(drawing.width)} {_number(drawing.height)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}" role="img">',
        f"<title>{escape(drawing.title)}</title>",
        f"<desc>{escape(drawing.description)}</desc>",
        *_style(theme),
        *_outlines(drawing),
        f'<rect width="{_number(drawing.width)}" height="{_number(drawing.height)}" {_filled(Ink.PAPER, theme)}/>',
        *(_shape(mark, theme) if isinstance(mark, Shape) else _label(mark, theme) for mark in drawing.marks),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def drawing_in(text: str, theme: Theme) -> Drawing:
    """The drawing that an SVG file of ours shows. Raises InvalidPuzzle for what is none."""
    try:
        root = ET.fromstring(text)
        box = [float(word) for word in root.attrib["viewBox"].split()]
        title, description = (str(root.findtext(f"{SPACE}{name}")) for name in ("title", "desc"))
        return Drawing(box[2], box[3], title, description, tuple(_marks(root, theme)))
    except (ET.ParseError, KeyError, ValueError) as error:
        raise misprint(f"the picture cannot be read: {error}") from error


def _style(theme: Theme) -> Iterator[str]:
    """What changes on a dark screen."""
    if theme.dark:
        rules = (f".f-{ink}{{fill:{colour}}}.s-{ink}{{stroke:{colour}}}" for ink, colour in theme.dark.items())
        yield f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


def _outlines(drawing: Drawing) -> Iterator[str]:
    """The digits that are needed, each once."""
    needed = sorted({(label.bold, digit) for label in drawing.labels for digit in label.text})
    if needed:
        paths = (f'<path id="{_name(bold, digit)}" d="{OUTLINES[bold][int(digit)]}"/>' for bold, digit in needed)
        yield f"<defs>{''.join(paths)}</defs>"


def _name(bold: bool, digit: str) -> str:
    return ("b" if bold else "r") + digit


def _shape(shape: Shape, theme: Theme) -> str:
    drawn = [_filled(shape.fill, theme) if shape.fill else 'fill="none"']
    if shape.stroke:
        drawn.append(f'{_stroked(shape.stroke, theme)} stroke-width="{_number(shape.width)}"')
    looks = " ".join(drawn)
    if theme.dark:
        classes = [f"f-{shape.fill}"] * bool(shape.fill) + [f"s-{shape.stroke}"] * bool(shape.stroke)
        looks += f' class="{" ".join(classes)}"'
    return f'<path d="{_path(shape.path)}" {looks}/>'


def _path(moves: tuple[Move, ...]) -> str:
    words = (letter + " ".join(_number(at) for point in points for at in point) for letter, points in moves)
    return "".join(words)


def _label(label: Label, theme: Theme) -> str:
    """A number as its digits side by side."""
    scale = label.size / EM
    step = WIDTHS[label.bold] * scale
    left, foot = label.x - step * len(label.text) / 2, label.y + FOOT * scale
    uses = (
        f'<use href="#{_name(label.bold, digit)}" '
        f'transform="translate({_number(left + place * step)} {_number(foot)}) scale({scale:g})"/>'
        for place, digit in enumerate(label.text)
    )
    looks = _filled(label.ink, theme) + (f' class="f-{label.ink}"' if theme.dark else "")
    return f"<g {looks}>{''.join(uses)}</g>"


def _filled(ink: Ink, theme: Theme) -> str:
    return f'fill="{theme.light[ink]}"'


def _stroked(ink: Ink, theme: Theme) -> str:
    return f'stroke="{theme.light[ink]}"'


@cache
def _number(value: float) -> str:
    """With two decimals at most, and none that say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def _marks(root: ET.Element, theme: Theme) -> Iterator[Shape | Label]:
    outlines = {each.attrib["id"]: each.attrib["d"] for each in root.iterfind(f"{SPACE}defs/{SPACE}path")}
    for element in root:
        if element.tag == f"{SPACE}path":
            colours = (element.get(name, "none") for name in ("fill", "stroke"))
            fill, stroke = (None if colour == "none" else theme.ink(colour) for colour in colours)
            yield Shape(_moves(element.attrib["d"]), fill, stroke, float(element.get("stroke-width", 0)))
        elif element.tag == f"{SPACE}g":
            yield _read_label(element, outlines, theme)


def _moves(path: str) -> tuple[Move, ...]:
    found = []
    for letter, words in MOVE.findall(path):
        numbers = [float(word) for word in words.split()]
        found.append((letter, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
    return tuple(found)


def _read_label(group: ET.Element, outlines: dict[str, str], theme: Theme) -> Label:
    """A number by the outlines that stand side by side, each looked up by its shape."""
    digits, places = [], []
    for use in group:
        placed = PLACED.fullmatch(use.attrib["transform"])
        outline = outlines[use.attrib["href"].removeprefix("#")]
        if placed is None:
            raise ValueError(f"a digit stands at {use.attrib['transform']}")
        digits.append(_digit(outline))
        places.append([float(word) for word in placed.groups()])
    bold = digits[0][0]
    scale = places[0][2]
    step = WIDTHS[bold] * scale
    if any(abs(x - places[0][0] - at * step) > 0.1 for at, (x, _, _) in enumerate(places)):
        raise ValueError("the digits of a number do not stand side by side")
    middle = places[0][0] + step * len(digits) / 2
    text = "".join(digit for _, digit in digits)
    return Label(text, middle, places[0][1] - FOOT * scale, scale * EM, theme.ink(group.attrib["fill"]), bold)


def _digit(outline: str) -> tuple[bool, str]:
    """Whether an outline is bold, and of which digit."""
    for bold, each in OUTLINES.items():
        if outline in each:
            return bold, str(each.index(outline))
    raise ValueError("an outline is that of no digit")
