"""The style of Train Tracks puzzles, the lines they are drawn from, and the random numbers behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Outcome
from puzzle_models.kernel.grid import SIDES, parse_size
from puzzle_models.kernel.random import below, shuffle, stream, word
from puzzle_models.tracks import rules
from puzzle_models.tracks.ends import border_end
from puzzle_models.tracks.pieces import EMPTY, OPEN
from puzzle_models.tracks.puzzle import TracksPuzzle, build
from puzzle_models.tracks.sampler import MAY_FLIP, PIECE, RING, first_banks, read_line, wander
from samples import Sample, draw, given_cells, wish, without

Corner = tuple[int, int]
TRACKS = registry.load("tracks")
KINDS = {
    "left-bottom": lambda entry, exit: (entry, exit) == ("W", "S"),
    "opposite": lambda entry, exit: {entry, exit} in ({"N", "S"}, {"E", "W"}),
    "adjacent": lambda entry, exit: len({entry, exit} & {"N", "S"}) == 1,
    "same": lambda entry, exit: entry == exit,
}


def drawn(size: str = "8", level: str = "medium", count: int = 8, **style: str) -> list[Sample]:
    """Puzzles in a style; there must be so many."""
    found = list(draw(TRACKS, wish(TRACKS, *parse_size(size), level, **style), count, attempts=400))
    assert len(found) == count
    return found


def fill(sample: Sample) -> float:
    return sum(value != EMPTY for value in sample.answer) / len(sample.answer)


def sides(sample: Sample) -> tuple[str, str]:
    return SIDES[sample.puzzle.entry.side], SIDES[sample.puzzle.exit.side]


def givens(sample: Sample) -> int:
    return len(given_cells(TRACKS, sample.puzzle))


def end_pieces(sample: Sample) -> list[int]:
    return [sample.puzzle.givens[sample.puzzle.cell(end)] for end in sample.puzzle.ends]


@pytest.mark.parametrize("size", ["4x4", "4x30", "30x4", "7x11", "8", "30"])
def test_any_size_is_made(size: str) -> None:
    for sample in drawn(size, "easy", count=3):
        assert (sample.puzzle.width, sample.puzzle.height) == parse_size(size)
        assert rules.violations(sample.puzzle, sample.answer) == []
        assert TRACKS.parse(TRACKS.unparse(sample.puzzle)) == sample.puzzle


@pytest.mark.parametrize("kind", KINDS)
def test_ends_lie_as_asked(kind: str) -> None:
    assert all(KINDS[kind](*sides(sample)) for sample in drawn(count=20, ends=kind))


def test_ends_lie_anywhere_where_nothing_is_asked() -> None:
    found = Counter(side for sample in drawn(count=60) for side in sides(sample))
    assert set(found) == set(SIDES)
    assert min(found.values()) > 15


@pytest.mark.parametrize("share", ["0.4", "0.5", "0.7", "0.85", ".61"])
def test_a_single_fill_is_met(share: str) -> None:
    assert all(abs(fill(sample) - float(share)) <= 0.02 for sample in drawn(fill=share))


@pytest.mark.parametrize(("low", "high"), [("0.35", "0.45"), ("0.5", "0.6"), ("0.7", "0.85"), ("0.35", "0.85")])
def test_a_range_of_fill_is_kept_and_used(low: str, high: str) -> None:
    found = [fill(sample) for sample in drawn(count=20, fill=f"{low}..{high}")]
    assert float(low) <= min(found) and max(found) <= float(high)
    assert max(found) - min(found) > (float(high) - float(low)) / 3


def test_as_many_givens_as_asked() -> None:
    for number in ("4", "9", "20"):
        assert {givens(sample) for sample in drawn(givens=number)} == {int(number)}


def test_few_usual_and_many_givens_are_ever_more() -> None:
    few, usual, many = (sum(map(givens, drawn(count=20, givens=word))) for word in ("few", "usual", "many"))
    assert few < usual < many


@pytest.mark.parametrize("shown", ["yes", "no"])
@pytest.mark.parametrize("level", LEVELS)
def test_few_givens_are_minimal(level: str, shown: str) -> None:
    """Without any one of them, those at the ends apart, the puzzle leaves its level."""
    for sample in drawn("7", level, givens="few", show_ends=shown):
        ends = {(end.row, end.col) for end in sample.puzzle.ends}
        for cell in set(given_cells(TRACKS, sample.puzzle)) - ends:
            poorer = without(TRACKS, sample.puzzle, *cell)
            assert TRACKS.climb(poorer, level).outcome is not Outcome.SOLVED


def test_end_pieces_are_printed_or_hidden() -> None:
    shown, hidden = drawn(show_ends="yes"), drawn(show_ends="no")
    assert all(OPEN not in end_pieces(sample) for sample in shown)
    assert all(end_pieces(sample) == [OPEN, OPEN] for sample in hidden)
    assert {givens(sample) for sample in drawn("6", givens="0", show_ends="no")} == {0}


def test_empty_lines_only_where_they_are_allowed() -> None:
    assert all(min(sample.puzzle.clues) > 0 for sample in drawn(count=40))
    assert any(min(sample.puzzle.clues) == 0 for sample in drawn(count=40, fill="0.35..0.45", empty_lines="allow"))


def test_consecutive_ones_only_where_they_are_allowed() -> None:
    assert not any(map(has_consecutive_ones, drawn(count=40, fill="0.35..0.45")))
    assert any(map(has_consecutive_ones, drawn(count=60, fill="0.35..0.4", consecutive_ones="allow")))


def has_consecutive_ones(sample: Sample) -> bool:
    return any((1, 1) in pairwise(clues) for clues in (sample.puzzle.rows, sample.puzzle.columns))


@pytest.mark.parametrize(
    ("size", "style", "says"),
    [
        ("3", {}, "4 to 30 cells wide, not 3"),
        ("4x31", {}, "4 to 30 cells high, not 31"),
        ("8", {"fill": "0.3"}, "fill is a share from 0.35 to 0.85"),
        ("8", {"fill": "0.9"}, "fill is a share from 0.35 to 0.85"),
        ("8", {"fill": "0.6..0.5"}, "'0.6..0.5' is not"),
        ("5", {"fill": "0.50..0.51"}, "fill is 0.50..0.51, and no number of 25 cells lies in it"),
        ("8", {"fill": "2"}, "'2' is not a value of fill; choose from usual, SHARE"),
        ("8", {"givens": "1"}, "2 are printed at the ends; hide them, or ask for 2 or more"),
        ("8", {"givens": "65"}, "givens is 65, but the grid has 64 cells"),
        ("8", {"givens": "some"}, "'some' is not a value of givens; choose from few, usual, many, N"),
        ("8", {"ends": "top"}, "'top' is not a value of ends"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(size: str, style: dict[str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says.replace("..", r"\.\.")):
        TRACKS.check_wish(wish(TRACKS, *parse_size(size), "easy", **style))


@pytest.mark.parametrize("share", ["0.35", "0.85", "0.35..0.85", ".35", "0.350"])
def test_the_limits_of_fill_can_be_asked_for(share: str) -> None:
    assert TRACKS.check_wish(wish(TRACKS, 8, 8, "easy", fill=share)) is None


def lines(width: int, height: int, flips: int) -> Iterator[tuple[TracksPuzzle, tuple[int, ...]]]:
    """Random lines between random ends, each a few flips on from the last, as puzzles with their answers."""
    random = stream(bytes(range(16)))
    border = 2 * (width + height)
    for _ in range(6):
        one, two = below(random, border), below(random, border)
        entry, exit = border_end(width, height, one), border_end(width, height, two)
        if (entry.row, entry.col) == (exit.row, exit.col):
            continue
        banks, answer = first_banks(width, height, one, two), np.empty(width * height, np.int64)
        clues = np.empty(width + height, np.int64)
        read_line(banks, width, height, answer, clues)
        for _ in range(40):
            wander(banks, width, height, clues, width * height // 2, 3, 0, flips, random)
            counted = clues.tolist()
            read_line(banks, width, height, answer, clues)
            assert counted == clues.tolist()  # kept flip by flip, and counted afresh
            columns, rows = counted[height:], counted[:height]
            yield build(width, height, columns, rows, entry, exit, [OPEN] * len(answer)), tuple(answer.tolist())


@pytest.mark.parametrize("size", [(4, 4), (7, 5), (4, 12)], ids=str)
@pytest.mark.parametrize("flips", [1, 7, 500])
def test_after_any_number_of_flips_the_pieces_form_one_line(size: tuple[int, int], flips: int) -> None:
    answers = set()
    for puzzle, answer in lines(*size, flips):
        assert rules.violations(puzzle, answer) == []
        answers.add(answer)
    assert len(answers) > 20


def test_a_corner_flips_only_where_both_banks_stay_whole() -> None:
    """Held against what it means: in the 3x3 block after the flip each bank hangs together and none lies crosswise.

    A block that is crosswise before the flip comes up in no line.
    """
    for ring in range(256):
        around = {(row, col): ring >> place & 1 for place, (row, col) in enumerate(RING.tolist())}
        before, flipped = {**around, (0, 0): 0}, {**around, (0, 0): 1}
        if not crosswise(before):
            has_both = 0 < ring < 255
            assert MAY_FLIP[ring] == (has_both and hangs_together(flipped) and not crosswise(flipped))


def hangs_together(grid: dict[Corner, int]) -> bool:
    """Whether each bank of a 3x3 block of corners hangs together, side by side."""
    return all(len(pieces({cell for cell in grid if grid[cell] == bank})) <= 1 for bank in (0, 1))


def pieces(cells: set[Corner]) -> list[set[Corner]]:
    """The parts of a set of corners, each joined side by side."""
    left, found = set(cells), []
    while left:
        piece, fresh = set(), [left.pop()]
        while fresh:
            row, col = fresh.pop()
            piece.add((row, col))
            beside = {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)} & left
            left -= beside
            fresh += beside
        found.append(piece)
    return found


def crosswise(grid: dict[Corner, int]) -> bool:
    """Whether some 2x2 of the block has its banks crosswise."""
    squares = [(row, col) for row in (-1, 0) for col in (-1, 0)]
    return any(
        grid[row, col] == grid[row + 1, col + 1] != grid[row, col + 1] == grid[row + 1, col] for row, col in squares
    )


def test_cells_crosswise_between_the_banks_have_no_piece() -> None:
    assert [corners for corners in range(16) if PIECE[corners] == EMPTY] == [0b0000, 0b0101, 0b1010, 0b1111]


def test_random_numbers_are_the_same_on_every_machine() -> None:
    """Pinned: every puzzle ever made hangs on them."""
    random = stream(bytes(range(16)))
    assert [int(word(random)) for _ in range(4)] == [95032552, 3633139313, 1847373233, 1568008988]
    assert [int(below(random, 10)) for _ in range(12)] == [5, 3, 3, 1, 3, 9, 9, 0, 6, 1, 9, 9]
    items = np.arange(10)
    shuffle(random, items, 10)
    assert items.tolist() == [7, 5, 3, 4, 6, 2, 0, 9, 8, 1]
    assert [int(word(stream(seed))) for seed in (bytes(12), b"\xff" * 12)] == [1363572419, 4273276651]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 100])
def test_random_numbers_below_a_number_are_spread_evenly(n: int) -> None:
    random = stream(b"even enough?")
    counts = Counter(int(below(random, n)) for _ in range(200 * n))
    assert sorted(counts) == list(range(n))
    assert min(counts.values()) > 120 and max(counts.values()) < 290


def test_every_order_of_three_comes_up() -> None:
    random, found = stream(b"shuffled well"), Counter()
    for _ in range(600):
        items = np.array([0, 1, 2, 9])
        shuffle(random, items, 3)
        assert items[3] == 9
        found[tuple(items.tolist())] += 1
    assert len(found) == 6
    assert min(found.values()) > 60
