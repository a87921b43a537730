"""Every sentence of a Str8ts walkthrough is true on its board: an independent reader holds each against the marks."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from puzzle_models.kernel.contract import LEVELS, Deduction, Path
from puzzle_models.str8ts import ladder
from puzzle_models.str8ts.board import board
from puzzle_models.str8ts.ladder import LADDER, RUNGS_UP_TO
from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from puzzle_models.str8ts.techniques import climb, climb_marks, room_for
from puzzle_models.str8ts.words import deductions, marks_rows
from str8ts_boards import STR8TS, path_of, published, with_fewer
from str8ts_facts import easy_rounds
from str8ts_reader import claims, left_by, supposition

Marks = list[frozenset[int]]
with_corpus = pytest.mark.skipif(not published(), reason="the shared corpus is not beside the repository")


def assert_true(puzzle: Str8tsPuzzle, path: Path) -> Counter[str]:
    """Read every sentence of a walkthrough. Returns how many there are by technique."""
    marks = [frozenset(digit for digit in range(1, 17) if int(mark) >> digit & 1) for mark in path.start]
    read: Counter[str] = Counter()
    for (rung, *_), told in zip(path.rounds.tolist(), deductions(puzzle, path, "en"), strict=True):
        now = list(marks)
        for deduction in told:
            assert_sentence(puzzle, marks, rung, deduction)
            for cell, gone in deduction.strikes.items():
                now[cell] -= set(gone)
            assert_left(puzzle, now, rung, deduction)
        marks = now
        read[LADDER[rung].name] += len(told)
    return read


def assert_sentence(puzzle: Str8tsPuzzle, marks: Marks, rung: int, deduction: Deduction) -> None:
    struck = {(cell, digit) for cell, digits in deduction.strikes.items() for digit in digits}
    if rung < ladder.CONTRADICTION:
        assert struck <= claims(puzzle, marks, LADDER[rung].name, deduction.text), deduction.text
    else:
        assert struck == refuted(puzzle, marks, rung, deduction.text)


def refuted(puzzle: Str8tsPuzzle, marks: Marks, rung: int, text: str) -> set[tuple[int, int]]:
    """The supposition that a sentence refutes: it breaks where it says, in so many rounds and no fewer."""
    cell, digit, rounds, techniques, broken = supposition(puzzle, text)
    supposed = [frozenset([digit]) if at == cell else held for at, held in enumerate(marks)]
    if rung == ladder.CONTRADICTION:
        assert techniques == "the easy techniques"
        before, after = (easy_rounds(puzzle, supposed, count) for count in (rounds - 1, rounds))
        assert not after[broken] and all(held or black for held, black in zip(before, puzzle.blacks, strict=True))
    else:
        assert techniques == "the techniques up to hard"
        seen = np.array([sum(1 << digit for digit in held) or 1 for held in supposed], dtype=np.uint32)
        end, room = seen.copy(), room_for(puzzle.size)
        left, count = climb_marks(board(puzzle), seen, end, RUNGS_UP_TO["hard"], room.trace, room.rounds)
        assert (left, count, end[broken]) == (-1, rounds, 0)
    return {(cell, digit)}


def assert_left(puzzle: Str8tsPuzzle, now: Marks, rung: int, deduction: Deduction) -> None:
    """A sentence ends in the digits that stand from now on, all of them."""
    left = left_by(puzzle, deduction.text)
    single = {cell: min(now[cell]) for cell in deduction.cells if len(now[cell]) == 1}
    assert left == (single if rung != ladder.HIDDEN_SINGLE else {})


@pytest.mark.parametrize("technique", LADDER, ids=lambda technique: technique.name)
def test_every_sentence_about_a_worked_board_is_true(technique) -> None:
    puzzle = STR8TS.example(technique)
    assert assert_true(puzzle, path_of(puzzle))[technique.name] >= 1


@with_corpus
def test_every_sentence_about_a_published_puzzle_is_true() -> None:
    weekly = [entry.puzzle for entry in published() if entry.label == "Weekly Extreme"]
    read = sum((assert_true(puzzle, path_of(puzzle)) for puzzle in weekly[::3]), Counter())
    assert set(read) >= {technique.name for technique in LADDER[: ladder.CONTRADICTION]} - {"hidden-set"}
    assert read.total() > 2000


@with_corpus
def test_every_sentence_is_true_where_givens_are_taken_away() -> None:
    """Such a walkthrough ends before the answer, on boards that need the harder techniques."""
    chance, read = random.Random(3), Counter[str]()
    for entry in published()[::5]:
        fewer = with_fewer(chance, entry.puzzle, most=4)
        path = climb(fewer, LEVELS[-2])
        read += assert_true(fewer, path)
    assert read.total() > 2000


def test_marks_are_noted_as_players_note_them() -> None:
    puzzle = STR8TS.parse({"size": 4, "grid": ["#.2#", "....", ".4..", "#..A"]})
    marks = path_of(puzzle).start.copy()
    marks[1], marks[4], marks[5] = 0b1010, 0, 0b11010
    assert marks_rows(puzzle, marks) == ["#   13  2   #", "×   134 1–4 1–4", "1–4 4   1–4 1–4", "#   1–4 1–4 #1"]


def test_marks_from_ten_on_stand_apart() -> None:
    grid = ["# " * 9 + "#"] * 8 + ["# " * 8 + ". 12"] * 1 + ["# " * 9 + "#"] * 1
    puzzle = STR8TS.parse({"size": 12, "grid": [f"# # {row}" for row in grid] + [". " * 11 + "."] * 2})
    marks = path_of(puzzle).start.copy()
    marks[-1], marks[-2] = 1 << 2 | 1 << 11 | 1 << 12, (1 << 13) - (1 << 4)
    assert marks_rows(puzzle, marks)[-1].split()[-2:] == ["4–12", "2,11,12"]
