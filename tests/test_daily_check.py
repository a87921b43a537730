"""`daily --check`: whatever is not as it was published is found, with its date."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from calendar_site import Site, site_at


def found(site: Site, *args: str) -> list[str]:
    """The lines of a check that finds something, the summary aside."""
    before = site.contents()
    result = site.run("--check", *args)
    assert (result.exit_code, site.contents()) == (4, before)
    lines = [line for line in result.output.splitlines() if not line.startswith(("daily site:", "compiling "))]
    assert all(line.removeprefix("puzzle-factory: ").startswith("2026-12-0") for line in lines), lines
    return lines


def changed(before: str, after: str) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        assert before.encode() in content
        return content.replace(before.encode(), after.encode(), 1)

    return change


def test_a_sound_calendar_passes(week: Site) -> None:
    result = week.run("--check")
    assert (result.exit_code, result.stdout) == (
        0,
        "daily site: 2026-12-01 to 2026-12-07; 7 days and 14 puzzles checked; nothing is wrong\n",
    )


def test_a_check_says_the_same_by_two_workers(week: Site) -> None:
    assert week.run("--check", "--workers", "2").output == week.run("--check").output


def test_a_gap_is_named(week: Site) -> None:
    week.run("--date", "2026-12-09")
    (line,) = found(week)
    assert line.endswith("2026-12-08: a gap, no day is published; make it with --date")
    assert len(found(week, "--from", "2026-12-08", "--to", "2026-12-08")) == 1


def test_a_long_gap_is_one_line(week: Site) -> None:
    assert week.run("--date", "9999-12-31").exit_code == 0
    (line,) = found(week)
    assert line.startswith("2026-12-08: a gap to 9999-12-30, none of these ")


def test_a_last_day_taken_out_of_folder_and_index_is_missed_by_the_archive(week: Site) -> None:
    lines = (week.folder / "index.json").read_text().splitlines(keepends=True)
    (week.folder / "index.json").write_text("".join([*lines[:-3], lines[-3].replace("},", "}"), lines[-1]]))
    week.path("2026-12-07").unlink()
    assert found(week) == [
        "2026-12-07: a gap, no day is published, though the archive has its puzzles; the next run puts it back"
    ]
    assert week.run("--date", "2026-12-07").exit_code == 0
    assert week.run("--check").exit_code == 0


@pytest.mark.parametrize("content", [b"", b"{}", b"{", None], ids=["emptied", "other data", "torn", "gone"])
def test_altered_bytes_are_named(content: bytes | None, week: Site) -> None:
    if content is None:
        week.path("2026-12-03").unlink()
    else:
        week.path("2026-12-03").write_bytes(content)
    lines = found(week)
    assert "2026-12-03" in lines[0]
    assert ("is gone" if content is None else "was altered since it was published") in lines[0]


def test_a_file_that_was_never_published_is_named(week: Site) -> None:
    week.path("2026-12-09").write_bytes(week.path("2026-12-03").read_bytes())
    assert any("2026-12-09" in line and "never published" in line for line in found(week))


def test_a_last_day_without_a_slot_of_the_calendar_is_named(week: Site) -> None:
    week.write("  small: {genre: tracks, size: 5, level: easy}\n  digits: {genre: str8ts, size: 4, level: expert}\n")
    assert week.run("--date", "2026-12-08").exit_code == 5
    assert found(week) == ["2026-12-08, slot digits: the day was published without it"]
    week.write("  small: {genre: tracks, size: 5, level: easy}\n")
    assert week.run("--check").exit_code == 0


def test_a_chain_that_does_not_hold_is_named(week: Site) -> None:
    index = week.folder / "index.json"
    index.write_text(index.read_text().replace(week.index()[2]["chain"], "0" * 64))
    assert any("2026-12-03" in line and "the chain of the index does not hold" in line for line in found(week))


def test_a_repeat_is_named(week: Site) -> None:
    copied = json.loads(week.path("2026-12-01").read_bytes())
    week.reseal({"2026-12-05": lambda _: json.dumps({**copied, "date": "2026-12-05"}).encode()})
    lines = found(week)
    for slot in ("small", "digits"):
        what = f"2026-12-05, slot {slot}: a repeat, by key or answer key, of 2026-12-01, slot {slot}"
        assert any(line.endswith(what) for line in lines)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"verdict": "unique"', '"verdict": "multiple"', "the proof says multiple, but it has one answer"),
        ('"level": "easy"', '"level": "hard"', "level is said to be hard, but it is easy"),
        ('"key": "', '"key": "x', "key differs from that of the puzzle"),
        ('"spike": false', '"spike": true', "spike is said to be True, but it is False"),
        ('"schema": "puzzle-factory/record/1"', '"schema": "puzzle-factory/record/9"', "record/9"),
    ],
)
def test_a_record_that_does_not_hold_is_named_even_where_the_seal_was_forged(
    before: str, after: str, says: str, week: Site
) -> None:
    week.reseal({"2026-12-04": changed(before, after)})
    assert any("2026-12-04" in line and says in line for line in found(week))


def test_what_the_archive_lacks_or_has_otherwise_is_named(week: Site) -> None:
    connection = sqlite3.connect(week.archive)
    with connection:
        connection.execute("DELETE FROM published WHERE date = '2026-12-02'")
        connection.execute("UPDATE published SET record = replace(record, 'easy', 'hard') WHERE date = '2026-12-06'")
    connection.close()
    lines = found(week)
    assert sum("2026-12-02" in line and "not in the archive" in line for line in lines) == 2
    assert sum("2026-12-06" in line and "the archive has another record" in line for line in lines) == 2


def test_a_script_is_told_of_each_finding(week: Site) -> None:
    week.path("2026-12-03").unlink()
    result = week.run("--check", "--json")
    assert result.exit_code == 4
    findings = [json.loads(line) for line in result.stdout.splitlines()]
    assert any(finding.get("date") == "2026-12-03" for finding in findings) or any(
        entry["date"] == "2026-12-03" for finding in findings for entry in finding.get("findings", [])
    )


def test_where_nothing_is_published_there_is_nothing_to_check(tmp_path: Path, run: Callable[..., Result]) -> None:
    result = site_at(tmp_path / "site", run).run("--check")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "nothing is published there" in result.stderr
