"""Presentations: one puzzle laid out several times, each proven and graded by itself, all of them the same puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory import finishing, production
from puzzle_factory.errors import OrderUnfilled
from puzzle_factory.executors import WORTH_A_PROCESS
from puzzle_factory.finishing import UnsoundLadder
from puzzle_factory.grading import grade
from puzzle_factory.production import Item, Order, make, produce
from puzzle_factory.uniqueness import Unique, prove
from puzzle_factory.writing import write_batch
from puzzle_models import registry
from puzzle_models.kernel.contract import Draft, Genre
from samples import Sample, draw, genres, name_of, samples, wish
from toy_genre import GENRE as TOY
from toy_genre import BinaryLine

Run = Callable[..., Result]
K = 3
MAKE = ("generate", "tracks", "--size", "6", "--count", "2", "--seed", "2026")


def order(genre: Genre, count: int = 2, presentations: int = K, level: str = "easy") -> Order:
    return Order(genre.name, wish(genre, 6, 6, level), count, presentations=presentations)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_the_presentations_of_each_puzzle_come_one_after_another(genre: Genre) -> None:
    records = list(produce("2026", [order(genre)], workers=1))
    assert len(records) == order(genre).records == 2 * K
    for first in (0, K):
        same = records[first : first + K]
        assert [record.origin.presentation for record in same if record.origin] == [0, 1, 2]
        assert len({(record.id, record.key, record.answer_key) for record in same}) == 1
        assert len({json.dumps(record.puzzle) for record in same}) == K
        for record in same:
            puzzle = genre.parse(record.puzzle)
            assert record.grade == same[0].grade == grade(genre, puzzle)
            assert prove(genre, puzzle, 10.0) == Unique(
                genre.read_answer(puzzle, record.answer), {"cp-sat": "unique", "sat": "unique"}
            )


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_they_do_not_change_which_puzzles_are_made(genre: Genre) -> None:
    alone = list(produce("2026", [order(genre, presentations=0)], workers=1))
    for wanted in (1, K):
        records = list(produce("2026", [order(genre, presentations=wanted)], workers=1))
        for record, found in zip(alone, records[::wanted], strict=True):
            assert record.origin is not None
            assert found == replace(record, origin=replace(record.origin, presentation=0))
    assert "presentation" not in write_batch(alone, "json").decode()


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_two_workers_make_the_same_bytes(genre: Genre) -> None:
    orders = [order(genre, 2 * WORTH_A_PROCESS)]
    assert write_batch(produce("w", orders, workers=2), "jsonl") == write_batch(produce("w", orders, 1), "jsonl")


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_all_of_them_can_be_had(genre: Genre) -> None:
    records = make("2026", Item(order(genre, 1, genre.images), 0)).records
    assert [record.origin.presentation for record in records if record.origin] == list(range(genre.images))


@pytest.mark.parametrize("each", [*samples(each=1), None], ids=str)
def test_a_genre_says_which_of_them_turn_the_board(each: Sample | None) -> None:
    found = each or next(draw(registry.load("tracks"), wish(registry.load("tracks"), 7, 5, "easy"), 1))
    width, height = found.puzzle.width, found.puzzle.height
    for number in range(found.genre.images):
        moved, _ = found.genre.image(found.puzzle, found.answer, number)
        size = (height, width) if number in found.genre.turned else (width, height)
        assert (moved.width, moved.height) == size


def test_a_board_keeps_its_size(run: Run) -> None:
    args = ("generate", "tracks", "--size", "7x5", "--seed", "2026", "--json")
    records = [json.loads(line) for line in run(*args, "--presentations", "4").stdout.splitlines()]
    assert [record["origin"]["presentation"] for record in records] == [0, 2, 4, 6]
    assert {(record["puzzle"]["width"], record["puzzle"]["height"]) for record in records} == {(7, 5)}
    result = run(*args, "--presentations", "5")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "puzzle-factory: a tracks puzzle of 7x5 has 4 presentations of that size, not 5; ask for fewer\n"
    )


def with_palindromes(drawing: Callable[[Any, bytes], Draft]) -> Callable[[Any, bytes], Draft]:
    """For every second seed a puzzle that reads the same from both ends."""
    alike = Draft("easy", (BinaryLine(5, 2, (0, 2, 0, 2, 0)),), (0, 1, 0, 1, 0), ("easy",))
    return lambda wished, seed: alike if seed[0] % 2 else drawing(wished, seed)


def test_a_puzzle_like_itself_has_too_few_and_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = replace(TOY, draw=with_palindromes(TOY.draw), level=lambda *_: "easy")
    monkeypatch.setattr(registry, "load", lambda _: toy)
    asked = Order(TOY.name, wish(TOY, 5, 1, "easy"), 1, presentations=2)
    tallies = [make(str(seed), Item(asked, 0)) for seed in range(8)]
    assert all(len(made.records) == 2 for made in tallies)
    assert any(made.tally.get("none") for made in tallies)
    monkeypatch.setattr(registry, "load", lambda _: replace(toy, draw=with_palindromes(lambda *_: Draft("none"))))
    with pytest.raises(OrderUnfilled, match=r"0 of 1 found, .* nothing in that style 500$"):
        list(production.produce("s", [asked], workers=1))


@pytest.mark.parametrize("genre", genres(), ids=name_of)
@pytest.mark.parametrize("broken", ["key", "answer_key"])
def test_a_presentation_with_another_key_is_a_bug(broken: str, genre: Genre, monkeypatch: pytest.MonkeyPatch) -> None:
    as_printed = {
        "key": lambda puzzle: str(genre.unparse(puzzle)),
        "answer_key": lambda puzzle, answer: str(genre.write_answer(puzzle, answer)),
    }
    wrong = replace(genre, **{broken: as_printed[broken]})  # type: ignore[arg-type]
    monkeypatch.setattr(registry, "load", lambda _: wrong)
    with pytest.raises(UnsoundLadder, match=f"presentation 1 has another {broken} than the puzzle as drawn: {{"):
        make("2026", Item(order(genre, 1), 0))


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_presentation_with_another_grade_is_a_bug(genre: Genre, monkeypatch: pytest.MonkeyPatch) -> None:
    graded: list[object] = []

    def one_more_each_time(*args: Any) -> Any:
        graded.append(args)
        return replace(grade_of(*args), steps=len(graded))

    grade_of = finishing.grade_of
    monkeypatch.setattr(finishing, "grade_of", one_more_each_time)
    with pytest.raises(UnsoundLadder, match="presentation 1 has another grade than the puzzle as drawn"):
        make("2026", Item(order(genre, 1), 0))


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_presentation_is_not_trusted_to_keep_the_rules(genre: Genre, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(puzzle: Any, answer: Any, number: int) -> Any:
        return genre.image(puzzle, answer, number)[0], answer

    monkeypatch.setattr(registry, "load", lambda _: replace(genre, image=forgetful))
    with pytest.raises(UnsoundLadder, match="its answer breaks a rule"):
        make("2026", Item(order(genre, 1), 0))


def test_the_drawing_says_which_presentation(run: Run) -> None:
    headings = [line for line in run(*MAKE, "--presentations", "2").stdout.splitlines() if " needs " in line]
    assert [line.rpartition(", ")[2] for line in headings] == ["presentation 0", "presentation 1"] * 2


@pytest.mark.parametrize("wanted", ["0", "9", "x", "-1"])
def test_as_many_as_there_are(wanted: str, run: Run) -> None:
    result = run(*MAKE, "--presentations", wanted)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'--presentations'" in result.stderr


def test_pictures_of_them_get_names_of_their_own(tmp_path: Path, run: Run) -> None:
    made = tmp_path / "made.yaml"
    assert run(*MAKE, "--presentations", "3", "-o", str(made)).exit_code == 0
    folder = tmp_path / "pictures"
    assert run("render", str(made), str(made), "-o", str(folder)).exit_code == 0
    ids = sorted({record.id for record in produce("2026", [order(registry.load("tracks"), presentations=0)], 1)})
    endings = ("", "-p1", "-p2", "-2", "-p1-2", "-p2-2")
    assert {path.name for path in folder.iterdir()} == {f"{each}{ending}.svg" for each in ids for ending in endings}


@pytest.mark.parametrize("claim", ["../../up", -1, 99, True, None, [1], {"a": 1}])
def test_what_a_record_says_of_itself_is_no_name_of_a_file(claim: object, tmp_path: Path, run: Run) -> None:
    record = json.loads(run(*MAKE, "--json").stdout.splitlines()[0])
    lines = [json.dumps({**record, "origin": origin}) for origin in ({"presentation": claim}, claim)]
    result = run("render", "-", "-o", str(tmp_path), stdin="\n".join(lines))
    assert result.exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {f"{record['id']}.svg", f"{record['id']}-2.svg"}


@pytest.mark.parametrize("form", ["json", "jsonl", "yaml"])
def test_records_of_them_stay_whole(form: str, tmp_path: Path, run: Run) -> None:
    made, there, back = (tmp_path / name for name in ("made.jsonl", f"there.{form}", "back.jsonl"))
    assert run(*MAKE, "--presentations", "2", "-o", str(made)).exit_code == 0
    assert run("convert", str(made), "-o", str(there)).exit_code == 0
    assert run("convert", str(there), "-o", str(back)).exit_code == 0
    assert back.read_bytes() == made.read_bytes()


def test_a_recipe_may_ask_for_them(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("recipe: r\nseed: 2026\norders:\n  - {genre: tracks, size: 6, level: easy, presentations: 2}\n")
    assert run("batch", str(path), "-o", str(tmp_path / "made")).exit_code == 0
    records = json.loads((tmp_path / "made" / "r.json").read_text())["records"]
    assert [record["origin"]["presentation"] for record in records] == [0, 1]
    assert json.loads((tmp_path / "made" / "manifest.json").read_text())["puzzles"] == 2
