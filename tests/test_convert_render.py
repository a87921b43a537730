"""`convert`, `render` and `schema`, from file to file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from puzzle_factory import store
from puzzle_factory.errors import IoFailure
from puzzle_factory.records import record_of
from puzzle_factory.writing import write_batch
from puzzle_models import registry

Run = Callable[..., Result]
TRACKS = registry.load("tracks")
IDS = ("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2", "8x8:d9s5c6zgAa,1,4,1,4,4,3,S3,5,2,2,4,S5,3,3,5,1")
OPPOSITE = "  1 1\n→ . . →  2\n"


def ids_file(tmp_path: Path) -> str:
    path = tmp_path / "ids"
    path.write_text("\n".join(IDS) + "\n")
    return str(path)


@pytest.mark.parametrize("way", ["yaml", "json", "jsonl", "plain"])
def test_there_and_back(way: str, tmp_path: Path, run: Run) -> None:
    middle, back = tmp_path / f"middle.{way}", tmp_path / "back.tatham"
    assert run("convert", ids_file(tmp_path), "-o", str(middle)).exit_code == 0
    assert run("convert", str(middle), "-o", str(back), "-q").exit_code == 0
    assert back.read_text() == "\n".join(IDS) + "\n"


def test_records_stay_whole(tmp_path: Path, run: Run) -> None:
    (puzzle,) = TRACKS.formats[1].read(OPPOSITE)
    path = tmp_path / "batch.yaml"
    path.write_bytes(write_batch([record_of(TRACKS, puzzle, (2, 2))], "yaml"))
    as_json = run("convert", str(path), "--to", "json").stdout
    assert run("convert", "-", "--to", "yaml", stdin=as_json).stdout_bytes == path.read_bytes()


def test_what_a_notation_cannot_hold_is_said(tmp_path: Path, run: Run) -> None:
    (puzzle,) = TRACKS.formats[1].read("  1 1 1\n→ . . . →  3\n  . . .    0\n")
    path = tmp_path / "batch.yaml"
    path.write_bytes(write_batch([record_of(TRACKS, puzzle, (2, 2, 2, 0, 0, 0))], "yaml"))
    plain = run("convert", str(path), "--to", "plain")
    assert (plain.exit_code, plain.stderr) == (0, "plain holds puzzles only; left out: answer\n")
    tatham = run("convert", str(path), "--to", "tatham")
    assert (tatham.exit_code, tatham.stdout) == (2, "")
    assert f"{path}, puzzle 1: not written, a game ID has its ends on two sides that meet" in tatham.stderr


def test_a_puzzle_is_turned_where_a_game_id_needs_it(run: Run) -> None:
    result = run("convert", "-", "--to", "tatham", stdin="  1 1 0\n  ↓\n  . . .  1\n← . . .  1\n")
    assert result.exit_code == 0
    assert "puzzle 1: turned or mirrored, since a game ID has its entry on the left" in result.stderr


def test_a_broken_puzzle_does_not_take_its_neighbours_with_it(run: Run) -> None:
    result = run("convert", "-", "--to", "jsonl", stdin=f"{IDS[0]}\n5x5:x\n{IDS[1]}\n")
    assert result.exit_code == 3
    assert [json.loads(line)["puzzle"]["width"] for line in result.stdout.splitlines()] == [5, 8]
    assert result.stderr == "-, puzzle 2: the grid ends after 24 cells; 5x5 has 25\n"


def test_where_nothing_is_sound_nothing_is_written(tmp_path: Path, run: Run) -> None:
    target = tmp_path / "out.yaml"
    assert run("convert", "-", "-o", str(target), stdin="").exit_code == 3
    assert not target.exists()


def test_one_picture_goes_to_a_file_and_several_to_a_folder(tmp_path: Path, run: Run) -> None:
    one, folder = tmp_path / "one.svg", tmp_path / "pictures"
    assert run("render", "-", "-o", str(one), stdin=IDS[0]).exit_code == 0
    assert one.read_text().startswith("<svg ")
    result = run("render", ids_file(tmp_path), ids_file(tmp_path), "-o", str(folder))
    assert result.exit_code == 0
    names = sorted(path.name for path in folder.iterdir())
    assert [name.rpartition("-")[0] for name in names if name.endswith("-2.svg")] == [
        name.removesuffix(".svg") for name in names if not name.endswith("-2.svg")
    ]
    assert len(names) == 4
    assert run("render", ids_file(tmp_path)).exit_code == 2
    assert run("render", "-", "-o", "one.jpeg", stdin=IDS[0]).exit_code == 2


def test_where_one_picture_cannot_be_written_none_stays(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = store.write_whole

    def one_only(path: Path, content: bytes) -> None:
        if list(path.parent.iterdir()):
            raise IoFailure(f"{path}: not written, No space left on device")
        write(path, content)

    monkeypatch.setattr(store, "write_whole", one_only)
    result = run("render", ids_file(tmp_path), "-o", str(tmp_path / "pictures"))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert list((tmp_path / "pictures").iterdir()) == []


def test_where_nothing_is_drawn_there_is_no_folder_and_no_talk_of_pictures(tmp_path: Path, run: Run) -> None:
    result = run("render", "-", "-o", str(tmp_path / "pictures"), stdin="5x5:x\n5x5:y\n")
    assert result.exit_code == 3
    assert "picture" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_answer_is_drawn_from_the_record_or_worked_out(tmp_path: Path, run: Run) -> None:
    without = run("render", "-", stdin=IDS[0]).stdout
    solved = run("render", "-", "--answer", stdin=IDS[0]).stdout
    assert len(solved) > len(without) and "answer</title>" in solved
    record = {"genre": "tracks", "puzzle": {}, "answer": {"grid": ["──"]}}
    record["puzzle"] = TRACKS.unparse(next(iter(TRACKS.formats[1].read(OPPOSITE))))
    assert run("render", "-", "--answer", stdin=json.dumps(record)).exit_code == 0
    record["answer"] = {"grid": ["─."]}
    wrong = run("render", "-", "--answer", stdin=json.dumps(record))
    assert (wrong.exit_code, wrong.stdout) == (4, "")
    assert "not drawn, its answer is wrong: row 1 has 1 track cells, 1 too few" in wrong.stderr


@pytest.mark.parametrize("name", ["record", "batch", "recipe"])
def test_schema(name: str, run: Run) -> None:
    assert json.loads(run("schema", name).stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
