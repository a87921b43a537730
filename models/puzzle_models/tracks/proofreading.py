"""What a drawing of a Tracks puzzle shows: clues and arrows by their places, pieces by the sides that rails come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from puzzle_models.kernel.canvas import Drawing, Ink, Point, subpaths
from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES, STEP, cell_name
from puzzle_models.kernel.proofreading import (
    DARK,
    NEAR,
    Frame,
    filled_cells,
    frame_of,
    misprint,
    numbers_in,
    strokes,
)
from puzzle_models.tracks.picture import CELL
from puzzle_models.tracks.pieces import EMPTY, OF_RAILS, OPEN
from puzzle_models.tracks.puzzle import End, TracksPuzzle, build


def proofread(drawing: Drawing) -> tuple[TracksPuzzle, Answer]:
    """The puzzle, and what stands in every cell, printed or in the answer's ink. Raises InvalidPuzzle."""
    frame = frame_of(drawing, CELL)
    givens, answered = (_pieces(drawing, frame, inks) for inks in (DARK, [Ink.ANSWER]))
    if set(givens) != filled_cells(drawing, frame, [Ink.GIVEN]):
        raise misprint("the given pieces do not stand on the grounds of given cells")
    if not set(givens).isdisjoint(answered):
        raise misprint("two pieces share a cell")
    columns, rows = _clues(drawing, frame)
    entry, exit = _ends(drawing, frame)
    cells = range(frame.width * frame.height)
    printed = [givens.get(cell, OPEN) for cell in cells]
    puzzle = build(frame.width, frame.height, columns, rows, entry, exit, printed)
    shown = answered | givens
    return puzzle, tuple(shown.get(cell, EMPTY) for cell in cells)


def _clues(drawing: Drawing, frame: Frame) -> tuple[list[int], list[int]]:
    """Those above the columns and those at the right of the rows. Raises InvalidPuzzle where not all are there."""
    if any(label.ink not in DARK for label in drawing.labels):
        raise misprint("a clue is not printed in full black")
    found = numbers_in(drawing.labels, frame)
    columns = _in_order({col: clue for (row, col), clue in found.items() if row < 0}, frame.width, "column")
    rows = _in_order({row: clue for (row, col), clue in found.items() if col >= frame.width}, frame.height, "row")
    if len(found) != len(columns) + len(rows):
        raise misprint("a number stands where no clue belongs")
    return columns, rows


def _in_order(clues: Mapping[int, int], length: int, name: str) -> list[int]:
    if sorted(clues) != list(range(length)):
        raise misprint(f"there are clues beside {len(clues)} of {length} {name}s")
    return [clues[place] for place in range(length)]


def _pieces(drawing: Drawing, frame: Frame, inks: Iterable[Ink]) -> dict[int, int]:
    """The pieces of some inks by cell. Raises InvalidPuzzle where rails make up none."""
    sides: dict[int, Counter[int]] = {}
    for part in strokes(drawing, inks):
        (from_x, from_y), (to_x, to_y) = part[0], part[-1]
        cell = frame.cell(((from_x + to_x) / 2, (from_y + to_y) / 2))  # no rail is so bent that this lies elsewhere
        touched = (_side(frame, cell, point) for point in (part[0], part[-1]))
        sides.setdefault(cell, Counter()).update(side for side in touched if side is not None)
    abreast = max((max(found.values()) for found in sides.values() if found), default=0)  # two rails, or one plain line
    for cell, found in sides.items():
        if frozenset(found) not in OF_RAILS or set(found.values()) != {abreast}:
            raise misprint(f"rails at {cell_name(*divmod(cell, frame.width))} make up no piece")
    return {cell: OF_RAILS[frozenset(found)] for cell, found in sides.items()}


def _side(frame: Frame, cell: int, point: Point) -> int | None:
    """The side of a cell that a point lies on; None for one inside, as the ends of sleepers are."""
    row, col = divmod(cell, frame.width)
    x, y = point[0] - frame.x - col * CELL, point[1] - frame.y - row * CELL
    on_side = (abs(y) <= NEAR, abs(x - CELL) <= NEAR, abs(y - CELL) <= NEAR, abs(x) <= NEAR)
    return on_side.index(True) if sum(on_side) == 1 else None


def _ends(drawing: Drawing, frame: Frame) -> tuple[End, End]:
    """Entry and exit: the arrow that points into the grid, and the one that points out of it."""
    found: dict[bool, End] = {}
    for shape in drawing.shapes:
        for part in subpaths(shape.path) if shape.fill in DARK else ():
            end, inward = _arrow(frame, part)
            if inward in found:
                raise misprint(f"two arrows point {'into' if inward else 'out of'} the grid")
            found[inward] = end
    if len(found) < 2:
        raise misprint("entry and exit do not each have an arrow")
    return found[True], found[False]


def _arrow(frame: Frame, corners: list[Point]) -> tuple[End, bool]:
    """The end that an arrow marks, and whether it points into the grid."""
    if len(corners) != 3:
        raise misprint("something is filled that is no arrow")
    x, y = (sum(each) / 3 for each in zip(*corners, strict=True))
    row, col = frame.place((x, y))
    outside = {"N": row < 0, "S": row >= frame.height, "W": col < 0, "E": col >= frame.width}
    sides = [side for side, is_there in outside.items() if is_there]
    if len(sides) != 1:
        raise misprint("an arrow does not stand at a side of the grid")
    (side,) = sides
    down, right = STEP[side]
    tip = sorted(corners, key=lambda corner: corner[0] * down + corner[1] * right)[1]  # between the base's corners
    outward = (tip[0] - x) * right + (tip[1] - y) * down
    at = End(min(max(row, 0), frame.height - 1), min(max(col, 0), frame.width - 1), SIDES.index(side))
    return at, outward < 0
