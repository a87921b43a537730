"""Random Str8ts puzzles, sound at sight, for properties: any size, any black cells, mostly without an answer."""

from __future__ import annotations

from hypothesis import strategies as st

from puzzle_models.str8ts.puzzle import LARGEST, NO_DIGIT, SMALLEST, Str8tsPuzzle, build

SIZES = st.one_of(st.integers(SMALLEST, 5), st.integers(SMALLEST, LARGEST))


@st.composite
def str8ts_puzzles(draw: st.DrawFn) -> Str8tsPuzzle:
    """Some black cells, some digits of a Latin square (so none stands twice in a line), and something to fill in."""
    size = draw(SIZES)
    cells = range(size * size)
    blacks = draw(st.sets(st.sampled_from(cells), max_size=size * size - 1))
    open_cell = next(cell for cell in cells if cell not in blacks)
    printed = draw(st.sets(st.sampled_from(cells), max_size=40)) - {open_cell}
    rows, digits = draw(st.permutations(range(size))), draw(st.permutations(range(1, size + 1)))
    square = [digits[(rows[cell // size] + cell) % size] for cell in cells]
    return build(
        size, [cell in blacks for cell in cells], [square[cell] if cell in printed else NO_DIGIT for cell in cells]
    )
