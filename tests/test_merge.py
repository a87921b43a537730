"""Shares joined: the bytes of one run, or one clear line."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from batches import contents
from puzzle_factory.archive import Archive
from puzzle_factory.arrangement import ARRANGEMENTS
from puzzle_factory.assembly import Watch
from puzzle_factory.batch import Job, carry_out
from puzzle_factory.cli.making import maker_for
from puzzle_factory.merging import merged, read_shares
from puzzle_factory.recipe import Recipe, recipe_in
from puzzle_factory.sharding import Shard
from puzzle_factory.writing import EXTENSIONS, pieces

Run = Callable[..., Result]
ORDERS = {
    "several orders": "[{genre: tracks, size: [4, 5], level: easy, count: 4}, {genre: tracks, size: 6, level: hard}]",
    "shares that repeat each other": "[{genre: tracks, size: 4, level: easy, count: 90}]",  # and 95 there are
    "families": "[{genre: str8ts, size: 5, nested: true, count: 4}, {genre: str8ts, size: 5, level: easy, count: 3}]",
    "presentations": "[{genre: tracks, size: 4, level: easy, count: 25, presentations: 3}]",
    "fewer items than shares": "[{genre: tracks, size: 5, level: medium, count: 2}]",
    "a span of scores": "[{genre: tracks, size: 6, level: medium, count: 5, score: 8..}]",
}
MIXED = "[{genre: tracks, size: 5, level: [easy, medium], count: 5}, {genre: str8ts, size: 6, level: medium, count: 4}]"
SHARES = 3


def recipe(orders: str, more: str = "") -> Recipe:
    text = f"recipe: book\nseed: 7\noutput: {{formats: [yaml, json, jsonl]}}\n{more}orders: {orders}\n"
    return recipe_in(text.encode(), "book.yaml")


def job(read: Recipe, folder: Path, shard: Shard | None = None, workers: int = 1) -> Job:
    return Job(read, folder, maker_for(read.seed, None, workers, None, True), shard=shard)


def shares_of(read: Recipe, folder: Path, of: int = SHARES) -> list[Path]:
    """The files of all shares of a recipe, the second by two workers."""
    numbers = range(1, of + 1)
    done = [carry_out(job(read, folder, Shard(number, of), 2 if number == 2 else 1)) for number in numbers]
    return [file for each in done for file in each.files]


def joined(read: Recipe, paths: list[Path], form: str) -> bytes:
    records = merged(read_shares(paths), maker_for(read.seed, None, 1, None, True), None, Watch())
    return b"".join(pieces(records, form))


def check_joined(read: Recipe, folder: Path) -> None:
    """Shares, in whatever order they are named, give the bytes of one run."""
    carry_out(job(read, folder / "whole"))
    paths = shares_of(read, folder)
    for number, form in enumerate(EXTENSIONS):
        random.Random(number).shuffle(paths)
        assert joined(read, paths, form) == contents(folder / "whole")[f"book.{form}"]


@pytest.mark.parametrize("name", ORDERS)
def test_shares_give_the_bytes_of_one_run(name: str, tmp_path: Path) -> None:
    check_joined(recipe(ORDERS[name]), tmp_path)


@pytest.mark.parametrize("order", ARRANGEMENTS)
def test_shares_are_put_in_order_as_one_run_is(order: str, tmp_path: Path) -> None:
    check_joined(recipe(MIXED, f"order: {order}\nnumbering: 101\n"), tmp_path)


def test_shares_that_repeat_each_other_have_repeats(tmp_path: Path) -> None:
    """Else the test above would show nothing."""
    paths = shares_of(recipe(ORDERS["shares that repeat each other"]), tmp_path)
    keys = [json.loads(line)["answer_key"] for path in paths for line in path.read_text().splitlines()]
    assert len(set(keys)) < len(keys) == 90


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three shares of a batch in a folder, not to be changed."""
    folder = tmp_path_factory.mktemp("made")
    shares_of(recipe(ORDERS["several orders"]), folder)
    return folder


@pytest.fixture
def shares(made: Path, tmp_path: Path) -> Iterator[list[Path]]:
    """The files of three shares, to be spoilt; after a merge that fails there is nothing new beside them."""
    folder = tmp_path / "shares"
    shutil.copytree(made, folder)
    yield [folder / f"book.shard-{number}-of-3.jsonl" for number in (1, 2, 3)]
    assert not (tmp_path / "out.yaml").exists()
    assert {path.name.removeprefix("other.") for path in folder.iterdir()} <= {path.name for path in made.iterdir()}


def refused(run: Run, code: int, *paths: Path) -> str:
    """What is said where a merge of shares is refused."""
    out = paths[0].parent.parent / "out.yaml"
    result = run("merge", *map(str, paths), "-o", str(out), "-q")
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def manifest_of(share: Path) -> Path:
    return share.with_suffix(".manifest.json")


def alter(share: Path, change: Callable[[Any], object]) -> None:
    """Change what the manifest of a share says."""
    said = json.loads(manifest_of(share).read_text())
    change(said)
    manifest_of(share).write_text(json.dumps(said))


def test_a_share_that_is_missing_is_named(shares: list[Path], run: Run) -> None:
    assert "shard 2 of 3 is missing; make it, or name it too" in refused(run, 2, shares[2], shares[0])


def test_a_share_that_stands_twice_is_named(shares: list[Path], run: Run) -> None:
    assert "shard 1 of 3 is named 2 times; name it once" in refused(run, 2, *shares, shares[0])


def test_a_share_that_was_altered_is_named(shares: list[Path], run: Run) -> None:
    shares[1].write_bytes(shares[1].read_bytes() + b"\n")
    assert f"{shares[1]}: altered since the batch was finished" in refused(run, 4, *shares)


def test_a_share_that_is_gone_is_named(shares: list[Path], run: Run) -> None:
    shares[1].unlink()
    assert f"{shares[1]}: no such file" in refused(run, 2, *shares)


def test_a_share_without_its_manifest_is_no_finished_share(shares: list[Path], run: Run) -> None:
    manifest_of(shares[2]).unlink()
    said = refused(run, 2, *shares)
    assert f"{shares[2]}: no finished shard, as there is no book.shard-3-of-3.manifest.json beside it" in said


def test_a_share_under_another_name_is_told_so(shares: list[Path], run: Run) -> None:
    for path in (shares[0], manifest_of(shares[0])):
        shutil.copy(path, path.with_name(f"other.{path.name}"))
    other = shares[0].with_name(f"other.{shares[0].name}")
    assert f"{other}: other.book.shard-1-of-3.manifest.json tells of another file" in refused(
        run, 2, other, *shares[1:]
    )


@pytest.mark.parametrize(
    ("part", "name", "what"),
    [
        ("recipe", "sha256", "the recipe is not the same"),
        ("recipe", "seed", "the seed is not the same"),
        ("shard", "of", "the number of shares is not the same"),
        ("made", "program", "the program that made them is not the same"),
    ],
)
def test_shares_of_two_batches_do_not_go_together(
    part: str, name: str, what: str, shares: list[Path], run: Run
) -> None:
    alter(shares[1], lambda said: said[part].update({name: 4 if name == "of" else "another"}))
    assert f"{shares[1]} and {shares[0]} do not go together: {what}" in refused(run, 2, *shares)


def test_shares_of_another_program_are_not_merged(shares: list[Path], run: Run) -> None:
    for share in shares:
        alter(share, lambda said: said["made"].update(program="0.0.0+another"))
    assert "the shards were made by 0.0.0+another, and this is " in refused(run, 2, *shares)


def spoilt(said: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], object]]:
    """Every place in data, with what does not belong there."""
    for value in (None, 3, -1, "\ud800", [], {}, [{}], True):
        yield path, value
    members = said.items() if isinstance(said, dict) else enumerate(said) if isinstance(said, list) else ()
    for name, member in members:
        yield from spoilt(member, (*path, name))


def test_a_damaged_manifest_is_never_tripped_over(shares: list[Path], run: Run) -> None:
    """Whatever stands in whatever place: all is well, since it does not matter, or there is one clear line."""
    whole, seen = manifest_of(shares[1]).read_text(), set()
    for path, value in spoilt(json.loads(whole)):
        said: Any = {"whole": json.loads(whole)}
        place = said
        for name in ("whole", *path)[:-1]:
            place = place[name]
        place[("whole", *path)[-1]] = value
        manifest_of(shares[1]).write_text(json.dumps(said["whole"]))
        result = run("merge", *map(str, shares), "-q")
        seen.add(result.exit_code)
        assert result.exit_code in (0, 2, 3, 4), (path, value, result.stderr)
        assert result.stderr.count("\n") == (result.exit_code != 0)
    assert seen == {0, 2, 3, 4}


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b"[" * 100_000, b"{}"], ids=lambda each: repr(each[:9]))
def test_a_manifest_that_cannot_be_read_is_told_so(content: bytes, shares: list[Path], run: Run) -> None:
    manifest_of(shares[1]).write_bytes(content)
    assert f"{manifest_of(shares[1])}: no manifest of ours" in refused(run, 3, *shares)


def test_a_recipe_that_was_changed_in_the_manifests_is_noticed(shares: list[Path], run: Run) -> None:
    for share in shares:
        alter(share, lambda said: said["shard"].update(recipe=said["shard"]["recipe"].replace("count: 4", "count: 5")))
    assert f"{manifest_of(shares[0])}: no manifest of a shard of ours; make the shard again" in refused(run, 3, *shares)


def test_the_manifest_of_a_whole_batch_is_none_of_a_share(shares: list[Path], run: Run) -> None:
    alter(shares[0], lambda said: said.pop("shard"))
    assert f"{shares[0]}: no finished shard" in refused(run, 2, *shares)


def test_a_share_that_cannot_be_filled_is_not_written(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "book.yaml"
    path.write_text("recipe: book\norders: [{genre: tracks, size: 12, level: easy, givens: 144, count: 4}]\n")
    result = run("batch", str(path), "-o", str(tmp_path / "made"), "--shard", "2/2")
    assert (result.exit_code, result.stdout) == (5, "")
    assert list((tmp_path / "made").iterdir()) == []


def test_what_shares_have_but_the_whole_cannot_is_not_written(tmp_path: Path, run: Run) -> None:
    """Each share has what it was asked for; together they repeat each other, and more there are not."""
    read = recipe("[{genre: tracks, size: 4, level: easy, count: 96}]")
    paths = shares_of(read, tmp_path / "shares")
    assert "tracks 4x4 easy: " in refused(run, 5, *paths)
    assert not (tmp_path / "out.yaml").exists()


def test_a_recipe_with_a_byte_order_mark_can_be_shared(tmp_path: Path) -> None:
    plain = recipe(ORDERS["fewer items than shares"])
    read = recipe_in(b"\xef\xbb\xbf" + plain.content, "book.yaml")
    assert joined(read, shares_of(read, tmp_path), "yaml") == joined(plain, shares_of(plain, tmp_path / "b"), "yaml")


@pytest.mark.parametrize("form", EXTENSIONS)
def test_the_merged_file_has_the_format_of_its_name(form: str, made: Path, tmp_path: Path, run: Run) -> None:
    read = recipe(ORDERS["several orders"])
    paths = sorted(made.glob("*.jsonl"))
    result = run("merge", *map(str, paths), "-o", str(tmp_path / f"out.{form}"))
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / f"out.{form}").read_bytes() == joined(read, paths, form)


def test_a_script_gets_a_merged_record_a_line(made: Path, run: Run) -> None:
    paths = sorted(made.glob("*.jsonl"))
    told = run("merge", *map(str, paths), "--json")
    assert told.exit_code == 0
    assert told.stdout.encode() == joined(recipe(ORDERS["several orders"]), paths, "jsonl")


def test_puzzles_of_shares_that_were_published_since_are_told_of(tmp_path: Path, run: Run) -> None:
    archive = tmp_path / "known.sqlite"
    Archive.open(archive).close()
    read = recipe("[{genre: tracks, size: 5, level: easy, count: 3}]", f"avoid: {archive}\n")
    shares = [str(path) for path in shares_of(read, tmp_path, 2)]
    before = run("merge", *shares)
    assert (before.exit_code, before.stderr) == (0, "")
    assert run("archive", "add", shares[0], "--archive", str(archive)).exit_code == 0
    after = run("merge", *shares)
    assert after.exit_code == 0
    assert after.stderr.startswith("2 items of the shards stand by now in what the recipe says to avoid")
    assert after.stdout != before.stdout
