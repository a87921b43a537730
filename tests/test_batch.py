"""A recipe carried out: whole, once, and not touched again."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
import yaml
from click.testing import Result

from puzzle_factory import batch
from puzzle_factory.production import Order, produce
from puzzle_factory.recipe import read_recipe
from puzzle_factory.writing import write_batch
from puzzle_models import registry
from samples import wish

Run = Callable[..., Result]
RECIPE = """\
recipe: book
seed: 2026
output: {{folder: {folder}, formats: [yaml, json, jsonl]}}
orders:
  - {{genre: tracks, size: 5, level: [easy, hard], count: 3}}
"""
LONG = """\
recipe: long
orders:
  - {genre: tracks, size: 12, level: expert, count: 5000}
"""
FILES = {"book.yaml", "book.json", "book.jsonl", "manifest.json"}


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """A recipe whose folder is `made`, beside it."""
    path = tmp_path / "book.recipe.yaml"
    path.write_text(RECIPE.format(folder=tmp_path / "made"))
    return path


@pytest.fixture
def made(recipe: Path, run: Run) -> Path:
    """The folder of the recipe's batch, finished."""
    assert run("batch", str(recipe)).exit_code == 0
    return recipe.parent / "made"


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_a_batch_is_written_in_every_format_with_a_manifest(recipe: Path, made: Path) -> None:
    assert {path.name for path in made.iterdir()} == FILES
    read = read_recipe(recipe)
    for form in read.formats:
        assert (made / f"book.{form}").read_bytes() == write_batch(produce(read.seed, read.orders, workers=1), form)
    records = json.loads((made / "book.json").read_text())["records"]
    assert [record["grade"]["level"] for record in records] == ["easy"] * 3 + ["hard"] * 3
    assert yaml.safe_load((made / "book.yaml").read_text())["records"] == records
    assert [json.loads(line) for line in (made / "book.jsonl").read_text().splitlines()] == records


def test_the_manifest_has_the_checksums_and_whatever_differs_between_machines(recipe: Path, made: Path) -> None:
    said = json.loads((made / "manifest.json").read_text())
    assert said["schema"] == "puzzle-factory/manifest/1"
    assert said["recipe"]["sha256"] == hashlib.sha256(recipe.read_bytes()).hexdigest()
    assert (said["recipe"]["name"], said["recipe"]["seed"], said["puzzles"]) == ("book", "2026", 6)
    assert {entry["file"]: entry["sha256"] for entry in said["files"]} == {
        name: hashlib.sha256((made / name).read_bytes()).hexdigest() for name in FILES - {"manifest.json"}
    }
    assert {"started", "seconds", "version", "python", "tools", "system"} <= set(said["made"])


def test_the_end_says_what_was_made_and_where_and_draws_one(recipe: Path, run: Run) -> None:
    said = run("batch", str(recipe)).stdout
    folder = recipe.parent / "made"
    assert said.startswith("made 6 puzzles, each with one answer, in ")
    assert all(str(folder / name) in said for name in FILES - {"manifest.json"})
    assert json.loads((folder / "book.json").read_text())["records"][0]["id"] in said
    assert "╔" in said


def test_quiet_is_quiet(recipe: Path, run: Run) -> None:
    result = run("batch", str(recipe), "-q")
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_finished_batch_is_checked_and_left_alone(recipe: Path, made: Path, run: Run) -> None:
    before = contents(made)
    result = run("batch", str(recipe))
    assert result.exit_code == 0
    assert "already made, checked and left alone: 6 puzzles" in result.stdout
    assert contents(made) == before


@pytest.mark.parametrize("name", sorted(FILES - {"manifest.json"}))
def test_an_altered_file_is_named_and_left_untouched(name: str, recipe: Path, made: Path, run: Run) -> None:
    with open(made / name, "ab") as file:
        file.write(b"\n")
    before = contents(made)
    result = run("batch", str(recipe))
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr == f"puzzle-factory: {made / name}: altered since the batch was finished; left untouched\n"
    assert contents(made) == before


def test_a_missing_file_is_named_and_not_made_again(recipe: Path, made: Path, run: Run) -> None:
    (made / "book.json").unlink()
    before = contents(made)
    result = run("batch", str(recipe))
    assert result.exit_code == 4
    assert f"{made / 'book.json'}: the batch was finished, but this file is gone" in result.stderr
    assert contents(made) == before


def test_a_recipe_that_was_changed_does_not_touch_the_batch_made_before(recipe: Path, made: Path, run: Run) -> None:
    before = contents(made)
    recipe.write_text(recipe.read_text().replace("2026", "2027"))
    result = run("batch", str(recipe))
    assert result.exit_code == 2
    assert "holds the finished batch of another recipe or seed, or of this one before it was changed" in result.stderr
    assert contents(made) == before


def test_another_seed_makes_another_batch_and_leaves_the_first_alone(
    recipe: Path, made: Path, tmp_path: Path, run: Run
) -> None:
    before = contents(made)
    assert run("batch", str(recipe), "--seed", "2027").exit_code == 2
    assert contents(made) == before
    other = tmp_path / "other"
    assert run("batch", str(recipe), "--seed", "2027", "-o", str(other)).exit_code == 0
    assert json.loads((other / "manifest.json").read_text())["recipe"]["seed"] == "2027"
    assert (other / "book.json").read_bytes() != (made / "book.json").read_bytes()
    assert run("batch", str(recipe), "--seed", "2027", "-o", str(other)).exit_code == 0


def test_a_format_that_a_finished_batch_lacks_is_not_passed_over(recipe: Path, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "made"
    assert run("batch", str(recipe), "--format", "json").exit_code == 0
    before = contents(folder)
    result = run("batch", str(recipe), "--format", "jsonl")
    assert result.exit_code == 2
    assert "holds the finished batch in other formats, without book.jsonl; `convert` makes them" in result.stderr
    assert contents(folder) == before
    assert run("batch", str(recipe), "--format", "json").exit_code == 0


def test_a_script_is_told_of_the_finished_batch(recipe: Path, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "made"
    said = {
        "recipe": "book",
        "seed": "2026",
        "folder": str(folder),
        "files": [str(folder / f"book.{form}") for form in ("yaml", "json", "jsonl")],
        "puzzles": 6,
    }
    assert json.loads(run("batch", str(recipe), "--json").stdout) == {**said, "fresh": True}
    assert json.loads(run("batch", str(recipe), "--json", "-q").stdout) == {**said, "fresh": False}


def test_another_folder_can_be_named(recipe: Path, tmp_path: Path, run: Run) -> None:
    assert run("batch", str(recipe), "-o", str(tmp_path / "deep" / "other")).exit_code == 0
    assert set(contents(tmp_path / "deep" / "other")) == FILES
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"files": 3}', '{"files": [{}], "recipe": {}, "puzzles": 1}']
)
def test_a_manifest_of_other_people_is_left_alone(content: str, recipe: Path, run: Run) -> None:
    folder = recipe.parent / "made"
    folder.mkdir()
    (folder / "manifest.json").write_text(content)
    result = run("batch", str(recipe))
    assert result.exit_code == 3
    assert "no manifest of ours; move it away, or name another folder with -o" in result.stderr
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"manifest.json": content}


def test_an_order_that_cannot_be_filled_leaves_an_empty_folder(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("recipe: r\norders: [{genre: tracks, size: 12, level: easy, givens: 144}]\n")
    result = run("batch", str(path), "-o", str(tmp_path / "made"))
    assert (result.exit_code, result.stdout) == (5, "")
    assert "tracks 12x12 easy: 0 of 1 found" in result.stderr
    assert list((tmp_path / "made").iterdir()) == []


def batch_of_three(seed: str) -> bytes:
    """Three of the six puzzles of the recipe, where the seed is its own, as `generate -o` writes them."""
    kind = Order("tracks", wish(registry.load("tracks"), 5, 5, "easy"), 3)
    return write_batch(produce(seed, [kind], workers=1), "json")


@pytest.mark.parametrize(
    "content",
    [lambda: b"", lambda: b"my notes", RECIPE.encode, lambda: batch_of_three("2027"), lambda: batch_of_three("2026")],
    ids=["nothing", "notes", "a recipe", "one's own", "one's own that begins like it"],
)
def test_a_file_that_is_not_of_the_batch_is_not_overwritten(
    content: Callable[[], bytes], recipe: Path, tmp_path: Path, run: Run
) -> None:
    (tmp_path / "made").mkdir()
    own = tmp_path / "made" / "book.json"
    own.write_bytes(content())
    result = run("batch", str(recipe))
    assert (result.exit_code, own.read_bytes()) == (2, content())
    assert "book.json: this is not of the batch and would be overwritten" in result.stderr
    assert [path.name for path in own.parent.iterdir()] == [own.name]


def killed(*_: object) -> NoReturn:
    raise OSError(5, "killed, as far as anyone can see")


@pytest.mark.parametrize("left", ["book.yaml", "book.json", "book.jsonl"])
def test_what_a_run_left_that_was_killed_while_it_wrote_is_taken_over(
    left: str, recipe: Path, made: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path.name: path.read_bytes() for path in made.iterdir()}
    for name in FILES:
        (made / name).unlink()
    monkeypatch.setattr(batch, "write_all", killed)
    assert run("batch", str(recipe)).exit_code == 1
    monkeypatch.undo()
    (made / left).write_bytes(before[left])
    result = run("batch", str(recipe))
    assert (result.exit_code, result.stdout[:14]) == (0, "made 6 puzzles")
    after = {path.name: path.read_bytes() for path in made.iterdir()}
    assert [name for name in FILES if after[name] != before[name] and name != "manifest.json"] == []


def test_a_file_in_the_folders_place_is_wrong_usage(recipe: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "made").write_text("mine")
    result = run("batch", str(recipe))
    assert result.exit_code == 2
    assert f"{tmp_path / 'made'}: a file stands in the way of this folder" in result.stderr
    assert (tmp_path / "made").read_text() == "mine"


@pytest.mark.parametrize("place", ["", "-"])
def test_a_batch_goes_into_a_folder(place: str, recipe: Path, run: Run) -> None:
    result = run("batch", str(recipe), "-o", place)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"-o '{place}' is no folder" in result.stderr


def test_what_is_no_recipe_file_is_wrong_usage(tmp_path: Path, run: Run) -> None:
    assert run("batch", str(tmp_path / "no.yaml")).exit_code == 2
    assert run("batch", str(tmp_path)).exit_code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_recipe_may_come_out_of_a_pipe(recipe: Path, tmp_path: Path, run: Run) -> None:
    """As the shell's `<(...)` gives one. It can be read once, so the checksum is of what was carried out."""
    content, pipe = recipe.read_bytes(), tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(content,), daemon=True)
    writer.start()
    assert run("batch", str(pipe), "-q").exit_code == 0
    said = json.loads((tmp_path / "made" / "manifest.json").read_text())
    assert said["recipe"]["sha256"] == hashlib.sha256(content).hexdigest()
    assert run("batch", str(recipe), "-q").exit_code == 0  # the same bytes: this batch is finished


def test_a_faulty_recipe_makes_nothing(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(LONG.replace("level: expert", "level: exprt"))
    result = run("batch", str(path), "-o", str(tmp_path / "made"))
    assert result.exit_code == 3
    assert result.stderr == f"puzzle-factory: {path}:3: 'exprt' is no level; did you mean 'expert'?\n"
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("place", ["/proc/made", "/dev/null/made"])
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
def test_a_folder_that_cannot_be_made_is_one_line(place: str, recipe: Path, run: Run) -> None:
    result = run("batch", str(recipe), "-o", place)
    assert result.exit_code == (1 if place.startswith("/proc") else 2)
    assert result.stderr.startswith(f"puzzle-factory: {place}: ")
    assert result.stderr.count("\n") == 1
