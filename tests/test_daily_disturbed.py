"""Dailies that somebody or something has been at: what is altered is named, what is lost comes back as it was."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import Result

from calendar_site import SLOTS, WEEK, Site, contents, last_line, other
from puzzle_factory import days, slots
from puzzle_factory.errors import IoFailure
from puzzle_factory.production import Item, Made, make
from puzzle_factory.store import read_whole


def test_an_altered_day_is_named_and_the_others_go_on(week: Site) -> None:
    week.path("2026-12-03").write_bytes(b"mine")
    result = week.run("--from", "2026-12-01", "--to", "2026-12-09")
    assert result.exit_code == 4
    assert "2026-12-03" in result.stderr and "altered since it was published; left untouched" in result.stderr
    assert week.path("2026-12-03").read_bytes() == b"mine"
    assert week.path("2026-12-09").exists()


@pytest.mark.parametrize("archive", ["there", "gone"])
def test_a_lost_day_is_put_back_as_it_was(archive: str, week: Site) -> None:
    before = week.contents()
    week.path("2026-12-03").unlink()
    if archive == "gone":
        week.archive.unlink()
    assert week.run(*WEEK).exit_code == 0
    assert week.contents() == before


def test_a_lost_archive_is_filled_again_from_the_days(week: Site) -> None:
    week.archive.unlink()
    result = week.run(*WEEK)
    assert result.exit_code == 0
    assert "lacked 7 of the days that are published" in result.stderr
    assert week.run("--check").exit_code == 0


def test_what_is_no_record_is_not_put_back_into_the_archive(week: Site) -> None:
    week.reseal({"2026-12-03": lambda content: content.replace(b'"answer_key": ', b'"answer-key": ')})
    week.archive.unlink()
    result = week.run(*WEEK)
    assert result.exit_code == 3
    what = "2026-12-03: its puzzles cannot be put back into the archive: the record of slot digits has no answer_key"
    assert what in result.stderr
    assert "lacked 6 of the days" in result.stderr


def test_a_lost_index_is_no_new_beginning(week: Site) -> None:
    (week.folder / "index.json").unlink()
    before = week.contents()
    result = week.run(*WEEK)
    assert result.exit_code == 4
    assert "index.json is gone, though days stand beside it" in result.stderr
    assert week.contents() == before


def test_an_emptied_index_is_no_new_beginning(week: Site) -> None:
    (week.folder / "index.json").write_text('{"schema": "puzzle-factory/index/1", "days": []}')
    before = week.contents()
    result = week.run("--date", "2026-12-09")
    assert result.exit_code == 3
    assert "it has no days, and none is ever written so" in result.stderr
    assert week.contents() == before


def test_an_index_whose_chain_does_not_hold_stops_the_run(week: Site) -> None:
    index = week.folder / "index.json"
    index.write_text(index.read_text().replace(week.index()[2]["sha256"], "0" * 64))
    before = week.contents()
    result = week.run("--date", "2026-12-09")
    assert (result.exit_code, week.contents()) == (4, before)
    assert "the chain does not hold at 2026-12-03" in result.stderr


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema": "puzzle-factory/index/1", "days": [{}]}'])
def test_an_index_of_other_people_is_left_alone(content: str, site: Site) -> None:
    site.folder.mkdir()
    (site.folder / "index.json").write_text(content)
    result = site.run("--date", "2026-12-01")
    assert result.exit_code == 3
    assert "index.json: no index of ours" in last_line(result.stderr)
    assert site.contents() == {"index.json": content.encode()}


def test_a_damaged_archive_is_named_and_not_replaced(week: Site) -> None:
    week.archive.write_bytes(b"no database" * 100)
    before = contents(week.home)
    result = week.run("--date", "2026-12-09")
    assert (result.exit_code, contents(week.home)) == (3, before)
    assert str(week.archive) in last_line(result.stderr)


def test_what_was_reserved_is_what_is_published(week: Site) -> None:
    """A run killed after the archive and before the file: the next publishes just that."""
    expected = week.contents()
    half = other(week, "half")
    shutil.copy(week.archive, half.archive)
    connection = sqlite3.connect(half.archive)
    with connection:
        connection.execute("DELETE FROM published WHERE date > '2026-12-01'")
    connection.close()
    half.write(SLOTS.replace("level: easy", "level: medium"))
    assert half.run("--date", "2026-12-01").exit_code == 0
    assert half.contents()["2026/12/2026-12-01.json"] == expected["2026/12/2026-12-01.json"]


def test_a_file_in_a_day_s_place_that_was_never_published_is_left_alone(site: Site) -> None:
    site.path("2026-12-02").parent.mkdir(parents=True)
    site.path("2026-12-02").write_bytes(b"{}")
    result = site.run("--from", "2026-12-01", "--to", "2026-12-03")
    assert result.exit_code == 4
    assert "was never published, and it is not the one that this run makes" in result.stderr
    assert site.path("2026-12-02").read_bytes() == b"{}"
    assert [entry["date"] for entry in site.index()] == ["2026-12-01", "2026-12-03"]


def test_a_folder_in_the_place_of_one_day_stops_no_other(site: Site) -> None:
    site.path("2026-12-02").mkdir(parents=True)
    assert_only_lacks("2026-12-02", site.run("--from", "2026-12-01", "--to", "2026-12-03"), site)
    site.path("2026-12-02").rmdir()
    assert site.run("--date", "2026-12-02").exit_code == 0
    assert site.run("--check").exit_code == 0


def test_a_file_in_the_place_of_a_month_stops_no_other(site: Site) -> None:
    (site.folder / "2026").mkdir(parents=True)
    (site.folder / "2026" / "12").write_text("")
    assert_only_lacks("2026-12-31", site.run("--from", "2026-12-31", "--to", "2027-01-02"), site)


def assert_only_lacks(day: str, result: Result, site: Site) -> None:
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{day}: {site.path(day)}: not written, something else is in its place")
    assert len(site.index()) == 2
    assert day not in [entry["date"] for entry in site.index()]


def test_a_folder_in_the_place_of_a_published_day_is_a_day_gone(week: Site) -> None:
    week.path("2026-12-03").unlink()
    week.path("2026-12-03").mkdir()
    result = week.run("--check")
    assert result.exit_code == 4
    assert "2026-12-03: 2026/12/2026-12-03.json is gone" in result.stdout


@pytest.mark.parametrize("files", ["there", "gone"])
def test_an_index_cut_short_grows_again_as_it_was(files: str, week: Site) -> None:
    """As where an old copy of the folder is put back: the archive knows what was published, and in which order."""
    week.run("--date", "2026-11-20")
    before = week.contents()
    cut = [entry["date"] for entry in week.index()][4:]
    index = json.loads((week.folder / "index.json").read_bytes())
    (week.folder / "index.json").write_text(json.dumps({**index, "days": index["days"][:4]}))
    if files == "gone":
        for day in cut:
            week.path(day).unlink()
    result = week.run("--date", "2026-12-09")
    assert result.exit_code == 0
    assert "index.json: lacked 4 more of the days that the archive has, from 2026-11-20 to 2026-12-07" in result.stderr
    assert [entry["date"] for entry in week.index()][4:] == [*cut, "2026-12-09"]
    after = week.contents()
    assert {place: after[place] for place in before if place != "index.json"} == {
        place: content for place, content in before.items() if place != "index.json"
    }
    assert week.index()[:8] == json.loads(before["index.json"])["days"]


def test_a_row_that_the_archive_lost_is_put_back(week: Site) -> None:
    connection = sqlite3.connect(week.archive)
    with connection:
        connection.execute("DELETE FROM published WHERE date = '2026-12-03' AND place = 'small'")
    connection.close()
    assert week.run("--check").exit_code == 4
    assert week.run("--date", "2026-12-03").exit_code == 0
    assert week.run("--check").exit_code == 0


def test_a_day_that_the_disk_does_not_give_back_stops_no_other(week: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def reading(path: Path) -> bytes:
        if path.name == "2026-12-03.json":
            raise IoFailure(f"{path}: cannot be read, Input/output error")
        return read_whole(path)

    monkeypatch.setattr(days, "read_whole", reading)
    before = week.index()
    result = week.run("--from", "2026-12-01", "--to", "2026-12-08")
    assert result.exit_code == 1
    assert f"2026-12-03: {week.path('2026-12-03')}: cannot be read" in result.stderr
    assert [*before, week.index()[-1]] == week.index() and week.path("2026-12-08").exists()
    checked = week.run("--check")
    assert checked.exit_code == 4
    assert f"2026-12-03: {week.path('2026-12-03')}: cannot be read" in checked.stdout


def test_a_puzzle_that_ran_short_of_memory_is_made_once_more(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert site.run("--date", "2026-12-01").exit_code == 0
    tried = []

    def short_of_memory(seed: str, item: Item) -> Made:
        tried.append(item)
        if len(tried) == 1:
            raise MemoryError
        return make(seed, item)

    monkeypatch.setattr(slots, "make", short_of_memory)
    again = other(site, "again")
    assert again.run("--date", "2026-12-01").exit_code == 0
    assert again.contents() == site.contents()
    assert len(tried) == 3


def test_a_folder_in_the_place_of_the_lock_is_named(site: Site) -> None:
    (site.folder / ".lock").mkdir(parents=True)
    result = site.run("--date", "2026-12-01")
    assert result.exit_code == 1
    assert ".lock: cannot be made, Is a directory; move away what stands there" in last_line(result.stderr)
