"""How a book is wished for: its page, how much stands on one, its title; by options and a few lines of YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import yaml

from puzzle_factory.configuration import ConfigError, choice, compose_file, mapping, number, optional, text
from puzzle_factory.errors import WrongUsage
from puzzle_models.kernel.canvas import Look
from puzzle_models.kernel.languages import LANGUAGES

MM = 72 / 25.4  # points
INCH = 72.0
PAGES = {
    "A4": (210 * MM, 297 * MM),
    "A5": (148 * MM, 210 * MM),
    "Letter": (8.5 * INCH, 11 * INCH),
    "6x9": (6 * INCH, 9 * INCH),
}
OWN_PAGE = re.compile(r"(\d{1,4}(?:\.\d+)?)[x×](\d{1,4}(?:\.\d+)?)(mm|in)")
SMALLEST_MM, LARGEST_MM = 90, 1000
LEAST_ROOM_MM = 70  # of a page, between its margins
WIDEST_MARGIN_MM = 100
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # puzzles a page -> beside each other, below each other
KEYS = (
    "title",
    "subtitle",
    "author",
    "note",
    "page",
    "margin_mm",
    "gutter_mm",
    "per_page",
    "language",
    "score",
    "rules",
)
LONGEST_TEXT = 500  # characters


@dataclass(frozen=True)
class BookStyle:
    """Sizes in points. The gutter is what the inner margin is wider by. `title` and the like are for the first page."""

    page: tuple[float, float] = PAGES["A4"]
    margin: float = 15 * MM
    gutter: float = 5 * MM
    per_page: int = 2
    language: str = "en"
    with_score: bool = False
    with_rules: bool = True
    title: str = ""
    subtitle: str = ""
    author: str = ""
    note: str = ""
    look: Look = field(default_factory=Look)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height between the margins."""
        return self.page[0] - 2 * self.margin - self.gutter, self.page[1] - 2 * self.margin


def page_size(said: str) -> tuple[float, float]:
    """`A4`, `A5`, `Letter`, `6x9`, or an own one as `170x240mm` -> (width, height) in points. Raises ValueError."""
    known = {name.lower(): size for name, size in PAGES.items()}
    if said.lower() in known:
        return known[said.lower()]
    found = OWN_PAGE.fullmatch(said.lower().replace(" ", ""))
    if not found:
        raise ValueError(f"'{said[:20]}' is no page; use {', '.join(PAGES)}, or a size such as 170x240mm or 7x10in")
    unit = MM if found[3] == "mm" else INCH
    sides = float(found[1]) * unit, float(found[2]) * unit
    if not all(SMALLEST_MM * MM <= side <= LARGEST_MM * MM for side in sides):
        raise ValueError(f"a page is {SMALLEST_MM} to {LARGEST_MM} mm wide and high; '{said[:20]}' is not")
    return sides


def read_style(place: Path, style: BookStyle) -> BookStyle:
    """A style with what a YAML file says of it. Raises Unreadable, WrongUsage or IoFailure."""
    root, _ = compose_file(place, "the book's settings", KEYS)
    parts = mapping(root, KEYS, "a book")
    changed: dict[str, Any] = {
        name: _words(parts[name]) for name in ("title", "subtitle", "author", "note") if name in parts
    }
    for name in ("margin", "gutter"):
        if f"{name}_mm" in parts:
            changed[name] = number(f"{name}_mm", parts[f"{name}_mm"], WIDEST_MARGIN_MM, least=0) * MM
    read = {
        "page": ("page", _page),
        "per_page": ("per_page", _per_page),
        "language": ("language", lambda node: choice(node, "language", LANGUAGES)),
        "score": ("with_score", _yes_or_no),
        "rules": ("with_rules", _yes_or_no),
    }
    changed |= {name: optional(parts, key, read_it, None) for key, (name, read_it) in read.items() if key in parts}
    return replace(style, **changed)


def with_options(style: BookStyle, options: Mapping[str, Any]) -> BookStyle:
    """A style with what the command line says, where that is not None. Raises WrongUsage where it cannot be."""
    said = {name: value for name, value in options.items() if value is not None}
    assert set(said) <= {each.name for each in fields(style)}
    changed = replace(style, **said)
    if min(changed.room) < LEAST_ROOM_MM * MM:
        width, height = (round(side / MM) for side in changed.room)
        raise WrongUsage(f"the margins leave {width} x {height} mm of the page; {LEAST_ROOM_MM} each way are needed")
    return changed


def _words(node: yaml.Node) -> str:
    said = " ".join(text(node).split())
    if len(said) > LONGEST_TEXT:
        raise ConfigError(node.start_mark, f"a text of {len(said)} characters; {LONGEST_TEXT} is the most")
    return said


def _page(node: yaml.Node) -> tuple[float, float]:
    try:
        return page_size(text(node))
    except ValueError as error:
        raise ConfigError(node.start_mark, str(error)) from error


def _per_page(node: yaml.Node) -> int:
    return int(choice(node, "number of puzzles a page", map(str, GRIDS)))


def _yes_or_no(node: yaml.Node) -> bool:
    return choice(node, "answer", ("true", "false", "yes", "no")) in ("true", "yes")
