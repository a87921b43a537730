"""Verdicts on the shared Str8ts corpus, and on its puzzles spoilt on purpose."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, build

CORPUS = Path(__file__).parents[2] / "shared" / "corpora" / "str8ts" / "str8ts.jsonl"
STR8TS = registry.load("str8ts")
BUDGET_S = 60.0
KIND = {"0": NoAnswer, "1": Unique, "2+": Multiple}
pytestmark = pytest.mark.skipif(not CORPUS.is_file(), reason="the shared corpora are not beside the repository")


def entries() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()] if CORPUS.is_file() else []


def puzzle_of(entry: dict[str, Any]) -> Str8tsPuzzle:
    (form,) = (each for each in STR8TS.formats if each.name == "plain")
    (puzzle,) = form.read("\n".join(entry["rows"]) + "\n")
    if isinstance(puzzle, InvalidPuzzle):
        raise puzzle
    assert isinstance(puzzle, Str8tsPuzzle)
    return puzzle


def test_the_verdict_is_right_on_every_puzzle() -> None:
    wrong = []
    for entry in entries():
        try:
            verdict = prove(STR8TS, puzzle_of(entry), BUDGET_S)
        except InvalidPuzzle:
            wrong += [entry["id"]] if entry["n_solutions"] != "0" else []
            continue
        if not isinstance(verdict, KIND[entry["n_solutions"]]):
            wrong.append(entry["id"])
    assert wrong == []


def unique_ones(count: int) -> list[tuple[Str8tsPuzzle, Answer]]:
    """The first published puzzles with one answer, and that answer."""
    found = [entry for entry in entries() if entry["n_solutions"] == "1" and entry["solution"] and entry["label"]]
    puzzles = [(puzzle_of(entry), entry["solution"]) for entry in found[:count]]
    return [(puzzle, STR8TS.read_answer(puzzle, solution)) for puzzle, solution in puzzles]


def spoilt(puzzle: Str8tsPuzzle, answer: Answer) -> Iterator[Str8tsPuzzle]:
    """The puzzle with each given changed to the next digit, where that is no clash at sight."""
    for cell, digit in enumerate(puzzle.digits):
        if digit != NO_DIGIT and not puzzle.blacks[cell]:
            wrong = answer[cell] % puzzle.size + 1
            try:
                yield build(puzzle.size, puzzle.blacks, [*puzzle.digits[:cell], wrong, *puzzle.digits[cell + 1 :]])
            except InvalidPuzzle:
                continue


def test_a_changed_given_never_keeps_the_answer() -> None:
    count = 0
    for puzzle, answer in unique_ones(40):
        for changed in spoilt(puzzle, answer):
            verdict = prove(STR8TS, changed, BUDGET_S)
            assert not isinstance(verdict, Unique) or verdict.answer != answer
            count += 1
    assert count > 100


def test_without_its_givens_a_puzzle_has_several_answers() -> None:
    for puzzle, answer in unique_ones(40):
        bare = tuple(digit if black else NO_DIGIT for black, digit in zip(puzzle.blacks, puzzle.digits, strict=True))
        verdict = prove(STR8TS, replace(puzzle, digits=bare), BUDGET_S, answer)
        assert isinstance(verdict, Multiple)
        assert STR8TS.violations(replace(puzzle, digits=bare), verdict.second) == []
