"""Carrying out, gone on with: what a folder may hold when a run begins, and what a run may meet on its way."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from batches import contents, job, maker, one_line, recipe
from puzzle_factory import batch
from puzzle_factory.assembly import Watch
from puzzle_factory.batch import Job, carry_out
from puzzle_factory.errors import Interrupted, IoFailure, OrderUnfilled, Unreadable, WrongUsage
from puzzle_factory.journal import Journal
from puzzle_factory.locks import Busy
from puzzle_factory.manifest import AlteredBatch
from puzzle_factory.production import Item, Made
from puzzle_factory.sharding import Shard

COUNT = 6


class Stopping(Watch):
    """Does something when so many items have been made."""

    def __init__(self, at: int, happens: Callable[[], object]) -> None:
        self.at, self.happens, self.kept = at, happens, -1

    def begin(self, items: Sequence[Item], kept: Sequence[Item]) -> None:
        self.kept = len(kept)

    def made(self, made: Made) -> None:
        self.at -= 1
        if not self.at:
            self.happens()


def ctrl_c() -> None:
    raise KeyboardInterrupt


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "made"


@pytest.fixture
def undisturbed(tmp_path: Path) -> dict[str, bytes]:
    carry_out(job(tmp_path / "undisturbed", COUNT))
    return contents(tmp_path / "undisturbed")


@pytest.fixture
def stopped(folder: Path) -> Path:
    """A folder with the journal of a run that was stopped when three of six were made."""
    with pytest.raises(Interrupted):
        carry_out(job(folder, COUNT, watch=Stopping(3, ctrl_c)))
    return folder


def test_an_interruption_says_what_is_kept_and_how_to_go_on(folder: Path) -> None:
    with pytest.raises(Interrupted) as caught:
        carry_out(job(folder, COUNT, watch=Stopping(3, ctrl_c)))
    kept = f"3 of 6 are kept in {folder / 'journal.jsonl'}"
    assert str(caught.value) == f"interrupted; {kept}: the same command goes on from there"


def test_where_nothing_was_made_nothing_is_left(folder: Path) -> None:
    def stopped_at_once(items: Sequence[Item]) -> Generator[Made]:
        raise KeyboardInterrupt
        yield from maker()(items)

    with pytest.raises(Interrupted, match=r"^interrupted; nothing is made yet: the same command begins anew$"):
        carry_out(replace(job(folder, COUNT), maker=stopped_at_once))
    assert list(folder.iterdir()) == []


def test_a_second_run_makes_only_what_is_missing(stopped: Path, undisturbed: dict[str, bytes]) -> None:
    asked: list[int] = []

    def noting(items: Sequence[Item]) -> Generator[Made]:
        asked.extend(item.index for item in items)
        yield from maker()(items)

    watch = Stopping(0, ctrl_c)
    carry_out(replace(job(stopped, COUNT, watch=watch), maker=noting))
    assert (asked, watch.kept) == ([3, 4, 5], 3)
    assert contents(stopped) == undisturbed


def test_what_was_damaged_in_between_is_made_again(stopped: Path, undisturbed: dict[str, bytes]) -> None:
    place = stopped / "journal.jsonl"
    lines = place.read_bytes().splitlines(keepends=True)
    place.write_bytes(b"".join([*lines[:2], lines[2].replace(b"gap", b"gip"), *lines[3:]]))
    carry_out(job(stopped, COUNT))
    assert contents(stopped) == undisturbed


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda asked: replace(asked, recipe=recipe(COUNT, "# changed\n")), "the recipe"),
        (lambda asked: replace(asked, recipe=replace(asked.recipe, seed="another")), "the seed"),
    ],
    ids=["recipe", "seed"],
)
def test_what_another_recipe_or_seed_began_is_not_mixed_in(
    change: Callable[[Job], Job], what: str, stopped: Path
) -> None:
    before, other = (stopped / "journal.jsonl").read_bytes(), change(job(stopped, COUNT))
    with pytest.raises(WrongUsage, match=f"holds an unfinished batch, and {what} was another"):
        carry_out(other)
    assert {path.name: path.read_bytes() for path in stopped.iterdir()} == {"journal.jsonl": before}
    done = carry_out(replace(other, afresh=True))
    assert (done.count, done.fresh) == (COUNT, True)


def test_what_another_version_of_the_program_began_is_not_mixed_in(
    stopped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "program", lambda: "9.9.9+000000000000")
    with pytest.raises(WrongUsage, match=r"the program was another .*, now 9\.9\.9\+000000000000\)"):
        carry_out(job(stopped, COUNT))
    assert carry_out(job(stopped, COUNT, afresh=True)).fresh


@pytest.mark.parametrize("afresh", [False, True], ids=["going on", "afresh"])
def test_a_file_of_other_people_in_the_journals_place_is_left_alone(afresh: bool, folder: Path) -> None:
    folder.mkdir()
    (folder / "journal.jsonl").write_bytes(b"my diary\n")
    with pytest.raises(Unreadable, match="no journal of ours"):
        carry_out(job(folder, COUNT, afresh=afresh))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"journal.jsonl": b"my diary\n"}


def test_a_run_that_comes_while_another_is_at_work_stops(folder: Path, undisturbed: dict[str, bytes]) -> None:
    met: list[str] = []

    def come() -> None:
        with pytest.raises(Busy, match="another run is at work here") as caught:
            carry_out(job(folder, COUNT))
        met.append(str(caught.value))

    carry_out(job(folder, COUNT, watch=Stopping(2, come)))
    assert met
    assert contents(folder) == undisturbed


def test_shares_are_made_beside_one_another(folder: Path) -> None:
    def come() -> None:
        carry_out(job(folder, COUNT, shard="2/2"))

    carry_out(job(folder, COUNT, shard="1/2", watch=Stopping(2, come)))
    stems = ("book.shard-1-of-2", "book.shard-2-of-2")
    names = {f"{stem}.{end}" for stem in stems for end in ("jsonl", "manifest.json")}
    assert {path.name for path in folder.iterdir()} == names


def test_a_share_without_an_item_is_an_empty_file(folder: Path) -> None:
    done = carry_out(job(folder, 2, shard="3/3"))
    assert (done.count, done.first, contents(folder)) == (0, None, {"book.shard-3-of-3.jsonl": b""})


@pytest.mark.parametrize("gone", ["journal.jsonl", ""], ids=["the journal", "the whole folder"])
def test_what_vanishes_at_work_is_one_line(gone: str, folder: Path, undisturbed: dict[str, bytes]) -> None:
    def vanish() -> None:
        (folder / gone).unlink() if gone else shutil.rmtree(folder)

    with pytest.raises(IoFailure, match="gone while the batch was being made; run the same command again") as caught:
        carry_out(job(folder, COUNT, watch=Stopping(2, vanish)))
    assert one_line(caught.value)
    carry_out(job(folder, COUNT))
    assert contents(folder) == undisturbed


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no folder that nobody can write into")
def test_a_folder_that_cannot_be_written_into_is_one_line() -> None:
    with pytest.raises(IoFailure, match=r"^/proc/journal.jsonl: cannot be written, ") as caught:
        carry_out(job(Path("/proc"), COUNT))
    assert one_line(caught.value)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the permissions of folders do not bind root")
def test_a_folder_without_permission_is_one_line(folder: Path) -> None:
    folder.mkdir(mode=0o500)
    with pytest.raises(IoFailure, match="cannot be written, Permission denied"):
        carry_out(job(folder, COUNT))


def test_an_order_that_cannot_be_filled_keeps_what_was_made(folder: Path) -> None:
    def failing(items: Sequence[Item]) -> Generator[Made]:
        yield from maker()(items[:2])
        yield Made(items[2], (), {"hard": 7})

    with pytest.raises(OrderUnfilled, match="tracks 5x5 easy: 2 of 6 found, and no more within the budget") as caught:
        carry_out(replace(job(folder, COUNT), maker=failing))
    assert one_line(caught.value)
    with Journal.open(folder / "journal.jsonl", job(folder, COUNT).heading) as journal:
        assert len(journal) == 2


def test_a_finished_batch_is_finished_though_a_journal_was_left(folder: Path, undisturbed: dict[str, bytes]) -> None:
    """As by a kill between the writing of the manifest and the taking away of the journal."""
    asked = job(folder, COUNT)
    carry_out(asked)
    with Journal.open(folder / "journal.jsonl", asked.heading) as journal:
        journal.put(next(maker("book")(asked.items)))
    assert not carry_out(asked).fresh
    assert contents(folder) == undisturbed


def test_an_altered_batch_is_not_made_again(folder: Path) -> None:
    carry_out(job(folder, COUNT))
    (folder / "book.yaml").write_bytes(b"")
    for afresh in (False, True):
        with pytest.raises(AlteredBatch, match="altered since the batch was finished"):
            carry_out(job(folder, COUNT, afresh=afresh))
    assert (folder / "book.yaml").read_bytes() == b""


def test_shares_take_every_nth_item_of_all_orders() -> None:
    items = job(Path(), 7).items
    shares = [Shard(number, 3).items(items) for number in (1, 2, 3)]
    assert [[item.index for item in share] for share in shares] == [[0, 3, 6], [1, 4], [2, 5]]


@pytest.mark.parametrize(
    "said", ["", "1", "/", "0/3", "4/3", "1/0", "-1/3", "1/3/3", "a/b", "1.0/3", "１/３", "1/99999"]
)
def test_a_share_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match="is no share; write 1/3 for the first of three"):
        Shard.parse(said)
