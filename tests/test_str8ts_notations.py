"""Foreign notations of Str8ts: each form is read, each broken puzzle names its cell, no other genre's text is taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import Result

from puzzle_factory.notation import owned, recognised
from puzzle_factory.sources import complaints, genres, read_sources
from puzzle_models import registry
from puzzle_models.kernel.contract import Format, InvalidPuzzle
from puzzle_models.str8ts.puzzle import Str8tsPuzzle, build

Run = Callable[..., Result]
DATA = Path(__file__).parent / "data"
CORPUS = Path(__file__).parents[2] / "shared" / "corpora" / "str8ts" / "str8ts.jsonl"
STR8TS = registry.load("str8ts")
PLAIN = "#.2#\n3...\n.4..\n#..A\n"
ANSWER = "#32#\n3142\n2413\n#23A\n"
needs_corpus = pytest.mark.skipif(not CORPUS.is_file(), reason="the shared corpora are not beside the repository")


def notation(name: str) -> Format:
    return next(form for form in STR8TS.formats if form.name == name)


def puzzle_in(name: str, text: str) -> Any:
    (puzzle,) = notation(name).read(text)
    return puzzle


def hostile() -> list[Any]:
    cases = yaml.safe_load((DATA / "str8ts-hostile.yaml").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"]) for case in cases]


def published() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()] if CORPUS.is_file() else []


@pytest.mark.parametrize("forced", [False, True], ids=["told", "forced"])
@pytest.mark.parametrize("case", hostile())
def test_a_file_in_hostile_hands(case: dict[str, Any], forced: bool, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_text(case["text"])
    items = list(read_sources([str(path)], case["notation"] if forced else None))
    assert {item.format for item in items} == {case["notation"]}
    assert [item.number for item in items] == list(range(1, len(case["says"]) + 1))
    for item, said in zip(items, case["says"], strict=True):
        lines = complaints(item)
        assert (item.puzzle is not None) == (said == "sound") == (not lines)
        if lines:
            assert len(lines) == len(said)
            assert all(any(part in line for line in lines) for part in said)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain", "# . 2 #\n3 . . .\n. 4 . .\n# . . #1\n"),
        ("plain", "#.2#\n3 . . .\n.4..\n# . . A\n"),
        ("bd", "bd=..2.3....4.....1" + "1..1........1..1"),
        ("bd", "0020300004000001 1001000000001001"),
        ("table", "x - 2 x\n3 - - -\n- 4 - -\nx - - x1\n"),
        ("table", "X,-,2,X\n3,-,-,-\n-,4,-,-\nX,-,-,1X\n"),
    ],
    ids=["words", "words here and there", "dots", "bare", "spaces", "commas and capitals"],
)
def test_every_form_is_the_same_puzzle(name: str, text: str) -> None:
    assert puzzle_in(name, text) == puzzle_in("plain", PLAIN)


def test_a_large_grid_is_read_in_words_and_with_a_character_a_cell() -> None:
    tight = "\n".join([".....A#.aK#", "1..........", *["..........."] * 9])
    words = "\n".join([". . . . . #1 # . 10 #11 #", "1 . . . . . . . . . .", *[" ".join("." * 11)] * 9])
    found = puzzle_in("plain", words)
    assert found == puzzle_in("plain", tight)
    assert notation("plain").write(found, None).splitlines()[0] == ".   .   .   .   .   #1  #   .   10  #11 #"
    assert STR8TS.unparse(found)["grid"][0] == ". . . . . #1 # . 10 #11 #"


def test_a_letter_beyond_a_large_grid_names_its_cell() -> None:
    broken = puzzle_in("plain", "\n".join(["........c.", ".......M..", ".......h..", *[".........."] * 7]))
    assert isinstance(broken, InvalidPuzzle)
    assert [fault.where for fault in broken.faults] == ["r3c8", "r1c9", "r2c8"]


def test_a_board_of_any_size_is_told_by_its_length() -> None:
    for size in range(3, 17):
        found = puzzle_in("bd", "bd=" + "1".ljust(size * size, "0") + "1".rjust(size * size, "0"))
        assert isinstance(found, Str8tsPuzzle)
        assert (found.size, found.digits[0], found.blacks[-1]) == (size, 1, True)


@pytest.mark.parametrize(
    "link", ['"https://a.b/c?BD={}&d=1"', "<a href='https://a.b/?bd={}'>", "(https://a.b/?v=2&bd={})"]
)
def test_a_link_is_taken_as_it_is_copied(link: str) -> None:
    found = puzzle_in("bd", link.format("..2......100000000"))
    assert isinstance(found, Str8tsPuzzle)
    assert (found.size, found.digits[2], found.blacks[0]) == (3, 2, True)


def test_a_board_in_a_link_cannot_say_more_than_nine() -> None:
    puzzle = build(10, [False] * 100, [0] * 11 + [10] + [0] * 88)
    with pytest.raises(InvalidPuzzle, match="bd has one character a digit, so it cannot say the 10 at r2c2"):
        notation("bd").write(puzzle, None)


@pytest.mark.parametrize(
    ("text", "name", "genre"),
    [
        ("1 2 3\n. . 1\n. 3 2\n", "plain", "str8ts"),
        ("123\n...\n3..\n", "plain", "str8ts"),
        ("231\n.23\n#..\n", "plain", "str8ts"),  # not a column of Train Tracks with the clues 231 and 23
        ("1 3 2\n2 1 3\n3 2 1\n", "plain", "str8ts"),
        ("A23\n23A\n3A2\n", "plain", "str8ts"),
        ("  1 1\n  . .  2\n  . .  0\n", "plain", "tracks"),
        ("1 1\n→━═→2\n", "plain", "tracks"),
        ("  2 2\n→ . . →  2\n  . |    2\n", "plain", "tracks"),
        ("|-|-|x|\n|5|-|-|\n|-|-|-|\n", "table", "str8ts"),
        ("3x - 2 -\n- - x -\n- - - -\n- x - -\n", "table", "str8ts"),
        ("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n", "tatham", "tracks"),
    ],
)
def test_each_text_finds_its_notation_and_its_genre(text: str, name: str, genre: str) -> None:
    assert recognised(text, "", genres()) == name
    assert [owner.name for _, (owner, _) in owned(text, name, genres())] == [genre]


@pytest.mark.parametrize(
    "text",
    [
        "- {genre: str8ts, puzzle: PUZZLE}\n",
        "- genre: str8ts\n  puzzle: PUZZLE\n",
        "-\n  genre: str8ts\n  puzzle: PUZZLE\n",
        "---\n- genre: str8ts\n  puzzle: PUZZLE\n",
        "--- # mine\ngenre: str8ts\npuzzle: PUZZLE\n",
        "--- {genre: str8ts, puzzle: PUZZLE}\n",
        "- !!map\n  genre: str8ts\n  puzzle: PUZZLE\n",
        "# mine\n- 'genre': str8ts\n  puzzle: PUZZLE\n",
        "%YAML 1.1\n---\ngenre: str8ts\npuzzle: PUZZLE\n",
    ],
)
def test_a_list_of_records_is_no_table(text: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_text(text.replace("PUZZLE", json.dumps(STR8TS.unparse(puzzle_in("plain", PLAIN)))))
    (item,) = read_sources([str(path)])
    assert (item.format, item.puzzle) == ("yaml", puzzle_in("plain", PLAIN))


@pytest.mark.parametrize("genre", genres(), ids=lambda genre: genre.name)
def test_a_drawing_for_people_is_told_to_be_one(genre: Any, tmp_path: Path) -> None:
    form = next(form for form in genre.formats if form.name == "plain")
    (puzzle,) = form.read(PLAIN if genre is STR8TS else "  1 1\n→ . . →  2\n")
    path = tmp_path / "puzzles"
    path.write_text("a title\n\n" + genre.text(puzzle, None))
    (item,) = read_sources([str(path)])
    assert complaints(item) == [
        f"{path}: a drawing for people, which is not read back; give the puzzle as plain or as a record"
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (ANSWER, None),
        ("#! mine\n\n" + ANSWER, None),
        ("\ufeff" + ANSWER.replace("\n", "\r\n"), None),
        ("# 3 2 #\n3 1 4 2\n2 4 1 3\n# 2 3 #1\n", None),
        (json.dumps({"grid": ANSWER.split()}), None),
        (ANSWER.replace("A", "#"), "black-changed"),
        (ANSWER.replace("A", "1"), "blacks-differ"),
        (ANSWER.replace("A", "a"), "lower-case"),
        (ANSWER.replace("#32#", "#3##"), "blacks-differ"),
        (ANSWER.replace("#32#", "#22#"), "digit-repeated"),
        (ANSWER.replace("3142", "4132"), "given-changed"),
        (ANSWER.replace("3142", "3.42"), "cell-empty"),
        (ANSWER.replace("3142", "3942"), "digit-range"),
        (ANSWER.replace("3142", "314"), "grid-size"),
        (ANSWER.replace("3142\n", ""), "grid-size"),
    ],
)
def test_an_answer_out_of_a_file_is_judged(text: str, code: str | None, tmp_path: Path, run: Run) -> None:
    puzzle, answer = tmp_path / "puzzle", tmp_path / "answer"
    puzzle.write_text(PLAIN)
    answer.write_bytes(text.encode())
    result = run("verify", str(puzzle), "--answer", str(answer), "--json")
    said = json.loads(result.stdout)["answer"]
    assert (result.exit_code, said["correct"]) == ((0, True) if code is None else (4, False))
    assert [found["code"] for found in said["violations"]][:1] == ([code] if code else [])


@pytest.mark.parametrize("way", ["plain", "bd", "table", "yaml", "json", "jsonl"])
def test_there_and_back(way: str, tmp_path: Path, run: Run) -> None:
    middle = tmp_path / "middle"
    assert run("convert", "-", "--to", way, "-o", str(middle), stdin=PLAIN).exit_code == 0
    assert run("convert", str(middle), "--to", "plain").stdout == PLAIN
    solved = run("solve", str(middle), "--json")
    assert (solved.exit_code, json.loads(solved.stdout)["answers"]) == (0, [ANSWER.split()])
    assert run("render", str(middle), "--answer").stdout.startswith("<svg ")


def test_two_answers_stand_side_by_side_as_they_are_written(run: Run) -> None:
    result = run("solve", "-", "-q", stdin="#A.\n...\n...\n")
    assert (result.exit_code, result.stdout.splitlines()[0]) == (4, "- 1: multiple, at least 2 answers")
    assert result.stdout.splitlines()[2].split()[0].startswith("#A")


@needs_corpus
@pytest.mark.parametrize("name", ["plain", "table", "bd"])
def test_every_published_puzzle_goes_through_every_notation(name: str) -> None:
    form, done = notation(name), 0
    for puzzle in (puzzle_in("plain", "\n".join(entry["rows"])) for entry in published()):
        if isinstance(puzzle, Str8tsPuzzle) and (name != "bd" or max(puzzle.digits) < 10):
            assert puzzle_in(name, form.write(puzzle, None)) == puzzle
            done += 1
    assert done >= 610


@needs_corpus
def test_every_published_puzzle_is_read_and_its_answer_keeps_the_rules() -> None:
    broken = []
    for entry in published():
        puzzle = puzzle_in("plain", "\n".join(entry["rows"]))
        assert notation("plain").recognises("\n".join(entry["rows"]))
        if isinstance(puzzle, InvalidPuzzle):
            broken.append(entry["n_solutions"])
        elif entry["solution"]:
            assert STR8TS.violations(puzzle, STR8TS.read_answer(puzzle, entry["solution"])) == []
    assert broken == ["0"]  # one has a digit twice in most of its lines


def test_a_grid_without_an_answer_whatever_is_printed_is_told_so(run: Any) -> None:
    result = run("verify", "-", stdin=".....\n.....\n.....\n.....\n#.##.\n")
    assert result.exit_code == 4
    assert result.stdout.splitlines()[:2] == [
        "- 1: none",
        "  the grid itself has no answer, whatever is printed in it",
    ]
