"""Str8ts drawn, as people see it on screen and paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from puzzle_factory.publish.svg import svg
from puzzle_factory.publish.themes import PRINT
from puzzle_models import registry
from puzzle_models.kernel.canvas import Look
from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from random_str8ts import str8ts_puzzles

STR8TS = registry.load("str8ts")
PLAIN = next(form for form in STR8TS.formats if form.name == "plain")
SVG = "{http://www.w3.org/2000/svg}"
BOARDS = {  # a puzzle, and an answer to it
    "str8ts-4x4": ("#.2#\n3...\n.4..\n#..A\n", ["#32#", "3142", "2413", "#23A"]),
    "str8ts-10x10": (
        "# . . . 5 . . . . #10\n"
        ". . # . . . . . # .\n"
        ". . . . . . . #10 . .\n"
        ". . . . . . #10 . . .\n"
        ". . . . 9 # . . . .\n"
        ". . . . # . . . . .\n"
        ". . . # . . . . 5 .\n"
        ". . #10 . . . . . . .\n"
        ". # . . . . . # . .\n"
        "# . . . . . . . . #9\n",
        [
            "# 2 3 4 5 6 7 8 9 #10",
            "2 3 # 5 6 7 8 9 # 1",
            "3 4 5 6 7 8 9 #10 1 2",
            "4 5 6 7 8 9 #10 1 2 3",
            "5 6 7 8 9 # 1 2 3 4",
            "6 7 8 9 # 1 2 3 4 5",
            "7 8 9 # 1 2 3 4 5 6",
            "8 9 #10 1 2 3 4 5 6 7",
            "9 # 1 2 3 4 5 # 7 8",
            "# 1 2 3 4 5 6 7 8 #9",
        ],
    ),
}


def board(name: str) -> tuple[Any, Any]:
    text, rows = BOARDS[name]
    (puzzle,) = PLAIN.read(text)
    return puzzle, STR8TS.read_answer(puzzle, rows)


@pytest.mark.parametrize("name", BOARDS)
def test_a_drawing_for_the_terminal(name: str, golden: Callable[[str, str], None]) -> None:
    puzzle, answer = board(name)
    assert STR8TS.violations(puzzle, answer) == []
    golden(f"drawing-{name}.txt", STR8TS.text(puzzle, None) + "\n" + STR8TS.text(puzzle, answer))


def test_a_picture(golden: Callable[[str, str], None]) -> None:
    golden("picture-str8ts-4x4.svg", svg(STR8TS.drawing(*board("str8ts-4x4"), Look()), PRINT))


@given(str8ts_puzzles())
def test_every_puzzle_can_be_drawn(puzzle: Str8tsPuzzle) -> None:
    lines = STR8TS.text(puzzle, None).splitlines()
    assert len(lines) == puzzle.size + 2
    assert len({len(line) for line in lines}) == 1
