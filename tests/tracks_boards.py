"""Tiny Train Tracks puzzles, and every answer of one by walking: no solver, only the rulebook decides."""

from __future__ import annotations

import random
from collections.abc import Iterator

from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.kernel.grid import SIDES, beyond
from puzzle_models.tracks import rules
from puzzle_models.tracks.pieces import EMPTY, OF_RAILS, OPEN, PIECES
from puzzle_models.tracks.puzzle import End, TracksPuzzle, build


def board(rows: str, columns: str, entry: str, exit: str, givens: str = "") -> TracksPuzzle:
    """A puzzle from clues as digits, ends as `row col side`, and givens as `.` and piece values."""
    row_clues, column_clues = ([int(digit) for digit in clues] for clues in (rows, columns))
    grid = [OPEN if mark == "." else int(mark) for mark in givens or "." * len(rows) * len(columns)]
    return build(len(columns), len(rows), column_clues, row_clues, _end(entry), _end(exit), grid)


def _end(text: str) -> End:
    row, col, side = text.split()
    return End(int(row), int(col), SIDES.index(side))


def walks(puzzle: TracksPuzzle) -> Iterator[Answer]:
    """Every way from entry to exit that comes to no cell twice, whatever the clues say."""
    answer = [EMPTY] * (puzzle.width * puzzle.height)

    def go(cell: int, came_by: int) -> Iterator[Answer]:
        for side in range(4):
            if side == came_by:
                continue
            answer[cell] = OF_RAILS[frozenset((came_by, side))]
            other = beyond(cell, side, puzzle.width, puzzle.height)
            if (cell, side) == (puzzle.cell(puzzle.exit), puzzle.exit.side):
                yield tuple(answer)
            elif other is not None and answer[other] == EMPTY:
                yield from go(other, side ^ 2)
            answer[cell] = EMPTY

    yield from go(puzzle.cell(puzzle.entry), puzzle.entry.side)


def all_answers(puzzle: TracksPuzzle) -> set[Answer]:
    """The answers, by trying every walk."""
    return {answer for answer in walks(puzzle) if not rules.violations(puzzle, answer)}


def random_puzzle(draw: random.Random, largest: int) -> TracksPuzzle:
    """A sound puzzle of at most `largest` cells a side, with few answers, none or many."""
    while True:
        width, height = draw.randint(1, largest), draw.randint(1, largest)
        outer = [(c, s) for c in range(width * height) for s in range(4) if beyond(c, s, width, height) is None]
        entry, exit = (End(*divmod(cell, width), side) for cell, side in draw.sample(outer, 2))
        givens = [draw.choice(PIECES) if draw.random() < 0.05 else OPEN for _ in range(width * height)]
        try:
            return build(width, height, *_clues(draw, width, height, entry, exit), entry, exit, givens)
        except InvalidPuzzle:
            continue


def _clues(draw: random.Random, width: int, height: int, entry: End, exit: End) -> tuple[list[int], list[int]]:
    """Column and row clues: those of a random walk, rather a long one, or those of random cells."""
    ways = list(walks(TracksPuzzle(width, height, (), (), entry, exit, ())))
    if ways and draw.random() < 0.8:
        filled = max(([piece != EMPTY for piece in walk] for walk in draw.choices(ways, k=9)), key=sum)
    else:
        filled = [draw.random() < 0.7 for _ in range(width * height)]
    columns = [sum(filled[col::width]) for col in range(width)]
    return columns, [sum(filled[row * width : (row + 1) * width]) for row in range(height)]
