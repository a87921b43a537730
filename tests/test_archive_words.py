"""A puzzle found again says how it lies in the archive. Boards are turned here by their text, not by the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from archives import TURNS, Rows, lines_of

Run = Callable[..., Result]
LINE = ["─┐..", ".└─┐", "...│"]  # an answer: in from the west, out to the south
RAILS = {"│": "NS", "─": "EW", "└": "NE", "┘": "NW", "┌": "ES", "┐": "SW"}
STRAIGHTS = ["12#", "231", "3A2"]
SIDES = {  # where each side comes to lie
    "as here": "NESW",
    "rotated by 90°": "ESWN",
    "rotated by 180°": "SWNE",
    "rotated by 270°": "WNES",
    "mirrored left to right": "NWSE",
    "mirrored top to bottom": "SENW",
    "mirrored in its falling diagonal": "WSEN",
    "mirrored in its rising diagonal": "ENWS",
}


def rails(answer: Rows, words: str) -> Rows:
    """A grid of pieces turned, each piece with it."""
    sides = dict(zip("NESW", SIDES[words], strict=True))
    moved = {piece: "".join(sorted(sides[side] for side in ends)) for piece, ends in RAILS.items()}
    named = {"".join(sorted(ends)): piece for piece, ends in RAILS.items()}
    table = {ord(piece): named[ends] for piece, ends in moved.items()}
    return [row.translate(table) for row in TURNS[words](answer)]


def tracks(answer: Rows, enters: str, given: str = "┘└┌┐") -> dict[str, Any]:
    """The record of an answer: its bends are given, and the clues are counted; `enters` is the side of the entry."""
    height, width = len(answer), len(answer[0])
    border = [(0, col, "N") for col in range(width)] + [(height - 1, col, "S") for col in range(width)]
    border += [(row, 0, "W") for row in range(height)] + [(row, width - 1, "E") for row in range(height)]
    ends = [end for end in border if end[2] in RAILS.get(answer[end[0]][end[1]], "")]
    entry, exit = sorted(ends, key=lambda end: end[2] != enters)
    puzzle = {
        "width": width,
        "height": height,
        "columns": [sum(cell != "." for cell in column) for column in zip(*answer, strict=True)],
        "rows": [sum(cell != "." for cell in row) for row in answer],
        "entry": dict(zip(("row", "col", "side"), entry, strict=True)),
        "exit": dict(zip(("row", "col", "side"), exit, strict=True)),
        "grid": ["".join(cell if cell in given else "." for cell in row) for row in answer],
    }
    return {"genre": "tracks", "puzzle": puzzle, "answer": {"grid": answer}}


def str8ts(answer: Rows, given: str = "1") -> dict[str, Any]:
    """The record of an answer: the black cells are printed, and what of the digits is given."""
    grid = ["".join(cell if cell in given or not cell.isdigit() else "." for cell in row) for row in answer]
    return {"genre": "str8ts", "puzzle": {"size": len(answer), "grid": grid}, "answer": {"grid": answer}}


def complement(rows: Rows) -> Rows:
    return [row.translate(str.maketrans("123ABC", "321CBA")) for row in rows]


def there(run: Run, folder: Path, printed: dict[str, Any], sought: dict[str, Any]) -> str:
    """What the archive says of the puzzle sought, where the other was printed."""
    archive = ("--archive", str(folder / "archive.sqlite"))
    added = run("archive", "add", lines_of(folder, "book.jsonl", [printed]), "--date", "2026-11-02", *archive)
    assert added.exit_code == 0, added.output
    result = run("archive", "find", lines_of(folder, "sought.jsonl", [sought]), *archive)
    assert result.exit_code == 0
    return result.stdout.partition("sought.jsonl 1: ")[2].rstrip()


@pytest.mark.parametrize("words", TURNS)
def test_tracks_turned(words: str, run: Run, tmp_path: Path) -> None:
    entry = dict(zip("NESW", SIDES[words], strict=True))["W"]
    said = there(run, tmp_path, tracks(rails(LINE, words), entry), tracks(LINE, "W"))
    assert said == f"printed as number 1 of book on 2026-11-02, there {words}"


@pytest.mark.parametrize("words", TURNS)
def test_tracks_turned_and_run_the_other_way(words: str, run: Run, tmp_path: Path) -> None:
    exit = dict(zip("NESW", SIDES[words], strict=True))["S"]
    said = there(run, tmp_path, tracks(rails(LINE, words), exit), tracks(LINE, "W"))
    turned = "" if words == "as here" else f"{words} and "
    assert said == f"printed as number 1 of book on 2026-11-02, there {turned}run the other way"


@pytest.mark.parametrize("words", TURNS)
def test_str8ts_turned(words: str, run: Run, tmp_path: Path) -> None:
    said = there(run, tmp_path, str8ts(TURNS[words](STRAIGHTS)), str8ts(STRAIGHTS))
    assert said == f"printed as number 1 of book on 2026-11-02, there {words}"


@pytest.mark.parametrize("words", TURNS)
def test_str8ts_turned_with_its_digits_complemented(words: str, run: Run, tmp_path: Path) -> None:
    said = there(run, tmp_path, str8ts(complement(TURNS[words](STRAIGHTS)), given="3"), str8ts(STRAIGHTS))
    turned = "" if words == "as here" else f"{words}, "
    assert said == f"printed as number 1 of book on 2026-11-02, there {turned}with each digit d as 4 − d"


def test_another_puzzle_of_the_same_answer_is_told_from_the_puzzle_itself(run: Run, tmp_path: Path) -> None:
    said = there(run, tmp_path, str8ts(TURNS["rotated by 90°"](STRAIGHTS), given="2"), str8ts(STRAIGHTS))
    assert said == "its answer is that of number 1 of book on 2026-11-02, with other givens"
    (tmp_path / "archive.sqlite").unlink()
    said = there(run, tmp_path, tracks(LINE, "W", given="│"), tracks(LINE, "S"))
    assert said == "its answer is that of number 1 of book on 2026-11-02, with other givens"


def test_scripts_read_the_same_words(run: Run, tmp_path: Path) -> None:
    printed = [tracks(rails(LINE, "rotated by 90°"), "N"), str8ts(STRAIGHTS, given="2")]
    archive = ("--archive", str(tmp_path / "archive.sqlite"))
    run("archive", "add", lines_of(tmp_path, "book.jsonl", printed), "--date", "2026-11-02", *archive)
    sought = lines_of(tmp_path, "sought.jsonl", [tracks(LINE, "W"), str8ts(STRAIGHTS)])
    said = [json.loads(line) for line in run("archive", "find", sought, "--json", *archive).stdout.splitlines()]
    at = {"publication": "book", "date": "2026-11-02"}
    assert [each["found"] for each in said] == [
        [{**at, "place": 1, "relation": "rotated by 90°", "same": "puzzle"}],
        [{**at, "place": 2, "relation": None, "same": "answer"}],
    ]
    assert [(each["number"], each["genre"], each["errors"]) for each in said] == [(1, "tracks", []), (2, "str8ts", [])]
    assert said[0]["id"].startswith("tracks-4x3-") and said[0]["key"].startswith("tracks ")
