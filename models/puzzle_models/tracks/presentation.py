"""How one puzzle can be laid before people: the eight symmetries, the direction of travel, and the key equal for all.

A key reads like the puzzle it stands for: genre, size, clues, ends and grid of the presentation that comes first
in the order of those words. Pieces are written as their values, open cells as a dot.
"""

from __future__ import annotations

from dataclasses import replace

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES
from puzzle_models.kernel.symmetry import SYMMETRIES, WORDS, moved_cell, moved_side, moved_size, sources
from puzzle_models.tracks.pieces import EMPTY, OF_RAILS, OPEN, RAILS
from puzzle_models.tracks.puzzle import End, TracksPuzzle

MOVED = tuple(  # MOVED[k][value]: the piece that symmetry k makes of a piece; empty and open (value -1, the last) stay
    (EMPTY, *(OF_RAILS[frozenset(moved_side(side, k) for side in rails)] for rails in RAILS[1:]), OPEN)
    for k in SYMMETRIES
)


def image(puzzle: TracksPuzzle, answer: Answer, k: int) -> tuple[TracksPuzzle, Answer]:
    """Puzzle and answer (which may be empty) after symmetry k."""
    width, height = moved_size(puzzle.width, puzzle.height, k)
    origin = sources(puzzle.width, puzzle.height, k)
    entry, exit = (_moved_end(end, puzzle, k) for end in puzzle.ends)
    # The line of the moved grid that a cell lies in is known by the line of the original that the cell came from.
    across = [origin[row * width] for row in range(height)]
    down = origin[:width]
    if k % 2:
        rows = tuple(puzzle.columns[cell % puzzle.width] for cell in across)
        columns = tuple(puzzle.rows[cell // puzzle.width] for cell in down)
    else:
        rows = tuple(puzzle.rows[cell // puzzle.width] for cell in across)
        columns = tuple(puzzle.columns[cell % puzzle.width] for cell in down)
    moved = TracksPuzzle(width, height, columns, rows, entry, exit, _moved_grid(puzzle.givens, origin, k))
    return moved, _moved_grid(answer, origin, k) if answer else ()


def image_words(puzzle: TracksPuzzle, other: TracksPuzzle) -> str:
    """What makes the other puzzle, of equal key, of the first: symmetry, else symmetry and direction, in words."""
    images = [image(puzzle, (), k)[0] for k in SYMMETRIES]
    if other in images:
        return WORDS[images.index(other)]
    k = images.index(replace(other, entry=other.exit, exit=other.entry))
    return f"{WORDS[k]} and run the other way" if k else "run the other way"


def key(puzzle: TracksPuzzle) -> str:
    """The canonical form of what is printed: equal for all presentations and both directions of travel."""
    return min(_written(image(puzzle, (), k)[0]) for k in SYMMETRIES)


def answer_key(puzzle: TracksPuzzle, answer: Answer) -> str:
    """The canonical form of the answer, ends included and givens not; it fixes the clues."""
    solved = TracksPuzzle(puzzle.width, puzzle.height, puzzle.columns, puzzle.rows, puzzle.entry, puzzle.exit, answer)
    return key(solved)


def _written(puzzle: TracksPuzzle) -> str:
    grid = "".join("." if value == OPEN else str(value) for value in puzzle.givens)
    ends = " ".join(sorted(f"{end.row},{end.col}{SIDES[end.side]}" for end in puzzle.ends))
    columns, rows = (",".join(map(str, clues)) for clues in (puzzle.columns, puzzle.rows))
    return f"tracks {puzzle.width}x{puzzle.height} {columns} {rows} {ends} {grid}"


def _moved_end(end: End, puzzle: TracksPuzzle, k: int) -> End:
    row, col = moved_cell(end.row, end.col, puzzle.width, puzzle.height, k)
    return End(row, col, moved_side(end.side, k))


def _moved_grid(values: tuple[int, ...], origin: tuple[int, ...], k: int) -> tuple[int, ...]:
    turned = MOVED[k]
    return tuple([turned[values[cell]] for cell in origin])
