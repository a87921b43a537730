"""The journal: what was put down is found again, whatever became of the run that put it there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from batches import disk_full, job, maker, one_line
from puzzle_factory import journal
from puzzle_factory.errors import IoFailure, Unreadable, WrongUsage
from puzzle_factory.journal import Journal
from puzzle_factory.locks import Busy
from puzzle_factory.production import Item

COUNT = 4
HEADING = {"recipe": "0f", "seed": "1", "shard": None, "program": "1+0"}
ITEMS = job(Path(), COUNT).items


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


@pytest.fixture
def left(path: Path) -> Path:
    """A journal with four items, as a run has left it."""
    with Journal.open(path, HEADING) as opened:
        for made in maker()(ITEMS):
            opened.put(made)
    return path


def found(path: Path) -> list[Item]:
    """The items in a journal that is taken up again, each whole."""
    with Journal.open(path, HEADING) as opened:
        there = [item for item in ITEMS if item in opened]
        assert [opened.made(item) for item in there] == list(maker()(there))
        return there


def test_what_was_put_down_is_there_again(left: Path) -> None:
    before = left.read_bytes()
    assert found(left) == ITEMS
    assert left.read_bytes() == before


def test_the_newest_entry_of_an_item_counts(left: Path) -> None:
    (again,) = maker("another seed")(ITEMS[:1])
    with Journal.open(left, HEADING) as opened:
        opened.put(again)
        assert opened.made(ITEMS[0]) == again
    with Journal.open(left, HEADING) as opened:
        assert opened.made(ITEMS[0]) == again
        assert len(opened) == COUNT


def test_a_torn_last_line_is_dropped_wherever_it_is_torn(left: Path) -> None:
    whole = left.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        left.write_bytes(whole[:end])
        assert found(left) == ITEMS[:-1]
        assert left.read_bytes() == whole[:start]


def test_a_torn_heading_is_written_anew(path: Path) -> None:
    Journal.open(path, HEADING).close()
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        assert found(path) == []
        assert path.read_bytes() == whole


def test_a_run_goes_on_behind_a_torn_line(left: Path) -> None:
    whole = left.read_bytes()
    left.write_bytes(whole[:-5])
    with Journal.open(left, HEADING) as opened:
        opened.put(next(maker()(ITEMS[-1:])))
    assert left.read_bytes() == whole


@pytest.mark.parametrize("damage", [b"\0", b"\n", b"x", b"\xff", b"{"])
def test_a_damaged_line_costs_its_item_only(damage: bytes, left: Path) -> None:
    lines = left.read_bytes().splitlines(keepends=True)
    for at in range(90, len(lines[2]) - 1, 25):  # in checksum and entry
        spoilt = lines[2][:at] + damage + lines[2][at + 1 :]
        if spoilt == lines[2]:
            continue
        left.write_bytes(b"".join([*lines[:2], spoilt, *lines[3:]]))
        assert found(left) == [ITEMS[0], *ITEMS[2:]]
        with Journal.open(left, HEADING) as opened:
            assert opened.damaged == 1 + spoilt[:-1].count(b"\n")


@pytest.mark.parametrize("entry", [HEADING, {"item": 3}, {"item": [0, 0]}, {"item": [0, 0, 0], "records": []}])
def test_a_whole_line_that_says_nothing_of_an_item_is_passed_over(entry: dict[str, object], left: Path) -> None:
    with Journal.open(left, HEADING) as opened:
        opened._append(entry)
    assert found(left) == ITEMS


@pytest.mark.parametrize(
    "content",
    [b"my notes", b"my notes\n", b"{}\n", b"\n", b'{"sha256": "0"}\n', b'[{"sha256": "', b"\xff\xfe", b"{\n"],
    ids=repr,
)
@pytest.mark.parametrize("afresh", [False, True], ids=["going on", "afresh"])
def test_a_file_that_is_no_journal_is_left_as_it_is(content: bytes, afresh: bool, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(Unreadable, match="no journal of ours; move it away, or name another folder with -o") as caught:
        Journal.open(path, HEADING, afresh)
    assert one_line(caught.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/full", path)])
def test_what_is_no_file_is_no_journal_and_is_not_waited_for(make: Callable[[Path], None], path: Path) -> None:
    make(path)
    with pytest.raises(Unreadable, match="no journal of ours") as caught:
        Journal.open(path, HEADING)
    assert one_line(caught.value)


@pytest.mark.parametrize(
    ("part", "what"),
    [("recipe", "the recipe"), ("seed", "the seed"), ("program", "the program"), ("shard", "the share")],
)
def test_a_journal_that_was_begun_from_something_else_is_not_gone_on_with(part: str, what: str, left: Path) -> None:
    before = left.read_bytes()
    other = {**HEADING, part: "another"}
    with pytest.raises(WrongUsage, match=rf"{what} was another .*; go on with that one, .* --afresh$") as caught:
        Journal.open(left, other)
    assert one_line(caught.value)
    assert left.read_bytes() == before
    with Journal.open(left, other, afresh=True) as opened:
        assert len(opened) == 0
    with Journal.open(left, other) as opened:
        assert len(opened) == 0


def test_one_run_holds_a_journal(left: Path) -> None:
    with Journal.open(left, HEADING), pytest.raises(Busy, match="another run is at work here; wait till it ends"):
        Journal.open(left, HEADING)
    assert found(left) == ITEMS


def test_a_journal_that_is_refused_is_let_go_of(left: Path) -> None:
    with pytest.raises(WrongUsage):
        Journal.open(left, {**HEADING, "seed": "another"})
    assert found(left) == ITEMS


def test_a_journal_that_vanishes_is_noticed(left: Path) -> None:
    with Journal.open(left, HEADING) as opened:
        left.unlink()
        with pytest.raises(IoFailure, match="gone while the batch was being made; run the same command again"):
            opened.sync()


def test_a_journal_of_another_run_is_not_taken_away(left: Path) -> None:
    with Journal.open(left, HEADING) as opened:
        left.unlink()
        left.write_bytes(b"another's")
        opened.remove()
    assert left.read_bytes() == b"another's"


def test_a_journal_that_is_altered_at_work_is_noticed(left: Path) -> None:
    with Journal.open(left, HEADING) as opened:
        left.write_bytes(left.read_bytes().replace(b"gap", b"gip"))
        with pytest.raises(IoFailure, match="altered while it was at work; run the same command again"):
            opened.made(ITEMS[0])


def test_a_system_that_takes_a_little_at_a_time_gets_it_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:7]))
    with Journal.open(path, HEADING) as opened:
        for made in maker()(ITEMS):
            opened.put(made)
    monkeypatch.undo()
    assert found(path) == ITEMS


def test_what_was_put_down_before_the_disk_was_full_stays(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes half of a line, and then nothing."""
    write, whole = os.write, left.read_bytes()
    with Journal.open(left, HEADING) as opened, monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda handle, data: write(handle, data[:30]) if len(data) > 100 else disk_full())
        with pytest.raises(
            IoFailure, match="not written, No space left on device; all that was finished before"
        ) as caught:
            opened.put(next(maker()(ITEMS[:1])))
        assert one_line(caught.value)
        assert opened.made(ITEMS[0]) is not None
    assert left.read_bytes() == whole


def test_entries_reach_the_disk_every_half_second(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with Journal.open(left, HEADING) as opened:
        for at in range(10):
            now = opened._synced + (1.0 if at == 4 else 0.1)
            monkeypatch.setattr(journal, "monotonic", lambda now=now: now)
            opened.put(next(maker()(ITEMS[:1])))
    assert len(synced) == 1
