"""Broken boards as data: for each rule an answer that breaks it, for each fault a puzzle that has it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from puzzle_models import registry
from puzzle_models.kernel.contract import Genre, InvalidPuzzle

BOARDS = Path(__file__).parent / "boards"


@dataclass(frozen=True)
class Case:
    """A puzzle, an answer to it, and the code of what that breaks."""

    genre: Genre
    code: str
    puzzle: Any
    answer: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.genre.name}-{self.code}"


def broken_boards(name: str) -> list[Case]:
    genre = registry.load(name)
    plain = next(form for form in genre.formats if form.name == "plain")
    cases = []
    for entry in yaml.safe_load((BOARDS / f"{name}.yaml").read_text(encoding="utf-8")):
        (puzzle,) = plain.read(entry["puzzle"])
        cases.append(Case(genre, entry["code"], puzzle, genre.read_answer(puzzle, {"grid": entry["answer"]})))
    return cases


def faulty_puzzles() -> list[Any]:
    found = []
    for path in sorted(BOARDS.glob("*-faults.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        genre = registry.load(path.name.removesuffix("-faults.yaml"))
        for case in data["cases"]:
            changed = {**data["base"], **case["change"]}
            found.append(pytest.param(genre, changed, case, id=f"{genre.name}-{case['says']}"))
    return found


@pytest.mark.parametrize("case", [case for name in registry.names() for case in broken_boards(name)], ids=str)
def test_a_broken_board_names_its_violation(case: Case) -> None:
    assert {found.code for found in case.genre.violations(case.puzzle, case.answer)} == {case.code}


@pytest.mark.parametrize("name", registry.names())
def test_every_violation_has_a_board(name: str) -> None:
    assert {case.code for case in broken_boards(name)} == registry.load(name).violation_codes


@pytest.mark.parametrize(("genre", "data", "case"), faulty_puzzles())
def test_a_faulty_puzzle_names_its_fault(genre: Genre, data: dict[str, Any], case: dict[str, Any]) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        genre.parse({key: value for key, value in data.items() if value is not None})
    first, *others = caught.value.faults
    assert first.code == case["code"]
    assert case["says"] in first.message
    assert len(others) == case.get("count", 1) - 1
