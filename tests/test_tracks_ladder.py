"""The techniques of Train Tracks one by one, the two ways of climbing, and the peer's puzzles and levels."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from puzzle_factory.grading import grade
from puzzle_factory.uniqueness import NoAnswer, prove
from puzzle_models import registry
from puzzle_models.kernel.code_cache import CACHE
from puzzle_models.kernel.contract import LEVELS, Answer, Outcome, Path
from puzzle_models.kernel.trace import FIELDS
from puzzle_models.tracks.board import ALL_BITS, BITS, board, start_marks
from puzzle_models.tracks.ladder import LADDER, RUNGS_UP_TO
from puzzle_models.tracks.puzzle import TracksPuzzle
from puzzle_models.tracks.techniques import apply, climb, climb_marks, finish, room_for
from samples import draw, samples, struck_from, wish
from test_tracks_corpora import CORPORA, tatham
from tracks_boards import all_answers, random_puzzle

TRACKS = registry.load("tracks")
DRAWN = [sample for sample in samples() if sample.genre is TRACKS]
CORPUS = sorted(path.stem.removeprefix("sgt_") for path in CORPORA.glob("sgt_*.txt"))
LETTERS = {"e": {"easy"}, "t": {"medium"}, "h": {"hard", "expert"}}  # the peer's levels and ours
with_corpora = pytest.mark.skipif(not CORPUS, reason="the shared corpora are not beside the repository")

PLAIN_CLIMBS = """
import json
from puzzle_models import registry
genre = registry.load("tracks")
for technique in genre.ladder:
    path = genre.climb(genre.example(technique), "expert")
    print(json.dumps([path.outcome.value, path.rounds.tolist(), path.trace.tolist()]))
"""


def partly_struck(chance: random.Random, puzzle: TracksPuzzle, answer: Answer, share: float) -> np.ndarray:
    """Marks somewhere on the way: of the values that are wrong, a share at random is gone."""
    marks = start_marks(board(puzzle), puzzle.givens)
    for cell, value in enumerate(answer):
        gone = sum(1 << bit for bit in range(BITS) if bit != value and chance.random() < share)
        marks[cell] &= ALL_BITS ^ gone
    return marks


def after(puzzle: TracksPuzzle, marks: np.ndarray, rung: int) -> np.ndarray:
    """The marks after one technique was applied to them once."""
    left, trace = marks.copy(), np.empty((BITS * len(marks), FIELDS), dtype=np.int64)
    apply(rung, board(puzzle), marks.copy(), left, trace, 0)
    return left


@pytest.mark.parametrize("rung", range(len(LADDER)), ids=[technique.name for technique in LADDER])
def test_whatever_is_known_a_technique_never_strikes_the_answer(rung: int) -> None:
    """Marks that no climb leaves are sound ground too, as long as the answer is in them."""
    chance, worked = random.Random(rung), 0
    for sample in DRAWN:
        for share in (0.2, 0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.96, 0.98):
            marks = partly_struck(chance, sample.puzzle, sample.answer, share)
            left = after(sample.puzzle, marks, rung)
            worked += not np.array_equal(left, marks)
            assert all(int(left[cell]) >> value & 1 for cell, value in enumerate(sample.answer))
            assert np.array_equal(left & marks, left)
    assert worked >= 3


@pytest.mark.parametrize("level", LEVELS)
def test_the_fast_climb_comes_to_the_same_end(level: str) -> None:
    """So the order of strikes does not matter: one way reads a snapshot round by round, the other strikes in place."""
    chance = random.Random(level)
    for sample in DRAWN:
        facts = board(sample.puzzle)
        for share in (0.0, 0.1, 0.3):
            marks = partly_struck(chance, sample.puzzle, sample.answer, share)
            in_place, in_rounds = marks.copy(), marks.copy()
            trace = np.empty((BITS * len(marks), FIELDS), dtype=np.int64)
            rounds = np.empty((len(trace) + 1, 3), dtype=np.int64)
            left, _ = climb_marks(facts, marks.copy(), in_rounds, RUNGS_UP_TO[level], trace, rounds)
            assert finish(facts, in_place, RUNGS_UP_TO[level], room_for(facts)) == left
            assert np.array_equal(in_place, in_rounds)


@pytest.mark.parametrize("level", LEVELS)
def test_both_climbs_agree_about_boards_that_clash(level: str) -> None:
    clashes = 0
    for puzzle in any_puzzles():
        facts = board(puzzle)
        marks = start_marks(facts, puzzle.givens)
        ends_in_clash = climb(puzzle, level).outcome is Outcome.CLASH
        clashes += ends_in_clash
        assert (finish(facts, marks, RUNGS_UP_TO[level], room_for(facts)) < 0) == ends_in_clash
    assert clashes > 20


@cache
def any_puzzles() -> tuple[TracksPuzzle, ...]:
    """Tiny puzzles, sound at sight, with no answer, one or many."""
    chance = random.Random(4)
    return tuple(random_puzzle(chance, largest=4) for _ in range(300))


def test_only_a_puzzle_with_one_answer_is_solved_and_only_one_without_clashes() -> None:
    counted: Counter[tuple[int, Outcome]] = Counter()
    for puzzle in any_puzzles():
        answers, path = all_answers(puzzle), climb(puzzle, LEVELS[-1])
        counted[min(len(answers), 2), path.outcome] += 1
        assert all(struck_from(path, answer) == [] for answer in answers)
    assert {answers for answers, outcome in counted if outcome is Outcome.SOLVED} == {1}
    assert {answers for answers, outcome in counted if outcome is Outcome.CLASH} == {0}
    assert counted[1, Outcome.SOLVED] > 50
    assert counted[2, Outcome.STUCK] > 5


def test_a_puzzle_without_an_answer_is_never_solved() -> None:
    """Two clues exchanged: sums still agree, but mostly no line does."""
    none = 0
    for sample in DRAWN:
        columns = list(sample.puzzle.columns)
        columns[0], columns[-1] = columns[-1], columns[0]
        changed = replace(sample.puzzle, columns=tuple(columns))
        if isinstance(prove(TRACKS, changed, budget_s=20.0), NoAnswer):
            none += 1
            assert climb(changed, LEVELS[-1]).outcome is not Outcome.SOLVED
    assert none > 20


def test_kernels_run_uncompiled_to_the_same_trace() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_CLIMBS],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [climb(TRACKS.example(technique), LEVELS[-1]) for technique in LADDER]
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        [path.outcome.value, path.rounds.tolist(), path.trace.tolist()] for path in paths
    ]


@pytest.mark.skipif(CACHE is None, reason="there is no folder for machine code to be counted in")
def test_the_basic_move_is_compiled_once() -> None:
    """For one set of types: code for every constant that it is called with would take minutes to compile."""
    climb(TRACKS.example(LADDER[0]), LEVELS[-1])
    assert CACHE is not None
    assert len(list(CACHE.rglob("trace.strike-*.nbc"))) == 1


@cache
def peers(name: str) -> tuple[tuple[TracksPuzzle, Answer, Path], ...]:
    """The puzzles of a file of the peer's, with their answers and our paths."""
    return tuple((puzzle, answer, climb(puzzle, LEVELS[-1])) for puzzle, answer in tatham(name, most=50))


def level_of(path: Path) -> str:
    return LADDER[int(path.rounds[:, 0].max())].level


@with_corpora
@pytest.mark.parametrize("name", CORPUS)
def test_every_puzzle_of_the_peer_is_solved_and_its_answer_never_struck(name: str) -> None:
    for _, answer, path in peers(name):
        assert path.outcome is Outcome.SOLVED
        assert struck_from(path, answer) == []
        assert path.marks.tolist() == [1 << value for value in answer]


@with_corpora
def test_levels_agree_with_those_of_the_peer() -> None:
    pairs = [(name[-1], level_of(path)) for name in CORPUS for _, _, path in peers(name)]
    differ = [pair for pair in pairs if pair[1] not in LETTERS[pair[0]]]
    assert len(differ) <= 0.03 * len(pairs)
    assert not {("e", "hard"), ("e", "expert"), ("h", "easy")} & set(differ)


@with_corpora
def test_the_peers_easy_and_tricky_puzzles_need_no_contradiction() -> None:
    top = len(LADDER) - 1
    paths = [path for name in CORPUS if name[-1] in "et" for _, _, path in peers(name)]
    assert paths
    assert [path.rounds[:, 0].tolist() for path in paths if top in path.rounds[:, 0]] == []


@with_corpora
@pytest.mark.parametrize("name", CORPUS)
def test_a_grade_of_the_peers_puzzles_is_the_same_however_the_board_lies(name: str) -> None:
    for puzzle, _, path in peers(name)[:6]:
        found = [grade(TRACKS, TRACKS.image(puzzle, (), number)[0]) for number in range(TRACKS.images)]
        assert found == [found[0]] * TRACKS.images
        assert found[0].level == level_of(path)


@pytest.mark.parametrize("size", [(4, 30), (30, 4), (7, 11)], ids=str)
def test_nothing_in_the_ladder_wants_a_square(size: tuple[int, int]) -> None:
    drawn = list(draw(TRACKS, wish(TRACKS, *size, "hard"), count=2))
    assert [climb(sample.puzzle, "hard").outcome for sample in drawn] == [Outcome.SOLVED] * 2
    assert [struck_from(climb(sample.puzzle, "hard"), sample.answer) for sample in drawn] == [[], []]
