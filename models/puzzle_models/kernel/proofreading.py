"""Reading a drawing back: what stands in which cell, by position alone, whatever drew it.

A reader is given a drawing that was made of a finished file. It trusts no order of marks and no name, only places and
inks; inks of one colour cannot be told apart there, so DARK and LIGHT stand for the groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from puzzle_models.kernel.canvas import Drawing, Ink, Label, Move, Point, subpaths
from puzzle_models.kernel.contract import InvalidPuzzle, Violation

DARK = frozenset((Ink.INK, Ink.BLACK))
LIGHT = frozenset((Ink.PAPER, Ink.ON_BLACK))
NEAR = 0.25  # units: files round lengths


@dataclass(frozen=True)
class Frame:
    """The border around all cells: its left upper corner, and how many cells there are."""

    x: float
    y: float
    width: int
    height: int
    cell_side: float

    def place(self, point: Point) -> tuple[int, int]:
        """The (row, column) that a point lies in; outside the grid below 0 or from the size on."""
        x, y = point
        return int((y - self.y) // self.cell_side), int((x - self.x) // self.cell_side)

    def cell(self, point: Point) -> int:
        """The cell that a point lies in. Raises InvalidPuzzle outside the grid."""
        row, col = self.place(point)
        if not (0 <= row < self.height and 0 <= col < self.width):
            raise misprint(f"something stands at ({point[0]:.0f}, {point[1]:.0f}), outside the grid")
        return row * self.width + col


def misprint(message: str) -> InvalidPuzzle:
    """A drawing that cannot be read."""
    return InvalidPuzzle([Violation("misprint", "drawing", message)])


def frame_of(drawing: Drawing, cell_side: float) -> Frame:
    """The largest border drawn in dark ink.

    Raises InvalidPuzzle where there is none, where it holds no whole cells, or where a mark lies off the sheet.
    """
    points = [(label.x, label.y) for label in drawing.labels]
    points += [point for shape in drawing.shapes for part in subpaths(shape.path) for point in part]
    if not all(-NEAR <= x <= drawing.width + NEAR and -NEAR <= y <= drawing.height + NEAR for x, y in points):
        raise misprint("something lies off the sheet")
    boxes = [
        bounds(part)
        for shape in drawing.shapes
        if shape.stroke in DARK
        for part in subpaths(shape.path)
        if len(part) >= 4
    ]
    if not boxes:
        raise misprint("there is no border around the cells")
    left, top, right, foot = max(boxes, key=lambda each: (each[2] - each[0]) * (each[3] - each[1]))
    width, height = ((far - near) / cell_side for near, far in ((left, right), (top, foot)))
    if min(width, height) < 0.5 or max(abs(width - round(width)), abs(height - round(height))) > NEAR / cell_side:
        raise misprint(f"the border holds {width:.2f} by {height:.2f} cells")
    return Frame(left, top, round(width), round(height), cell_side)


def filled_cells(drawing: Drawing, frame: Frame, inks: Iterable[Ink]) -> set[int]:
    """The cells that are filled with an ink of some, whole."""
    wanted = frozenset(inks)
    found = set()
    for shape in drawing.shapes:
        for part in subpaths(shape.path) if shape.fill in wanted else ():
            left, top, right, foot = bounds(part)
            sides = (right - left, foot - top)
            if all(abs(side - frame.cell_side) <= NEAR for side in sides):
                found.add(frame.cell(((left + right) / 2, (top + foot) / 2)))
    return found


def numbers_in(labels: Iterable[Label], frame: Frame) -> dict[tuple[int, int], int]:
    """The numbers by (row, column), counted on beyond the border. Raises InvalidPuzzle where two share a place."""
    found: dict[tuple[int, int], int] = {}
    for label in labels:
        place = frame.place((label.x, label.y))
        if place in found:
            raise misprint(f"two numbers share a place, {found[place]} and {label.text}")
        if not label.text.isdecimal():
            raise misprint(f"{label.text!r} is no number")
        found[place] = int(label.text)
    return found


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and foot of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def strokes(drawing: Drawing, inks: Iterable[Ink]) -> Iterator[list[Point]]:
    """The parts of all shapes that are drawn along in one of some inks, and not closed."""
    wanted = frozenset(inks)
    for shape in drawing.shapes:
        if shape.stroke in wanted and shape.fill is None and not _is_closed(shape.path):
            yield from subpaths(shape.path)


def _is_closed(path: Iterable[Move]) -> bool:
    return any(letter == "Z" for letter, _ in path)
