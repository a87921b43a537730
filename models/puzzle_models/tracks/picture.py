"""A Tracks puzzle as a drawing: clues above and at the right, the ends' arrows, given cells on a ground, the railway.

`CELL` is the side of a cell in units of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzle_models.kernel.canvas import (
    Drawing,
    Ink,
    Label,
    Look,
    Move,
    Point,
    Shape,
    box,
    joined,
    line,
    polygon,
    quarter,
)
from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES, STEP
from puzzle_models.tracks.pieces import EMPTY, OPEN, RAILS
from puzzle_models.tracks.puzzle import End, TracksPuzzle

CELL = 40
HALF = CELL // 2
EDGE, ARROW_ROOM, CLUE_ROOM = 12, 22, 34  # of a margin: always, with an arrow, with clues, which stand beyond it
ARROW_AWAY, ARROW = 13, 8  # from the border to an arrow's middle, and half its length
GAUGE = 6.5  # from the middle of the track to a rail
SLEEPER = 11.5  # from the middle of the track to the end of a sleeper
STRAIGHT_SLEEPERS = (-16, -8, 0, 8, 16)  # from the middle of the cell, along the track
CURVE_SLEEPERS = ((0.987, 0.160), (0.860, 0.511), (0.511, 0.860), (0.160, 0.987))  # directions from the curve's corner
RAIL_WIDTH, SLEEPER_WIDTH, LINE_WIDTH = 2.0, 2.5, 5.0
GRID, FRAME = 1.0, 2.5
CLUE_SIZE, LARGE_CLUE = 22, 30


@dataclass(frozen=True)
class Sheet:
    """A puzzle, and the lines that its border lies on."""

    puzzle: TracksPuzzle
    left: int
    top: int

    @property
    def right(self) -> int:
        return self.left + self.puzzle.width * CELL

    @property
    def foot(self) -> int:
        return self.top + self.puzzle.height * CELL

    def corner(self, cell: int) -> Point:
        """The left upper corner of a cell."""
        row, col = divmod(cell, self.puzzle.width)
        return self.left + col * CELL, self.top + row * CELL

    def middle(self, cell: int) -> Point:
        x, y = self.corner(cell)
        return x + HALF, y + HALF


def drawing(puzzle: TracksPuzzle, answer: Answer | None, look: Look) -> Drawing:
    """The drawing, with the answer's track where one is given."""
    above, right, below, left = (_margin(puzzle, side) for side in range(4))
    sheet = Sheet(puzzle, left, above)
    return Drawing(
        width=sheet.right + right,
        height=sheet.foot + below,
        title=f"Train Tracks {puzzle.width} × {puzzle.height}" + (", answer" if answer else ""),
        description=_description(puzzle),
        marks=(
            *_board(sheet),
            *_railway(sheet, _answered(puzzle, answer or ()), Ink.ANSWER, look),
            *_railway(sheet, puzzle.givens, Ink.INK, look),
            *_clues(sheet, LARGE_CLUE if look.large else CLUE_SIZE),
            *(_arrow(sheet, end, inward) for end, inward in ((puzzle.entry, True), (puzzle.exit, False))),
        ),
    )


def _margin(puzzle: TracksPuzzle, side: int) -> int:
    """Room beside the grid; clues stand above it and at its right."""
    return EDGE + (CLUE_ROOM if SIDES[side] in "NE" else 0) + _arrow_room(puzzle, side)


def _arrow_room(puzzle: TracksPuzzle, side: int) -> int:
    return ARROW_ROOM if any(end.side == side for end in puzzle.ends) else 0


def _description(puzzle: TracksPuzzle) -> str:
    entry, exit = (f"{_side(end)} of row {end.row + 1}, column {end.col + 1}" for end in puzzle.ends)
    columns, rows = (" ".join(map(str, clues)) for clues in (puzzle.columns, puzzle.rows))
    return f"Entry: {entry}. Exit: {exit}. Track cells by column: {columns}; by row: {rows}."


def _side(end: End) -> str:
    return ("top", "right", "bottom", "left")[end.side]


def _board(sheet: Sheet) -> Iterator[Shape]:
    """The ground of given cells, thin lines, a strong border."""
    left, top, right, foot, puzzle = sheet.left, sheet.top, sheet.right, sheet.foot, sheet.puzzle
    given = [sheet.corner(cell) for cell, piece in enumerate(puzzle.givens) if piece != OPEN]
    if given:
        yield Shape(joined(box(x, y, CELL, CELL) for x, y in given), fill=Ink.GIVEN)
    down = [line((x, top), (x, foot)) for x in range(left + CELL, right, CELL)]
    across = [line((left, y), (right, y)) for y in range(top + CELL, foot, CELL)]
    if down or across:
        yield Shape(joined([*down, *across]), stroke=Ink.LINE, width=GRID)
    yield Shape(box(left, top, right - left, foot - top), stroke=Ink.INK, width=FRAME)


def _railway(sheet: Sheet, pieces: Sequence[int], ink: Ink, look: Look) -> Iterator[Shape]:
    """All sleepers as one shape and all rails as another, or one plain line; nothing where there is no piece."""
    placed = [(sheet.middle(cell), piece) for cell, piece in enumerate(pieces) if piece not in (OPEN, EMPTY)]
    if placed and look.plain_line:
        yield Shape(joined(along(middle, piece, 0) for middle, piece in placed), stroke=ink, width=LINE_WIDTH)
    elif placed:
        yield Shape(joined(_sleepers(middle, piece) for middle, piece in placed), stroke=ink, width=SLEEPER_WIDTH)
        rails = (along(middle, piece, off) for middle, piece in placed for off in (-GAUGE, GAUGE))
        yield Shape(joined(rails), stroke=ink, width=RAIL_WIDTH)


def _answered(puzzle: TracksPuzzle, answer: Answer) -> list[int]:
    """The answer's pieces where none is given."""
    return [piece if given == OPEN else EMPTY for given, piece in zip(puzzle.givens, answer, strict=False)]


def along(middle: Point, piece: int, off: float) -> tuple[Move, ...]:
    """A line from edge to edge of the cell, as the piece leads, `off` beside the middle of its track."""
    x, y = middle
    names = {SIDES[side] for side in RAILS[piece]}
    if names == {"N", "S"}:
        return line((x + off, y - HALF), (x + off, y + HALF))
    if names == {"E", "W"}:
        return line((x - HALF, y + off), (x + HALF, y + off))
    right, down = _turn(piece)
    corner_x, corner_y, radius = x + right * HALF, y + down * HALF, HALF + off
    return quarter((corner_x, corner_y), (corner_x - right * radius, corner_y), (corner_x, corner_y - down * radius))


def _sleepers(middle: Point, piece: int) -> tuple[Move, ...]:
    x, y = middle
    names = {SIDES[side] for side in RAILS[piece]}
    if names == {"N", "S"}:
        return joined(line((x - SLEEPER, y + place), (x + SLEEPER, y + place)) for place in STRAIGHT_SLEEPERS)
    if names == {"E", "W"}:
        return joined(line((x + place, y - SLEEPER), (x + place, y + SLEEPER)) for place in STRAIGHT_SLEEPERS)
    right, down = _turn(piece)
    near, far = HALF - SLEEPER, HALF + SLEEPER
    return joined(
        line(*((x + right * (HALF - across * reach), y + down * (HALF - up * reach)) for reach in (near, far)))
        for across, up in CURVE_SLEEPERS
    )


def _turn(piece: int) -> tuple[int, int]:
    """Towards which corner of its cell a curve bends: (1 right or -1 left, 1 down or -1 up)."""
    steps = [STEP[SIDES[side]] for side in RAILS[piece]]
    return sum(right for _, right in steps), sum(down for down, _ in steps)


def _clues(sheet: Sheet, size: float) -> Iterator[Label]:
    above, beside = (_arrow_room(sheet.puzzle, SIDES.index(side)) + CLUE_ROOM / 2 for side in "NE")
    for col, clue in enumerate(sheet.puzzle.columns):
        yield Label(str(clue), sheet.left + col * CELL + HALF, sheet.top - above, size, Ink.INK, bold=False)
    for row, clue in enumerate(sheet.puzzle.rows):
        yield Label(str(clue), sheet.right + beside, sheet.top + row * CELL + HALF, size, Ink.INK, bold=False)


def _arrow(sheet: Sheet, end: End, inward: bool) -> Shape:
    """A solid arrow outside the border, in the direction of travel."""
    down, right = STEP[SIDES[end.side]]
    x = sheet.left + end.col * CELL + HALF + right * (HALF + ARROW_AWAY)
    y = sheet.top + end.row * CELL + HALF + down * (HALF + ARROW_AWAY)
    way = -1 if inward else 1
    ahead_x, ahead_y = way * right * ARROW, way * down * ARROW
    corners = ((ahead_x, ahead_y), (-ahead_x + ahead_y, -ahead_y + ahead_x), (-ahead_x - ahead_y, -ahead_y - ahead_x))
    return Shape(polygon(*((x + dx, y + dy) for dx, dy in corners)), fill=Ink.INK)
