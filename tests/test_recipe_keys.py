"""Defaults, spans of scores, the order and the numbers of a recipe; and that its schema takes what is taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
import yaml
from click.testing import Result

from puzzle_factory import production
from puzzle_factory.arrangement import ARRANGEMENTS
from puzzle_factory.orders import parse_span
from puzzle_factory.production import Span
from puzzle_factory.recipe import Recipe, recipe_in
from puzzle_factory.schema import schema_of
from puzzle_models import registry
from samples import wish

Run = Callable[..., Result]
ONE = "orders: [{genre: tracks, size: 5, level: easy}]"
FAULTS = yaml.safe_load((Path(__file__).parent / "data" / "recipe-faults.yaml").read_text(encoding="utf-8"))
SCHEMA = jsonschema.Draft202012Validator(schema_of("recipe"))
GOOD = {
    "an order of puzzles": f"order: syllabus\n{ONE}",
    "numbering": f"numbering: 1\n{ONE}",
    "numbering from the highest number": f"numbering: 1000000\n{ONE}",
    "an archive": f"avoid: output/archive.sqlite\n{ONE}",
    "several archives": f"avoid: [a.sqlite, b.sqlite]\n{ONE}",
    "no defaults": f"defaults: {{}}\n{ONE}",
    "a default count": "defaults: {count: 3}\norders: [{genre: tracks, size: 5, level: easy}]",
    "a default genre": "defaults: {genre: tracks, level: hard}\norders: [{size: 5}, {size: 6}]",
    "all by default": "defaults: {genre: tracks, level: hard, size: 5}\norders: [{}, {size: 6}]",
    "a default of one genre among others": (
        "defaults: {ends: same}\norders: [{genre: tracks, size: 5, level: easy}, {genre: str8ts, size: 6, level: easy}]"
    ),
    "defaults of two genres": (
        "defaults: {ends: same, symmetry: mirror}\n"
        "orders: [{genre: tracks, size: 5, level: easy}, {genre: str8ts, size: 6, level: easy}]"
    ),
    "families by default": "defaults: {genre: str8ts, nested: true}\norders: [{size: 6}, {size: 6, level: easy}]",
    "a list by default": "defaults: {level: [easy, hard]}\norders: [{genre: tracks, size: [5, 6]}]",
    "a span": "orders: [{genre: tracks, size: 5, level: easy, score: 5..7.25}]",
    "spans": "orders: [{genre: tracks, size: 5, level: easy, score: [..5, 5..6, 6..]}]",
}
ONLY_READ = (  # what no schema sees: numbers within a text, values that belong to another entry
    "a score from high to low",
    "a default score of a family",
    "a score of a family",
)


def read(text: str) -> Recipe:
    return recipe_in(f"recipe: book\n{text}\n".encode(), "book.yaml")


@pytest.mark.parametrize("name", GOOD)
def test_what_can_be_read_is_right_by_the_schema(name: str) -> None:
    assert read(GOOD[name]).orders
    SCHEMA.validate(yaml.safe_load(f"recipe: book\n{GOOD[name]}\n"))


def of_the_new_keys() -> list[str]:
    """The faults in order, numbering, avoid and score, of those that YAML itself lets through."""
    marks = ("order: ", "order:\\n", "numbering:", "avoid:", "score:")
    return [
        name
        for name, fault in FAULTS.items()
        if any(mark in fault["recipe"] for mark in marks)
        and name not in ONLY_READ
        and not fault["says"].startswith("not YAML")
        and "stands twice" not in fault["says"]
        and "no system" not in name
        and "without a name" not in name
    ]


@pytest.mark.parametrize("name", of_the_new_keys())
def test_what_cannot_be_read_is_wrong_by_the_schema(name: str) -> None:
    assert not SCHEMA.is_valid(yaml.safe_load(FAULTS[name]["recipe"]))


def test_there_are_faults_of_the_new_keys() -> None:
    assert len(of_the_new_keys()) > 20


def test_an_order_overrides_the_defaults() -> None:
    defaults = "defaults: {genre: tracks, level: hard, count: 3, fill: 0.5}"
    first, second = read(f"{defaults}\norders: [{{size: 5}}, {{size: 6, level: easy, count: 1}}]").orders
    assert (first.wish.level, first.count, first.wish.style["fill"]) == ("hard", 3, "0.5")
    assert (second.wish.level, second.count, second.wish.style["fill"]) == ("easy", 1, "0.5")


def test_a_default_of_another_genre_is_passed_over() -> None:
    tracks, straights = read(GOOD["defaults of two genres"]).orders
    assert tracks.wish.style["ends"] == "same" and "symmetry" not in tracks.wish.style
    assert straights.wish.style["symmetry"] == "mirror" and "ends" not in straights.wish.style


def test_a_level_does_away_with_families_by_default_and_the_other_way_round() -> None:
    assert [order.wish.level for order in read(GOOD["families by default"]).orders] == ["nested", "easy"]
    other = read("defaults: {genre: str8ts, level: easy}\norders: [{size: 6}, {size: 6, nested: true}]")
    assert [order.wish.level for order in other.orders] == ["easy", "nested"]


def test_a_list_by_default_multiplies_out_as_any_does() -> None:
    kinds = [(order.wish.level, order.wish.width) for order in read(GOOD["a list by default"]).orders]
    assert sorted(kinds) == [("easy", 5), ("easy", 6), ("hard", 5), ("hard", 6)]


def test_a_recipe_is_as_listed_and_without_numbers_unless_it_says_otherwise() -> None:
    plain = read(ONE)
    assert (plain.order, plain.numbering, plain.avoid) == ("as listed", None, ())
    full = read(f"order: shuffled\nnumbering: 7\navoid: [a.sqlite, b.sqlite]\n{ONE}")
    assert (full.order, full.numbering, full.avoid) == ("shuffled", 7, (Path("a.sqlite"), Path("b.sqlite")))


@pytest.mark.parametrize("order", ARRANGEMENTS)
def test_every_order_of_puzzles_can_be_asked_for(order: str) -> None:
    assert read(f"order: {order}\n{ONE}").order == order


@pytest.mark.parametrize(
    ("said", "span", "inside", "outside"),
    [
        ("10..12.5", Span(10, 12.5), (10, 11.2, 12.5), (9.99, 12.51)),
        ("10..", Span(10, None), (10, 999), (9.9,)),
        ("..9", Span(None, 9), (0, 9), (9.1,)),
        ("7..7", Span(7, 7), (7,), (6.9, 7.1)),
        ("0..0.125", Span(0, 0.125), (0, 0.1), (0.13,)),
        (" 3..4 ", Span(3, 4), (3, 4), (5,)),
    ],
)
def test_a_span_has_both_its_ends(said: str, span: Span, inside: tuple[float, ...], outside: tuple[float, ...]) -> None:
    genre = registry.load("tracks")
    found = parse_span(said, wish(genre, 5, 5, "easy"))
    assert found == span
    assert parse_span(str(found), wish(genre, 5, 5, "easy")) == found
    assert all(map(found.has, inside))
    assert not any(map(found.has, (*outside, None)))


def test_scores_lie_in_the_span_and_numbers_rise(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "book.yaml"
    orders = "orders: [{genre: tracks, size: 6, level: medium, count: 4, score: [..11, 11.2..11.5]}]"
    path.write_text(f"recipe: book\norder: by score\nnumbering: 41\noutput: {{formats: jsonl}}\n{orders}\n")
    assert run("batch", str(path), "-o", str(tmp_path), "-q").exit_code == 0
    records = [json.loads(line) for line in (tmp_path / "book.jsonl").read_text().splitlines()]
    assert [record["number"] for record in records] == list(range(41, 49))
    scores = [record["grade"]["score"] for record in records]
    assert scores == sorted(scores)
    assert all(score <= 11 for score in scores[:4]) and all(11.2 <= score <= 11.5 for score in scores[4:])
    assert len({record["answer_key"] for record in records}) == 8


def test_a_span_that_no_puzzle_has_cannot_be_filled(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "PATIENCE", 1)
    path = tmp_path / "book.yaml"
    path.write_text("recipe: book\norders: [{genre: tracks, size: 4, level: easy, score: 500.., count: 2}]\n")
    result = run("batch", str(path), "-o", str(tmp_path / "made"), "-q")
    assert (result.exit_code, result.stdout) == (5, "")
    assert "tracks 4x4 easy of score 500..: 0 of 2 found" in result.stderr
    assert "outside the score" in result.stderr
