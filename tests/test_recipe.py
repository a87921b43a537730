"""Recipes: what a good one means, and a complaint with file, line and key about every bad one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from puzzle_factory.errors import Unreadable
from puzzle_factory.recipe import Recipe, read_recipe
from puzzle_models import registry

GOOD = """\
recipe: book
seed: 2026
output: {folder: out/book, formats: [yaml, jsonl]}
orders:
  - {genre: tracks, size: 8x6, level: hard, count: 3}
"""
DATA = Path(__file__).parent / "data" / "recipe-faults.yaml"
FAULTS = yaml.safe_load(DATA.read_text(encoding="utf-8"))


def recipe(folder: Path, text: str | bytes, name: str = "book.yaml") -> Recipe:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_recipe(path)


def test_a_recipe_in_full(tmp_path: Path) -> None:
    read = recipe(tmp_path, GOOD)
    assert (read.name, read.seed, read.folder, read.formats) == ("book", "2026", Path("out/book"), ("yaml", "jsonl"))
    (order,) = read.orders
    assert (order.genre, order.count, order.number) == ("tracks", 3, 0)
    assert (order.wish.width, order.wish.height, order.wish.level) == (8, 6, "hard")


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    read = recipe(tmp_path, "recipe: small\norders:\n  - {genre: tracks, size: 5, level: easy}\n")
    assert (read.name, read.seed, read.folder, read.formats) == (
        "small",
        "small",
        Path("output/small"),
        ("yaml", "json"),
    )
    (order,) = read.orders
    assert order.count == 1
    assert order.wish.style == {option.name: option.default for option in registry.load("tracks").options}


def test_lists_multiply_out_in_the_order_they_are_written(tmp_path: Path) -> None:
    orders = (
        "  - {genre: tracks, level: [easy, hard], size: [5, 7x9], ends: same, count: 2}\n"
        "  - {genre: tracks, size: 6, level: easy}\n"
    )
    read = recipe(tmp_path, f"recipe: many\norders:\n{orders}")
    kinds = [(each.wish.level, each.wish.width, each.wish.height, each.count, each.number) for each in read.orders]
    assert kinds == [
        ("easy", 5, 5, 2, 0),
        ("easy", 7, 9, 2, 1),
        ("hard", 5, 5, 2, 2),
        ("hard", 7, 9, 2, 3),
        ("easy", 6, 6, 1, 4),
    ]
    assert [each.wish.style["ends"] for each in read.orders] == ["same"] * 4 + ["any"]


@pytest.mark.parametrize(
    ("written", "name", "value"),
    [
        ("show-ends: no", "show-ends", "no"),
        ("show-ends: false", "show-ends", "no"),
        ("show-ends: Yes", "show-ends", "yes"),
        ("fill: 0.5", "fill", "0.5"),
        ("fill: .5..0.6", "fill", ".5..0.6"),
        ("givens: 12", "givens", "12"),
        ("givens: few", "givens", "few"),
        ("empty-lines: allow", "empty-lines", "allow"),
    ],
)
def test_style_may_be_written_as_yaml_has_it(written: str, name: str, value: str, tmp_path: Path) -> None:
    read = recipe(tmp_path, f"recipe: r\norders:\n  - {{genre: tracks, size: 8, level: easy, {written}}}\n")
    assert read.orders[0].wish.style[name] == value


@pytest.mark.parametrize(
    "text",
    [
        GOOD.encode("utf-8-sig"),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r\n").encode("utf-8-sig"),
        b"# mine\n---\n" + GOOD.encode() + b"...\n",
        GOOD.replace("8x6", "'8×6'").encode(),
        GOOD.replace("seed: 2026", 'seed: "2026"').encode(),
    ],
    ids=["byte-order mark", "CRLF", "both", "marked document", "×", "quoted"],
)
def test_however_it_is_saved_it_is_the_same_recipe(text: bytes, tmp_path: Path) -> None:
    assert recipe(tmp_path, text) == recipe(tmp_path, GOOD)


@pytest.mark.parametrize("seed", ["0012", "1e3", "yes", "2026-12-01", "null", "ünïcode", "0x1F"])
def test_a_seed_is_the_text_that_is_written(seed: str, tmp_path: Path) -> None:
    assert recipe(tmp_path, GOOD.replace("2026", seed)) == replace(recipe(tmp_path, GOOD), seed=seed)


@pytest.mark.parametrize("name", FAULTS)
def test_a_complaint_names_file_line_and_key(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    with pytest.raises(Unreadable) as found:
        recipe(tmp_path, fault["recipe"])
    line = f":{fault['line']}" if fault["line"] else ""
    message = str(found.value)
    assert message.startswith(f"{tmp_path / 'book.yaml'}{line}: ")
    assert fault["says"] in message
    assert "\n" not in message
    assert len(message) < 400 + len(str(tmp_path))


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00r", b"recipe: \x80\n", b"recipe: \x07\n"], ids=["utf-16", "latin-1", "bell"]
)
def test_what_is_no_text_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"book.yaml.*: not YAML: "):
        recipe(tmp_path, content)


def test_the_recipes_that_come_with_the_program_can_be_read() -> None:
    calendar = Path(__file__).parents[1] / "configs" / "daily.yaml"
    found = sorted(set(calendar.parent.glob("*.yaml")) - {calendar})
    assert found
    assert [read_recipe(path).name for path in found] == [path.stem for path in found]
