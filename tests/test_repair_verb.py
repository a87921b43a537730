"""`repair` on the command line: what it prints, its JSON and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import toy_genre
from puzzle_factory.desk.verify import cases_of
from puzzle_factory.opening import Opened
from puzzle_factory.sources import read_opened
from puzzle_models import registry

Run = Callable[..., Result]
UNIQUE = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2"
MULTIPLE = "3x3:i,3,3,S3,S3,3,3"
NONE = "5x5:CwC,3,3,3,4,S4,S5,4,4,2,2"  # the clues of the first two rows of UNIQUE exchanged
ONE_OFF = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,3"
HOPELESS = "....\n....\n....\n.###\n"  # no grid of these black cells can be filled
UNREADABLE = "5x5:CwC,3,3"
CODES = {UNIQUE: 0, MULTIPLE: 0, NONE: 0, ONE_OFF: 0, UNREADABLE: 3}
KEYS = ["source", "number", "genre", "verdict", "proposals", "errors", "complete"]
STR8TS = ".#..5\n.....\n..#..\n.....\n...#.\n"  # of many answers


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(("puzzle", "code"), CODES.items())
def test_exit_code(puzzle: str, code: int, run: Run) -> None:
    assert run("repair", "-", stdin=puzzle).exit_code == code


def test_where_nothing_can_be_proposed_it_is_4_and_where_time_is_up_5(run: Run) -> None:
    hopeless = run("repair", "--json", "-", stdin=HOPELESS)
    assert (hopeless.exit_code, objects(hopeless)[0]["proposals"], objects(hopeless)[0]["complete"]) == (4, [], True)
    assert "no change of clues and givens gives it an answer" in run("repair", "-", stdin=HOPELESS).stdout
    late = run("repair", "--json", "--time-limit", "1e-9", "-", stdin=MULTIPLE)
    assert (late.exit_code, objects(late)[0]["verdict"], objects(late)[0]["proposals"]) == (5, "unknown", [])


def test_each_puzzle_gets_its_object(run: Run) -> None:
    found = objects(run("repair", "--json", "-", stdin="\n".join(CODES)))
    assert [list(each) for each in found] == [KEYS] * 5
    assert [each["verdict"] for each in found] == ["unique", "multiple", "none", "invalid", "invalid"]
    assert [each["number"] for each in found] == [1, 2, 3, 4, 5]
    assert found[0]["proposals"] == found[4]["proposals"] == []
    typo = found[2]["proposals"][0]
    assert (typo["kind"], typo["slip"], typo["written"]) == ("typo", "neighbours swapped", UNIQUE + "\n")
    assert typo["changes"] == [{"where": "row 1", "from": 5, "to": 4}, {"where": "row 2", "from": 4, "to": 5}]
    assert (typo["verdict"], typo["grade"]["level"]) == ("unique", "medium")
    off = found[3]["proposals"][0]
    assert (off["changes"], off["written"]) == ([{"where": "row 5", "from": 3, "to": 2}], UNIQUE + "\n")
    assert {each["code"] for each in found[3]["errors"]} == {"sums-differ"}


def test_what_is_proposed_is_a_puzzle_for_verify(run: Run) -> None:
    for found in objects(run("repair", "--json", "-", stdin=f"{MULTIPLE}\n{NONE}\n{ONE_OFF}")):
        for proposal in found["proposals"]:
            bare = json.dumps({"genre": found["genre"], "puzzle": proposal["puzzle"]})
            assert run("verify", "-", stdin=bare).exit_code == 0
            assert run("verify", "-", stdin=proposal["written"]).exit_code == 0


@pytest.mark.parametrize("notation", ["yaml", "json", "jsonl", "plain", "bd", "table"])
def test_a_proposal_is_written_as_the_puzzle_was(notation: str, run: Run) -> None:
    text = run("convert", "-", "--to", notation, stdin=STR8TS).stdout
    found = objects(run("repair", "--json", "-", stdin=text))[0]
    (again,) = cases_of(read_opened(Opened("-", found["proposals"][0]["written"].encode())))
    (before,) = cases_of(read_opened(Opened("-", text.encode())))
    assert again.format in (before.format, "json")
    assert registry.load("str8ts").unparse(again.puzzle) == found["proposals"][0]["puzzle"]


def test_text_has_a_line_and_the_puzzle(run: Run) -> None:
    lines = run("repair", "-", stdin=NONE).stdout.splitlines()
    assert lines[0] == "- 1: none, 5 proposals"
    assert lines[1].startswith("  typo, neighbours swapped: row 1 5 → 4, row 2 4 → 5; unique, medium ")
    assert lines[3] == f"  {UNIQUE}"
    assert lines[-1] == "0 unique, 0 multiple, 1 none, 0 invalid, 0 unknown"
    assert run("repair", "-q", "-", stdin=UNIQUE).stdout == "- 1: unique, nothing to repair\n"
    assert "not read whole" in run("repair", "-", stdin=UNREADABLE).stdout


def test_no_more_are_proposed_than_asked_for(run: Run) -> None:
    for most in (1, 2, 7):
        (found,) = objects(run("repair", "--json", "--proposals", str(most), "-", stdin=MULTIPLE))
        assert 0 < len(found["proposals"]) <= most
    assert run("repair", "--proposals", "0", "-", stdin=MULTIPLE).exit_code == 2


def test_workers_change_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join([MULTIPLE, NONE, ONE_OFF, UNIQUE] * 5))
    alone = run("repair", "--json", "--workers", "1", str(path)).stdout
    assert run("repair", "--json", "--workers", "2", str(path)).stdout == alone
    lines = [line.split(", ", 2)[2] for line in alone.splitlines()]  # a puzzle fares the same wherever it stands
    assert lines[:4] * 5 == lines


def test_a_third_genre_is_repaired_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.MODULES, toy_genre.GENRE.name, "toy_genre")
    loose = json.dumps({"genre": "binary-line", "puzzle": {"dark": 2, "grid": ["....."]}})
    broken = json.dumps({"genre": "binary-line", "puzzle": {"dark": 1, "grid": ["#.#.."]}})
    several, none = objects(run("repair", "--json", "-", stdin=f"{loose}\n{broken}"))
    assert [several["verdict"], none["verdict"]] == ["multiple", "none"]
    assert min(len(each["changes"]) for each in several["proposals"]) == 1
    assert none["proposals"][0]["kind"] == "typo"


@pytest.mark.parametrize("name", ["hostile.yaml", "str8ts-hostile.yaml"])
def test_hostile_puzzles_end_in_a_report(name: str, run: Run) -> None:
    result = run("repair", "--json", "--workers", "1", "--time-limit", "2", str(Path(__file__).parent / "data" / name))
    assert result.exit_code in (3, 4)
    assert result.stdout and "bug" not in result.stderr


def unsound(size: int) -> str:
    """A large board with one clue off: every line may be the one."""
    clues = [size // 2] * size
    ends = {"entry": {"row": 0, "col": 0, "side": "W"}, "exit": {"row": size - 1, "col": size - 1, "side": "S"}}
    rows = [size // 2 + 1, *clues[1:]]
    puzzle = {"width": size, "height": size, "columns": clues, "rows": rows, **ends, "grid": ["." * size] * size}
    return json.dumps({"genre": "tracks", "puzzle": puzzle})


@pytest.mark.parametrize("size", [24, 50])
def test_the_time_limit_holds_on_large_boards(size: int, run: Run) -> None:
    started = time.monotonic()
    (found,) = objects(run("repair", "--json", "--time-limit", "2", "-", stdin=unsound(size)))
    assert time.monotonic() - started < 6  # the machine may be busy
    assert (found["verdict"], found["complete"]) == ("invalid", False)


def test_interrupted_is_130_at_once(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text(unsound(40))
    command = [sys.executable, "-m", "puzzle_factory", "repair", str(path), "--time-limit", "60", "--workers", "1"]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(4)
        os.killpg(process.pid, signal.SIGINT)
        started = time.monotonic()
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said.decode().splitlines()[-1] == "puzzle-factory: interrupted"
    assert time.monotonic() - started < 2
