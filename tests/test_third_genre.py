"""A genre that the factory has never seen is made, proven, graded, explained, written and verified like any other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory.grading import grade
from puzzle_factory.production import Order, produce
from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Outcome, Wish
from toy_genre import GENRE, BinaryLine

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def third_genre(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line in the registry is all it takes."""
    monkeypatch.setitem(registry.MODULES, GENRE.name, "toy_genre")


def orders(level: str, count: int) -> list[Order]:
    return [Order(GENRE.name, Wish(12, 1, level, {"mood": "calm"}), count)]


@pytest.mark.parametrize("givens", list(product(range(3), repeat=4)), ids=str)
def test_both_engines_prove_what_trying_all_answers_shows(givens: tuple[int, ...]) -> None:
    for dark in range(4):
        puzzle = BinaryLine(4, dark, givens)
        answers = {each for each in product((0, 1), repeat=4) if not GENRE.violations(puzzle, each)}
        verdict = prove(GENRE, puzzle, budget_s=10.0)
        assert len(set(verdict.engines.values())) == 1
        match verdict:
            case Unique(answer):
                assert answers == {answer}
            case Multiple(first, second):
                assert {first, second} < answers | {()} and first != second
                assert len(answers) >= 2
            case NoAnswer(clash):
                assert not answers and clash
            case _:
                pytest.fail(f"{verdict}")


@pytest.mark.parametrize("level", LEVELS)
def test_it_is_made_graded_and_kept(level: str) -> None:
    records = list(produce("2026", orders(level, 4), workers=1))
    assert len({record.key for record in records}) == len({record.answer_key for record in records}) == 4
    for record in records:
        puzzle = GENRE.parse(record.puzzle)
        assert record.grade == grade(GENRE, puzzle)
        assert (record.genre, record.grade.level) == (GENRE.name, level)
        assert GENRE.violations(puzzle, GENRE.read_answer(puzzle, record.answer)) == []
        assert GENRE.climb(puzzle, level).outcome is Outcome.SOLVED


@pytest.fixture
def made(tmp_path: Path, run: Run) -> Path:
    """A file of two made puzzles."""
    path = tmp_path / "lines.yaml"
    result = run(
        "generate", GENRE.name, "--size", "12x1", "--level", "hard", "--count", "2", "--seed", "s", "-o", str(path)
    )
    assert result.exit_code == 0
    return path


def objects(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_desk_takes_what_was_made(made: Path, run: Run) -> None:
    for said in objects(run("verify", "--json", str(made))):
        assert (said["genre"], said["verdict"]) == (GENRE.name, "unique")
        assert said["engines"] == {"cp-sat": "unique", "sat": "unique"}
        assert said["answer"] == {"correct": True, "violations": []}
        assert said["grade"]["level"] == "hard"
    assert [len(said["answers"][0][0]) for said in objects(run("solve", "--json", str(made)))] == [12, 12]
    assert [said["grade"]["scale"] for said in objects(run("grade", "--json", str(made)))] == ["binary-line/1"] * 2
    for said in objects(run("explain", "--json", "--marks", str(made))):
        assert "*" not in said["steps"][-1]["after"][0]
        assert said["steps"][0]["cells"][0][0] == 0


def test_its_walkthrough_is_confirmed_and_its_certificate_accepted(run: Run, tmp_path: Path) -> None:
    """The cells of this one stand in one variable each, and that no two dark ones touch is left to cuts."""
    text = json.dumps({"genre": GENRE.name, "puzzle": {"dark": 3, "grid": ["...o."]}})
    proofs = str(tmp_path / "proofs")
    (said,) = objects(run("explain", "--check", "--json", "-", stdin=text))
    assert {step["check"] for step in said["steps"]} <= {"propagation", "search"}
    (said,) = objects(run("verify", "--json", "--certificate", proofs, "-", stdin=text))
    folder = Path(said["certificate"])
    assert "c cut 0,0 0,1\n" in (folder / "puzzle.cnf").read_text()
    (judged,) = objects(run("check-certificate", "--json", proofs))
    assert (judged["verdict"], judged["genre"]) == ("accepted", GENRE.name)
    done = subprocess.run([sys.executable, "check.py"], cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_records_of_it_go_from_format_to_format(form: str, made: Path, run: Run, tmp_path: Path) -> None:
    there, back = tmp_path / f"lines.{form}", tmp_path / "back.yaml"
    assert run("convert", str(made), "-o", str(there)).exit_code == 0
    assert run("convert", str(there), "-o", str(back)).exit_code == 0
    assert back.read_bytes() == made.read_bytes()


def test_a_broken_one_is_refused_by_its_own_rules(run: Run) -> None:
    text = json.dumps({"genre": GENRE.name, "puzzle": {"dark": 9, "grid": ["..."]}})
    result = run("verify", "--json", "-", stdin=text)
    (said,) = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.exit_code, said["verdict"], said["errors"][0]["code"]) == (3, "invalid", "count")


def test_a_recipe_may_ask_for_it_with_its_own_style(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "lines.yaml"
    order = f"{{genre: {GENRE.name}, size: 10x1, level: [easy, medium], mood: wild, count: 2}}"
    path.write_text(f"recipe: lines\norders:\n  - {order}\n")
    assert run("batch", str(path), "-o", str(tmp_path / "made")).exit_code == 0
    records = json.loads((tmp_path / "made" / "lines.json").read_text())["records"]
    assert [record["grade"]["level"] for record in records] == ["easy", "easy", "medium", "medium"]
    path.write_text(path.read_text().replace("wild", "cross"))
    result = run("batch", str(path), "-o", str(tmp_path / "other"))
    assert result.exit_code == 3
    assert f"{path}:3: 'cross' is not a value of mood; choose from calm, wild" in result.stderr


def test_its_ladder_and_its_options_are_shown(run: Run) -> None:
    assert "Beside a dark cell all is light." in run("techniques").stdout
    assert "....." in run("techniques", "suppose").stdout
    assert "--mood" in run("generate", GENRE.name, "--help").stdout
    assert GENRE.name in run("generate", "--help").stdout
    assert GENRE.name in run("schema", "recipe").stdout


def test_an_order_it_cannot_fill_says_what_was_found(run: Run) -> None:
    result = run("generate", GENRE.name, "--size", "4x1", "--level", "easy", "--count", "99", "--workers", "1")
    assert result.exit_code == 5
    assert "a repeat" in result.stderr
    assert run("generate", GENRE.name, "--size", "4", "--seed", "s").exit_code == 2
