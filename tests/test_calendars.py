"""Calendars and dates: what a good one means, and a line for everything that is wrong with one."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest
import yaml

from puzzle_factory.calendars import Calendar, master_seed, read_calendar
from puzzle_factory.dates import WEEKDAYS, Days, calendar_day, iso_day, later, zone_named
from puzzle_factory.errors import Unreadable, WrongUsage
from puzzle_factory.schema import schema_of
from puzzle_models.kernel.contract import LEVELS

SHIPPED = Path(__file__).parent.parent / "configs" / "daily.yaml"
GOOD = """\
daily: site
seed: 2026
folder: out/daily
archive: out/archive.sqlite
timezone: UTC
ahead_days: 3
lives: 5
hints: 0
slots:
  small:
    genre: tracks
    size: 5
    rota:
      mon: {level: easy}
      tue: {level: easy, size: 6x7}
      wed: {level: medium, size: 8, ends: same}
      thu: {level: medium, size: 8}
      fri: {level: hard, size: 8, score: 12..}
      sat: {level: hard, size: 8}
      sun: {level: expert, size: 9}
  digits: {genre: str8ts, size: 6, level: easy}
"""


def calendar(folder: Path, text: str) -> Calendar:
    path = folder / "calendar.yaml"
    path.write_text(text)
    return read_calendar(path)


def test_a_calendar_in_full(tmp_path: Path) -> None:
    read = calendar(tmp_path, GOOD)
    assert (read.name, read.seed, read.folder, read.archive) == (
        "site",
        "2026",
        Path("out/daily"),
        Path("out/archive.sqlite"),
    )
    assert (read.zone, read.ahead_days, read.lives) == (UTC, 3, 5)
    small, digits = read.slots
    assert (small.name, digits.name) == ("small", "digits")
    wishes = [small.order(day).wish for day in Days(date(2026, 11, 30), date(2026, 12, 6))]
    assert [(wish.width, wish.height) for wish in wishes] == [(5, 5), (6, 7), (8, 8), (8, 8), (8, 8), (8, 8), (9, 9)]
    assert [wish.level for wish in wishes] == ["easy", "easy", "medium", "medium", "hard", "hard", "expert"]
    assert [wish.style["ends"] for wish in wishes] == ["any", "any", "same", "any", "any", "any", "any"]
    assert [str(order.score) for order in small.rota] == ["None"] * 4 + ["12.."] + ["None"] * 2
    assert len({digits.order(day).parameters for day in Days(date(2026, 11, 30), date(2026, 12, 6))}) == 1


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    read = calendar(tmp_path, "daily: site\nslots: {small: {genre: tracks, size: 5, level: easy}}\n")
    assert (read.folder, read.archive) == (Path("output/daily"), Path("output/archive.sqlite"))
    assert (read.seed, read.zone, read.ahead_days, read.lives) == (None, UTC, 14, 3)


def test_the_shipped_calendar_gets_harder_from_monday_to_sunday() -> None:
    read = read_calendar(SHIPPED)
    assert (read.name, read.ahead_days) == ("site", 14)
    assert [slot.name for slot in read.slots] == ["tracks-small", "tracks-large", "str8ts"]
    for slot in read.slots:
        ranks = [LEVELS.index(order.wish.level) for order in slot.rota]
        assert (ranks[0], ranks[-1]) == (0, 3)
        assert ranks == sorted(ranks)


FAULTS = [
    ("daily: site\n", "", ":1: a calendar needs the key 'daily'"),
    ("daily: site", "daily: a/b", ":1: 'a/b' cannot be the name of a file; name the calendar otherwise"),
    ("lives: 5", "live: 5", ":7: 'live' is not a key of a calendar; did you mean 'lives'?"),
    ("lives: 5", "lives: 0", ":7: lives is '0'; it is a number from 1 to 99"),
    ("hints: 0", "hints: 2", ":8: a daily has no hints; write 0, or leave 'hints' out"),
    ("ahead_days: 3", "ahead_days: soon", ":6: ahead_days is 'soon'; it is a number from 0 to 3659"),
    ("timezone: UTC", "timezone: Europe/Berlim", ":5: 'Europe/Berlim' is no time zone; did you mean 'Europe/Berlin'?"),
    ("seed: 2026", "seed: [1, 2]", ":2: seed is one text; put it in quotes"),
    ("genre: tracks", "genre: trakcs", ":11: 'trakcs' is no genre; did you mean 'tracks'?"),
    ("genre: tracks", "name: tracks", ":11: a slot needs the key genre: tracks or str8ts"),
    ("mon: {level: easy}", "mon: {level: easy, size: 4, blacks: 3}", ":14: 'blacks' is not a key of a day of a rota"),
    ("mon: {level", "mon: {levle", ":14: 'levle' is not a key of a day of a rota; did you mean 'level'?"),
    ("mon:", "monday:", ":14: 'monday' is not a key of a rota; did you mean 'mon'?"),
    ("      tue: {level: easy, size: 6x7}\n", "", ":14: the rota leaves out 'tue'; a day is tue: {size: …, level: …}"),
    ("tue: {level: easy, size: 6x7}", "mon: {level: easy}", ":15: the key 'mon' stands twice; keep one"),
    ("tue: {level: easy,", "tue: {", ":15: a puzzle needs the key 'level'"),
    ("level: expert", "level: exprt", ":20: 'exprt' is no level; did you mean 'expert'?"),
    ("size: 9}", "size: 99}", ":20: "),
    ("score: 12..", "score: 12", ":18: '12' is no span of scores"),
    ("wed: {level: medium", "wed: {level: [easy, medium]", ":16: one value must stand here"),
    ("  digits:", "  small:", ":21: the key 'small' stands twice; keep one"),
    ("digits: {genre: str8ts, size: 6,", "digits: {genre: str8ts,", ":21: a puzzle needs the key 'size'"),
    ("level: easy}\n", "level: easy, count: 3}\n", "'count' is not a key of a"),
]


@pytest.mark.parametrize(("before", "after", "says"), FAULTS, ids=[says for *_, says in FAULTS])
def test_a_faulty_calendar_is_one_line_with_file_line_and_key(
    before: str, after: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(Unreadable) as caught:
        calendar(tmp_path, GOOD.replace(before, after, 1))
    assert str(caught.value).startswith(f"{tmp_path / 'calendar.yaml'}:")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("slots", ["{}", "[]", "none", "{small: 3}", "{3: {genre: tracks}, [1]: {}}"])
def test_what_are_no_slots_is_one_line(slots: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"calendar\.yaml:2: "):
        calendar(tmp_path, f"daily: site\nslots: {slots}\n")


@pytest.mark.parametrize(
    "seed", ["*hunter2", "[hunter2]", '"hunter2\\ud800"', "!hunter2 {a: b}", "!hunter2!x", "hunter2: x"]
)
def test_no_complaint_repeats_the_seed(seed: str, tmp_path: Path) -> None:
    with pytest.raises((Unreadable, WrongUsage)) as caught:
        master_seed(calendar(tmp_path, GOOD.replace("seed: 2026", f"seed: {seed}")), None, {})
    assert "hunter2" not in str(caught.value)


def test_a_calendar_shown_does_not_show_its_seed(tmp_path: Path) -> None:
    assert "hunter2" not in repr(calendar(tmp_path, GOOD.replace("seed: 2026", "seed: hunter2")))


def test_the_command_line_s_seed_wins_over_the_environment_s_and_that_over_the_calendar_s(tmp_path: Path) -> None:
    read = calendar(tmp_path, GOOD)
    there = {"PUZZLE_FACTORY_SEED": "of the environment"}
    assert master_seed(read, "given", there) == "given"
    assert master_seed(read, None, there) == "of the environment"
    assert master_seed(read, None, {}) == "2026"


@pytest.mark.parametrize(
    ("seed", "given", "environment", "says"),
    [
        ("", None, {}, "there is no master seed; set PUZZLE_FACTORY_SEED"),
        ("seed:\n", None, {}, "there is no master seed"),
        ("seed: ''\n", None, {}, "seed is empty"),
        ("seed: 2026\n", "", {}, "--seed is empty"),
        ("seed: 2026\n", None, {"PUZZLE_FACTORY_SEED": " "}, "PUZZLE_FACTORY_SEED is empty"),
        ("seed: 2026\n", None, {"PUZZLE_FACTORY_SEED": "\udcff"}, "or no text in UTF-8"),
    ],
)
def test_without_a_seed_no_other_takes_its_place(
    seed: str, given: str | None, environment: dict[str, str], says: str, tmp_path: Path
) -> None:
    read = calendar(tmp_path, GOOD.replace("seed: 2026\n", seed))
    with pytest.raises(WrongUsage, match=says):
        master_seed(read, given, environment)


def test_the_schema_takes_what_is_taken_and_refuses_most_of_what_is_not() -> None:
    validator = jsonschema.Draft202012Validator(schema_of("daily"))
    assert not list(validator.iter_errors(yaml.safe_load(GOOD)))
    assert not list(validator.iter_errors(yaml.safe_load(SHIPPED.read_text())))
    for before, after in [("lives: 5", "live: 5"), ("hints: 0", "hints: 2"), ("mon:", "monday:"), ("expert", "exprt")]:
        assert list(validator.iter_errors(yaml.safe_load(GOOD.replace(before, after, 1))))


def test_a_date_is_written_in_one_way() -> None:
    assert iso_day("2028-02-29") == date(2028, 2, 29)
    for said in (
        "2026-12-2",
        "20261202",
        "2026-W49-3",
        "02.12.2026",
        "2026-12-02T00:00",
        "２０２６-12-02",
        "",
        "today",
    ):
        with pytest.raises(WrongUsage, match=r"is no date; write year, month and day as in 2026-12-02"):
            iso_day(said)


@pytest.mark.parametrize("said", ["2026-02-29", "2100-02-29", "2026-13-01", "2026-04-31", "0000-01-01"])
def test_a_date_that_is_not_in_the_calendar_is_refused(said: str) -> None:
    with pytest.raises(WrongUsage, match=f"there is no {said} in the calendar"):
        iso_day(said)


def test_days_go_over_leap_days_and_years_and_end_where_dates_do() -> None:
    assert [str(day) for day in Days(date(2028, 2, 28), date(2028, 3, 1))] == ["2028-02-28", "2028-02-29", "2028-03-01"]
    assert len(Days(date(2026, 1, 1), date(2026, 12, 31))) == 365
    assert later(date(2026, 12, 30), 3) == date(2027, 1, 2)
    assert later(date(9999, 12, 30), 14) == date.max
    assert list(Days(date.max, date.max)) == [date.max]
    with pytest.raises(WrongUsage, match="from 2026-12-02 to 2026-12-01 there is no day"):
        Days(date(2026, 12, 2), date(2026, 12, 1))


@pytest.mark.parametrize(
    ("zone", "there"),
    [
        ("UTC", "29"),
        ("UTC-11", "28"),
        ("UTC\u221211", "28"),
        ("-1100", "28"),
        ("UTC+14", "01"),
        ("+14:00", "01"),
        ("+05:30", "29"),
    ],
)
def test_the_same_moment_is_another_date_elsewhere(zone: str, there: str) -> None:
    moment = datetime(2028, 2, 29, 10, 30, tzinfo=UTC)
    assert calendar_day(moment, zone_named(zone)).isoformat()[8:] == there
    elsewhere = moment.astimezone(zone_named("UTC+9"))  # whose clock is asked makes no difference
    assert calendar_day(elsewhere, zone_named(zone)).isoformat()[8:] == there


@pytest.mark.parametrize("name", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo"])
def test_clock_changes_neither_leave_out_a_date_nor_repeat_one(name: str) -> None:
    zone, start = zone_named(name), datetime(2017, 1, 1, tzinfo=UTC)
    dates = [calendar_day(start + timedelta(minutes=30 * step), zone) for step in range(2 * 24 * 800)]
    assert all(0 <= (day - before).days <= 1 for before, day in pairwise(dates))


@pytest.mark.parametrize("said", ["UTC+15", "UTC-14:01", "+05:75", "Mars/Olympus", "../../etc/passwd", "", "Europe"])
def test_what_is_no_time_zone_is_one_line(said: str) -> None:
    with pytest.raises(WrongUsage, match="is no time zone; "):
        zone_named(said)


def test_where_the_system_has_no_time_zones_offsets_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoneinfo, "available_timezones", set)
    assert zone_named("UTC+1").utcoffset(None) == timedelta(hours=1)
    with pytest.raises(WrongUsage, match=r"give an offset such as UTC\+1, or install the package tzdata"):
        zone_named("Europe/Berlin")


def test_the_weekdays_are_those_of_the_calendar() -> None:
    assert WEEKDAYS[date(2026, 12, 3).weekday()] == "thu"
