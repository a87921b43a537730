"""A Str8ts puzzle as an SVG picture, for screen and paper: black and grey, no colour, nothing to load from elsewhere.

Lengths are in units of the drawing, `CELL` to a cell; the picture scales to any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES, beyond
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle

NORTH, WEST = SIDES.index("N"), SIDES.index("W")
CELL = 40
MARGIN = 12
THIN, FRAME = 1, 3  # how wide lines are drawn: between cells, and around the whole
DIGIT_SIZE, SMALL_DIGIT_SIZE = 25, 21  # small where digits can stand two in a cell
BASELINE = 0.36  # how far below the middle a digit's foot is, a digit 1 high; dominant-baseline is not known everywhere
LINE_INK, SEAM_INK, ANSWER_INK = "#888", "#777", "#555"


def svg(puzzle: Str8tsPuzzle, answer: Answer | None) -> str:
    """The picture, with the answer's digits where one is given."""
    side, height = puzzle.size * CELL + 2 * MARGIN, _digit_size(puzzle)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">',
        f"<title>{escape(_title(puzzle, answer))}</title>",
        f"<desc>{escape(_description(puzzle, answer or puzzle.digits))}</desc>",
        f'<rect width="{side}" height="{side}" fill="#fff"/>',
        *_board(puzzle),
        f'<g font-family="Helvetica, Arial, sans-serif" font-size="{height}" text-anchor="middle">',
        *_digits(puzzle, _answered(puzzle, answer or ()), f'fill="{ANSWER_INK}"'),
        *_digits(puzzle, _printed(puzzle, black=False), 'fill="#000" font-weight="bold"'),
        *_digits(puzzle, _printed(puzzle, black=True), 'fill="#fff" font-weight="bold"'),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _title(puzzle: Str8tsPuzzle, answer: Answer | None) -> str:
    return f"Str8ts {puzzle.size} × {puzzle.size}" + (", answer" if answer else "")


def _description(puzzle: Str8tsPuzzle, digits: Sequence[int]) -> str:
    """Every row in words."""
    words = [_said(black, digit) for black, digit in zip(puzzle.blacks, digits, strict=True)]
    rows = [", ".join(words[start : start + puzzle.size]) for start in range(0, len(words), puzzle.size)]
    return " ".join(f"Row {number}: {row}." for number, row in enumerate(rows, 1))


def _said(black: bool, digit: int) -> str:
    shown = str(digit) if digit != NO_DIGIT else ""
    return f"black {shown}".rstrip() if black else shown or "open"


def _board(puzzle: Str8tsPuzzle) -> Iterator[str]:
    """Thin lines, black cells over them, seams between these, and a strong frame over all."""
    near, far = MARGIN, MARGIN + puzzle.size * CELL
    between = range(near + CELL, far, CELL)
    lines = "".join(f"M{place} {near}V{far}M{near} {place}H{far}" for place in between)
    yield f'<path d="{lines}" fill="none" stroke="{LINE_INK}" stroke-width="{THIN}"/>'
    corners = [_corner(puzzle, cell) for cell, black in enumerate(puzzle.blacks) if black]
    if corners:
        blacks = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
        yield f'<path d="{blacks}" fill="#000" stroke="#000" stroke-width="{THIN}"/>'
    seams = "".join(_seams(puzzle))
    if seams:
        yield f'<path d="{seams}" fill="none" stroke="{SEAM_INK}" stroke-width="{THIN}"/>'
    yield f'<path d="M{near} {near}H{far}V{far}H{near}Z" fill="none" stroke="#000" stroke-width="{FRAME}"/>'


def _seams(puzzle: Str8tsPuzzle) -> Iterator[str]:
    """A thin line between black cells side by side, so that they can be counted."""
    for cell, black in enumerate(puzzle.blacks):
        for side, seam in ((WEST, f"v{CELL}"), (NORTH, f"h{CELL}")):
            other = beyond(cell, side, puzzle.size, puzzle.size)
            if black and other is not None and puzzle.blacks[other]:
                x, y = _corner(puzzle, cell)
                yield f"M{x} {y}{seam}"


def _digits(puzzle: Str8tsPuzzle, digits: Sequence[int], look: str) -> Iterator[str]:
    """All digits of one look; nothing where there is none."""
    if any(digits):
        foot = CELL / 2 + BASELINE * _digit_size(puzzle)
        yield f"<g {look}>"
        for cell, digit in enumerate(digits):
            if digit != NO_DIGIT:
                x, y = _corner(puzzle, cell)
                yield f'<text x="{x + CELL // 2}" y="{y + foot:g}">{digit}</text>'
        yield "</g>"


def _printed(puzzle: Str8tsPuzzle, black: bool) -> list[int]:
    """What is printed in the cells of one colour."""
    return [digit if puzzle.blacks[cell] == black else NO_DIGIT for cell, digit in enumerate(puzzle.digits)]


def _answered(puzzle: Str8tsPuzzle, answer: Answer) -> list[int]:
    """The answer's digits where none is printed."""
    return [NO_DIGIT if printed else value for printed, value in zip(puzzle.digits, answer, strict=False)]


def _digit_size(puzzle: Str8tsPuzzle) -> int:
    return DIGIT_SIZE if puzzle.size < 10 else SMALL_DIGIT_SIZE


def _corner(puzzle: Str8tsPuzzle, cell: int) -> tuple[int, int]:
    """The left upper corner of a cell."""
    row, col = divmod(cell, puzzle.size)
    return MARGIN + col * CELL, MARGIN + row * CELL
