"""Str8ts: a right answer breaks no rule, each wrong one names its breach; keys are equal for all presentations."""

from __future__ import annotations

import pytest

from puzzle_models.str8ts import presentation, rules
from puzzle_models.str8ts.answers import read_answer, write_answer
from puzzle_models.str8ts.data import parse, unparse
from puzzle_models.str8ts.puzzle import Str8tsPuzzle

PUZZLE = parse({"size": 4, "grid": ["#.2#", "....", ".4..", "#..A"]})
RIGHT = ["#32#", "2143", "3412", "#23A"]


def answer_of(rows: list[str]) -> tuple[int, ...]:
    return read_answer(PUZZLE, {"grid": rows})


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        pytest.param(RIGHT, set(), id="right"),
        pytest.param(["#12#", "2143", "3412", "#23A"], {"digit-repeated"}, id="a digit twice in a column"),
        pytest.param(["#32#", "2143", "3412", "#.3A"], {"cell-empty"}, id="a cell left empty"),
        pytest.param(["#34#", "2143", "3412", "#23A"], {"given-changed"}, id="a given overwritten"),
        pytest.param(["#32#", "2143", "3412", "#24A"], {"not-straight"}, id="no straight"),
    ],
)
def test_a_breach_is_named(rows: list[str], codes: set[str]) -> None:
    found = {violation.code for violation in rules.violations(PUZZLE, answer_of(rows))}
    assert found == codes if not codes else codes <= found <= rules.CODES


def test_data_and_answer_come_back_as_they_were() -> None:
    assert parse(unparse(PUZZLE)) == PUZZLE
    assert write_answer(PUZZLE, answer_of(RIGHT)) == RIGHT


@pytest.mark.parametrize("k", range(16))
def test_a_key_is_equal_for_all_presentations(k: int) -> None:
    answer = answer_of(RIGHT)
    moved, turned = presentation.image(PUZZLE, answer, k)
    assert isinstance(moved, Str8tsPuzzle)
    assert rules.violations(moved, turned) == []
    assert presentation.key(moved) == presentation.key(PUZZLE)
    assert presentation.answer_key(moved, turned) == presentation.answer_key(PUZZLE, answer)
