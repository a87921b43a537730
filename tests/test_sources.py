"""Reading puzzles out of files: every notation told by its content, every broken file ends in a clear line."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from puzzle_factory.errors import WrongUsage
from puzzle_factory.sources import Item, complaints, read_sources
from puzzle_models import registry

DATA = Path(__file__).parent / "data"
GAME_ID = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2"
TRACKS = registry.load("tracks")
(PUZZLE,) = TRACKS.formats[0].read(GAME_ID)
BARE = {"genre": "tracks", "puzzle": TRACKS.unparse(PUZZLE)}
RECORD = json.dumps(BARE)
DEEP = 100_000


def read(tmp_path: Path, content: bytes, name: str = "puzzles") -> list[Item]:
    path = tmp_path / name
    path.write_bytes(content)
    return list(read_sources([str(path)]))


def hostile() -> list[Any]:
    cases = yaml.safe_load((DATA / "hostile.yaml").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"]) for case in cases]


@pytest.mark.parametrize("case", hostile())
def test_a_hostile_file_ends_in_a_clear_line(case: dict[str, Any], tmp_path: Path) -> None:
    items = read(tmp_path, case["text"].replace("@", RECORD).encode())
    assert [item.number for item in items] == case["numbers"]
    lines = [line for item in items for line in complaints(item)]
    assert case["says"] in lines[0]
    assert all("\n" not in line and len(line) < 300 for line in lines)
    assert all((item.puzzle is None) == bool(item.faults) for item in items)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x00\x01\x02\xff\xfe binary", "byte 4 is not UTF-8"),
        (b"genre: tracks\npuzzle: {\xe9}\n", "line 2: byte 24 is not UTF-8; save the file as UTF-8"),
        (RECORD.encode("utf-16"), "the file is in UTF-16 or UTF-32; save it as UTF-8"),
        (RECORD.encode("utf-16-le"), "the file is in UTF-16 or UTF-32; save it as UTF-8"),
        (b"\x00" * 1000, "in no notation"),
        (b"[" * DEEP, "nested more than 60 levels deep"),
        (b'{"genre":' * DEEP, "nested more than 60 levels deep"),
        (b"genre: " + b"[" * DEEP, "not YAML"),
        (b"a: " + b"{a: " * 200 + b"1" + b"}" * 200, "nested more than 60 levels deep"),
        (b'{"genre": "tracks", "puzzle": {"width": ' + b"9" * DEEP + b"}}", "a number of 100000 characters"),
        (b"genre: tracks\npuzzle: {width: " + b"9" * DEEP + b"}\n", "a number of 100000 characters"),
        (b"9x9:" + b"z" * DEEP, "the grid runs over at its character 4"),
        (b"genre: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
         b"c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\n"
         b"e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: [*e, *e, *e, *e, *e, *e, *e, *e, *e]\n"
         b"g: [*e, *e, *e, *e, *e, *e, *e, *e, *e]\n", "aliases that unfold to more than 200000 values"),
    ],
    ids=["binary", "latin-1", "utf-16", "no mark", "zeros", "deep json", "deep objects", "deep yaml", "deep enough",
         "long number", "long yaml number", "long run", "alias bomb"],
)  # fmt: skip
def test_hostile_bytes_end_in_a_clear_line(content: bytes, says: str, tmp_path: Path) -> None:
    (item,) = read(tmp_path, content)
    (line,) = complaints(item)
    assert says in line
    assert len(line) < 300


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (RECORD, "json"),
        (f"[{RECORD}]", "json"),
        (json.dumps({"schema": "puzzle-factory/batch/1", "records": [BARE]}, indent=2), "json"),
        (f"{RECORD}\n{RECORD}\n", "jsonl"),
        (yaml.safe_dump(BARE), "yaml"),
        (yaml.safe_dump([BARE], default_flow_style=True), "yaml"),
        (f"# a comment\n---\n{yaml.safe_dump(BARE)}", "yaml"),
        (f"{yaml.safe_dump({'records': [BARE]})}---\n{yaml.safe_dump(BARE)}", "yaml"),
        (GAME_ID, "tatham"),
        (f"# mine\n\n{GAME_ID}\tNNESW\n", "tatham"),
        (TRACKS.formats[1].write(PUZZLE, None), "plain"),
        ("#! mine\n\n" + TRACKS.formats[1].write(PUZZLE, None), "plain"),
    ],
)
@pytest.mark.parametrize("dress", ["plain", "mark", "crlf"])
def test_the_content_tells_the_notation(text: str, notation: str, dress: str, tmp_path: Path) -> None:
    content = text.replace("\n", "\r\n").encode() if dress == "crlf" else text.encode()
    items = read(tmp_path, b"\xef\xbb\xbf" + content if dress == "mark" else content)
    assert {(item.format, item.puzzle) for item in items} == {(notation, PUZZLE)}
    assert [item.number for item in items] == list(range(1, len(items) + 1))


@pytest.mark.parametrize(
    "text",
    [
        "\n" * DEEP + "x",
        "1 1\n→ " + " " * DEEP + "x",
        "1 1\n→ . " + "9" * DEEP + "x",
        "1 1\n" + "→" * DEEP + "x",
        "1\n" + "." * DEEP + "x",
    ],
    ids=["blank lines", "blanks", "digits", "arrows", "dots"],
)
def test_a_long_run_of_anything_is_read_at_once(text: str, tmp_path: Path) -> None:
    started = time.monotonic()
    assert complaints(read(tmp_path, text.encode())[0])
    assert time.monotonic() - started < 5


def test_a_single_broken_line_is_json_lines_where_the_name_says_so(tmp_path: Path) -> None:
    assert read(tmp_path, b'{"genre":', "a.jsonl")[0].number == 1
    assert read(tmp_path, b'{"genre":', "a.json")[0].number == 0


def test_claims_come_along(tmp_path: Path) -> None:
    record = {**BARE, "answer": {"grid": ["....."] * 5}, "grade": {"level": "hard"}}
    (item,) = read(tmp_path, json.dumps(record).encode())
    assert (item.answer, item.level, item.record) == (record["answer"], "hard", record)


def test_a_forced_notation_is_not_second_guessed(tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_text(RECORD)
    (item,) = read_sources([str(path)], "tatham")
    assert "is no size; it is WxH" in complaints(item)[0]


@pytest.mark.parametrize(
    ("paths", "says"), [(["nowhere"], "no such file"), (["."], "is a folder"), (["-", "-"], "once")]
)
def test_what_is_no_file_is_wrong_usage_before_anything_is_read(paths: list[str], says: str) -> None:
    with pytest.raises(WrongUsage, match=says):
        read_sources(paths)


def test_one_file_may_hold_every_notation_block_by_block(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text(
        "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n\nbd=..2......100000000\n\n#.2#\n....\n.4..\n#..A\n\n|-|-|x|\n|2|-|-|\n|-|-|-|\n"
    )
    found = [(item.format, item.genre.name if item.genre else "", item.faults) for item in read_sources([str(path)])]
    assert found == [
        ("tatham", "tracks", ()),
        ("bd", "str8ts", ()),
        ("plain", "str8ts", ()),
        ("table", "str8ts", ()),
    ]


def test_a_notation_that_is_forced_reads_every_block(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n\nbd=..2......100000000\n")
    first, second = read_sources([str(path)], "tatham")
    assert (first.faults, second.format, bool(second.faults)) == ((), "tatham", True)
