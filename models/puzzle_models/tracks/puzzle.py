"""A Train Tracks puzzle, frozen and sound at sight, and what is wrong where it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzle_models.kernel.contract import InvalidPuzzle, Violation
from puzzle_models.kernel.grid import SIDES, beyond, cell_name, line_name
from puzzle_models.tracks.pieces import OPEN, SYMBOLS, has_rail

LARGEST = 50


@dataclass(frozen=True)
class End:
    """Where the line crosses the border: a cell and the outer side of it, N E S W as 0 to 3."""

    row: int
    col: int
    side: int


@dataclass(frozen=True)
class TracksPuzzle:
    """Clues, ends and givens. `givens` holds a piece or OPEN for each cell, row by row.

    Make one with `build`, which refuses what is broken at sight.
    """

    width: int
    height: int
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    entry: End
    exit: End
    givens: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """What an encoding is built for."""
        return self.width, self.height

    @property
    def clues(self) -> tuple[int, ...]:
        """The number of track cells of each line: rows first, then columns."""
        return self.rows + self.columns

    @property
    def ends(self) -> tuple[End, End]:
        return self.entry, self.exit

    def cell(self, end: End) -> int:
        """The cell of an end, counted row by row."""
        return end.row * self.width + end.col


def build(
    width: int, height: int, columns: Sequence[int], rows: Sequence[int], entry: End, exit: End, givens: Sequence[int]
) -> TracksPuzzle:
    """A sound puzzle. Raises InvalidPuzzle with every fault that can be seen without solving."""
    puzzle = TracksPuzzle(width, height, tuple(columns), tuple(rows), entry, exit, tuple(givens))
    found = list(faults(puzzle))
    if found:
        raise InvalidPuzzle(found, None if _shape_faults(puzzle) else puzzle)
    return puzzle


def faults(puzzle: TracksPuzzle) -> Iterator[Violation]:
    """What is broken at sight. The first kind found ends the search where later ones would make no sense."""
    misshapen = _shape_faults(puzzle)
    if misshapen:
        yield from misshapen
        return
    yield from _clue_faults(puzzle)
    ends = list(end_faults(puzzle))
    yield from ends
    yield from _given_faults(puzzle, ends_are_sound=not ends)


def _shape_faults(puzzle: TracksPuzzle) -> list[Violation]:
    """What is wrong with the size, else with how much there is of each thing."""
    return list(_size_faults(puzzle)) or list(_count_faults(puzzle))


def _size_faults(puzzle: TracksPuzzle) -> Iterator[Violation]:
    for name, length in (("width", puzzle.width), ("height", puzzle.height)):
        if not 1 <= length <= LARGEST:
            yield Violation("size", name, f"the {name} is {length}; it can be 1 to {LARGEST}")


def _count_faults(puzzle: TracksPuzzle) -> Iterator[Violation]:
    for name, clues, length in (("column", puzzle.columns, puzzle.width), ("row", puzzle.rows, puzzle.height)):
        if len(clues) != length:
            yield Violation(
                "clue-count",
                f"{name} clues",
                f"there are {len(clues)} {name} clues for {length} {name}s; give one each",
            )
    if len(puzzle.givens) != puzzle.width * puzzle.height:
        needed = puzzle.width * puzzle.height
        message = f"the grid has {len(puzzle.givens)} cells; {puzzle.width}x{puzzle.height} needs {needed}"
        yield Violation("grid-size", "grid", message)


def _clue_faults(puzzle: TracksPuzzle) -> Iterator[Violation]:
    for line, clue in enumerate(puzzle.clues):
        length, name = (puzzle.width, "wide") if line < puzzle.height else (puzzle.height, "high")
        if not 0 <= clue <= length:
            where = line_name(line, puzzle.height)
            message = f"{where} has the clue {clue}, but the grid is {length} cells {name}; a clue is 0 to {length}"
            yield Violation("clue-range", where, message)
    if sum(puzzle.rows) != sum(puzzle.columns):
        message = (
            f"the row clues add up to {sum(puzzle.rows)} and the column clues to {sum(puzzle.columns)}; "
            "both count the same track cells, so one clue at least is wrong"
        )
        yield Violation("sums-differ", "clues", message)


def end_faults(puzzle: TracksPuzzle) -> Iterator[Violation]:
    """Ends that the line cannot come in or go out at."""
    inside = True
    for name, end in (("entry", puzzle.entry), ("exit", puzzle.exit)):
        if not (0 <= end.row < puzzle.height and 0 <= end.col < puzzle.width):
            inside = False
            message = f"the {name} is at {cell_name(end.row, end.col)}, outside the {puzzle.width}x{puzzle.height} grid"
            yield Violation("end-outside", name, message)
        elif beyond(puzzle.cell(end), end.side, puzzle.width, puzzle.height) is not None:
            message = (
                f"the {name} leaves {cell_name(end.row, end.col)} on side {SIDES[end.side]}, which is not on the border"
            )
            yield Violation("end-inside", cell_name(end.row, end.col), message)
    if inside and puzzle.entry == puzzle.exit:
        where = cell_name(puzzle.entry.row, puzzle.entry.col)
        message = f"entry and exit are the same side {SIDES[puzzle.entry.side]} of {where}; the line needs two"
        yield Violation("ends-equal", where, message)


def _given_faults(puzzle: TracksPuzzle, ends_are_sound: bool) -> Iterator[Violation]:
    doors = {(end.row, end.col, end.side) for end in puzzle.ends} if ends_are_sound else set()
    for cell, piece in enumerate(puzzle.givens):
        if piece == OPEN:
            continue
        row, col = divmod(cell, puzzle.width)
        for side in range(4):
            neighbour = beyond(cell, side, puzzle.width, puzzle.height)
            if neighbour is None and ends_are_sound:
                yield from _border_faults(row, col, piece, side, (row, col, side) in doors)
            elif neighbour is not None and side in (1, 2):  # each pair of neighbours once
                yield from _pair_faults(puzzle, cell, neighbour, side)


def _border_faults(row: int, col: int, piece: int, side: int, door: bool) -> Iterator[Violation]:
    where = cell_name(row, col)
    if has_rail(piece, side) and not door:
        fault = f"points off the grid on side {SIDES[side]}, where the line has no end"
        message = f"the given {SYMBOLS[piece]} at {where} {fault}"
        yield Violation("given-off-grid", where, message)
    if door and not has_rail(piece, side):
        message = f"the given {SYMBOLS[piece]} at {where} has no rail to side {SIDES[side]}, where the line has an end"
        yield Violation("given-misses-end", where, message)


def _pair_faults(puzzle: TracksPuzzle, cell: int, neighbour: int, side: int) -> Iterator[Violation]:
    piece, other = puzzle.givens[cell], puzzle.givens[neighbour]
    if other != OPEN and has_rail(piece, side) != has_rail(other, side ^ 2):
        here, there = cell_name(*divmod(cell, puzzle.width)), cell_name(*divmod(neighbour, puzzle.width))
        givens = f"the givens {SYMBOLS[piece]} at {here} and {SYMBOLS[other]} at {there}"
        message = f"{givens} do not fit: only one has a rail to the other"
        yield Violation("givens-clash", f"{here} {there}", message)


def ends_words(puzzle: TracksPuzzle) -> str:
    """The ends of a puzzle, for a message: `the entry at r4c1 W and the exit at r5c2 S`."""
    entry, exit = (f"{cell_name(end.row, end.col)} {SIDES[end.side]}" for end in puzzle.ends)
    return f"the entry at {entry} and the exit at {exit}"


def clue_words(puzzle: TracksPuzzle, line: int) -> str:
    """A clue, for a message: `row 3 needs 5`. Lines count rows first, then columns."""
    return f"{line_name(line, puzzle.height)} needs {puzzle.clues[line]}"


def given_words(puzzle: TracksPuzzle, cell: int) -> str:
    """A given, for a message: `the given ─ at r4c5`."""
    return f"the given {SYMBOLS[puzzle.givens[cell]]} at {cell_name(*divmod(cell, puzzle.width))}"
