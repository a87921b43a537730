"""A Tracks puzzle as an SVG picture, for screen and paper: black and grey, no colour, nothing to load from elsewhere.

Lengths are in units of the drawing, `CELL` to a cell; the picture scales to any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES, STEP
from puzzle_models.tracks.pieces import EMPTY, OPEN, RAILS
from puzzle_models.tracks.puzzle import End, TracksPuzzle

CELL = 40
HALF = CELL // 2
LEFT, TOP, RIGHT, BOTTOM = 32, 60, 64, 32  # margins; clues stand above and at the right, beyond the arrows
GAUGE = 6.5  # from the middle of the track to a rail
SLEEPER = 11.5  # from the middle of the track to the end of a sleeper
STRAIGHT_SLEEPERS = (-16, -8, 0, 8, 16)  # from the middle of the cell, along the track
CURVE_SLEEPERS = ((0.987, 0.160), (0.860, 0.511), (0.511, 0.860), (0.160, 0.987))  # directions from the curve's corner
CLUE_SIZE = 22
BASELINE = 8  # how far below its middle a digit's foot is; dominant-baseline is not understood everywhere
PIECE_INK, ANSWER_INK = "#000", "#444"


def svg(puzzle: TracksPuzzle, answer: Answer | None) -> str:
    """The picture, with the answer's track where one is given."""
    width, height = puzzle.width * CELL + LEFT + RIGHT, puzzle.height * CELL + TOP + BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(_title(puzzle, answer))}</title>",
        f"<desc>{escape(_description(puzzle))}</desc>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *_board(puzzle),
        *_track(puzzle, _answered(puzzle, answer or ()), ANSWER_INK),
        *_track(puzzle, puzzle.givens, PIECE_INK),
        *_clues(puzzle),
        *(_arrow(puzzle, end, inward) for end, inward in ((puzzle.entry, True), (puzzle.exit, False))),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _title(puzzle: TracksPuzzle, answer: Answer | None) -> str:
    return f"Train Tracks {puzzle.width} × {puzzle.height}" + (", answer" if answer else "")


def _description(puzzle: TracksPuzzle) -> str:
    entry, exit = (f"{_side(end)} of row {end.row + 1}, column {end.col + 1}" for end in puzzle.ends)
    columns, rows = (" ".join(map(str, clues)) for clues in (puzzle.columns, puzzle.rows))
    return f"Entry: {entry}. Exit: {exit}. Track cells by column: {columns}; by row: {rows}."


def _side(end: End) -> str:
    return ("top", "right", "bottom", "left")[end.side]


def _board(puzzle: TracksPuzzle) -> Iterator[str]:
    """Grey given cells, thin lines, a strong border."""
    right, foot = LEFT + puzzle.width * CELL, TOP + puzzle.height * CELL
    for cell, piece in enumerate(puzzle.givens):
        if piece != OPEN:
            x, y = _corner(puzzle, cell)
            yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#ddd"/>'
    down = "".join(f"M{LEFT + col * CELL} {TOP}V{foot}" for col in range(1, puzzle.width))
    across = "".join(f"M{LEFT} {TOP + row * CELL}H{right}" for row in range(1, puzzle.height))
    if down or across:
        yield f'<path d="{down}{across}" fill="none" stroke="#999" stroke-width="1"/>'
    yield f'<path d="M{LEFT} {TOP}H{right}V{foot}H{LEFT}Z" fill="none" stroke="#000" stroke-width="2.5"/>'


def _track(puzzle: TracksPuzzle, pieces: Sequence[int], ink: str) -> Iterator[str]:
    """All sleepers as one path and all rails as another; nothing where there is no piece."""
    placed = [(*_corner(puzzle, cell), piece) for cell, piece in enumerate(pieces) if piece not in (OPEN, EMPTY)]
    if placed:
        sleepers = "".join(_sleepers(x + HALF, y + HALF, piece) for x, y, piece in placed)
        rails = "".join(_rails(x + HALF, y + HALF, piece) for x, y, piece in placed)
        yield f'<path d="{sleepers}" fill="none" stroke="{ink}" stroke-width="2.5"/>'
        yield f'<path d="{rails}" fill="none" stroke="{ink}" stroke-width="2"/>'


def _answered(puzzle: TracksPuzzle, answer: Answer) -> list[int]:
    """The answer's pieces where none is given."""
    return [piece if given == OPEN else EMPTY for given, piece in zip(puzzle.givens, answer, strict=False)]


def _rails(x: float, y: float, piece: int) -> str:
    """Two rails through the cell with its middle at (x, y)."""
    names = {SIDES[side] for side in RAILS[piece]}
    if names == {"N", "S"}:
        return "".join(f"M{x + off:g} {y - HALF:g}v{CELL}" for off in (-GAUGE, GAUGE))
    if names == {"E", "W"}:
        return "".join(f"M{x - HALF:g} {y + off:g}h{CELL}" for off in (-GAUGE, GAUGE))
    right, down = _turn(piece)
    corner_x, corner_y = x + right * HALF, y + down * HALF
    sweep = 1 if right == down else 0
    return "".join(
        f"M{corner_x - right * radius:g} {corner_y:g}"
        f"A{radius:g} {radius:g} 0 0 {sweep} {corner_x:g} {corner_y - down * radius:g}"
        for radius in (HALF - GAUGE, HALF + GAUGE)
    )


def _sleepers(x: float, y: float, piece: int) -> str:
    names = {SIDES[side] for side in RAILS[piece]}
    if names == {"N", "S"}:
        return "".join(f"M{x - SLEEPER:g} {y + along:g}h{2 * SLEEPER:g}" for along in STRAIGHT_SLEEPERS)
    if names == {"E", "W"}:
        return "".join(f"M{x + along:g} {y - SLEEPER:g}v{2 * SLEEPER:g}" for along in STRAIGHT_SLEEPERS)
    right, down = _turn(piece)
    corner_x, corner_y = x + right * HALF, y + down * HALF
    near, far = HALF - SLEEPER, HALF + SLEEPER
    return "".join(
        f"M{corner_x - right * across * near:.1f} {corner_y - down * along * near:.1f}"
        f"L{corner_x - right * across * far:.1f} {corner_y - down * along * far:.1f}"
        for across, along in CURVE_SLEEPERS
    )


def _turn(piece: int) -> tuple[int, int]:
    """Towards which corner of its cell a curve bends: (1 right or -1 left, 1 down or -1 up)."""
    steps = [STEP[SIDES[side]] for side in RAILS[piece]]
    return sum(right for _, right in steps), sum(down for down, _ in steps)


def _clues(puzzle: TracksPuzzle) -> Iterator[str]:
    yield f'<g font-family="Helvetica, Arial, sans-serif" font-size="{CLUE_SIZE}" text-anchor="middle" fill="#000">'
    for col, clue in enumerate(puzzle.columns):
        yield f'<text x="{LEFT + col * CELL + HALF}" y="{TOP - 28}">{clue}</text>'
    for row, clue in enumerate(puzzle.rows):
        x, y = LEFT + puzzle.width * CELL + 44, TOP + row * CELL + HALF + BASELINE
        yield f'<text x="{x}" y="{y}">{clue}</text>'
    yield "</g>"


def _arrow(puzzle: TracksPuzzle, end: End, inward: bool) -> str:
    """A solid arrow outside the border, in the direction of travel."""
    down, right = STEP[SIDES[end.side]]
    x = LEFT + end.col * CELL + HALF + right * (HALF + 13)
    y = TOP + end.row * CELL + HALF + down * (HALF + 13)
    way = -1 if inward else 1
    ahead_x, ahead_y = way * right * 8, way * down * 8
    points = ((ahead_x, ahead_y), (-ahead_x + ahead_y, -ahead_y + ahead_x), (-ahead_x - ahead_y, -ahead_y - ahead_x))
    return f'<path d="M{" ".join(f"{x + dx:g} {y + dy:g}" for dx, dy in points)}Z" fill="#000"/>'


def _corner(puzzle: TracksPuzzle, cell: int) -> tuple[int, int]:
    """The left upper corner of a cell."""
    row, col = divmod(cell, puzzle.width)
    return LEFT + col * CELL, TOP + row * CELL
