"""`explain --check`: each step of a walkthrough is confirmed by the clauses; a wrong one is caught, whoever told it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory.desk import confirming
from puzzle_factory.desk.confirming import confirmed
from puzzle_factory.desk.explain import Step, Walk, walk_of
from puzzle_factory.desk.verify import Case, Report
from puzzle_factory.engines.confirming import Ruled
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.errors import PuzzleBug
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, Deduction, Genre, Technique
from samples import Sample, name_of, rungs, samples

Run = Callable[..., Result]
CORPORA = Path(__file__).parents[2] / "shared" / "corpora"
TIME = Deadline.after(600.0)
WALKED = samples()[::5]


def walk(genre: Genre, puzzle: Any, answer: Answer = ()) -> Walk:
    """The walkthrough of a puzzle that is known to be unique; without an answer its end is not looked at."""
    found = walk_of(Report(Case("here", 1, genre.name, puzzle, ()), "unique", answers=(answer,)), "en")
    return found if answer else replace(found, finished=False)


@pytest.mark.parametrize("sample", WALKED, ids=str)
def test_every_step_is_confirmed(sample: Sample) -> None:
    found = walk(sample.genre, sample.puzzle, sample.answer)
    checks = confirmed(sample.genre, sample.puzzle, found, TIME)
    assert len(checks) == len(found.steps)
    assert set(checks) <= {Ruled.PROPAGATION, Ruled.SEARCH}


@pytest.mark.parametrize(("genre", "technique"), rungs(), ids=name_of)
def test_every_technique_is_confirmed_on_its_worked_board(genre: Genre, technique: Technique) -> None:
    puzzle = genre.example(technique)
    assert Ruled.NOT not in confirmed(genre, puzzle, walk(genre, puzzle), TIME)


def with_strike(found: Walk, number: int, cell: int, value: int) -> Walk:
    """The walk with one strike more told in a step."""
    step = found.steps[number]
    more = Deduction((cell,), {cell: (value,)}, "So it seems.")
    steps = list(found.steps)
    steps[number] = replace(step, deductions=(*step.deductions, more))
    return replace(found, steps=tuple(steps))


@pytest.mark.parametrize("sample", WALKED, ids=str)
def test_a_strike_of_the_answer_is_caught_at_its_step(sample: Sample) -> None:
    genre, puzzle, answer = sample.genre, sample.puzzle, sample.answer
    found = walk(genre, puzzle, answer)
    for number in (0, len(found.steps) // 2, len(found.steps) - 1):
        cell = (number * 7) % len(answer)
        with pytest.raises(PuzzleBug) as caught:
            confirmed(genre, puzzle, with_strike(found, number, cell, answer[cell]), TIME)
        assert f"step {number + 1} ({found.steps[number].technique}) strikes " in str(caught.value)


def test_marks_at_the_start_are_not_believed_either() -> None:
    sample = WALKED[-1]
    found = walk(sample.genre, sample.puzzle, sample.answer)
    cell = next(cell for cell, marks in enumerate(found.start) if marks.bit_count() > 1)
    less = [*found.start[:cell], found.start[cell] & ~(1 << sample.answer[cell]), *found.start[cell + 1 :]]
    with pytest.raises(PuzzleBug, match="the marks at the start strikes"):
        confirmed(sample.genre, sample.puzzle, replace(found, start=tuple(less)), TIME)


def test_a_step_that_is_not_told_is_missed() -> None:
    sample = WALKED[-1]
    found = walk(sample.genre, sample.puzzle, sample.answer)
    silent: list[Step] = [*found.steps[:-1], replace(found.steps[-1], deductions=())]
    with pytest.raises(PuzzleBug, match="do not end in the answer"):
        confirmed(sample.genre, sample.puzzle, replace(found, steps=tuple(silent)), TIME)


def test_propagation_is_not_helped_by_what_a_search_has_learnt() -> None:
    sample = next(each for each in samples() if each.level == "expert")
    found = walk(sample.genre, sample.puzzle, sample.answer)
    first = confirmed(sample.genre, sample.puzzle, found, TIME)
    assert confirmed(sample.genre, sample.puzzle, found, TIME) == first
    confirming._confirmer.cache_clear()
    assert confirmed(sample.genre, sample.puzzle, found, TIME) == first


def bare(*several: Sample) -> str:
    lines = [{"genre": each.genre.name, "puzzle": each.genre.unparse(each.puzzle)} for each in several]
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_what_was_confirmed_is_said_in_json_and_in_words(run: Run) -> None:
    cases = [next(s for s in samples() if s.genre.name == name and s.level == "expert") for name in registry.names()]
    result = run("explain", "--check", "--json", "-", stdin=bare(*cases))
    assert result.exit_code == 0
    text = run("explain", "--check", "-", stdin=bare(*cases)).stdout
    for line in result.stdout.splitlines():
        counts = Counter(step["check"] for step in json.loads(line)["steps"])
        quick, slow = counts["propagation"], counts["search"]
        assert f"\n{quick + slow} steps checked: {quick} by propagation, {slow} by search\n" in text
    assert " ✓\n" in text
    assert '"check"' not in run("explain", "--json", "-", stdin=bare(*cases)).stdout


def test_a_bug_in_a_technique_ends_in_code_1_and_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = WALKED[0]
    false = with_strike(walk(sample.genre, sample.puzzle, sample.answer), 0, 0, sample.answer[0])
    monkeypatch.setattr(confirming, "explained", lambda case, budget_s, language: false)
    result = run("explain", "--check", "-", stdin=bare(sample))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "a bug, please report it: step 1 (" in result.stderr


def test_what_there_is_no_time_for_is_undecided(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = WALKED[-1]
    monkeypatch.setattr(confirming.Confirmer, "rule_out", lambda self, literals, known, deadline: [Ruled.LATE])
    monkeypatch.setattr(confirming._Board, "strike", lambda self, strikes, what: Ruled.LATE)
    monkeypatch.setattr(confirming, "explained", lambda *_, **__: walk(sample.genre, sample.puzzle))
    result = run("explain", "--check", "-", stdin=bare(sample))
    assert result.exit_code == 5
    assert "0 steps checked: 0 by propagation, 0 by search, " in result.stdout


def corpus(genre: Genre, name: str) -> Iterator[Any]:
    """The unique puzzles of a file of the corpora."""
    path = CORPORA / name
    for line in path.read_text(encoding="utf-8").splitlines():
        if path.suffix == ".txt":
            form, text = "tatham", line.partition("\t")[0]
        else:
            entry = json.loads(line)
            form, text = "plain", "\n".join(entry["rows"]) + "\n"
            if entry["n_solutions"] != "1":
                continue
        yield next(iter(next(each for each in genre.formats if each.name == form).read(text)))


FILES = sorted(path.relative_to(CORPORA).as_posix() for path in CORPORA.glob("tracks/sgt_*.txt"))


@pytest.mark.skipif(not FILES, reason="the shared corpora are not beside the repository")
@pytest.mark.parametrize("name", [*FILES, "str8ts/str8ts.jsonl"])
def test_every_step_of_every_puzzle_of_the_corpora_is_confirmed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    genre, counts = registry.load(name.partition("/")[0]), Counter[Ruled]()
    # The marks as people note them take a third of the time, and nobody looks at them here.
    monkeypatch.setattr(registry, "load", lambda name: replace(genre, marks_rows=lambda puzzle, marks: []))
    for puzzle in corpus(genre, name):
        counts.update(confirmed(genre, puzzle, walk(genre, puzzle), TIME))
    assert set(counts) <= {Ruled.PROPAGATION, Ruled.SEARCH}
    assert counts[Ruled.PROPAGATION] > counts[Ruled.SEARCH]
