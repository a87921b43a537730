"""A Str8ts puzzle as a drawing: strong black cells, thick edges where compartments end, digits.

`CELL` is the side of a cell in units of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzle_models.kernel.canvas import Drawing, Ink, Label, Look, Move, Point, Shape, box, joined, line
from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES, beyond
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle

NORTH, WEST = SIDES.index("N"), SIDES.index("W")
CELL = 40
MARGIN = 12
GRID, EDGE, FRAME = 1.0, 3.0, 3.0  # how wide lines are: between cells, where compartments end, around the whole
DIGIT_SIZE, SMALL_DIGIT_SIZE = 25, 21  # small where digits can stand two in a cell
LARGE_DIGIT_SIZE, LARGE_SMALL_DIGIT_SIZE = 32, 25


def drawing(puzzle: Str8tsPuzzle, answer: Answer | None, look: Look) -> Drawing:
    """The drawing, with the answer's digits where one is given."""
    side, size = puzzle.size * CELL + 2 * MARGIN, _digit_size(puzzle, look)
    return Drawing(
        width=side,
        height=side,
        title=f"Str8ts {puzzle.size} × {puzzle.size}" + (", answer" if answer else ""),
        description=_description(puzzle, answer or puzzle.digits),
        marks=(
            *_board(puzzle),
            *_digits(puzzle, _answered(puzzle, answer or ()), size, Ink.ANSWER),
            *_digits(puzzle, _printed(puzzle, black=False), size, Ink.INK),
            *_digits(puzzle, _printed(puzzle, black=True), size, Ink.ON_BLACK),
        ),
    )


def _description(puzzle: Str8tsPuzzle, digits: Sequence[int]) -> str:
    """Every row in words."""
    words = [_said(black, digit) for black, digit in zip(puzzle.blacks, digits, strict=True)]
    rows = [", ".join(words[start : start + puzzle.size]) for start in range(0, len(words), puzzle.size)]
    return " ".join(f"Row {number}: {row}." for number, row in enumerate(rows, 1))


def _said(black: bool, digit: int) -> str:
    shown = str(digit) if digit != NO_DIGIT else ""
    return f"black {shown}".rstrip() if black else shown or "open"


def _board(puzzle: Str8tsPuzzle) -> Iterator[Shape]:
    """Thin lines, black cells over them with strong edges, seams between these, and a strong frame over all."""
    near, far = MARGIN, MARGIN + puzzle.size * CELL
    between = range(near + CELL, far, CELL)
    lines = (each for at in between for each in (line((at, near), (at, far)), line((near, at), (far, at))))
    yield Shape(joined(lines), stroke=Ink.LINE, width=GRID)
    corners = [_corner(puzzle, cell) for cell, black in enumerate(puzzle.blacks) if black]
    if corners:
        yield Shape(joined(box(x, y, CELL, CELL) for x, y in corners), Ink.BLACK, Ink.BLACK, GRID)
    edges, seams = joined(_between(puzzle, 1)), joined(_between(puzzle, 2))
    if edges:
        yield Shape(edges, stroke=Ink.BLACK, width=EDGE)
    if seams:
        yield Shape(seams, stroke=Ink.SEAM, width=GRID)
    yield Shape(box(near, near, far - near, far - near), stroke=Ink.BLACK, width=FRAME)


def _between(puzzle: Str8tsPuzzle, blacks: int) -> Iterator[tuple[Move, ...]]:
    """The borders between neighbours of which so many are black: one where a compartment ends, two for a seam."""
    for cell, black in enumerate(puzzle.blacks):
        for side, (right, down) in ((WEST, (0, CELL)), (NORTH, (CELL, 0))):
            other = beyond(cell, side, puzzle.size, puzzle.size)
            if other is not None and black + puzzle.blacks[other] == blacks:
                x, y = _corner(puzzle, cell)
                yield line((x, y), (x + right, y + down))


def _digits(puzzle: Str8tsPuzzle, digits: Sequence[int], size: float, ink: Ink) -> Iterator[Label]:
    """All digits of one ink; what is printed is bold."""
    for cell, digit in enumerate(digits):
        if digit != NO_DIGIT:
            x, y = _corner(puzzle, cell)
            yield Label(str(digit), x + CELL / 2, y + CELL / 2, size, ink, bold=ink is not Ink.ANSWER)


def _printed(puzzle: Str8tsPuzzle, black: bool) -> list[int]:
    """What is printed in the cells of one colour."""
    return [digit if puzzle.blacks[cell] == black else NO_DIGIT for cell, digit in enumerate(puzzle.digits)]


def _answered(puzzle: Str8tsPuzzle, answer: Answer) -> list[int]:
    """The answer's digits where none is printed."""
    return [NO_DIGIT if printed else value for printed, value in zip(puzzle.digits, answer, strict=False)]


def _digit_size(puzzle: Str8tsPuzzle, look: Look) -> float:
    if puzzle.size < 10:
        return LARGE_DIGIT_SIZE if look.large else DIGIT_SIZE
    return LARGE_SMALL_DIGIT_SIZE if look.large else SMALL_DIGIT_SIZE


def _corner(puzzle: Str8tsPuzzle, cell: int) -> Point:
    """The left upper corner of a cell."""
    row, col = divmod(cell, puzzle.size)
    return MARGIN + col * CELL, MARGIN + row * CELL
