"""Drawings, as people see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from puzzle_factory.publish.svg import svg
from puzzle_factory.publish.themes import PRINT
from puzzle_models import registry
from puzzle_models.kernel.canvas import Look
from puzzle_models.tracks.puzzle import TracksPuzzle
from random_puzzles import puzzles

TRACKS = registry.load("tracks")
PLAIN = next(form for form in TRACKS.formats if form.name == "plain")
BOARDS = {  # a puzzle, and its answer (of the last, any: clues that do not fit it are drawn all the same)
    "web-5x5": (
        "  3 5 4 2 2\n  . . . . .  2\n→ ─ . . . .  3\n  . . . . .  3\n  . . . . .  4\n  . . . . │  4\n          ↓\n",
        [".┌┐..", "─┘│..", "┌─┘..", "└┐.┌┐", ".└─┘│"],
    ),
    "corner-1x1": ("  1\n  ↑\n→ .  1\n", ["┘"]),
    "one-side-3x10": (
        "  10 1 0\n" + "→  . . .  2\n" + "   . . .  1\n" * 8 + "←  . . .  1\n",
        ["┐..", *["│.."] * 8, "┘.."],
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_drawing_for_the_terminal(name: str, golden: Callable[[str, str], None]) -> None:
    text, rows = BOARDS[name]
    (puzzle,) = PLAIN.read(text)
    answer = TRACKS.read_answer(puzzle, rows)
    golden(f"drawing-{name}.txt", TRACKS.text(puzzle, None) + "\n" + TRACKS.text(puzzle, answer))


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture(name: str, golden: Callable[[str, str], None]) -> None:
    text, rows = BOARDS[name]
    (puzzle,) = PLAIN.read(text)
    golden(f"picture-{name}.svg", svg(TRACKS.drawing(puzzle, TRACKS.read_answer(puzzle, rows), Look()), PRINT))


@given(puzzles())
def test_every_puzzle_can_be_drawn(puzzle: TracksPuzzle) -> None:
    lines = TRACKS.text(puzzle, None).splitlines()
    assert sum("║" in line for line in lines) == puzzle.height
    assert sum(line.count(arrow) for line in lines for arrow in "←↑→↓") == 2
    assert not any(line != line.rstrip() for line in lines)
