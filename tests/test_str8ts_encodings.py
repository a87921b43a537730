"""Both Str8ts encodings: against brute force over the rules, rule by rule, and from puzzle to puzzle of one shape."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from puzzle_factory.engines.cpsat import CpSat
from puzzle_factory.engines.outcome import Deadline, Engine, Status
from puzzle_factory.engines.sat import Sat
from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, Verdict, prove
from puzzle_models import registry
from puzzle_models.kernel.grid import cell_name
from puzzle_models.str8ts import encode_cnf, encode_cp
from puzzle_models.str8ts.puzzle import LARGEST, NO_DIGIT, SMALLEST, Str8tsPuzzle, build
from small_str8ts import all_answers, board, broken_rules, sprinkled, with_digit

BUDGET_S = 20.0
STR8TS = replace(
    registry.load("tracks"),
    name="str8ts",
    encode_cp=encode_cp.encode,
    encode_cnf=encode_cnf.encode,
    violations=broken_rules,
    unparse=lambda puzzle: {"size": puzzle.size, "blacks": puzzle.blacks, "digits": puzzle.digits},
)


@pytest.fixture(scope="module")
def engines() -> tuple[Engine, ...]:
    return Sat(), CpSat()


def check_against_brute_force(puzzle: Str8tsPuzzle, engines: tuple[Engine, ...]) -> Verdict:
    """Both engines say what brute force says, and show answers of it."""
    verdict, answers = prove(STR8TS, puzzle, BUDGET_S, engines=engines), all_answers(puzzle)
    expected = {0: "none", 1: "unique"}.get(len(answers), "multiple")
    assert verdict.engines == {engine.name: expected for engine in engines}, puzzle
    match verdict:
        case Unique(answer):
            assert {answer} == answers
        case Multiple(first, second):
            assert first != second
            assert {first, second} <= answers
    return verdict


@st.composite
def puzzles(draw: st.DrawFn, size: int = 4) -> Str8tsPuzzle:
    """Random blacks with random clues; givens from an answer, where there is one, and perhaps one that is not."""
    cells = range(size * size)
    black = draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    puzzle = Str8tsPuzzle(size, tuple(cell in black for cell in cells), (NO_DIGIT,) * len(cells))
    for cell in sorted(black):
        puzzle = with_digit(puzzle, cell, draw(st.integers(0, size)))
    answers = sorted(all_answers(puzzle))
    if answers:
        answer = draw(st.sampled_from(answers))
        for cell in draw(st.sets(st.sampled_from([cell for cell in cells if cell not in black]))):
            puzzle = with_digit(puzzle, cell, answer[cell])
    if draw(st.booleans()):
        puzzle = with_digit(puzzle, draw(st.sampled_from(cells)), draw(st.integers(1, size)))
    return puzzle


@pytest.mark.parametrize("top", list(product((False, True), repeat=3)))
def test_every_pattern_of_three_by_three(top, engines):
    """Bare, and with digits printed; a pattern's row on top is the test's parameter."""
    draw = random.Random(str(top))
    for rest in product((False, True), repeat=6):
        blacks = top + rest
        if not all(blacks):
            check_against_brute_force(Str8tsPuzzle(3, blacks, (NO_DIGIT,) * 9), engines)
            check_against_brute_force(sprinkled(blacks, 3, draw), engines)


@pytest.mark.parametrize("left_out", ["no_digit_lies_outside_the_window", "no_digit_of_the_window_is_missing"])
def test_what_clauses_say_twice_is_right_both_times(left_out, monkeypatch):
    """Either rule about windows follows from the other, so only alone does one show a fault in it.

    That no cell holds two digits takes both of them, so it is said here as well.
    """
    a_digit, one_value = encode_cnf.white_cells_hold_a_digit, encode_cnf.black_cells_hold_one_value
    monkeypatch.setattr(encode_cnf, left_out, lambda held, outside: [])
    monkeypatch.setattr(encode_cnf, "white_cells_hold_a_digit", lambda holds: [*a_digit(holds), *one_value(holds)])
    for blacks in islice(product((False, True), repeat=9), 2**9 - 1):
        check_against_brute_force(Str8tsPuzzle(3, blacks, (NO_DIGIT,) * 9), (Sat(),))


@settings(max_examples=300)
@given(puzzle=puzzles())
def test_four_by_four(engines, puzzle):
    check_against_brute_force(puzzle, engines)


@pytest.mark.parametrize("kind", [lambda n: n == 0, lambda n: n == 1, lambda n: n > 1], ids=["none", "one", "several"])
def test_random_puzzles_come_in_every_kind(kind):
    """What brute force is compared on is worth comparing."""
    unshrunk = settings(phases=[Phase.generate])
    assert find(puzzles(), lambda puzzle: any(puzzle.digits) and kind(len(all_answers(puzzle))), settings=unshrunk)


RULES = {
    "no digit twice in a row": (board("2#.", "##2", "##3"), board("1#.", "##2", "##3")),
    "no digit twice in a column": (board("2##", "###", ".23"), board("1##", "###", ".23")),
    "clues count in their row": (board("B#.", "##2", "##3"), board("A#.", "##2", "##3")),
    "clues count in their column": (board("B##", "###", ".23"), board("A##", "###", ".23")),
    "compartments of rows are straights": (board("21#", "###", "###"), board("31#", "###", "###")),
    "compartments of columns are straights": (board("2##", "1##", "###"), board("3##", "1##", "###")),
    "white cells hold a digit": (board("A.B", "###", "###"), board("A.B", "###", "#C#")),
}


@pytest.mark.parametrize("engine", [CpSat, Sat])
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_tells_its_boards_apart(engine, rule):
    solver = engine()
    found = []
    for puzzle in RULES[rule]:
        solver.fit(STR8TS, puzzle)
        found.append(solver.solve(Deadline.after(BUDGET_S)).status)
    assert found == [Status.SAT, Status.UNSAT]


@pytest.mark.parametrize("rule", RULES)
def test_the_boards_are_what_they_are_said_to_be(rule):
    kept, broken = RULES[rule]
    assert all_answers(kept)
    assert not all_answers(broken)


@pytest.mark.parametrize("engine", [CpSat, Sat])
@pytest.mark.parametrize(
    "bare", [board("..#.", "....", ".#..", "A..."), board("###", "#.#", "###")], ids=["many", "one"]
)
def test_a_blocking_clause_forbids_its_answer_and_no_other(engine, bare):
    """Where there is but one white cell, the clause must know every digit by itself."""
    answers, solver = sorted(all_answers(bare)), engine()
    assert len(answers) > 2
    for forbidden, filled_in in product(answers, answers):
        solver.fit(STR8TS, build(bare.size, bare.blacks, filled_in))
        solver.forbid(forbidden)
        expected = Status.UNSAT if filled_in == forbidden else Status.SAT
        assert solver.solve(Deadline.after(BUDGET_S)).status is expected


def test_nothing_of_a_puzzle_is_left_for_the_next(engines):
    """Givens, clues and blocking clauses go with their puzzle."""
    draw, blacks = random.Random(1), board("..#.", "#...", "....", ".#..").blacks
    sprinkling = [sprinkled(blacks, 4, draw) for _ in range(40)]
    kinds = {type(check_against_brute_force(puzzle, engines)) for puzzle in sprinkling}
    assert kinds == {Unique, Multiple, NoAnswer}


@pytest.mark.parametrize(
    ("puzzle", "clash"),
    [
        pytest.param(
            board("13#", "###", "##2"), ("the given 1 at r1c1", "the given 3 at r1c2"), id="givens too far apart"
        ),
        pytest.param(
            board("A#.", "##2", "B#3"),
            ("the clue 1 at r1c1", "the given 2 at r2c3", "the given 3 at r3c3"),
            id="a clue in the row",
        ),
        pytest.param(
            board("A.B", "###", "#C#"),
            ("the clue 1 at r1c1", "the clue 2 at r1c3", "the clue 3 at r3c2"),
            id="clues leave a cell no digit",
        ),
        pytest.param(board("...", "...", "###"), (), id="the black cells alone"),
    ],
)
def test_a_clash_is_named(puzzle, clash, engines):
    verdict = check_against_brute_force(puzzle, engines)
    assert isinstance(verdict, NoAnswer)
    assert verdict.clash == clash


@given(puzzle=puzzles().filter(lambda puzzle: not all_answers(puzzle)))
def test_a_clash_is_smallest(engines, puzzle):
    """With what it names there is no answer; without any one thing of it there is."""
    verdict = check_against_brute_force(puzzle, engines)
    assert isinstance(verdict, NoAnswer)
    named = [cell for cell in range(16) if any(name.endswith(cell_name(*divmod(cell, 4))) for name in verdict.clash)]
    assert len(named) == len(verdict.clash)
    assert not all_answers(only(puzzle, named))
    for one in named:
        assert all_answers(only(puzzle, [cell for cell in named if cell != one]))


def only(puzzle: Str8tsPuzzle, cells: list[int]) -> Str8tsPuzzle:
    """The puzzle with nothing printed but in some cells."""
    return replace(puzzle, digits=tuple(digit if cell in cells else 0 for cell, digit in enumerate(puzzle.digits)))


def test_what_is_printed_has_a_name():
    encoding = encode_cnf.encode(board("3#.", "A..", "...").shape)
    assert [name for name, _ in encoding.printed(board("3#.", "A..", "..."))] == [
        "the black cells without a digit",
        "the given 3 at r1c1",
        "the clue 1 at r2c1",
    ]
    assert [name for name, _ in encoding.printed(board(".A.", "B..", "..."))] == [
        "the clue 1 at r1c2",
        "the clue 2 at r2c1",
    ]


@pytest.mark.parametrize("size", [SMALLEST, 9, LARGEST])
@pytest.mark.parametrize("every", [2, 5, 300])
def test_any_shape_can_be_encoded(size, every):
    """Every second, fifth or no cell but the first is black; a variable of a clause says its cell and value."""
    cells = range(size * size)
    shape = size, tuple(cell % every == 0 for cell in cells)
    answer = tuple(0 if cell % every == 0 else 1 + cell % size for cell in cells)
    cp, cnf = encode_cp.encode(shape), encode_cnf.encode(shape)
    assert cp.read([*answer, *[0] * len(cp.model.proto.variables)]) == answer
    assert cnf.blocking(answer) == [-(1 + cell * (size + 1) + answer[cell]) for cell in cells if cell % every]
    assert cnf.cuts(answer) == []
