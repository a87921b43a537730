"""What the two engines say: against each other, against brute force over the rules, and against the clock."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from puzzle_factory.engines.cpsat import CpSat
from puzzle_factory.engines.outcome import Deadline, Engine, Result, Shelf, Status, run_until
from puzzle_factory.engines.sat import LIFETIME_PUZZLES, Sat
from puzzle_factory.uniqueness import EngineDisagreement, Multiple, NoAnswer, Unique, Unknown, pasteable, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, Genre
from puzzle_models.tracks.puzzle import End, TracksPuzzle, build
from tracks_boards import all_answers, board, random_puzzle

TRACKS = registry.load("tracks")
BUDGET_S = 20.0
VERDICT = {Unique: "unique", Multiple: "multiple", NoAnswer: "none", Unknown: "unknown"}
WHOLE_BUT_FOR_A_LOOP = board("13311", "50220", "0 0 W", "4 0 S")
STRAIGHT = board("3", "111", "0 0 W", "0 2 E")
TWO_WAYS = board("333", "333", "0 0 W", "2 2 E")


@pytest.fixture(scope="module")
def engines() -> tuple[Engine, ...]:
    return Sat(), CpSat()


@pytest.mark.parametrize("seed", range(6))
def test_engines_agree_with_brute_force(engines, seed):
    draw = random.Random(seed)
    for _ in range(150):
        puzzle = random_puzzle(draw, largest=4)
        answers = all_answers(puzzle)
        verdict = prove(TRACKS, puzzle, BUDGET_S, engines=engines)
        expected = {0: "none", 1: "unique"}.get(len(answers), "multiple")
        assert verdict.engines == {"cp-sat": expected, "sat": expected}, pasteable(TRACKS, puzzle)
        assert set(shown(verdict)) <= answers


def shown(verdict: Any) -> tuple[Answer, ...]:
    match verdict:
        case Unique(answer):
            return (answer,)
        case Multiple(first, second):
            return first, second
    return ()


def test_small_boards_come_in_every_kind():
    """What brute force is compared on is worth comparing."""
    counts = [len(all_answers(random_puzzle(random.Random(seed), largest=4))) for seed in range(300)]
    assert min(counts.count(0), counts.count(1), sum(count > 1 for count in counts)) > 10


def test_a_loop_beside_the_line_is_no_answer(engines):
    """Without the flow, and without cuts, this one has answers."""
    verdict = prove(TRACKS, WHOLE_BUT_FOR_A_LOOP, BUDGET_S, engines=engines)
    assert isinstance(verdict, NoAnswer)
    assert verdict.engines == {"cp-sat": "none", "sat": "none"}


def test_a_clash_is_named_and_is_smallest(engines):
    """Both ends are on the left, so the line cannot have a single cell in any other column: it has to come back."""
    verdict = prove(TRACKS, board("202", "211", "0 0 W", "2 0 W"), BUDGET_S, engines=engines)
    assert isinstance(verdict, NoAnswer)
    assert verdict.clash == ("the entry at r1c1 W and the exit at r3c1 W", "column 2 needs 1")


@pytest.mark.parametrize(
    ("puzzle", "verdict"),
    [
        pytest.param(board("1", "1", "0 0 W", "0 0 N"), "unique", id="one cell, both ends in its corner"),
        pytest.param(board("1", "1", "0 0 W", "0 0 E"), "unique", id="one cell, straight through"),
        pytest.param(board("0", "0", "0 0 W", "0 0 E"), "none", id="one cell, no track at all"),
        pytest.param(board("1111", "4", "0 0 N", "3 0 S"), "unique", id="one column"),
        pytest.param(board("0110", "2", "1 0 W", "2 0 W"), "unique", id="one column, ends on the same side"),
        pytest.param(board("0110", "2", "0 0 N", "2 0 W"), "none", id="one column, a line of 0 at the entry"),
        pytest.param(STRAIGHT, "unique", id="one row"),
        pytest.param(board("100", "100", "0 0 N", "0 0 W"), "unique", id="track of one cell in a corner"),
        pytest.param(board("220", "220", "0 0 N", "0 0 W"), "none", id="ends share a cell, the rest would be a loop"),
        pytest.param(board("33", "222", "0 0 W", "1 0 W"), "unique", id="there and back"),
        pytest.param(board("332", "332", "0 0 W", "2 2 S"), "none", id="no line is that long"),
        pytest.param(board("131", "212", "0 0 W", "2 2 E"), "unique", id="down and up again"),
    ],
)
def test_odd_shapes(engines, puzzle, verdict):
    found = prove(TRACKS, puzzle, BUDGET_S, engines=engines)
    assert found.engines == {"cp-sat": verdict, "sat": verdict}
    assert VERDICT[type(found)] == verdict


def test_two_answers_are_shown_and_differ(engines):
    verdict = prove(TRACKS, TWO_WAYS, BUDGET_S, engines=engines)
    assert isinstance(verdict, Multiple)
    assert {verdict.first, verdict.second} == all_answers(TWO_WAYS)


@pytest.mark.parametrize("engine", [Sat, CpSat])
def test_a_known_answer_leaves_the_refutation(engine):
    verdict = prove(TRACKS, STRAIGHT, BUDGET_S, known=(2, 2, 2), engines=(engine(),))
    assert verdict == Unique((2, 2, 2), {engine.name: "unique"})


def test_a_known_answer_must_be_one(engines):
    with pytest.raises(ValueError, match="row 1 has 0 track cells"):
        prove(TRACKS, STRAIGHT, BUDGET_S, known=(0, 0, 0), engines=engines)


def test_a_second_answer_to_a_known_one_is_found(engines):
    one, other = sorted(all_answers(TWO_WAYS))
    assert prove(TRACKS, TWO_WAYS, BUDGET_S, known=one, engines=engines) == Multiple(
        one, other, {"cp-sat": "multiple", "sat": "multiple"}
    )


def test_nothing_of_a_puzzle_is_left_for_the_next(engines):
    """Blocking clauses, clues, ends and givens go with their puzzle."""
    givens = board("333", "333", "0 0 W", "2 2 E", "2........")
    turned = board("311", "113", "0 0 W", "2 2 E")
    first = [prove(TRACKS, puzzle, BUDGET_S, engines=engines) for puzzle in (TWO_WAYS, givens, turned)]
    again = [prove(TRACKS, puzzle, BUDGET_S, engines=engines) for puzzle in (TWO_WAYS, givens, turned)]
    assert [VERDICT[type(verdict)] for verdict in first] == ["multiple", "unique", "unique"]
    assert [verdict.engines for verdict in first] == [verdict.engines for verdict in again]


def test_a_solver_started_afresh_goes_on(engines):
    sat = Sat()
    deadline = Deadline.after(BUDGET_S)
    for _ in range(LIFETIME_PUZZLES + 2):
        sat.fit(TRACKS, STRAIGHT)
        sat.forbid((2, 2, 2))
        assert sat.solve(deadline).status is Status.UNSAT


class Says:
    """An engine that says what it is told to."""

    def __init__(self, name: str, *results: Result) -> None:
        self.name, self._results = name, list(results)

    def fit(self, genre: Genre, puzzle: Any) -> None:
        """Nothing to take up."""

    def forbid(self, answer: Answer) -> None:
        """Nothing to forbid."""

    def solve(self, deadline: Deadline) -> Result:
        return self._results.pop(0)

    def clash(self, deadline: Deadline) -> tuple[str, ...]:
        return ()


NO = Result(Status.UNSAT)
GAVE_UP = Result(Status.UNKNOWN)
YES = Result(Status.SAT, (2, 2, 2))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param([NO], [YES, NO], id="none against unique"),
        pytest.param([NO], [YES, GAVE_UP], id="none against an answer"),
        pytest.param([Result(Status.SAT, (2, 2, 0))], [YES, NO], id="an answer that breaks the rules"),
        pytest.param([YES, YES], [YES, NO], id="the forbidden answer once more"),
    ],
)
def test_engines_that_cannot_both_be_right_raise(one, other):
    with pytest.raises(EngineDisagreement) as raised:
        prove(TRACKS, STRAIGHT, BUDGET_S, engines=(Says("one", *one), Says("other", *other)))
    assert pasteable(TRACKS, STRAIGHT) in str(raised.value)
    assert raised.value.exit_code == 1


@pytest.mark.parametrize(
    ("one", "other", "engines"),
    [
        pytest.param([GAVE_UP], [YES, NO], {"one": "unknown", "other": "unique"}, id="one undecided"),
        pytest.param([YES, GAVE_UP], [YES, NO], {"one": "unknown", "other": "unique"}, id="no second one refuted"),
        pytest.param([NO], [GAVE_UP], {"one": "none", "other": "unknown"}, id="the other undecided"),
    ],
)
def test_undecided_stays_undecided(one, other, engines):
    verdict = prove(TRACKS, STRAIGHT, BUDGET_S, engines=(Says("one", *one), Says("other", *other)))
    assert isinstance(verdict, Unknown)
    assert verdict.engines == engines


@pytest.mark.parametrize("undecided", [[GAVE_UP], [YES, GAVE_UP]], ids=["no answer found", "one answer found"])
def test_two_answers_are_two_answers_whoever_found_them(undecided):
    """The rules say what an answer is; here any line will do, so that there are two."""
    genre = replace(TRACKS, violations=lambda puzzle, answer: [])
    found = [YES, Result(Status.SAT, (2, 2, 1))]
    verdict = prove(genre, STRAIGHT, BUDGET_S, engines=(Says("one", *found), Says("other", *undecided)))
    assert isinstance(verdict, Multiple)
    assert (verdict.first, verdict.second) == ((2, 2, 2), (2, 2, 1))
    assert verdict.engines == {"one": "multiple", "other": "unknown"}


def sprinkled(size: int, seed: int) -> TracksPuzzle:
    """A puzzle whose clues come from random cells: too hard for both engines from 20x20 on."""
    draw = random.Random(seed)
    filled = [[draw.random() < 0.5 for _ in range(size)] for _ in range(size)]
    rows, columns = [sum(row) for row in filled], [sum(column) for column in zip(*filled, strict=True)]
    ends = End(0, 0, 3), End(size - 1, size - 1, 2)
    return build(size, size, columns, rows, *ends, [-1] * size**2)


@pytest.mark.parametrize(("size", "engine"), [(50, Sat), (50, CpSat), (24, Sat), (24, CpSat)])
def test_time_limit_is_kept(size, engine):
    started = time.monotonic()
    verdict = prove(TRACKS, sprinkled(size, 1), 1.0, engines=(engine(),))
    spent_s = time.monotonic() - started
    assert verdict.engines == {engine.name: "unknown"}
    assert spent_s < 3.0  # on a busy machine; left alone it would be minutes


def test_no_time_is_no_verdict(engines):
    verdict = prove(TRACKS, STRAIGHT, 0.0, engines=engines)
    assert verdict.engines == {"cp-sat": "unknown", "sat": "unknown"}


def test_work_is_stopped_when_it_is_interrupted():
    """Ctrl-C reaches the main thread while the solver works in another, and stops it."""
    stopped = threading.Event()

    class Interrupted(Deadline):
        @property
        def left_s(self) -> float:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_until(Interrupted(0.0), stopped.wait, stopped.set)
    assert stopped.is_set()


def test_a_shelf_is_bounded_and_drops_what_is_longest_out_of_use():
    shelf: Shelf[int] = Shelf(2)
    built: list[str] = []
    for key in ("a", "b", "a", "c", "a", "b"):
        shelf.take(key, lambda key=key: built.append(key) or len(built))
    assert built == ["a", "b", "c", "b"]
