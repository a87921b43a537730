"""Grades and walkthroughs of other people's puzzles: what is said must be what was done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory.desk.explain import Step
from puzzle_factory.desk.walkthrough import marks_beside
from puzzle_factory.grading import Grade
from puzzle_models.kernel.contract import LEVELS, Deduction, Genre, Technique
from puzzle_models.kernel.grid import cell_name
from samples import Sample, genres, name_of, rungs, samples

Run = Callable[..., Result]
CELL = re.compile(r"\br[0-9]+c[0-9]+\b")
PYTHON = re.compile(r"[\[\]{}<>_=]|\bNone\b|\bTrue\b|\bFalse\b|int64|'")  # traces of a program in a sentence
BEYOND = """
   5 3 5 6 4 1 3
←  ┐ . . . . . .    3
   . . . . . . .    4
   . . . . . . .    4
   . . . . . . .    4
   . . . . . . . ←  4
   . . . . . . .    3
   . . . . . . .    5
"""  # one answer, but the ladder ends before it
SEVERAL = """
   3 3 3
→  . . .    3
   . . .    3
   . . . →  3
"""
NONE = """
   3 2 2 3
→  . . . .    3
   . . . .    2
   . . . .    2
   . . . . →  3
"""
GIVEN_WHOLE = ("   1\n→  ─ →  1\n", "123\n231\n312\n")
BROKEN = """
   3 3 9
→  . . .    3
   . . .    3
   . . . →  3
"""


def told(genre: Genre, puzzle: Any) -> list[tuple[list[list[int]], list[Deduction]]]:
    """The lines of the trace and the deductions, round by round."""
    path = genre.climb(puzzle, LEVELS[-1])
    ends = path.rounds[:, 2].tolist()
    lines = [path.trace[start:end].tolist() for start, end in zip([0, *ends], ends, strict=False)]
    return list(zip(lines, genre.deductions(puzzle, path, "en"), strict=True))


def assert_well_told(genre: Genre, puzzle: Any) -> None:
    cells = {cell_name(row, col) for row in range(puzzle.height) for col in range(puzzle.width)}
    for lines, deductions in told(genre, puzzle):
        struck = [(cell, 1 << value) for each in deductions for cell, gone in each.strikes.items() for value in gone]
        assert len(struck) == len(set(struck))
        assert set(struck) == {(cell, 1 << bit) for _, cell, bits, *_ in lines for bit in range(32) if bits >> bit & 1}
        for deduction in deductions:
            assert set(deduction.cells) == set(deduction.strikes)
            assert set(CELL.findall(deduction.text)) <= cells
            assert not PYTHON.search(deduction.text)
            assert deduction.text.endswith(".")
            assert "  " not in deduction.text


@pytest.mark.parametrize("sample", samples(), ids=str)
def test_sentences_strike_what_the_trace_strikes_and_name_cells_that_exist(sample: Sample) -> None:
    assert_well_told(sample.genre, sample.puzzle)


@pytest.mark.parametrize(("genre", "technique"), rungs(), ids=name_of)
def test_every_technique_has_words(genre, technique):
    puzzle = genre.example(technique)
    assert_well_told(genre, puzzle)
    assert technique.name in [genre.ladder[lines[0][0]].name for lines, _ in told(genre, puzzle)]


def bare(genre: Genre, puzzle: Any) -> str:
    """A puzzle as other people write it, on one line."""
    return json.dumps({"genre": genre.name, "puzzle": genre.unparse(puzzle)}) + "\n"


def as_file(folder: Path, *samples: Sample) -> str:
    path = folder / "puzzles.jsonl"
    path.write_text("".join(bare(each.genre, each.puzzle) for each in samples), encoding="utf-8")
    return str(path)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def one_of_each() -> list[Sample]:
    """A puzzle of every genre and level."""
    found = {(sample.genre.name, sample.level): sample for sample in reversed(samples())}
    return [found[genre.name, level] for genre in genres() for level in LEVELS]


def hardest_of_each_level() -> list[tuple[Genre, Technique]]:
    """The last rung of every level: its worked board is small and stays."""
    return list({(genre.name, technique.level): (genre, technique) for genre, technique in rungs()}.values())


@pytest.mark.parametrize(("genre", "technique"), hardest_of_each_level(), ids=name_of)
def test_a_walkthrough_reads_well(genre, technique, run: Run, golden: Callable[[str, str], None]) -> None:
    result = run("explain", "-", stdin=bare(genre, genre.example(technique)))
    assert result.exit_code == 0
    golden(f"explain-{genre.name}-{technique.level}.txt", result.stdout)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_marks_are_shown_on_demand(genre, run: Run, golden: Callable[[str, str], None]) -> None:
    puzzle = genre.example(genre.ladder[0])
    golden(f"explain-{genre.name}-marks.txt", run("explain", "--marks", "-", stdin=bare(genre, puzzle)).stdout)


def test_the_objects_of_explain_lead_from_the_printed_grid_to_the_answer(tmp_path: Path, run: Run) -> None:
    cases = one_of_each()
    result = run("explain", "--json", as_file(tmp_path, *cases))
    assert result.exit_code == 0
    for number, (sample, said) in enumerate(zip(cases, objects(result), strict=True), 1):
        assert (said["number"], said["genre"], said["verdict"]) == (number, sample.genre.name, "unique")
        assert said["source"].endswith("puzzles.jsonl")
        assert said["answers"] == [sample.genre.write_answer(sample.puzzle, sample.answer)]
        assert replayed(sample, said["steps"]) == list(sample.answer)


def replayed(sample: Sample, steps: list[dict[str, Any]]) -> list[int]:
    """The values left when the strikes of all steps are made in the marks at the start, each of them once."""
    symbols, width = sample.genre.symbols, sample.puzzle.width
    marks = [
        {value for value in range(32) if int(mark) >> value & 1}
        for mark in sample.genre.climb(sample.puzzle, LEVELS[0]).start
    ]
    for step in steps:
        assert {"technique", "cells", "strikes", "text"} <= set(step)
        assert step["technique"] in [technique.name for technique in sample.genre.ladder]
        assert {tuple(strike["cell"]) for strike in step["strikes"]} == set(map(tuple, step["cells"]))
        assert step["text"] == " ".join(part["text"] for part in step["parts"])
        for strike in step["strikes"]:
            row, col = strike["cell"]
            gone = {symbols.index(symbol) for symbol in strike["values"]}
            assert gone and gone < marks[row * width + col]
            marks[row * width + col] -= gone
    return [value for mark in marks for value in mark]


def test_marks_before_and_after_stand_in_the_objects_on_demand(tmp_path: Path, run: Run) -> None:
    cases = one_of_each()
    source = as_file(tmp_path, *cases)
    for sample, said in zip(cases, objects(run("explain", "--json", "--marks", source)), strict=True):
        path, steps = sample.genre.climb(sample.puzzle, LEVELS[-1]), said["steps"]
        assert steps[0]["before"] == sample.genre.marks_rows(sample.puzzle, path.start)
        assert [step["after"] for step in steps[:-1]] == [step["before"] for step in steps[1:]]
        assert steps[-1]["after"] == sample.genre.marks_rows(sample.puzzle, path.marks)
    assert "before" not in objects(run("explain", "--json", source))[0]["steps"][0]


def test_wide_marks_stand_one_below_the_other() -> None:
    narrow, wide = Step("x", (), ("12 3", "1 2"), ("1 3", "1 2")), Step("x", (), ("1 " * 40 + "2",), ("2",))
    assert list(marks_beside(narrow)) == ["", "   12 3   1 3", "   1 2    1 2"]
    assert list(marks_beside(wide)) == ["", "   " + "1 " * 40 + "2", "", "   2"]


def test_a_grade_is_said_in_full(tmp_path: Path, run: Run) -> None:
    cases = one_of_each()
    result = run("grade", "--json", as_file(tmp_path, *cases))
    assert result.exit_code == 0
    for sample, said in zip(cases, objects(result), strict=True):
        found = said["grade"]
        assert set(found) == {field.name for field in fields(Grade)}
        assert (found["scale"], found["level"]) == (sample.genre.scale, sample.level)
        assert sum(found["techniques"].values()) == found["steps"]
        assert list(found["techniques"])[-1] == found["hardest"]
        assert found["narrowest"] >= 1


@pytest.mark.parametrize(
    ("text", "verdict", "code"),
    [(SEVERAL, "multiple", 4), (NONE, "none", 4), (BROKEN, "invalid", 3)],
    ids=["several", "none", "broken"],
)
@pytest.mark.parametrize(("verb", "field", "nothing"), [("grade", "grade", None), ("explain", "steps", [])])
def test_only_a_unique_puzzle_has_a_grade_and_a_walkthrough(text, verdict, code, verb, field, nothing, run: Run):
    result = run(verb, "-", "--json", stdin=text)
    (said,) = objects(result)
    assert (said["verdict"], said[field], result.exit_code) == (verdict, nothing, code)
    assert bool(said["errors"]) == (verdict == "invalid")
    assert verdict in run(verb, "-", stdin=text).stdout


def test_a_broken_puzzle_does_not_take_its_neighbours_with_it(run: Run) -> None:
    result = run("explain", "-", "--json", stdin="\n".join((BEYOND, BROKEN, SEVERAL, NONE)))
    assert [said["verdict"] for said in objects(result)] == ["unique", "invalid", "multiple", "none"]
    assert [said["number"] for said in objects(result)] == [1, 2, 3, 4]
    assert result.exit_code == 3


def test_beyond_the_ladder_is_a_level_and_no_error(run: Run) -> None:
    result = run("grade", "-", "--json", stdin=BEYOND)
    (said,) = objects(result)
    assert result.exit_code == 0
    assert said["verdict"] == "unique"
    assert (said["grade"]["level"], said["grade"]["score"], said["grade"]["hardest"]) == ("beyond", None, None)
    assert "the ladder does not finish it" in run("grade", "-", stdin=BEYOND).stdout


@pytest.mark.parametrize("text", GIVEN_WHOLE, ids=["tracks", "str8ts"])
def test_a_puzzle_that_its_givens_solve_needs_no_technique(text: str, run: Run) -> None:
    result = run("grade", "-", "--json", stdin=text)
    (said,) = objects(result)
    grade = said["grade"]
    assert (result.exit_code, grade["level"], grade["score"]) == (0, "easy", 0.0)
    assert (grade["hardest"], grade["techniques"], grade["steps"], grade["spike"]) == (None, {}, 0, False)
    shown = run("grade", "-", "-q", stdin=text).stdout
    assert shown.splitlines() == ["- 1: unique, easy 0", "  0 steps"]


def test_a_walkthrough_beyond_the_ladder_says_where_it_ends(run: Run) -> None:
    result = run("explain", "-", "--json", stdin=BEYOND)
    (said,) = objects(result)
    assert result.exit_code == 0
    assert said["steps"]
    assert said["answers"] == []  # the steps do not end in one
    assert run("explain", "-", stdin=BEYOND).stdout.rstrip().splitlines()[-3:] == [
        "Here the ladder ends: the rest would take a guess.",
        "",
        "1 unique, 0 multiple, 0 none, 0 invalid, 0 unknown",
    ]
