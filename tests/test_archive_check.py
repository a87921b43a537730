"""`archive check`: whatever was changed in an archive behind our back is found and named."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from archives import SITE, archive_of, family, image, made
from puzzle_factory.executors import WORTH_A_PROCESS
from puzzle_factory.records import to_data

Run = Callable[..., Result]
SECOND = "number 2 of book-1 of 2026-11-02, "


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return Path(archive_of(tmp_path, [*made(), *family()]))


def changed(archive: Path, change: str, *values: Any) -> None:
    """Change the second row, or whatever the change says."""
    with closing(sqlite3.connect(archive)) as connection:
        connection.execute(change if " " in change else f"UPDATE published SET {change} = ? WHERE place = 2", values)
        connection.commit()


def test_all_is_well(archive: Path, verb: Run) -> None:
    result = verb("check")
    assert (result.exit_code, result.stdout) == (0, f"{archive}: 10 records checked, all is well\n")
    assert verb("check", "-q").output == ""
    assert json.loads(verb("check", "--json").stdout) == {"archive": str(archive), "records": 10, "faults": []}


def test_workers_find_the_same(verb: Run, tmp_path: Path) -> None:
    archive = Path(archive_of(tmp_path, made(count=2 * WORTH_A_PROCESS)))
    changed(archive, "key", "x")
    alone, together = verb("check", "--workers", "1"), verb("check", "--workers", "2")
    assert alone.exit_code == together.exit_code == 4
    assert alone.output == together.output


def tampered(**changes: Any) -> str:
    return json.dumps({**to_data(made()[1]), **changes})


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("record", tampered(grade={"level": "hard"}), "level is said to be hard, but it is easy"),
        ("record", tampered(answer=to_data(made()[2])["answer"]), "the answer breaks a rule: "),
        ("record", tampered(key="x"), "key differs from that of the puzzle"),
        ("record", tampered(key="x"), "its key in the archive is not that of its record"),
        ("record", json.dumps(to_data(made()[2])), "its id in the archive is not that of its record"),
        ("record", "{", "its record is broken: not JSON"),
        ("record", "[]", "a record is a mapping with genre and puzzle; this is a list"),
        ("record", b"\xff", "its record is broken: "),
        ("record", 7, "a record is a mapping with genre and puzzle; this is a number"),
        ("key", "x", "its key in the archive is not that of its record"),
        ("answer_key", "x", "its answer_key in the archive is not that of its record"),
        ("answer_key", None, "its answer_key in the archive is not that of its record"),
        ("genre", "x", "its genre in the archive is not that of its record"),
        ("date", "yesterday", "the date is yesterday, which is none"),
        ("date", 3, "the date is 3, which is none"),
    ],
)
def test_a_tampered_row_is_named(column: str, value: Any, says: str, archive: Path, verb: Run) -> None:
    changed(archive, column, value)
    result = verb("check")
    assert result.exit_code == 4
    *lines, last = result.stdout.splitlines()
    place = f"number 2 of book-1 of {value}, " if column == "date" else SECOND
    assert any(line.startswith(f"{place}{made()[1].id}: {says}") for line in lines), lines
    assert last.startswith(f"{archive}: 10 records checked, ") and "fault" in last


def test_a_repeat_that_came_in_by_another_door_is_named(archive: Path, verb: Run, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    archive_of(other, [image(made()[1], 1), family()[2]], SITE)
    columns = "key, answer_key, genre, id, name, date, place, record"
    with closing(sqlite3.connect(archive)) as connection:
        connection.execute("ATTACH ? AS other", (str(other / "archive.sqlite"),))
        connection.execute(f"INSERT INTO published ({columns}) SELECT {columns} FROM other.published")
        connection.commit()
    result = verb("check", "--json")
    assert result.exit_code == 4
    found = {(fault["place"], fault["publication"], fault["fault"]) for fault in json.loads(result.stdout)["faults"]}
    assert found == {
        (1, "site", "the same puzzle is number 2 of book-1 of 2026-11-02"),
        (1, "site", "its answer is that of number 2 of book-1 of 2026-11-02"),
        (2, "site", "the same puzzle is number 9 of book-1 of 2026-11-02"),
        (2, "site", "its answer is that of number 7 of book-1 of 2026-11-02"),
    }


def test_an_index_that_lost_a_row_is_a_fault_of_the_file(archive: Path, verb: Run) -> None:
    with closing(sqlite3.connect(archive)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'IS NOT NULL', 'IS NULL') WHERE type = 'index'")
        connection.commit()
    result = verb("check")
    assert result.exit_code == 4
    assert "published_answer_key" in result.stdout
