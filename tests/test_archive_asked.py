"""Out of the archive: what was published is found again however it lies, counted, and taken out as it came."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from archives import BOOK, SITE, archive_of, family, file_of, image, lines_of, made
from puzzle_factory.archive import Archive, Avoid, PlaceTaken, Publication, Repeat
from puzzle_factory.records import record_of, to_data
from puzzle_models import registry
from toy_genre import GENRE as TOY

Run = Callable[..., Result]


def test_what_is_not_in_the_archive_is_said(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, made()[:1])
    file = lines_of(tmp_path, "x.jsonl", [to_data(made()[1]), {"genre": "tracks"}, to_data(made()[0])])
    result = verb("find", file)
    assert result.exit_code == 3
    assert [line.removeprefix(file) for line in result.stdout.splitlines()] == [
        " 1: not in the archive",
        ", puzzle 2: the key 'puzzle' is missing",
        " 3: printed as number 1 of book-1 on 2026-11-02, there as here",
    ]
    said = [json.loads(line) for line in verb("find", file, "--json").stdout.splitlines()]
    counts = [(each["number"], len(each["found"]), len(each["errors"])) for each in said]
    assert counts == [(1, 0, 0), (2, 0, 1), (3, 1, 0)]


def test_every_place_of_a_puzzle_is_named(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, [made("str8ts")[0], image(made("str8ts")[0], 1)])
    said = verb("find", file_of(tmp_path, "x.json", made("str8ts")[:1])).stdout
    places = re.findall("number (.) of book-1 on 2026-11-02, there (.*)", said)
    assert places == [("1", "as here"), ("2", "rotated by 90°")]


def test_a_puzzle_without_its_answer_is_solved_on_request(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, family()[:1])
    bare = {"genre": "str8ts", "puzzle": to_data(family()[3])["puzzle"]}
    file = lines_of(tmp_path, "x.jsonl", [bare])
    assert verb("find", file).stdout == f"{file} 1: not in the archive\n"
    assert "its answer is that of number 1 of book-1" in verb("find", file, "--solve").stdout


@pytest.mark.parametrize("name", ["find", "stats", "check", "export"])
def test_there_must_be_an_archive_to_be_asked(name: str, verb: Run, tmp_path: Path) -> None:
    result = verb(name, *([file_of(tmp_path, "x.json", made())] if name == "find" else []))
    assert result.exit_code == 2
    assert "archive.sqlite: there is no such archive; `archive add` makes one" in result.stderr
    assert not (tmp_path / "archive.sqlite").exists()


def test_an_unknown_subcommand_is_wrong_usage(run: Run) -> None:
    result = run("archive", "fnd")
    assert (result.exit_code, "'fnd' is not a command of archive; did you mean 'find'?" in result.stderr) == (2, True)


def test_stats_count_by_genre_size_level_and_publication(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, [*made(), *family()])
    archive_of(tmp_path, made("str8ts")[:1], SITE)
    archive_of(tmp_path, made("str8ts")[1:2], replace(SITE, date="2026-12-03"))
    bare = {"genre": "str8ts", "puzzle": {"size": 3, "grid": ["...", "...", "..."]}}
    verb("add", lines_of(tmp_path, "bare.jsonl", [bare]), "--date", "2026-12-24")
    assert verb("stats").stdout.splitlines() == [
        "13 puzzles, of 2026-11-02 to 2026-12-24",
        "genres: str8ts 7, tracks 6",
        "sizes: tracks 5x5 6, str8ts 6x6 4, str8ts 5x5 2, str8ts 3x3 1",
        "levels: easy 9, medium 1, hard 1, expert 1, ungraded 1",
        "  book-1: 10 puzzles, of 2026-11-02",
        "  site: 2 puzzles, of 2026-12-02 to 2026-12-03",
        "  bare: 1 puzzle, of 2026-12-24",
    ]
    said = json.loads(verb("stats", "--json").stdout)
    assert (said["puzzles"], said["first"], said["last"]) == (13, "2026-11-02", "2026-12-24")
    assert said["publications"][1] == {"name": "site", "puzzles": 2, "first": "2026-12-02", "last": "2026-12-03"}


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl"])
def test_what_is_exported_is_what_was_added(form: str, verb: Run, tmp_path: Path) -> None:
    book = file_of(tmp_path, f"book.{form}", [*made(), *family()])
    verb("add", book)
    out = tmp_path / f"out.{form}"
    assert verb("export", "-o", str(out)).exit_code == 0
    assert out.read_bytes() == Path(book).read_bytes()


def test_an_export_is_in_order_of_date_name_and_place_and_may_be_a_part(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, made("str8ts")[:1], SITE)
    numbered = [{**to_data(made()[index]), "number": 10 - index} for index in (0, 1)]
    verb("add", lines_of(tmp_path, "b.jsonl", numbered), "--date", "2026-11-02")
    archive_of(tmp_path, made()[2:3], Publication("a", "2026-11-02"))

    def exported(*args: str) -> list[str]:
        return [json.loads(line)["id"] for line in verb("export", "--json", *args).stdout.splitlines()]

    ids = [made()[index].id for index in (2, 1, 0)]
    assert exported() == [*ids, made("str8ts")[0].id]
    assert exported("--genre", "tracks") == ids
    assert exported("--name", "b") == ids[1:]
    assert exported("--name", "none") == []
    assert verb("export", "--genre", "trakcs").exit_code == 2


def test_an_empty_archive_is_no_trouble(verb: Run, tmp_path: Path) -> None:
    archive_of(tmp_path, [])
    assert verb("stats").stdout == "0 puzzles\n"
    assert verb("check").stdout == f"{tmp_path / 'archive.sqlite'}: 0 records checked, all is well\n"
    assert verb("export").stdout == "schema: puzzle-factory/batch/1\nrecords: []\n"


def test_keys_are_reserved_all_or_none(tmp_path: Path) -> None:
    archive_of(tmp_path, made()[:1])
    with Archive.open(tmp_path / "archive.sqlite") as archive:
        with pytest.raises(Repeat) as repeat:
            archive.reserve(SITE, [made()[1], image(made()[0], 1)])
        assert (repeat.value.row.place, repeat.value.there.publication) == (2, BOOK)
        with pytest.raises(PlaceTaken):
            archive.reserve(BOOK, [made()[2]])
        assert len(archive.numbers()) == 1
        for _ in range(2):
            archive.reserve(SITE, made()[1:3], places=["small", "large"])
        assert [row.place for row in archive.records_of(SITE)] == ["large", "small"]


def test_two_days_of_a_site_may_share_nothing(tmp_path: Path) -> None:
    archive_of(tmp_path, family()[:1], SITE)
    with Archive.open(tmp_path / "archive.sqlite") as archive:
        answer = f"answer {family()[1].answer_key}"
        assert archive.holds([answer]) and not archive.holds([answer], beside=SITE)
        assert not archive.holds([family()[1].key, f"answer {made()[0].answer_key}"])
        with pytest.raises(Repeat, match=r"its answer is that of number 1 of site of 2026-12-02"):
            archive.reserve(replace(SITE, date="2026-12-03"), family()[1:])


def test_archives_and_puzzle_files_can_be_avoided(tmp_path: Path) -> None:
    archive, book = archive_of(tmp_path, made()[:2]), file_of(tmp_path, "book.yaml", family()[:1])
    avoid = Avoid((Path(archive), Path(book)))
    assert avoid.holds([made()[1].key]) and avoid.holds(["x", f"answer {family()[3].answer_key}"])
    assert not avoid.holds([made()[2].key, f"answer {made()[2].answer_key}"])
    archive_of(tmp_path, made()[2:3], SITE)
    assert avoid.holds([made()[2].key])  # entered meanwhile by someone else


def test_another_genre_is_archived_like_any_other(verb: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.MODULES, TOY.name, "toy_genre")
    puzzle = TOY.parse({"dark": 2, "grid": ["#.o.."]})
    verb("add", file_of(tmp_path, "lines.json", [record_of(TOY, puzzle, (1, 0, 0, 1, 0))]), "--date", "2026-11-02")
    turned = {"genre": TOY.name, "puzzle": {"dark": 2, "grid": ["..o.#"]}}
    said = verb("find", lines_of(tmp_path, "x.jsonl", [turned])).stdout
    assert said.endswith("printed as number 1 of lines on 2026-11-02, there read from its other end\n")
    assert verb("stats").stdout.splitlines()[2] == "sizes: binary-line 5x1 1"
    assert verb("check").exit_code == 0
