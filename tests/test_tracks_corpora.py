"""Verdicts on the shared corpora, and on puzzles spoilt on purpose."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzle_factory.uniqueness import Multiple, Unique, Unknown, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES
from puzzle_models.tracks import rules
from puzzle_models.tracks.pieces import NAMES, OF_RAILS, OPEN
from puzzle_models.tracks.puzzle import End, TracksPuzzle, build

CORPORA = Path(__file__).parents[2] / "shared" / "corpora" / "tracks"
TRACKS = registry.load("tracks")
BUDGET_S = 20.0
pytestmark = pytest.mark.skipif(not CORPORA.is_dir(), reason="the shared corpora are not beside the repository")


def published() -> list[dict[str, Any]]:
    path = CORPORA / "published.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []


def puzzle_of(entry: dict[str, Any]) -> TracksPuzzle:
    width, height = entry["width"], entry["height"]
    givens = [OPEN] * (width * height)
    for cell, name in entry["givens"].items():
        row, col = map(int, cell.split(","))
        givens[row * width + col] = NAMES.index(name)
    ends = (End(row, col, SIDES.index(side)) for row, col, side in entry["ends"])
    return build(width, height, entry["cols"], entry["rows"], *ends, givens)


def tatham(name: str, most: int) -> Iterator[tuple[TracksPuzzle, Answer]]:
    """Puzzles of a file of game IDs, with the answer that stands behind the TAB as moves from the entry's cell."""
    notation = next(form for form in TRACKS.formats if form.name == "tatham")
    for line in (CORPORA / f"sgt_{name}.txt").read_text().splitlines()[:most]:
        identity, _, moves = line.partition("\t")
        puzzle = next(iter(notation.read(identity)))
        yield puzzle, followed(puzzle, moves)


def followed(puzzle: TracksPuzzle, moves: str) -> Answer:
    """The answer that moves N E S W make, from the entry's cell to beyond the exit."""
    answer = [0] * (puzzle.width * puzzle.height)
    cell, came_by = puzzle.cell(puzzle.entry), puzzle.entry.side
    for side in map(SIDES.index, moves):
        answer[cell] = OF_RAILS[frozenset((came_by, side))]
        cell, came_by = cell + (-puzzle.width, 1, puzzle.width, -1)[side], side ^ 2
    return tuple(answer)


@pytest.mark.parametrize("entry", published(), ids=lambda entry: entry["kind"])
def test_published_puzzles_get_the_right_verdict(entry):
    says = set(prove(TRACKS, puzzle_of(entry), BUDGET_S).engines.values())
    expected = {0: "none", 1: "unique", 2: "multiple"}.get(entry["n_solutions_upto2"])
    assert says == {expected} if expected else len(says) == 1


@pytest.mark.parametrize("name", ["5x5_h", "7x7_t", "8x8_h", "10x10_h", "12x12_t", "15x15_h"])
def test_puzzles_of_the_peer_are_unique(name):
    for puzzle, answer in tatham(name, most=12):
        verdict = prove(TRACKS, puzzle, BUDGET_S)
        assert verdict == Unique(answer, {"cp-sat": "unique", "sat": "unique"})
        assert prove(TRACKS, puzzle, BUDGET_S, known=answer) == verdict


@pytest.mark.parametrize("name", ["5x5_h", "8x8_h"])
def test_without_its_givens_a_puzzle_has_several_answers_or_the_same_one(name):
    verdicts = []
    for puzzle, answer in tatham(name, most=20):
        bare = replace(puzzle, givens=(OPEN,) * len(puzzle.givens))
        verdict = prove(TRACKS, bare, BUDGET_S)
        verdicts.append(verdict)
        assert not isinstance(verdict, Unknown)
        if isinstance(verdict, Multiple):
            assert verdict.first != verdict.second
            assert not [*rules.violations(bare, verdict.first), *rules.violations(bare, verdict.second)]
        else:
            assert verdict == Unique(answer, {"cp-sat": "unique", "sat": "unique"})
    assert any(isinstance(verdict, Multiple) for verdict in verdicts)
