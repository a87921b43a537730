"""Each rule of the rulebook in both encodings: a board that keeps it, and one that breaks it and nothing else."""

from __future__ import annotations

import pytest

from puzzle_factory.engines.cpsat import CpSat
from puzzle_factory.engines.outcome import Deadline, Status
from puzzle_factory.engines.sat import Sat
from puzzle_models import registry
from puzzle_models.tracks import encode_cnf, encode_cp, rules
from tracks_boards import all_answers, board

TRACKS = registry.load("tracks")
LOOP = (1, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1, 0, 3, 4, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0)
RULES = {
    "givens stay": (
        board("131", "212", "0 0 W", "2 2 E", "....2...."),
        board("131", "212", "0 0 W", "2 2 E", "....4...."),
    ),
    "lines have their number": (board("131", "212", "0 0 W", "2 2 E"), board("131", "221", "0 0 W", "2 2 E")),
    "line uses both ends": (board("111", "3", "0 0 N", "2 0 S"), board("110", "2", "0 0 N", "2 0 S")),
    "line stays inside": (board("1", "10", "0 0 N", "0 0 W"), board("2", "11", "0 0 N", "0 0 W")),
    "line does not break off": (board("1111", "4", "0 0 N", "3 0 S"), board("1011", "3", "0 0 N", "3 0 S")),
    "nothing beside the line": (board("11111", "50000", "0 0 N", "4 0 S"), board("13311", "50220", "0 0 N", "4 0 S")),
}


@pytest.mark.parametrize("engine", [CpSat, Sat])
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_tells_its_boards_apart(engine, rule):
    solver = engine()
    found = []
    for puzzle in RULES[rule]:
        solver.fit(TRACKS, puzzle)
        found.append(solver.solve(Deadline.after(10.0)).status)
    assert found == [Status.SAT, Status.UNSAT]


@pytest.mark.parametrize("rule", RULES)
def test_the_boards_are_what_they_are_said_to_be(rule):
    kept, broken = RULES[rule]
    assert all_answers(kept)
    assert not all_answers(broken)


def test_a_loop_is_cut_by_clauses_that_it_breaks():
    _, broken = RULES["nothing beside the line"]
    assert {violation.code for violation in rules.violations(broken, LOOP)} == {"closed-loop"}
    cuts = encode_cnf.encode((5, 5)).cuts(LOOP)
    around_the_loop = 8  # sides of a block of two by two cells, a rail each
    assert [len(cut) for cut in cuts] == [1 + around_the_loop] * 4


def test_a_line_is_not_cut():
    puzzle = board("131", "212", "0 0 W", "2 2 E")
    assert [encode_cnf.encode((3, 3)).cuts(answer) for answer in all_answers(puzzle)] == [[]]


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (7, 1), (50, 50)])
def test_any_shape_can_be_encoded(shape):
    cells = shape[0] * shape[1]
    cp, cnf = encode_cp.encode(shape), encode_cnf.encode(shape)
    assert cp.read([0] * len(cp.model.proto.variables)) == (0,) * cells
    assert len(cnf.blocking((0,) * cells)) == cells
