"""The style of Str8ts puzzles: black patterns, answers, digits in black cells, families, the old cyclic recipe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from puzzle_factory.grading import grade
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Outcome
from puzzle_models.kernel.symmetry import sources
from puzzle_models.str8ts import rules
from puzzle_models.str8ts.board import board, start_marks
from puzzle_models.str8ts.ladder import LADDER, RUNGS_UP_TO, SMALLEST_FULL, band
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle
from puzzle_models.str8ts.techniques import finish, room_for
from puzzle_models.str8ts.wishes import CYCLIC_SIZES, style_of
from samples import Sample, draw, samples, wish

STR8TS = registry.load("str8ts")
SIZES = range(4, 13)
SAME_AFTER = {"half-turn": (2,), "mirror": (4, 6), "diagonal": (5, 7)}


def drawn(size: int = 9, level: str = "medium", count: int = 8, **style: str) -> list[Sample]:
    """Puzzles in a style; there must be so many."""
    found = list(draw(STR8TS, wish(STR8TS, size, size, level, **style), count, attempts=1000))
    assert len(found) == count
    return found


def is_same(puzzle: Str8tsPuzzle, symmetry: int) -> bool:
    """Whether the black pattern looks the same after a symmetry."""
    return puzzle.blacks == tuple(puzzle.blacks[cell] for cell in sources(puzzle.size, puzzle.size, symmetry))


def blacks_of(puzzle: Str8tsPuzzle) -> int:
    return sum(puzzle.blacks)


def clues_of(puzzle: Str8tsPuzzle) -> int:
    return sum(black and digit != NO_DIGIT for black, digit in zip(puzzle.blacks, puzzle.digits, strict=True))


def givens_of(puzzle: Str8tsPuzzle) -> set[int]:
    """The white cells that are given."""
    cells = enumerate(zip(puzzle.blacks, puzzle.digits, strict=True))
    return {cell for cell, (black, digit) in cells if digit != NO_DIGIT and not black}


def neighbours(size: int, cell: int) -> Iterator[int]:
    row, col = divmod(cell, size)
    for near, across in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if 0 <= near < size and 0 <= across < size:
            yield near * size + across


def reached_from(puzzle: Str8tsPuzzle, start: int) -> set[int]:
    """The white cells that hang together with one."""
    reached, todo = {start}, [start]
    while todo:
        for near in neighbours(puzzle.size, todo.pop()):
            if not puzzle.blacks[near] and near not in reached:
                reached.add(near)
                todo.append(near)
    return reached


def has_block(puzzle: Str8tsPuzzle) -> bool:
    size, blacks = puzzle.size, puzzle.blacks
    corners = [row * size + col for row in range(size - 1) for col in range(size - 1)]
    return any(
        blacks[cell] and blacks[cell + 1] and blacks[cell + size] and blacks[cell + size + 1] for cell in corners
    )


def lone_share(puzzle: Str8tsPuzzle) -> float:
    return sum(len(cells) == 1 for cells in puzzle.compartments) / len(puzzle.compartments)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symmetry", ["half-turn", "mirror", "diagonal", "none"])
def test_a_pattern_is_as_asked_and_sound(size: int, symmetry: str) -> None:
    for sample in drawn(size, "easy", count=4, symmetry=symmetry):
        puzzle = sample.puzzle
        assert symmetry == "none" or any(is_same(puzzle, k) for k in SAME_AFTER[symmetry])
        assert not is_same(puzzle, 1), "a quarter turn may draw an emblem"
        assert len(reached_from(puzzle, puzzle.blacks.index(False))) == puzzle.blacks.count(False)
        assert not has_block(puzzle)
        assert lone_share(puzzle) <= 0.08
        assert rules.violations(puzzle, sample.answer) == []
        assert STR8TS.parse(STR8TS.unparse(puzzle)) == puzzle


def test_patterns_and_answers_differ() -> None:
    found = drawn(count=30)
    assert len({sample.puzzle.blacks for sample in found}) == 30
    assert len({STR8TS.answer_key(sample.puzzle, sample.answer) for sample in found}) == 30


@pytest.mark.parametrize(("asked", "least", "most"), [("20", 20, 20), ("14-26", 14, 26), ("23", 23, 23)])
def test_as_many_blacks_as_asked(asked: str, least: int, most: int) -> None:
    found = {blacks_of(sample.puzzle) for sample in drawn(count=20, blacks=asked)}
    assert least <= min(found) and max(found) <= most
    assert len(found) > (most - least) / 3


@pytest.mark.parametrize(("asked", "least", "most"), [("0", 0, 0), ("3", 3, 3), ("8-12", 8, 12)])
def test_as_many_clues_as_asked(asked: str, least: int, most: int) -> None:
    found = {clues_of(sample.puzzle) for sample in drawn(count=12, black_clues=asked)}
    assert least <= min(found) and max(found) <= most


@pytest.mark.parametrize(
    ("size", "level", "blacks", "clues"),
    [(9, "easy", 24, 6), (9, "medium", 22, 6), (9, "hard", 21, 6), (9, "expert", 13, 4), (6, "hard", 12, 2)],
)
def test_what_is_usual_lies_about_the_medians_of_published_puzzles(
    size: int, level: str, blacks: int, clues: int
) -> None:
    style = style_of(wish(STR8TS, size, size, level))
    assert sum(style.blacks) == 2 * blacks and style.blacks[0] < blacks
    assert sum(style.black_clues) == 2 * clues


def test_what_is_usual_grows_with_the_board() -> None:
    for level in LEVELS:
        usual = [style_of(wish(STR8TS, size, size, level)).blacks for size in SIZES]
        assert all(one <= two for one, two in pairwise(usual))


def test_answers_do_not_look_sorted() -> None:
    """Published 9x9: 19% of compartments of three or more rise or fall throughout, 60% of neighbours differ by 1."""
    monotone, steps, long = 0, [], 0
    for sample in drawn(count=60, level="easy"):
        for cells in sample.puzzle.compartments:
            jumps = [sample.answer[two] - sample.answer[one] for one, two in pairwise(cells)]
            steps += jumps
            if len(cells) >= 3:
                long += 1
                monotone += all(jump > 0 for jump in jumps) or all(jump < 0 for jump in jumps)
    assert monotone / long < 0.23
    assert sum(abs(step) == 1 for step in steps) / len(steps) < 0.67
    assert 0.45 < sum(step > 0 for step in steps) / len(steps) < 0.55


@pytest.mark.parametrize("level", LEVELS)
def test_the_score_lies_in_the_band_of_the_level(level: str) -> None:
    low, high = band(9, level)
    scores = [grade(STR8TS, sample.puzzle).score or 0.0 for sample in drawn(level=level, count=12)]
    assert low <= min(scores) and max(scores) <= high
    assert max(scores) - min(scores) > 0.2  # not all at one edge


def test_hard_needs_more_than_easy_techniques_and_expert_more_than_hard_ones() -> None:
    for level, below in (("hard", "easy"), ("expert", "hard")):
        for sample in drawn(level=level):
            assert STR8TS.climb(sample.puzzle, below).outcome is not Outcome.SOLVED


def test_a_supposition_is_needed_only_where_it_is_asked_for() -> None:
    names = {grade(STR8TS, sample.puzzle).hardest for sample in drawn(level="expert")}
    assert not any("contradiction" in str(name) for name in names)
    for sample in drawn(6, "expert", 2, supposition="needed"):
        assert "contradiction" in str(grade(STR8TS, sample.puzzle).hardest)


@pytest.mark.parametrize("size", SIZES)
def test_a_family_keeps_givens_and_gets_harder(size: int) -> None:
    found = drawn(size, NESTED, count=8)
    for family in (found[:4], found[4:]):
        puzzles = [sample.puzzle for sample in family]
        grades = [grade(STR8TS, puzzle) for puzzle in puzzles]
        assert all(givens_of(easier) > givens_of(harder) for easier, harder in pairwise(puzzles))
        assert len({(puzzle.blacks, clues_of(puzzle)) for puzzle in puzzles}) == 1
        assert len({sample.answer for sample in family}) == 1
        assert all(one.score < two.score for one, two in pairwise(grades))  # type: ignore[operator]
        assert size < SMALLEST_FULL or [each.level for each in grades] == list(LEVELS)


@pytest.mark.parametrize("size", CYCLIC_SIZES)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_cyclic_style_shifts_each_row_by_one(size: int, level: str) -> None:
    for sample in drawn(size, level, count=4, style="cyclic"):
        grid = np.array(sample.answer).reshape(size, size)
        blacks = np.array(sample.puzzle.blacks).reshape(size, size)
        assert all(blacks[row, size - 1 - row] for row in range(size))
        assert rules.violations(sample.puzzle, sample.answer) == []
        rows, cols = np.indices((size, size))
        rising = (rows + cols) % size + 1
        assert any((grid == digits)[~blacks].all() for digits in (rising, size + 1 - rising))


@pytest.mark.parametrize(
    ("size", "level", "style", "says"),
    [
        ((3, 3), "easy", {}, "4 to 12 cells wide, not 3"),
        ((13, 13), "easy", {}, "4 to 12 cells wide, not 13"),
        ((9, 8), "easy", {}, "as wide as high; ask for 9, not 9x8"),
        ((9, 9), "easy", {"blacks": "26-22"}, "blacks is 26-22; write the lower number first"),
        ((9, 9), "easy", {"blacks": "81"}, "blacks is 81, but the grid has 81 cells"),
        ((9, 9), "easy", {"blacks": "0"}, "a Str8ts has black cells"),
        ((9, 9), "easy", {"blacks": "many"}, "'many' is not a value of blacks; choose from usual, N.LOW-HIGH"),
        ((9, 9), "easy", {"black_clues": "30"}, "black-clues is 30 or more, but there are 26 black cells at most"),
        ((8, 8), "easy", {"blacks": "21"}, "there is an even number of them here; ask for 20 or 22"),
        (
            (9, 9),
            "easy",
            {"blacks": "22", "style": "cyclic"},
            "there is an odd number of them here; ask for 21 or 23",
        ),
        ((9, 9), "easy", {"symmetry": "quarter-turn"}, "'quarter-turn' is not a value of symmetry"),
        ((9, 9), "hard", {"supposition": "needed"}, "needed at level expert alone"),
        ((7, 7), "easy", {"style": "cyclic"}, "4, 6, 8, 9 cells wide, not 7"),
        ((8, 8), "easy", {"style": "cyclic", "symmetry": "mirror"}, "has no mirror"),
        ((9, 9), "easy", {"style": "cyclic", "blacks": "8"}, "a black diagonal of 9 cells; blacks is 8"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(
    size: tuple[int, int], level: str, style: dict[str, str], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        STR8TS.check_wish(wish(STR8TS, *size, level, **style))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("sample", [each for each in samples(each=1) if each.genre is STR8TS], ids=str)
def test_the_fast_climb_ends_where_the_slow_one_does(sample: Sample, level: str) -> None:
    marks, room = start_marks(sample.puzzle), room_for(sample.puzzle.size)
    left = finish(board(sample.puzzle), marks, RUNGS_UP_TO[level], room)
    path = STR8TS.climb(sample.puzzle, level)
    assert (left == 0) == (path.outcome is Outcome.SOLVED)
    assert marks.tolist() == path.marks.tolist()


def test_every_rung_is_known_to_the_making() -> None:
    assert RUNGS_UP_TO[LEVELS[-1]] == len(LADDER)
