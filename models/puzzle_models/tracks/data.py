"""A Tracks puzzle as the plain data of a record, in and out.

    {width, height, columns: [clue, ...], rows: [clue, ...], entry: {row, col, side}, exit: {...}, grid: [row, ...]}

A row of the grid is a string, a character a cell: a piece, or a dot for an open cell (in an answer: an empty one).
"""

from __future__ import annotations

from puzzle_models.kernel.contract import InvalidPuzzle, Violation
from puzzle_models.kernel.grid import SIDES, cell_name
from puzzle_models.kernel.reading import Reading, shown
from puzzle_models.tracks.pieces import OPEN, SYMBOLS
from puzzle_models.tracks.puzzle import LARGEST, End, TracksPuzzle, build

FIELDS = ("width", "height", "columns", "rows", "entry", "exit", "grid")
OTHER_HANDS = ("┃━┗┛┏┓", "║═╚╝╔╗", "│─╰╯╭╮", "|")  # pieces as others draw them, in the order of SYMBOLS[1:]
VALUES = {SYMBOLS[value]: value for value in range(1, 7)} | {
    char: value for hand in OTHER_HANDS for value, char in enumerate(hand, 1)
}
NOWHERE = End(-1, -1, 0)  # in place of an end that could not be read
_END = {
    "type": "object",
    "required": ["row", "col", "side"],
    "properties": {
        "row": {"type": "integer", "minimum": 0, "maximum": LARGEST - 1},
        "col": {"type": "integer", "minimum": 0, "maximum": LARGEST - 1},
        "side": {"enum": list(SIDES)},
    },
}
_CLUES = {
    "type": "array",
    "minItems": 1,
    "maxItems": LARGEST,
    "items": {"type": "integer", "minimum": 0, "maximum": LARGEST},
}
SCHEMA: dict[str, object] = {
    "type": "object",
    "required": list(FIELDS),
    "properties": {
        "width": {"type": "integer", "minimum": 1, "maximum": LARGEST},
        "height": {"type": "integer", "minimum": 1, "maximum": LARGEST},
        "columns": _CLUES,
        "rows": _CLUES,
        "entry": _END,
        "exit": _END,
        "grid": {"type": "array", "items": {"type": "string", "pattern": f"^[{SYMBOLS}]*$"}},
    },
}


class TracksReading(Reading):
    """Reads what only Tracks has: lists of clues, ends, pieces."""

    def numbers(self, value: object, key: str, line: str) -> tuple[int, ...]:
        """A list of clues."""
        if isinstance(value, list) and len(value) > LARGEST:  # not one by one, there may be millions
            self.fault("clue-count", key, f"there are {len(value)} {line} clues; there can be {LARGEST} at most")
        elif isinstance(value, list):
            return tuple(self.number(_given(member), f"{line} clue {i}") for i, member in enumerate(value, 1))
        elif value is not None:
            self.fault("type", key, f"'{key}' is {shown(value)}; it is a list of numbers")
        return ()

    def end(self, value: object, name: str) -> End:
        """Entry or exit."""
        if not isinstance(value, dict):
            if value is not None:
                self.fault("type", name, f"'{name}' is {shown(value)}; it is a mapping with row, col and side")
            return NOWHERE
        row, col, side = (self.member(value, key, f"the {name}") for key in ("row", "col", "side"))
        if side is not None and side not in list(SIDES):
            self.fault("type", name, f"the side of the {name} is {shown(side)}; it is N, E, S or W")
            side = None
        place = self.number(row, f"row of the {name}"), self.number(col, f"col of the {name}")
        return End(*place, SIDES.index(str(side))) if side is not None else NOWHERE

    def cells(self, value: object, width: int, height: int, dot: int) -> tuple[int, ...]:
        """A grid as values row by row; a dot has the value `dot`."""
        rows = self.rows(value, height, "height")
        return tuple(cell for row, text in rows.items() for cell in self._row(text, row, width, dot))

    def _row(self, text: str, row: int, width: int, dot: int) -> list[int]:
        self.row_width(row, len(text), width, "width")
        return [self._cell(char, row, col, dot) for col, char in enumerate(text[:LARGEST])]

    def _cell(self, char: str, row: int, col: int, dot: int) -> int:
        if char == SYMBOLS[0]:
            return dot
        if char not in VALUES:
            where = cell_name(row, col)
            message = f"{shown(char)} at {where} is no piece; the pieces are {' '.join(SYMBOLS[1:])}, all else is a dot"
            self.fault("bad-character", where, message)
        return VALUES.get(char, dot)


def parse(data: object) -> TracksPuzzle:
    """The puzzle in the `puzzle` part of a record. Raises InvalidPuzzle with every fault that can be seen."""
    reading = TracksReading()
    if not isinstance(data, dict):
        raise InvalidPuzzle([Violation("type", "puzzle", f"'puzzle' is {shown(data)}; it is a mapping")])
    part = {key: reading.member(data, key, "the puzzle") for key in FIELDS}
    width, height = (reading.number(part[side], side) for side in ("width", "height"))
    columns, rows = reading.numbers(part["columns"], "columns", "column"), reading.numbers(part["rows"], "rows", "row")
    entry, exit = reading.end(part["entry"], "entry"), reading.end(part["exit"], "exit")
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        reading.check()
        return build(width, height, columns, rows, entry, exit, ())  # which says so
    givens = reading.cells(part["grid"], width, height, OPEN)
    reading.check()
    return build(width, height, columns, rows, entry, exit, givens)


def unparse(puzzle: TracksPuzzle) -> dict[str, object]:
    """The `puzzle` part of a record."""
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "columns": list(puzzle.columns),
        "rows": list(puzzle.rows),
        "entry": _end_data(puzzle.entry),
        "exit": _end_data(puzzle.exit),
        "grid": rows_of(puzzle, puzzle.givens),
    }


def rows_of(puzzle: TracksPuzzle, values: tuple[int, ...]) -> list[str]:
    """Values of cells as the rows of a grid; open and empty cells are dots."""
    chars = "".join(SYMBOLS[max(value, 0)] for value in values)
    return [chars[start : start + puzzle.width] for start in range(0, len(chars), puzzle.width)]


def _end_data(end: End) -> dict[str, object]:
    return {"row": end.row, "col": end.col, "side": SIDES[end.side]}


def _given(value: object) -> object:
    """A member of a list, where nothing is not the same as left out."""
    return "nothing" if value is None else value
