"""Into the archive: what was published is entered once, and no repeat of it, whoever brings it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from archives import archive_of, family, file_of, image, lines_of, made, published
from puzzle_factory.records import to_data
from samples import genres, name_of

Run = Callable[..., Result]
GAME_ID = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2"


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl"])
def test_a_batch_is_added_once(form: str, verb: Run, tmp_path: Path) -> None:
    book = file_of(tmp_path, f"book-1.{form}", made())
    result = verb("add", book, "--date", "2026-11-02")
    assert (result.exit_code, result.stdout) == (0, f"{book}: 6 added to book-1 of 2026-11-02\n")
    before = published(tmp_path / "archive.sqlite")
    assert before == [("book-1", "2026-11-02", place, record.id) for place, record in enumerate(made(), 1)]
    for again in (("--date", "2026-11-02"), ()):
        result = verb("add", book, *again)
        said = f"{book}: 0 added to book-1 of 2026-11-02, 6 there already\n"
        assert (result.exit_code, result.stdout, result.stderr) == (0, said, "")
    assert published(tmp_path / "archive.sqlite") == before


def test_the_name_may_be_given_and_the_date_is_today_s(verb: Run, tmp_path: Path) -> None:
    days = {datetime.now(UTC).date().isoformat()}
    assert verb("add", file_of(tmp_path, "x.json", made()[:1]), "--name", "my book").exit_code == 0
    days.add(datetime.now(UTC).date().isoformat())
    ((name, date, place, _),) = published(tmp_path / "archive.sqlite")
    assert (name, place) == ("my book", 1) and date in days


def test_the_archive_may_be_named_before_the_subcommand_and_its_folder_is_made(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "deep" / "down" / "a.sqlite"
    book = file_of(tmp_path, "book.json", made()[:1])
    assert run("archive", "--archive", str(there), "add", book).exit_code == 0
    assert [path.name for path in there.parent.iterdir()] == ["a.sqlite"]
    assert "1 puzzle" in run("archive", "stats", "--archive", str(there)).stdout


def test_left_out_the_archive_is_in_the_output_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("archive", "add", file_of(tmp_path, "book.json", made()[:1]))
    assert len(published("output/archive.sqlite")) == 1


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_repeat_is_refused_however_it_lies_and_the_others_go_in(genre: Any, verb: Run, tmp_path: Path) -> None:
    old, *new = made(genre.name)
    for number in range(genre.images):
        (tmp_path / "archive.sqlite").unlink(missing_ok=True)
        archive_of(tmp_path, [old])
        book = file_of(tmp_path, "book-2.jsonl", [new[0], image(old, number), new[1]])
        result = verb("add", book, "--date", "2026-12-01")
        assert result.exit_code == 4
        assert result.stdout == f"{book}: 2 added to book-2 of 2026-12-01, 1 not added\n"
        says = f"{book}, puzzle 2: not added, printed as number 1 of book-1 on 2026-11-02, there "
        assert result.stderr.startswith(says)
        assert [place for name, _, place, _ in published(tmp_path / "archive.sqlite") if name == "book-2"] == [1, 3]


def test_another_step_of_a_family_is_a_repeat_by_its_answer(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, family()[:1])
    result = verb("add", file_of(tmp_path, "more.json", family()[1:]))
    assert result.exit_code == 4
    assert result.stderr.count("its answer is that of number 1 of book-1 on 2026-11-02, with other givens") == 3
    assert len(published(tmp_path / "archive.sqlite")) == 1


def test_within_a_publication_families_and_presentations_may_share_their_keys(verb: Run, tmp_path: Path) -> None:
    records = [*family(), made()[0], image(made()[0], 3)]
    assert verb("add", file_of(tmp_path, "book.json", records)).exit_code == 0
    assert len(published(tmp_path / "archive.sqlite")) == 6


def test_the_number_that_a_record_bears_is_its_place(verb: Run, tmp_path: Path) -> None:
    data = [{**to_data(record), "number": 14 + place} for place, record in enumerate(made())]
    verb("add", lines_of(tmp_path, "book.jsonl", data), "--date", "2026-11-02")
    assert [place for _, _, place, _ in published(tmp_path / "archive.sqlite")] == [*range(14, 20)]
    assert "printed as number 15 of book on 2026-11-02" in verb("find", lines_of(tmp_path, "x", data[1:3])).stdout


def test_a_place_that_another_puzzle_has_is_not_given_twice(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, made()[:1])
    result = verb("add", file_of(tmp_path, "book-1.json", made()[1:2]), "--date", "2026-11-02")
    assert result.exit_code == 4
    assert "puzzle 1: not added, " in result.stderr and f"is another puzzle, {made()[0].id}" in result.stderr
    assert len(published(tmp_path / "archive.sqlite")) == 1


def test_a_day_is_added_by_its_slots(verb: Run, tmp_path: Path) -> None:
    day = {"schema": "puzzle-factory/day/1", "date": "2026-12-02"}
    slots = {"tracks": to_data(made()[0]), "str8ts": to_data(made("str8ts")[0])}
    file = lines_of(tmp_path, "2026-12-02.json", [{**day, "slots": slots}])
    assert verb("add", file).stdout == f"{file}: 2 added to daily of 2026-12-02\n"
    assert verb("add", file).stdout == f"{file}: 0 added to daily of 2026-12-02, 2 there already\n"
    found = verb("find", file_of(tmp_path, "x.json", [image(made()[0], 3)]))
    assert found.stdout.endswith("published in slot tracks of daily on 2026-12-02, there rotated by 90°\n")
    result = verb("add", lines_of(tmp_path, "next.json", [{**day, "date": "2026-12-03", "slots": slots}]))
    assert result.exit_code == 4
    assert "slot tracks: not added, published in slot tracks of daily on 2026-12-02, there as here" in result.stderr
    assert verb("add", file, "--date", "2026-12-03").exit_code == 2


@pytest.mark.parametrize(
    ("day", "says"),
    [
        ({"date": "2026-2-30", "slots": {}}, "the date is '2026-2-30'; write it like 2026-12-02"),
        ({"date": "2026-12-02", "slots": [1]}, "'slots' is a list; it is a mapping of slots to records"),
        ({"date": "2026-12-02", "slots": {"a": 1}}, "a record is a mapping with genre and puzzle; this is a number"),
    ],
)
def test_a_broken_day_is_unreadable(day: dict[str, Any], says: str, verb: Run, tmp_path: Path) -> None:
    result = verb("add", lines_of(tmp_path, "day.json", [{"schema": "puzzle-factory/day/1", **day}]))
    assert result.exit_code == 3
    assert says in result.stderr


def test_other_people_s_puzzles_are_solved_so_that_their_answers_are_known(verb: Run, tmp_path: Path) -> None:
    puzzles = tmp_path / "theirs.txt"
    puzzles.write_text(GAME_ID + "\n")
    assert verb("add", str(puzzles)).exit_code == 0
    (record,) = [json.loads(line) for line in verb("export", "--json").stdout.splitlines()]
    assert record["answer_key"] and record["proof"] == {"verdict": "unique", "engines": ["cp-sat", "sat"]}
    assert "1 there already" in verb("add", str(puzzles)).stdout
    assert verb("check").exit_code == 0


def test_a_puzzle_of_several_answers_is_entered_by_its_key_alone(verb: Run, tmp_path: Path) -> None:
    open_board = {"genre": "str8ts", "puzzle": {"size": 3, "grid": ["...", "...", "..."]}}
    none = {"genre": "str8ts", "puzzle": {"size": 3, "grid": ["12.", "..3", "..."]}}
    result = verb("add", lines_of(tmp_path, "theirs.jsonl", [open_board, none]))
    assert result.exit_code == 0
    assert "puzzle 1: entered by its key alone, for it has several answers" in result.stderr
    assert "puzzle 2: entered by its key alone, for it has no answer" in result.stderr
    assert "answer_key" not in verb("export", "--json").stdout.splitlines()[0]


def test_undecided_puzzles_are_entered_by_their_key_and_end_in_5(verb: Run, tmp_path: Path) -> None:
    (tmp_path / "theirs.txt").write_text(GAME_ID + "\n")
    result = verb("add", str(tmp_path / "theirs.txt"), "--time-limit", "0.0000001")
    assert result.exit_code == 5
    assert "entered by its key alone, for its answer was not found" in result.stderr
    assert len(published(tmp_path / "archive.sqlite")) == 1


def test_neither_keys_nor_answers_are_believed(verb: Run, tmp_path: Path) -> None:
    one, two, three = (to_data(record) for record in made()[:3])
    lies = [{**one, "key": "x", "id": "y", "answer_key": "z"}, {**two, "answer": three["answer"]}]
    result = verb("add", lines_of(tmp_path, "book.jsonl", [*lies, {**three, "answer": 3}]))
    assert result.exit_code == 4
    assert result.stderr.count("not added, its answer is wrong: ") == 2
    assert [row[3] for row in published(tmp_path / "archive.sqlite")] == [one["id"]]
    assert verb("check").exit_code == 0


def test_what_cannot_be_read_is_named_and_the_rest_goes_in(verb: Run, tmp_path: Path) -> None:
    file = lines_of(tmp_path, "book.jsonl", [to_data(made()[0]), {"genre": "tracks"}, to_data(made()[1])])
    result = verb("add", file)
    assert (result.exit_code, result.stderr) == (3, f"{file}, puzzle 2: the key 'puzzle' is missing\n")
    assert [place for _, _, place, _ in published(tmp_path / "archive.sqlite")] == [1, 3]
    assert verb("add", file, str(tmp_path / "none.json")).exit_code == 2


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--date", "2026-02-30"], "'2026-02-30' is no date; write it like 2026-12-02"),
        (["--date", "20261202"], "'20261202' is no date"),
        (["--name", " "], "--name is no line of text"),
        (["--name", "a\nb"], "--name is no line of text"),
        ([], "-: standard input has no name; give one with --name"),
    ],
)
def test_wrong_usage_of_add(args: list[str], says: str, verb: Run) -> None:
    result = verb("add", "-", *args, stdin=GAME_ID)
    assert result.exit_code == 2
    assert says in result.stderr


def test_what_add_did_is_told_to_scripts(verb: Run, tmp_path: Path) -> None:
    book = file_of(tmp_path, "book.json", made())
    said = {"source": book, "publication": "book", "date": "2026-11-02"}
    for counts in ({"added": 6, "there": 0}, {"added": 0, "there": 6}):
        result = verb("add", book, "--date", "2026-11-02", "--json")
        assert json.loads(result.stdout) == {**said, **counts, "refused": 0, "messages": []}
    assert verb("add", book, "-q").output == ""
