"""A fault planted in any rule of one encoding is caught, because the other engine says otherwise or the rules do.

Each rule is left out once, and once each of its clauses or constraints has a literal or a term too few. Where a rule
follows from the others it is known to, and leaving it out must change no verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from ortools.sat.python.cp_model import CpModel

from differential import BUDGET_S, small
from puzzle_factory.engines.cpsat import CpSat
from puzzle_factory.engines.sat import Sat
from puzzle_factory.uniqueness import EngineDisagreement, prove
from puzzle_models import registry
from puzzle_models.str8ts import encode_cnf as str8ts_cnf
from puzzle_models.str8ts import encode_cp as str8ts_cp
from puzzle_models.tracks import encode_cnf as tracks_cnf
from puzzle_models.tracks import encode_cp as tracks_cp
from test_tracks_encodings import RULES

ENOUGH = 900  # puzzles in which a fault has to show
A_FEW = 120  # in which what is said twice does not
KINDS = ("all_diff", "exactly_one", "no_overlap", "bool_or", "interval")
FREE = 10_000
CP_RULES = {
    tracks_cp: (
        "rails_are_travelled_one_way",
        "lines_have_their_number",
        "line_does_not_break_off",
        "nothing_beside_the_line",
    ),
    str8ts_cp: (
        "lines_hold_no_digit_twice",
        "compartments_are_straights",
        "straights_of_a_line_share_no_digit",
        "a_white_cell_differs",
    ),
}
CNF_RULES = {
    tracks_cnf: ("cells_hold_what_their_rails_make", "line_does_not_break_off"),
    str8ts_cnf: (
        "lines_hold_no_digit_twice",
        "white_cells_hold_a_digit",
        "black_cells_hold_one_value",
        "a_compartment_has_one_window",
        "no_digit_lies_outside_the_window",
        "no_digit_of_the_window_is_missing",
    ),
}
FOLLOWS = {  # left out, these change no verdict
    "straights_of_a_line_share_no_digit",  # that the digits differ says it too
    "no_digit_of_the_window_is_missing",  # the k cells of a compartment need all k digits of the window
    "black_cells_hold_one_value",  # one is assumed, and a second would only forbid more
}


def cases(rules: dict[Any, tuple[str, ...]]) -> list[Any]:
    return [
        pytest.param(module, rule, id=f"{module.__name__.removeprefix('puzzle_models.')} {rule}")
        for module, names in rules.items()
        for rule in names
    ]


@cache
def boards(genre: str) -> tuple[Any, ...]:
    """Those that each tell of one rule, and small ones of every kind."""
    telling = [board for pair in RULES.values() for board in pair] if genre == "tracks" else []
    return (*telling, *(small(genre, number)[1] for number in range(ENOUGH)))


def caught_at(module: Any, most: int = ENOUGH) -> int | None:
    """Which of the boards the two engines, one of them at fault, are found out at; None where at none of `most`."""
    genre = registry.load(module.__name__.split(".")[1])
    engines = Sat(), CpSat()
    for number, puzzle in enumerate(boards(genre.name)[:most]):
        try:
            prove(genre, puzzle, BUDGET_S, engines=engines)
        except (EngineDisagreement, LookupError):  # the second where a solution cannot be read as an answer at all
            return number
    return None


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """The clauses that sizes share are built with the fault, and without it afterwards."""
    str8ts_cnf._lines_of_size.cache_clear()
    yield
    str8ts_cnf._lines_of_size.cache_clear()


def plant_in_cp(monkeypatch: pytest.MonkeyPatch, module: Any, rule: str, spoil: Callable[[CpModel, Any], None]) -> None:
    """Let a rule be said, then spoil each constraint that it brought."""
    sound = getattr(module, rule)

    def spoilt(model: CpModel, *rest: Any) -> Any:
        before = len(model.Proto().constraints)
        made = sound(model, *rest)
        for number in range(before, len(model.Proto().constraints)):
            spoil(model, model.Proto().constraints[number])
        return made

    monkeypatch.setattr(module, rule, spoilt)


def take_away(model: CpModel, constraint: Any) -> None:
    """A sum stays, for its number to be set, but of one variable that is free."""
    if constraint.has_linear():
        free = model.new_int_var(-FREE, FREE, "").index
        only(constraint.linear.vars, free)
        only(constraint.linear.coeffs, 1)
    for kind in KINDS:
        if getattr(constraint, f"has_{kind}")():
            getattr(constraint, f"clear_{kind}")()


def only(members: Any, one: int) -> None:
    members.clear()
    members.extend([one])


def shorten(_: CpModel, constraint: Any) -> None:
    """One term less; of intervals one comes twice, since fewer that must not overlap would do no harm."""
    if constraint.has_linear():
        drop_last(constraint.linear.vars)
        drop_last(constraint.linear.coeffs)
    elif constraint.has_exactly_one():
        drop_last(constraint.exactly_one.literals)
    elif constraint.has_all_diff():
        last = constraint.all_diff.exprs[len(constraint.all_diff.exprs) - 1]
        last.vars.clear()
        last.coeffs.clear()
        last.offset = FREE
    elif constraint.has_no_overlap():
        constraint.no_overlap.intervals.extend([constraint.no_overlap.intervals[0]])


def drop_last(members: Any) -> None:
    kept = [members[i] for i in range(len(members) - 1)]
    members.clear()
    members.extend(kept)


@pytest.mark.parametrize(("module", "rule"), cases(CP_RULES))
def test_a_rule_that_cp_leaves_out_is_missed(module: Any, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant_in_cp(monkeypatch, module, rule, take_away)
    if rule in FOLLOWS:
        assert caught_at(module, A_FEW) is None
    else:
        assert caught_at(module) is not None


@pytest.mark.parametrize(("module", "rule"), cases(CP_RULES))
def test_a_rule_that_cp_says_wrongly_is_noticed(module: Any, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant_in_cp(monkeypatch, module, rule, shorten)
    assert caught_at(module) is not None


@pytest.mark.parametrize(("module", "rule"), cases(CNF_RULES))
def test_a_rule_that_clauses_leave_out_is_missed(module: Any, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, rule, lambda *rest: iter(()))
    if rule in FOLLOWS:
        assert caught_at(module, A_FEW) is None
    else:
        assert caught_at(module) is not None


@pytest.mark.parametrize(("module", "rule"), cases(CNF_RULES))
def test_a_rule_that_clauses_say_wrongly_is_noticed(module: Any, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = getattr(module, rule)
    monkeypatch.setattr(module, rule, lambda *rest: [clause[:-1] or clause for clause in sound(*rest)])
    assert caught_at(module) is not None


def fewer_clauses(found: list[list[int]]) -> list[list[int]]:
    return []


def fewer_literals(found: list[Any]) -> list[Any]:
    """The half, rounded down: of each clause, of what each printed thing assumes, or of a single clause."""
    if found and isinstance(found[0], tuple):
        return [(name, literals[: len(literals) // 2]) for name, literals in found]
    if found and isinstance(found[0], list):
        return [clause[: len(clause) // 2] for clause in found]
    return found[: len(found) // 2]


def turned(found: list[Any]) -> list[Any]:
    """The last literal of each says the opposite."""
    if found and isinstance(found[0], tuple):
        return [(name, [*literals[:-1], *(-literal for literal in literals[-1:])]) for name, literals in found]
    return [*found[:-1], *(-literal for literal in found[-1:])]


PARTS = [
    *((tracks_cnf, method) for method in ("_ends", "_clues", "_givens", "cuts", "blocking")),
    *((str8ts_cnf, method) for method in ("printed", "blocking")),
]
FAULTS = [
    (module, method, spoil)
    for module, method in PARTS
    for spoil in (fewer_clauses, fewer_literals, turned)
    if (method, spoil) != ("cuts", turned)  # a cut is a list of clauses
]


@pytest.mark.parametrize(("module", "method", "spoil"), FAULTS, ids=lambda part: getattr(part, "__name__", part))
def test_a_fault_in_what_a_puzzle_adds_is_noticed(
    module: Any, method: str, spoil: Callable[[list[Any]], list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = getattr(module.Encoding, method)
    monkeypatch.setattr(module.Encoding, method, lambda *args: spoil(list(sound(*args))))
    assert caught_at(module) is not None


@pytest.mark.parametrize("module", CP_RULES, ids=lambda module: module.__name__)
def test_an_answer_that_cp_does_not_forbid_comes_again(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.Encoding, "forbid", lambda *args: None)
    assert caught_at(module) is not None


def test_a_line_that_is_not_counted_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracks_cnf, "at_least", lambda members, fresh, *rest: [next(fresh) for _ in members])
    assert caught_at(tracks_cnf) is not None


def test_a_line_that_is_counted_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = tracks_cnf.at_least
    monkeypatch.setattr(tracks_cnf, "at_least", lambda members, *rest: [*sound(members, *rest)[1:], members[0]])
    assert caught_at(tracks_cnf) is not None
