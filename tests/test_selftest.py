"""`selftest`: what it tries, and that it finds whatever is broken."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory import finishing, selftest, uniqueness
from puzzle_factory.engines.outcome import Result as Found
from puzzle_factory.engines.outcome import Status
from puzzle_factory.engines.sat import Sat
from puzzle_factory.production import Item, Made, make
from puzzle_factory.selftest import Fault, name_of, quick_plan, tried, whole_plan
from puzzle_factory.uniqueness import Unknown, Verdict, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Answer, Genre, Violation
from puzzle_models.kernel.grid import parse_size
from samples import genres
from samples import name_of as called
from toy_genre import GENRE as TOY
from toy_genre import BinaryLine

Run = Callable[..., Result]
QUICK = ("selftest", "--quick", "--genre", TOY.name, "--workers", "1")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.MODULES, TOY.name, "toy_genre")


def put(genre: Genre, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a genre in the toy's place."""
    monkeypatch.setattr(registry, "load", lambda _: genre)


@pytest.mark.parametrize("genre", genres(), ids=called)
def test_the_usual_size_stands_up_to_it(genre: Genre) -> None:
    usual = parse_size(genre.usual_size)
    kinds = [kind for kind in quick_plan(genre).kinds if (kind.wish.width, kind.wish.height) == usual]
    assert {kind.wish.level for kind in kinds} == {*LEVELS, *([NESTED] if genre.families else [])}
    assert all(tried("tests", kind).puzzles for kind in kinds)


@pytest.mark.parametrize("genre", [*genres(), TOY], ids=called)
def test_the_whole_has_every_size_level_and_style(genre: Genre) -> None:
    plan = whole_plan(genre, 10)
    wishes = [kind.wish for kind in plan.kinds]
    assert {wish.width for wish in wishes} >= {side for side in genre.sizes[1] if side <= 10}
    assert {wish.level for wish in wishes} == {*LEVELS, *([NESTED] if genre.families else [])}
    for option in genre.options:
        assert {wish.style[option.name] for wish in wishes} >= set(option.choices)
    assert len({name_of(kind) for kind in plan.kinds}) == len(plan.kinds)
    for wish in wishes:
        genre.check_wish(wish)
        assert sum(wish.style[option.name] != option.default for option in genre.options) <= 1


def test_boards_that_are_not_square_are_tried_where_there_can_be_any() -> None:
    sizes = {(kind.wish.width, kind.wish.height) for kind in whole_plan(registry.load("tracks"), 9).kinds}
    assert sizes == {*((side, side) for side in range(4, 10)), (8, 4), (4, 8)}
    assert {kind.wish.height for kind in whole_plan(TOY, 9).kinds} == {1}


def test_what_is_left_out_is_said() -> None:
    assert whole_plan(TOY, 12).left_out == "sides of 13 to 20"
    assert whole_plan(TOY, 20).left_out == ""
    assert whole_plan(TOY, 2).left_out == "sides of 4 to 20"
    assert quick_plan(TOY).left_out == "all sizes but 4x1 and 12x1"


def test_one_line_a_genre_and_what_is_not_to_be_had(run: Run) -> None:
    result = run(*QUICK)
    assert result.exit_code == 0
    assert result.stdout == (
        "binary-line: 13 puzzles checked, each in 2 ways; not to be had: 1 of 11 kinds; "
        "not tried: all sizes but 4x1 and 12x1\n"
    )
    assert "not to be had: binary-line 4x1 nested\n" in result.stderr
    quiet = run(*QUICK, "-q")
    assert (quiet.exit_code, quiet.stdout, quiet.stderr) == (0, result.stdout, "")


def test_the_same_as_one_json_object_a_genre(run: Run) -> None:
    said = json.loads(run(*QUICK, "--json", "-q").stdout)
    assert (said["genre"], said["kinds"], said["puzzles"], said["presentations"]) == (TOY.name, 11, 13, 2)
    assert "binary-line 4x1 nested" in said["not_to_be_had"]
    assert said["left_out"] == "all sizes but 4x1 and 12x1"


def test_the_whole_of_the_toy_up_to_a_length(run: Run) -> None:
    result = run("selftest", "--genre", TOY.name, "--largest", "6", "--workers", "1", "-q")
    assert result.exit_code == 0
    assert result.stdout.startswith("binary-line: ") and result.stdout.endswith("not tried: sides of 7 to 20\n")


def wrong_key() -> Genre:
    return replace(TOY, key=lambda puzzle: str(puzzle.givens))


def wrong_answer_key() -> Genre:
    return replace(TOY, answer_key=lambda puzzle, answer: str(answer))


def wrong_rules() -> Genre:
    """A rule that forbids a dark cell at the left end."""
    breach = Violation("count", "r1c1", "r1c1 is dark")
    return replace(TOY, violations=lambda puzzle, answer: [breach] if answer[0] else TOY.violations(puzzle, answer))


def wrong_level() -> Genre:
    return replace(TOY, level=lambda *_: "expert")


def wrong_image() -> Genre:
    """A mirror in which the givens are lost."""

    def blind(puzzle: BinaryLine, answer: Any, number: int) -> Any:
        moved, moved_answer = TOY.image(puzzle, answer, number)
        return (replace(moved, givens=(0,) * moved.width), moved_answer) if number else (moved, moved_answer)

    return replace(TOY, image=blind)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (wrong_key, "presentation 1: its key is not that of its record"),
        (wrong_answer_key, "presentation 1: the key of its answer is not that of its record"),
        (wrong_rules, "its answer breaks a rule (r1c1 is dark)"),
        (wrong_level, "made as easy, graded expert"),
        (wrong_image, "it was drawn with one answer and has several"),
    ],
)
def test_a_broken_genre_is_found(
    broken: Callable[[], Genre], says: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(broken(), monkeypatch)
    assert_found(run, says)


def assert_found(run: Run, says: str) -> None:
    """The fault is one line on stderr, the puzzle one on stdout, and that is fit for `verify -`."""
    result = run(*QUICK, "-q")
    assert result.exit_code == 4
    assert result.stderr.startswith("puzzle-factory: binary-line ") and result.stderr.count("\n") == 1
    assert says in result.stderr
    assert json.loads(result.stdout)["genre"] == TOY.name
    verified = run("verify", "-", stdin=result.stdout)
    assert verified.exit_code in (0, 1, 4) and "invalid" not in verified.stdout.splitlines()[:1]
    as_json = json.loads(run(*QUICK, "-q", "--json").stdout)
    assert says in as_json["fault"]
    assert as_json["puzzle"] == json.loads(result.stdout)["puzzle"]


def test_a_grade_that_is_another_the_next_time_is_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    graded: list[object] = []
    grade_of = finishing.grade_of

    def one_more_each_time(*args: Any) -> Any:
        graded.append(args)
        return replace(grade_of(*args), steps=len(graded))

    monkeypatch.setattr(finishing, "grade_of", one_more_each_time)
    assert_found(run, "presentation 0: graded again, its steps is ")


class Liar(Sat):
    """It never finds an answer, so that it is right only where the answer is known."""

    def solve(self, deadline: Any) -> Found:
        return Found(Status.UNSAT)


def test_an_engine_that_lies_is_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    both = (Liar(), uniqueness.engines_of_this_process()[1])
    monkeypatch.setattr(uniqueness, "engines_of_this_process", lambda: both)
    assert_found(run, "the engines disagree (sat says none, cp-sat says unique)")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda one, two, *rest: (one, two), "the steps of the family are not 1 to 4"),
        (lambda one, two, *rest: (one, replace(two, answer_key="?"), *rest), "the family has not one answer"),
        (lambda one, two, *rest: (one, replace(two, grade=one.grade), *rest), "and the step before easy "),
    ],
    ids=["steps", "answer", "rise"],
)
def test_a_family_that_is_none_is_found(spoil: Callable[..., Any], says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def spoiled(seed: str, item: Item) -> Made:
        made = make(seed, item)
        return replace(made, records=spoil(*made.records))

    monkeypatch.setattr(selftest, "make", spoiled)
    monkeypatch.setattr(selftest, "_check", lambda *_: None)
    family = next(kind for kind in whole_plan(TOY, 12).kinds if kind.wish.level == NESTED and kind.wish.width == 12)
    with pytest.raises(Fault, match=says):
        tried("s", family)


def test_undecided_is_no_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(genre: Genre, puzzle: Any, budget_s: float, known: Answer) -> Verdict:
        return prove(genre, puzzle, budget_s, known) if known else Unknown(600.0)

    monkeypatch.setattr(finishing, "prove", undecided)
    result = run(*QUICK, "-q")
    assert (result.exit_code, result.stdout) == (5, "")
    assert "the engines did not decide within 600 s on {" in result.stderr


def test_an_interruption_is_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(selftest, "make", interrupted)
    result = run(*QUICK)
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "puzzle-factory: interrupted\n")


def test_a_fault_travels_between_processes() -> None:
    fault = pickle.loads(pickle.dumps(Fault("what", "{}")))
    assert (fault.what, fault.puzzle, fault.exit_code) == ("what", "{}", 4)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--genre", "trakcs"], "'trakcs' is no genre; did you mean 'tracks'?"),
        (["--quick", "--largest", "9"], "--quick has sizes of its own; leave --largest out"),
        (["--largest", "0"], "'--largest'"),
        (["--workers", "0"], "'--workers'"),
    ],
)
def test_wrong_usage(args: list[str], says: str, run: Run) -> None:
    result = run("selftest", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr and result.stderr.count("\n") == 1
