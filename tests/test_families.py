"""Families: one answer, a puzzle of every level, each with fewer givens and more work than the one before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory import production
from puzzle_factory.errors import OrderUnfilled, PuzzleBug
from puzzle_factory.executors import WORTH_A_PROCESS
from puzzle_factory.finishing import UnsoundLadder
from puzzle_factory.production import Item, Made, Order, Taken, make, produce
from puzzle_factory.records import ID_DIGITS, Record
from puzzle_factory.writing import write_batch
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, NOT_DRAWN, Draft, Genre
from samples import genres, name_of, wish
from toy_genre import GENRE as TOY
from toy_genre import BinaryLine

Run = Callable[..., Result]
WIDTH = 20  # of the toy: wide enough for many families
FAMILY = ("generate", TOY.name, "--nested", "--seed", "2026")


def makers() -> list[Genre]:
    """All genres that make families, the toy among them."""
    return [TOY, *(genre for genre in genres() if genre.families)]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.MODULES, TOY.name, "toy_genre")


def usual(genre: Genre, count: int, number: int = 0, presentations: int = 0) -> Order:
    """So many families of a size at which levels are promised."""
    size = (WIDTH, 1) if genre is TOY else (6, 6)
    return Order(genre.name, wish(genre, *size, NESTED), count, number, presentations)


def made_where_the_toy_is_known(seed: str, item: Item, taken: Iterable[str] = (), avoid: Taken | None = None) -> Made:
    """As `make`, in a process of its own that has never heard of the toy."""
    registry.MODULES[TOY.name] = "toy_genre"
    return make(seed, item, taken, avoid)


def families(records: list[Record]) -> Iterator[tuple[Record, ...]]:
    for start in range(0, len(records), len(LEVELS)):
        yield tuple(records[start : start + len(LEVELS)])


def is_nested(genre: Genre, easier: Any, harder: Any) -> bool:
    """Whether each given of the harder puzzle is one of the easier, which has more."""
    rows = [genre.unparse(puzzle)["grid"] for puzzle in (easier, harder)]
    pairs = [pair for one, two in zip(*rows, strict=True) for pair in zip(one, two, strict=True)]
    return all(two in (one, ".") for one, two in pairs) and any(one != two for one, two in pairs)


@pytest.mark.parametrize("genre", makers(), ids=name_of)
def test_a_family_has_one_answer_and_a_puzzle_of_every_level(genre: Genre) -> None:
    made = list(families(list(produce("2026", [usual(genre, 3)], workers=1))))
    assert len(made) == 3
    for index, family in enumerate(made):
        origins = [record.origin for record in family if record.origin]
        assert [(origin.index, origin.step) for origin in origins] == [(index, step) for step in (1, 2, 3, 4)]
        assert {origin.presentation for origin in origins} == {None}
        assert len({origin.attempt for origin in origins}) == len({origin.family for origin in origins}) == 1
        assert [record.grade.level for record in family if record.grade] == list(LEVELS)
        assert len({record.answer_key for record in family}) == 1
        assert len({json.dumps(record.answer) for record in family}) == 1
    records = [record for family in made for record in family]
    assert len({record.key for record in records}) == len(records)
    assert len({record.answer_key for record in records}) == len(made)


@pytest.mark.parametrize("genre", makers(), ids=name_of)
def test_each_step_has_fewer_of_the_same_givens_and_a_higher_score(genre: Genre) -> None:
    for family in families(list(produce("2026", [usual(genre, 2)], workers=1))):
        for easier, harder in pairwise(family):
            assert easier.grade is not None and harder.grade is not None
            assert (easier.grade.score or 0.0) < (harder.grade.score or 0.0)
            assert is_nested(genre, genre.parse(easier.puzzle), genre.parse(harder.puzzle))


def test_the_id_of_a_family_is_made_from_the_answer() -> None:
    (record, *_) = produce("2026", [usual(TOY, 1)], workers=1)
    assert record.origin is not None and record.origin.family is not None
    head, _, digits = record.origin.family.rpartition("-")
    assert (head, len(digits)) == (f"{TOY.name}-{WIDTH}x1", ID_DIGITS)
    assert record.origin.family != record.id


def drawn() -> Draft:
    """A family of the toy, as it is drawn."""
    drafts = (TOY.draw(usual(TOY, 1).wish, bytes([number] * 16)) for number in range(200))
    return next(draft for draft in drafts if draft.puzzles)


def test_on_a_small_board_the_rise_of_the_score_is_what_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scale that calls all of it easy is no fault there."""
    family, flat = drawn(), replace(TOY, level=lambda *_: "easy")
    monkeypatch.setattr(registry, "load", lambda _: replace(flat, draw=lambda *_: replace(family, levels=())))
    made = make("s", Item(usual(TOY, 1), 0))
    assert [record.grade.level for record in made.records if record.grade] == ["easy"] * 4
    monkeypatch.setattr(registry, "load", lambda _: replace(flat, draw=lambda *_: family))
    with pytest.raises(UnsoundLadder, match="made as medium, graded easy"):
        make("s", Item(usual(TOY, 1), 0))


@pytest.mark.parametrize("genre", makers(), ids=name_of)
def test_two_workers_make_the_same_bytes(genre: Genre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "make", made_where_the_toy_is_known)
    orders = [usual(genre, 2 * WORTH_A_PROCESS, presentations=2)]
    one, two = (write_batch(produce("workers", orders, workers), "jsonl") for workers in (1, 2))
    assert one == two
    assert one.count(b"\n") == orders[0].records == 2 * WORTH_A_PROCESS * len(LEVELS) * 2


def test_an_order_that_stands_twice_makes_no_family_twice() -> None:
    """Both orders draw from the same seeds; a family of which one puzzle is there already is one too many."""
    tallies: list[Made] = []
    records = list(produce("twice", [usual(TOY, 3, 0), usual(TOY, 3, 1)], 1, tallies.append))
    assert len({record.key for record in records}) == len(records) == 6 * len(LEVELS)
    assert len({record.answer_key for record in records}) == 6
    assert all(each.tally.get(production.REPEAT) for each in tallies[3:])


def test_presentations_come_step_by_step() -> None:
    records = list(produce("2026", [usual(TOY, 2, presentations=2)], workers=1))
    origins = [record.origin for record in records if record.origin]
    assert [(each.index, each.step, each.presentation) for each in origins] == [
        (index, step, number) for index in (0, 1) for step in (1, 2, 3, 4) for number in (0, 1)
    ]
    assert records[::2] == [
        replace(record, origin=replace(record.origin, presentation=0)) if record.origin else record
        for record in produce("2026", [usual(TOY, 2)], workers=1)
    ]


def swapped(draft: Draft) -> Draft:
    one, two, *rest = draft.puzzles
    return replace(draft, puzzles=(two, one, *rest), levels=())


def with_a_given_of_its_own(draft: Draft) -> Draft:
    """The last step has a light given that the one before has not."""
    *steps, last = draft.puzzles
    cell = next(cell for cell, given in enumerate(steps[-1].givens) if not given and not draft.answer[cell])
    givens = (*last.givens[:cell], 1, *last.givens[cell + 1 :])
    return replace(draft, puzzles=(*steps, replace(last, givens=givens)), levels=())


def with_a_wrong_answer(draft: Draft) -> Draft:
    return replace(draft, answer=tuple(1 - value for value in draft.answer))


def with_an_open_end(draft: Draft) -> Draft:
    """The easiest step has no givens, and one dark cell that may be anywhere."""
    loose = BinaryLine(WIDTH, 1, (0,) * WIDTH)
    return replace(draft, puzzles=(loose, *draft.puzzles[1:]), answer=(1,) + (0,) * (WIDTH - 1), levels=())


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (swapped, "step 2 of a family scores"),
        (with_a_given_of_its_own, "step 4 of a family has not fewer of the givens of the step before"),
        (with_a_wrong_answer, "its answer breaks a rule"),
        (with_an_open_end, "it was drawn with one answer and has several"),
        (lambda draft: replace(draft, levels=LEVELS[::-1]), "made as expert, graded easy"),
    ],
    ids=["not rising", "not nested", "wrong answer", "several answers", "wrong level"],
)
def test_a_family_that_is_none_is_a_bug_and_no_records(
    spoil: Callable[[Draft], Draft], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = spoil(drawn())
    monkeypatch.setattr(registry, "load", lambda _: replace(TOY, draw=lambda *_: bad))
    with pytest.raises(PuzzleBug, match=says) as raised:
        make("s", Item(usual(TOY, 1), 0))
    assert json.loads(raised.value.puzzle)["genre"] == TOY.name
    assert raised.value.exit_code == 1


def test_where_no_family_comes_up_the_order_stays_unfilled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", lambda _: replace(TOY, draw=lambda *_: Draft(NOT_DRAWN)))
    with pytest.raises(OrderUnfilled, match=r"20x1 nested: 0 of 1 found, .* nothing in that style 500$"):
        list(produce("s", [usual(TOY, 1)], workers=1))


def test_the_drawing_says_which_step_of_which_family(run: Run) -> None:
    result = run(*FAMILY)
    headings = [line for line in result.stdout.splitlines() if " needs " in line]
    (family,) = {line.rpartition(" ")[2] for line in headings}
    assert [line.partition(", step ")[2] for line in headings] == [f"{step} of family {family}" for step in range(1, 5)]


def test_a_level_beside_nested_is_wrong_usage(run: Run) -> None:
    result = run(*FAMILY, "--level", "easy")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "puzzle-factory: --nested makes a puzzle of every level; leave --level out\n"


def test_a_genre_without_families_knows_no_such_option(run: Run) -> None:
    result = run("generate", "tracks", "--nested")
    assert result.exit_code == 2
    assert "No such option '--nested'" in result.stderr


@pytest.mark.parametrize("form", ["json", "jsonl", "yaml"])
def test_records_of_a_family_stay_whole(form: str, tmp_path: Path, run: Run) -> None:
    made, there, back = (tmp_path / name for name in ("made.jsonl", f"there.{form}", "back.jsonl"))
    assert run(*FAMILY, "-o", str(made)).exit_code == 0
    assert run("convert", str(made), "-o", str(there)).exit_code == 0
    assert run("convert", str(there), "-o", str(back)).exit_code == 0
    assert back.read_bytes() == made.read_bytes()
    said = [json.loads(line) for line in run("verify", "--json", str(made)).stdout.splitlines()]
    assert [each["verdict"] for each in said] == ["unique"] * 4
    assert [each["grade"]["level"] for each in said] == list(LEVELS)


def recipe(tmp_path: Path, order: str) -> Path:
    path = tmp_path / "r.yaml"
    path.write_text(f"recipe: r\norders:\n  - {order}\n")
    return path


@pytest.mark.parametrize("yes", ["true", "yes", "'on'"])
def test_a_recipe_may_ask_for_families(yes: str, tmp_path: Path, run: Run) -> None:
    path = recipe(tmp_path, f"{{genre: {TOY.name}, size: [12x1, 14x1], nested: {yes}, presentations: 2, count: 2}}")
    result = run("batch", str(path), "-o", str(tmp_path / "made"))
    assert (result.exit_code, result.stdout.partition(",")[0]) == (0, "made 32 puzzles")
    records = json.loads((tmp_path / "made" / "r.json").read_text())["records"]
    assert json.loads((tmp_path / "made" / "manifest.json").read_text())["puzzles"] == len(records) == 2 * 2 * 4 * 2
    assert [record["origin"]["order"] for record in records] == [0] * 16 + [1] * 16


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("nested: true, level: easy", "a family has a puzzle of every level; keep 'nested' or 'level', not both"),
        ("nested: no", "'nested' is true or left out; for single puzzles write 'level' in its place"),
        ("nested: [true]", "one value must stand here"),
        ("count: 1", "an order needs the key 'level', or 'nested: true' for families"),
        ("level: nested", "'nested' is no level"),
    ],
)
def test_a_recipe_has_a_level_or_families(keys: str, says: str, tmp_path: Path, run: Run) -> None:
    path = recipe(tmp_path, f"{{genre: {TOY.name}, size: 12x1, {keys}}}")
    result = run("batch", str(path), "-o", str(tmp_path / "made"))
    assert result.exit_code == 3
    assert result.stderr.startswith(f"puzzle-factory: {path}:3: {says}")


def test_the_schemas_know_families(run: Run, tmp_path: Path) -> None:
    import jsonschema

    schema = json.loads(run("schema", "recipe").stdout)
    order = {"genre": TOY.name, "size": "12x1"}
    for more, is_in_form in [
        ({"nested": True}, True),
        ({"level": "easy"}, True),
        ({}, False),
        ({"nested": False}, False),
        ({"nested": True, "level": "easy"}, False),
    ]:
        asked = {"recipe": "r", "orders": [{**order, **more}]}
        assert jsonschema.Draft202012Validator(schema).is_valid(asked) == is_in_form
    records = jsonschema.Draft202012Validator(json.loads(run("schema", "record").stdout))
    for line in run(*FAMILY, "--json").stdout.splitlines():
        records.validate(json.loads(line))
        assert not records.is_valid({**json.loads(line), "origin": {"step": 0}})
