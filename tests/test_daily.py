"""Dailies: a day is made once, depends on its date and slot alone, and is never changed again."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from calendar_site import SEED, SLOTS, WEEK, Site, contents, last_line, other

DAYS = [f"2026-12-0{number}" for number in range(1, 8)]
IMPOSSIBLE = "  wrong: {genre: str8ts, size: 4, level: expert}\n"


def test_a_week_is_a_file_a_day_and_an_index(week: Site) -> None:
    assert [entry["date"] for entry in week.index()] == DAYS
    assert set(week.contents()) == {"index.json", *(f"2026/12/{day}.json" for day in DAYS)}
    for entry in week.index():
        day = week.day(entry["date"])
        assert (day["schema"], day["date"]) == ("puzzle-factory/day/1", entry["date"])
        assert set(day["slots"]) == {"small", "digits"}
        assert entry["sha256"] == hashlib.sha256((week.folder / entry["file"]).read_bytes()).hexdigest()
        for record in day["slots"].values():
            assert record["play"] == {"lives": 3, "hints": 0}
            assert record["proof"]["verdict"] == "unique"


def test_the_chain_can_be_worked_out_by_strangers(week: Site) -> None:
    chain = "0" * 64
    for entry in week.index():
        chain = hashlib.sha256(f"{chain}\n{entry['date']}\n{entry['sha256']}".encode()).hexdigest()
        assert entry["chain"] == chain


def test_a_run_ends_with_one_line_for_the_mail(site: Site) -> None:
    assert site.run(*WEEK).stdout == (
        "daily site: 2026-12-01 to 2026-12-07 ready; 7 days made, 0 were there; nothing failed\n"
    )
    assert site.run(*WEEK).stdout == (
        "daily site: 2026-12-01 to 2026-12-07 ready; 0 days made, 7 were there; nothing failed\n"
    )
    said = json.loads(site.run(*WEEK, "--json").stdout)
    assert said["daily"] == "site"


def test_a_published_day_is_left_alone(week: Site) -> None:
    before = week.contents()
    week.write(SLOTS.replace("size: 5", "size: 6"), lives=9)
    assert week.run(*WEEK).exit_code == 0
    assert week.contents() == before


def test_the_days_are_the_same_however_they_are_made(week: Site) -> None:
    one_by_one, by_two = other(week, "one-by-one"), other(week, "by-two")
    for day in DAYS:
        assert one_by_one.run("--date", day).exit_code == 0
    assert by_two.run(*WEEK, "--workers", "2").exit_code == 0
    assert week.contents() == one_by_one.contents() == by_two.contents()


def test_a_day_filled_in_later_changes_no_seal(week: Site) -> None:
    later = other(week, "later")
    assert later.run("--from", "2026-12-03", "--to", "2026-12-07").exit_code == 0
    before = later.index()
    assert later.run(*WEEK).exit_code == 0
    assert later.index()[: len(before)] == before
    assert [entry["date"] for entry in later.index()] == [*DAYS[2:], *DAYS[:2]]
    assert {name: text for name, text in later.contents().items() if name != "index.json"} == {
        name: text for name, text in week.contents().items() if name != "index.json"
    }


def test_left_out_the_days_are_those_from_today_on(site: Site) -> None:
    site.write(ahead_days=2)
    assert site.run().exit_code == 0
    assert len(site.index()) == 3


def test_the_seed_of_a_record_remakes_that_day_and_no_other(week: Site, run: Callable[..., Result]) -> None:
    records = {day: week.day(day)["slots"]["small"] for day in DAYS}
    for day, record in records.items():
        made = run("generate", "tracks", "--size", "5", "--level", "easy", "--seed", record["origin"]["seed"], "--json")
        assert json.loads(made.stdout)["key"] == record["key"], day
    assert len({record["key"] for record in records.values()}) == len(DAYS)
    expected = hmac.digest(SEED.encode(), b'["site", "small", "2026-12-01"]', "sha256").hex()
    assert records["2026-12-01"]["origin"] == {"seed": expected, "order": 0, "index": 0, "attempt": 0}


def test_nothing_that_is_written_or_said_gives_the_master_seed_away(site: Site) -> None:
    for result in (site.run(*WEEK, "-v"), site.run(*WEEK, "--json"), site.run("--check", "-v")):
        assert SEED not in result.output
    site.config.unlink()
    written = contents(site.home)
    assert set(written) > {"archive.sqlite", "daily/index.json"}
    assert not [name for name, text in written.items() if SEED.encode() in text]


def test_a_day_can_be_verified_and_found_by_its_file(week: Site, run: Callable[..., Result]) -> None:
    result = run("verify", str(week.path("2026-12-03")), "--json")
    assert [json.loads(line)["verdict"] for line in result.stdout.splitlines()] == ["unique"] * 2
    found = run("archive", "--archive", str(week.archive), "find", str(week.path("2026-12-03")))
    assert found.stdout.count("of site on 2026-12-03") == 2


@pytest.mark.parametrize("slots", ["", ', "slots": []'])
def test_a_day_without_slots_is_no_puzzle(slots: str, tmp_path: Path, run: Callable[..., Result]) -> None:
    (tmp_path / "day.json").write_text(f'{{"schema": "puzzle-factory/day/1", "date": "2026-12-03"{slots}}}')
    result = run("verify", str(tmp_path / "day.json"))
    assert result.exit_code == 3
    assert "a day has 'slots', a mapping of names to records" in result.stdout


def test_a_short_seed_is_warned_of_and_not_shown(site: Site) -> None:
    site.write(seed="hunter2")
    result = site.run("--date", "2026-12-01")
    assert "whoever guesses it knows tomorrow's puzzle" in result.stderr
    assert "hunter2" not in result.output
    assert site.run("--date", "2026-12-02", "-q").output == ""


def test_no_key_comes_twice_even_where_few_puzzles_exist(site: Site) -> None:
    """4x4 easy tracks have 95 answers in all; a month of two slots takes two thirds of them."""
    site.write("  one: {genre: tracks, size: 4, level: easy}\n  two: {genre: tracks, size: 4, level: easy}\n")
    assert site.run("--from", "2026-12-01", "--to", "2026-12-31").exit_code == 0
    records = [record for entry in site.index() for record in site.day(entry["date"])["slots"].values()]
    assert len(records) == len({record["key"] for record in records}) == 62
    assert len({record["answer_key"] for record in records}) == 62


def test_what_the_archive_has_from_elsewhere_does_not_come_again(week: Site, run: Callable[..., Result]) -> None:
    book = other(week, "with-a-book")
    day = str(week.path("2026-12-03"))
    assert run("archive", "add", day, "--name", "a book", "--archive", str(book.archive)).exit_code == 0
    assert book.run(*WEEK).exit_code == 0
    keys = {record["key"] for entry in book.index() for record in book.day(entry["date"])["slots"].values()}
    assert not keys & {record["key"] for record in week.day("2026-12-03")["slots"].values()}
    assert book.day("2026-12-02") == week.day("2026-12-02")


def test_one_bad_slot_stops_neither_the_others_nor_the_days(site: Site) -> None:
    site.write(SLOTS + IMPOSSIBLE)
    result = site.run("--from", "2026-12-01", "--to", "2026-12-02")
    assert result.exit_code == 5
    assert result.stderr.count("slot wrong: str8ts 4x4 expert: 0 of 1 found") == 2
    assert [set(site.day(day)["slots"]) for day in DAYS[:2]] == [{"small", "digits"}] * 2
    before = site.contents()
    site.write()
    assert site.run("--from", "2026-12-01", "--to", "2026-12-02").exit_code == 0
    assert site.contents() == before


def test_a_day_of_which_nothing_can_be_made_is_not_published(site: Site) -> None:
    site.write(IMPOSSIBLE)
    assert site.run("--date", "2026-12-01").exit_code == 5
    assert "2026/12/2026-12-01.json" not in site.contents()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--date", "2026-02-29"], "there is no 2026-02-29 in the calendar"),
        (["--date", "tomorrow"], "'tomorrow' is no date"),
        (["--from", "2026-12-02", "--to", "2026-12-01"], "there is no day"),
        (["--date", "2026-12-01", "--to", "2026-12-02"], "--date"),
        (["--timezone", "Mars/Olympus"], "is no time zone"),
        (["--config", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["--output", ""], "--output is empty"),
        (["--archive", ""], "--archive is empty"),
    ],
)
def test_wrong_usage_is_one_line(args: list[str], says: str, site: Site) -> None:
    result = site.run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in last_line(result.stderr)
