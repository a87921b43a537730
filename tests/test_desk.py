"""What the desk finds out beside the verdict: the closest pair, a count, a clash, the load of things, twins."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory.desk.counting import Count, count
from puzzle_factory.desk.load import DECORATION, LEVEL, UNDECIDED, UNIQUENESS, loads
from puzzle_factory.desk.quarrel import Quarrel, closest
from puzzle_factory.engines import outcome
from puzzle_factory.engines.clash import minimal, smallest
from puzzle_factory.engines.outcome import Deadline, OutOfTime
from puzzle_factory.engines.sat import Sat
from puzzle_factory.grading import grade
from puzzle_factory.production import Order, produce
from puzzle_factory.records import Record
from puzzle_factory.uniqueness import Multiple, Unique, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, Genre
from samples import genres, name_of, wish
from test_str8ts_encodings import all_answers as str8ts_answers
from test_str8ts_encodings import sprinkled
from tracks_boards import all_answers as tracks_answers
from tracks_boards import board, random_puzzle

Run = Callable[..., Result]
Board = tuple[Genre, Any, set[Answer]]
LONG = Deadline.after(3600)
SPENT = Deadline.after(0)
BLACKS = tuple(cell in (2, 4, 13) for cell in range(16))


def loose_boards() -> Iterator[Board]:
    """Small boards of both genres with several answers, all of which are known."""
    draw = random.Random(11)
    for _ in range(120):
        puzzle = random_puzzle(draw, largest=4)
        yield registry.load("tracks"), puzzle, tracks_answers(puzzle)
    for _ in range(25):
        found = sprinkled(BLACKS, 4, draw)
        yield registry.load("str8ts"), found, set(str8ts_answers(found))


LOOSE = [(genre, puzzle, answers) for genre, puzzle, answers in loose_boards() if len(answers) > 1]


def distance(one: Answer, other: Answer) -> int:
    return sum(here != there for here, there in zip(one, other, strict=True))


def test_the_closest_pair_is_that_of_brute_force() -> None:
    assert {genre.name for genre, _, _ in LOOSE} == {"tracks", "str8ts"}
    for genre, puzzle, answers in LOOSE:
        verdict = prove(genre, puzzle, 60)
        assert isinstance(verdict, Multiple)
        quarrel = closest(genre, puzzle, Quarrel(verdict.first, verdict.second), LONG)
        assert {quarrel.first, quarrel.second} <= answers
        assert quarrel.least
        assert quarrel.cells == min(distance(*pair) for pair in combinations(answers, 2))


def test_without_time_the_pair_that_is_known_has_to_do() -> None:
    genre, puzzle, answers = LOOSE[0]
    known = Quarrel(*sorted(answers)[:2])
    assert closest(genre, puzzle, known, SPENT) == known


def test_a_count_is_that_of_brute_force() -> None:
    for genre, puzzle, answers in LOOSE:
        assert count(genre, puzzle, 10_000, LONG) == Count(len(answers), complete=True)
        assert count(genre, puzzle, len(answers), LONG) == Count(len(answers), complete=True)
        assert count(genre, puzzle, 1, LONG) == Count(1, complete=False, more=True)


def test_a_count_that_time_cuts_short_says_so() -> None:
    genre, puzzle, _ = LOOSE[0]
    assert str(count(genre, puzzle, 10, SPENT)) == "at least 0 answers"


def clashing(clashes: list[set[int]], things: int) -> Callable[[Any], frozenset[int] | None]:
    """A puzzle of which it is known which things clash: an answer has all things but those in the way."""

    def met(asked: Any) -> frozenset[int] | None:
        held = set(asked)
        if any(clash <= held for clash in clashes):
            return None
        for thing in range(things):
            if not any(clash <= held | {thing} for clash in clashes):
                held.add(thing)
        return frozenset(held)

    return met


def test_the_smallest_clash_is_found_among_many() -> None:
    draw = random.Random(5)
    for _ in range(50):
        clashes = [set(draw.sample(range(12), draw.randint(2, 6))) for _ in range(6)]
        met = clashing(clashes, 12)
        assert len(smallest(12, met, LONG) or ()) == min(map(len, clashes))
        assert set(minimal(range(12), met)) in clashes


def test_what_cannot_be_said_in_time_stays_in_a_clash() -> None:
    asked = []

    def met(things: Any) -> frozenset[int] | None:
        asked.append(things)
        if len(asked) > 3:
            raise OutOfTime
        return clashing([{0, 5}], 6)(things)

    assert minimal(range(6), met) == {0, 3, 4, 5}
    with pytest.raises(OutOfTime):
        smallest(6, met, LONG)


def records(genre: Genre) -> list[Record]:
    return list(produce("desk", [Order(genre.name, wish(genre, 6, 6, "medium"), 2)], 1))


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_the_load_of_a_thing_is_what_is_lost_without_it(genre: Genre) -> None:
    for record in records(genre):
        puzzle = genre.parse(record.puzzle)
        answer = genre.read_answer(puzzle, record.answer)
        level = grade(genre, puzzle).level
        found = list(loads(genre, puzzle, answer, level, LONG))
        assert [each.what for each in found] == [thing.name for thing in genre.things(puzzle)]
        for load, thing in zip(found, genre.things(puzzle), strict=True):
            if thing.without is None:
                assert load.needed_for in (LEVEL, DECORATION)  # the others add up to it
                continue
            alone = isinstance(prove(genre, thing.without, 60), Unique)
            assert alone == (load.needed_for != UNIQUENESS)
            if alone:
                changes = grade(genre, thing.without).level != level
                assert load.needed_for == (LEVEL if changes else DECORATION)


def test_without_time_a_load_is_not_decided() -> None:
    genre = registry.load("tracks")
    puzzle = board("3", "111", "0 0 W", "0 2 E")
    assert {each.needed_for for each in loads(genre, puzzle, (2, 2, 2), "easy", SPENT)} == {UNDECIDED}


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_every_thing_has_the_name_that_the_clauses_have_for_it(genre: Genre) -> None:
    for record in records(genre):
        puzzle = genre.parse(record.puzzle)
        names = [name for name, _ in genre.encode_cnf(puzzle.shape).printed(puzzle)]
        things = [thing.name for thing in genre.things(puzzle)]
        assert set(things) <= set(names) and len(names) - len(things) <= 1  # the ends, or the black cells


def said(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def bare(genre: Genre, puzzle: Any) -> str:
    return json.dumps({"genre": genre.name, "puzzle": genre.unparse(puzzle)}) + "\n"


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_the_same_puzzle_is_told_of_in_the_run_and_in_the_archive(genre: Genre, run: Run, tmp_path: Any) -> None:
    record = records(genre)[0]
    puzzle = genre.parse(record.puzzle)
    turned = next(other for k in range(1, genre.images) if (other := genre.image(puzzle, (), k)[0]) != puzzle)
    book, twice, archive = tmp_path / "book.jsonl", tmp_path / "twice.jsonl", str(tmp_path / "archive.sqlite")
    book.write_text(bare(genre, puzzle))
    twice.write_text(bare(genre, puzzle) + bare(genre, turned))
    assert run("archive", "add", str(book), "--archive", archive, "--date", "2026-11-02").exit_code == 0
    result = run("verify", str(twice), "--json", "--archive", archive, "--workers", "1")
    assert result.exit_code == 0
    first, second = said(result)
    there = genre.image_words(turned, puzzle)
    assert first["same_as"] == [f"printed as number 1 of book on 2026-11-02, there {genre.image_words(puzzle, puzzle)}"]
    assert second["same_as"] == [
        f"the same as {twice} 1, there {there}",
        f"printed as number 1 of book on 2026-11-02, there {there}",
    ]


def test_a_verdict_is_said_with_its_count_and_its_quarrel(run: Run, tmp_path: Any) -> None:
    genre, puzzle, answers = next(each for each in LOOSE if len(each[2]) == 3)
    file = tmp_path / "loose.jsonl"
    file.write_text(bare(genre, puzzle))
    (told,) = said(run("verify", str(file), "--json", "--count-up-to", "5"))
    assert told["count"] == {"answers": 3, "complete": True, "more": False}
    assert told["quarrel"] == {"cells": min(distance(*pair) for pair in combinations(answers, 2)), "least": True}
    text = run("verify", str(file), "--count-up-to", "2").stdout
    assert text.startswith(f"{file} 1: multiple, more than 2 answers\n  they differ in ")


def test_the_load_is_told_in_words(run: Run, tmp_path: Any) -> None:
    file = tmp_path / "one.txt"
    file.write_text("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n")
    heading, *lines, _ = run("verify", str(file), "--load").stdout.splitlines()
    assert heading.startswith(f"{file} 1: unique, medium")
    assert lines == [
        "  needed for the one answer: the given ┐ at r1c1",
        "  needed for the level: row 4 needs 2 (hard without); row 5 needs 2 (hard without); "
        "column 2 needs 3 (hard without)",
        "  could each be left out: row 1 needs 4; row 2 needs 5; row 3 needs 4; column 1 needs 3; column 3 needs 3; "
        "column 4 needs 4; column 5 needs 4; the given ┐ at r5c5",
    ]


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_report_for_people_tells_of_every_puzzle(form: str, run: Run, tmp_path: Any) -> None:
    file, report = tmp_path / "a|b<c>.txt", tmp_path / f"report.{form}"
    file.write_text("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n3x3:i,3,3,S3,S3,3,3\n3x3:i,3,3,S3,S3,3,9\n")
    result = run("verify", str(file), "--report", str(report), "--workers", "1")
    assert result.exit_code == 3
    text = report.read_text()
    assert "1 unique, 1 multiple, 0 none, 1 invalid, 0 unknown" in text
    assert "they differ in 7 cells" in text and "the clue 9" in text
    assert ("a\\|b\\<c\\>" if form == "md" else "a|b&lt;c&gt;") in text and "b<c>" not in text


def test_a_report_of_another_kind_is_wrong_usage(run: Run, tmp_path: Any) -> None:
    file = tmp_path / "one.txt"
    file.write_text("3x3:i,3,3,S3,S3,3,3\n")
    result = run("verify", str(file), "--report", str(tmp_path / "report.doc"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "report.doc: a report is .md or .html; name it so" in result.stderr


def test_engines_that_disagree_are_told_of_and_cost_no_other_puzzle(
    run: Run, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine, file = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2", tmp_path / "two.txt"
    file.write_text(f"{fine}\n3x3:i,3,3,S3,S3,3,9\n{fine}\n")
    asked = []

    def sometimes_wrong(engine: Sat, deadline: Deadline) -> outcome.Result:
        asked.append(engine)
        return outcome.Result(outcome.Status.UNSAT) if len(asked) == 1 else right(engine, deadline)

    right = Sat.solve
    monkeypatch.setattr(Sat, "solve", sometimes_wrong)
    result = run("verify", str(file), "--json", "--workers", "1")
    wrong, invalid, good = said(result)
    assert (result.exit_code, invalid["verdict"], good["verdict"]) == (1, "invalid", "unique")
    (error,) = wrong["errors"]
    assert (wrong["verdict"], error["code"]) == ("unknown", "engines-disagree")
    report = json.loads(error["message"].removeprefix("please report all of this: "))
    assert report["bug"] == "the engines disagree (sat says none, cp-sat says unique)"
    assert report["puzzle"]["columns"] == [3, 3, 3, 4, 4] and "ortools" in report["tools"]
