"""Drawings: what stands where, in which ink. Files are made of them by the factory, and are read back into them.

Lengths are in units of the drawing, x to the right and y down; a drawing scales to any size. Inks are named by what
they are for: what colour each has, on paper or on a screen, is a theme's matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import dist, pi, tan

Point = tuple[float, float]
Move = tuple[str, tuple[Point, ...]]  # "M" to a point, "L" a line, "C" a curve by two controls and its end, "Z" closed
SAME = 0.01  # units between points that files have made two of one
QUARTER = 4 / 3 * tan(pi / 8)  # how far from its ends, in radii, the controls of a quarter circle are


class Ink(StrEnum):
    """What is drawn: the ground, borders and what is printed, the answer, thin lines, and the black cells' own inks."""

    PAPER = "paper"
    INK = "ink"
    ANSWER = "answer"
    LINE = "line"
    GIVEN = "given"  # the ground of a cell in which something is printed
    BLACK = "black"
    ON_BLACK = "on-black"
    SEAM = "seam"  # between black cells


@dataclass(frozen=True)
class Look:
    """How a drawing is wished for: the track as a plain line in place of rails and sleepers, large print."""

    plain_line: bool = False
    large: bool = False


@dataclass(frozen=True)
class Shape:
    """One path, filled, or drawn along `width` wide, or both."""

    path: tuple[Move, ...]
    fill: Ink | None = None
    stroke: Ink | None = None
    width: float = 0


@dataclass(frozen=True)
class Label:
    """A number, with its middle at (x, y) and digits `size` high from line to line."""

    text: str
    x: float
    y: float
    size: float
    ink: Ink
    bold: bool = True


@dataclass(frozen=True)
class Drawing:
    """A whole picture, later marks over earlier ones. `title` and `description` are for those who cannot see it."""

    width: float
    height: float
    title: str
    description: str
    marks: tuple[Shape | Label, ...]

    @property
    def shapes(self) -> list[Shape]:
        return [mark for mark in self.marks if isinstance(mark, Shape)]

    @property
    def labels(self) -> list[Label]:
        return [mark for mark in self.marks if isinstance(mark, Label)]


def line(*points: Point) -> tuple[Move, ...]:
    """Straight from point to point."""
    return tuple(("L" if place else "M", (point,)) for place, point in enumerate(points))


def polygon(*points: Point) -> tuple[Move, ...]:
    """As `line`, and back to the start."""
    return (*line(*points), ("Z", ()))


def box(x: float, y: float, width: float, height: float) -> tuple[Move, ...]:
    """A rectangle by its left upper corner."""
    return polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def quarter(middle: Point, start: Point, end: Point) -> tuple[Move, ...]:
    """A quarter of a circle around `middle`, from `start` to `end`."""
    (x, y), (from_x, from_y), (to_x, to_y) = middle, start, end
    first = (from_x + QUARTER * (to_x - x), from_y + QUARTER * (to_y - y))
    second = (to_x + QUARTER * (from_x - x), to_y + QUARTER * (from_y - y))
    return ("M", (start,)), ("C", (first, second, end))


def joined(paths: Iterable[Sequence[Move]]) -> tuple[Move, ...]:
    """Several paths as one."""
    return tuple(move for path in paths for move in path)


def subpaths(path: Iterable[Move]) -> list[list[Point]]:
    """The points that a path comes to, apart for each of its parts; a curve's controls are none.

    One that is closed by a line back to its start does not name that twice.
    """
    parts: list[list[Point]] = []
    for letter, points in path:
        if letter == "M":
            parts.append([points[0]])
        elif points:
            parts[-1].append(points[-1])
        elif len(parts[-1]) > 1 and dist(parts[-1][0], parts[-1][-1]) < SAME:
            parts[-1].pop()
    return parts
