"""The techniques of Str8ts one by one, on boards written by hand and on random marks: each strikes just what it may."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.trace import FIELDS, open_cells
from puzzle_models.str8ts import ladder
from puzzle_models.str8ts.board import board, start_marks
from puzzle_models.str8ts.ladder import LADDER
from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from puzzle_models.str8ts.techniques import apply, climb
from str8ts_boards import STR8TS, Published, path_of, published, strikes

RUNGS = pytest.mark.parametrize("rung", range(len(LADDER)), ids=[technique.name for technique in LADDER])

PLAIN_CLIMBS = """
import json
from puzzle_models import registry
genre = registry.load("str8ts")
for technique in genre.ladder[:-1]:  # the last one's board takes long enough to notice
    path = genre.climb(genre.example(technique), technique.level)
    print(json.dumps([path.outcome.value, path.rounds.tolist(), path.trace.tolist()]))
"""


def lows(*digits: int) -> int:
    """The windows from these lowest digits on, as a reason says them."""
    return sum(1 << digit for digit in digits)


class Case(NamedTuple):
    """A board, and what a technique strikes on it: cell, digits, and the two numbers of the reason."""

    rung: int
    says: str
    rows: str
    struck: list[tuple[str, str, int, int]]


CASES = [
    Case(
        ladder.EXCLUSION,
        "two digits that stand",
        "3 1234 # 345 5",
        [("r1c2", "3", 0, 0), ("r1c4", "35", 0, 0)],
    ),
    Case(ladder.EXCLUSION, "a clue", "#3 1234 345 # #", [("r1c2", "3", 0, 0), ("r1c3", "3", 0, 0)]),
    Case(
        ladder.EXCLUSION,
        "a digit that stands twice",
        "2 23 2 # #",
        [("r1c1", "2", 0, 0), ("r1c2", "2", 0, 0), ("r1c3", "2", 0, 0)],
    ),
    Case(ladder.EXCLUSION, "nothing stands", "34 34 12 # #", []),
    Case(ladder.RANGE, "too far from 5", "5 123 345 # #", [("r1c2", "12", 0, lows(3))]),
    Case(ladder.RANGE, "stranded", "124 124 # # #", [("r1c1", "4", 0, lows(1)), ("r1c2", "4", 0, lows(1))]),
    Case(ladder.RANGE, "no straight", "1 4 # # #", [("r1c1", "1", 0, 0), ("r1c2", "4", 0, 0)]),
    Case(ladder.RANGE, "all straights possible", "12345 12345 # # #", []),
    Case(ladder.HIDDEN_SINGLE, "2 in one cell", "13 14 1234 # #", [("r1c3", "134", 0, 1 << 2)]),
    Case(ladder.HIDDEN_SINGLE, "1 in one cell, but not required", "1234 234 234 # #", []),
    Case(
        ladder.REQUIRED,
        "2 is in both straights",
        "123 23 # 2345 2345",
        [("r1c4", "2", 0, lows(1, 2)), ("r1c5", "2", 0, lows(1, 2))],
    ),
    Case(ladder.REQUIRED, "no digit is in all straights", "1234 1234 # 2345 2345", []),
    Case(ladder.GAP, "1 needs a 2, 5 a 4", "1245 15 # # #", [("r1c1", "15", 0, lows(1, 4))]),
    Case(ladder.GAP, "each digit has its neighbour", "1245 1245 # # #", []),
    Case(ladder.NAKED_PAIR, "across compartments", "12 # 12 123 #", [("r1c4", "12", 0, 0b101)]),
    Case(ladder.NAKED_PAIR, "three digits in two cells", "12 13 123 # #", []),
    Case(
        ladder.HIDDEN_PAIR,
        "2 and 3",
        "1235 1234 145 145 #",
        [("r1c1", "15", 0, lows(2, 3)), ("r1c2", "14", 0, lows(2, 3))],
    ),
    Case(ladder.HIDDEN_PAIR, "1 and 2 are not required", "12345 12345 345 # #", []),
    Case(ladder.NAKED_SET, "three", "12 23 13 12345 #", [("r1c4", "123", 0, 0b111)]),
    Case(ladder.NAKED_SET, "four digits in three cells", "12 23 134 12345 #", []),
    Case(
        ladder.HIDDEN_SET,
        "1, 2 and 3",
        "124 235 13 45 45",
        [("r1c1", "4", 0, lows(1, 2, 3)), ("r1c2", "5", 0, lows(1, 2, 3))],
    ),
    Case(ladder.HIDDEN_SET, "1 of 1, 2 and 3 is not required", "124 235 1345 45 #", []),
    Case(ladder.SPLIT, "1 leaves two cells only a 4", "235 1235 46 145 # #", [("r1c2", "1", 0, lows(1, 2, 3))]),
    Case(ladder.SPLIT, "anything goes", "1234 1234 1234 1234 # #", []),
    Case(
        ladder.LOCKED,
        "3–5 leaves no room",
        "12345 12345 12345 # 45",
        [("r1c1", "5", 0, 0), ("r1c2", "5", 0, 0), ("r1c3", "5", 0, 0)],
    ),
    Case(
        ladder.LOCKED,
        "what is left requires 3",
        "1234 1234 # 12 # 36",
        [("r1c1", "1", 0, 0), ("r1c2", "1", 0, 0), ("r1c6", "3", 0, 0)],
    ),
    Case(ladder.LOCKED, "each straight leaves room", "123 123 # 345 345", []),
    Case(
        ladder.FISH,
        "2 in two columns",
        """
        123  123 # #
        1234 #   # #
        123  123 # #
        """,
        [("r2c1", "2", 2 * 2, 0b101)],
    ),
    Case(
        ladder.FISH,
        "one of the rows may do without",
        """
        123  123  # #
        1234 #    # #
        1234 1234 # #
        """,
        [],
    ),
    Case(
        ladder.SETTI,
        "two columns, two rows: not the fourth",
        """
        23  23 # #
        23  23 # #
        #   #  # #
        234 #  # #
        """,
        [("r4c1", "2", 2 * 2, -1), ("r4c1", "3", 2 * 3, -1)],
    ),
    Case(
        ladder.SETTI,
        "a column that must, one row that can",
        """
        1234 1234 # #
        123  #    # #
        123  #    # #
        123  #    # #
        """,
        [("r1c1", "12", 2 * 4, 0), ("r1c2", "12", 2 * 4, 0), ("r1c2", "4", 2 * 4 + 1, -1)],
    ),
    Case(
        ladder.SETTI,
        "a clue counts for its row and its column",
        """
        23  23  # #
        123 123 # #
        #   #   # #
        #   #   # #3
        """,
        [],
    ),
    Case(ladder.CONTRADICTION, "1 and 2 clear two cells", "12 12 # 123", [("r1c4", "1", 2, 0), ("r1c4", "2", 2, 0)]),
    Case(ladder.CONTRADICTION, "nothing breaks", "12 12 # #", []),
    Case(ladder.CONTRADICTION, "easy techniques see no set", "123 # 123 # 123 # 1234", []),
    Case(
        ladder.LONG_CONTRADICTION,
        "a pair clears the third cell",
        "123 # 123 # 123 # 1234",
        [("r1c7", "1", 2, 0), ("r1c7", "2", 2, 0), ("r1c7", "3", 2, 0)],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{LADDER[case.rung].name}: {case.says}")
def test_a_technique_strikes_just_this(case: Case) -> None:
    assert strikes(case.rung, case.rows) == case.struck


@RUNGS
def test_every_technique_has_a_board_where_it_acts_and_most_have_one_where_it_must_not(rung: int) -> None:
    struck = [bool(case.struck) for case in CASES if case.rung == rung]
    assert True in struck
    assert False in struck or rung == ladder.LONG_CONTRADICTION


def partly_struck(chance: random.Random, puzzle: Str8tsPuzzle, answer: Answer, share: float) -> np.ndarray:
    """Marks somewhere on the way: of the digits that are wrong, a share at random is gone."""
    marks = start_marks(puzzle)
    for cell, value in enumerate(answer):
        for digit in range(1, puzzle.size + 1):
            if digit != value and chance.random() < share:
                marks[cell] &= ~np.uint32(1 << digit)
    return marks


def puzzles() -> list[Published]:
    """The worked boards, and the corpus where it is there."""
    boards = [STR8TS.example(technique) for technique in LADDER]
    own = [Published(each, tuple(int(mark).bit_length() - 1 for mark in path_of(each).marks), None) for each in boards]
    return own + list(published()[::6])


@RUNGS
def test_whatever_is_known_a_technique_never_strikes_the_answer(rung: int) -> None:
    """Marks that no climb leaves are sound ground too, as long as the answer is in them."""
    chance, worked = random.Random(rung), 0
    shares = (0.2, 0.5, 0.7, 0.8, 0.9) if rung < ladder.CONTRADICTION else (0.8,)
    for puzzle, answer, _ in puzzles():
        for share in shares:
            marks = partly_struck(chance, puzzle, answer, share)
            left, trace = marks.copy(), np.empty((17 * len(marks), FIELDS), np.int64)
            worked += apply(rung, board(puzzle), marks.copy(), left, trace, 0) > 0
            assert all(int(left[cell]) >> value & 1 for cell, value in enumerate(answer))
            assert np.array_equal(left & marks, left)
    assert worked >= 3


@pytest.mark.parametrize("technique", LADDER, ids=lambda technique: technique.name)
def test_without_its_technique_a_worked_board_is_not_finished(technique) -> None:
    """The driver's rungs are those of the table: what stands below this one alone comes to a stop before the end."""
    puzzle = STR8TS.example(technique)
    rung = LADDER.index(technique)
    marks = start_marks(puzzle)
    trace = np.empty((17 * len(marks), FIELDS), np.int64)
    rounds = []
    while open_cells(marks) > 0:
        before = marks.copy()
        used = next((each for each in range(len(LADDER)) if apply(each, board(puzzle), before, marks, trace, 0)), None)
        assert used is not None
        rounds.append(used)
    assert rounds == path_of(puzzle).rounds[:, 0].tolist()
    assert max(rounds) == rung


def test_kernels_run_uncompiled_to_the_same_trace() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_CLIMBS],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [climb(STR8TS.example(technique), technique.level) for technique in LADDER[:-1]]
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        [path.outcome.value, path.rounds.tolist(), path.trace.tolist()] for path in paths
    ]
