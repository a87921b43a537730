"""The desk: what `verify` and `solve` say of a file of puzzles, in words, in JSON and in exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from puzzle_factory.cli import main
from puzzle_models import registry

TRACKS = registry.load("tracks")
UNIQUE = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2"
MULTIPLE = "3x3:i,3,3,S3,S3,3,3"
NONE = "5x5:y,S5,0,2,2,0,S1,3,3,1,1"
INVALID = "3x3:i,3,3,S3,S3,3,9"
CODES = {UNIQUE: 0, MULTIPLE: 4, NONE: 4, INVALID: 3}
ANSWER = ["┐┌─┐.", "│└┐└┐", "└─┘.│", "...┌┘", "...└┐"]
KEYS = ["source", "number", "genre", "verdict", "engines", "answers", "grade", "clash", "errors", "certificate"]


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in a folder of its own, in one process: its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as leaving:
            main(["verify", "--workers", "1", *args] if args[0] != "solve" else list(args))
        return int(leaving.value.code or 0), capsys.readouterr().out

    return call


def written(text: str, name: str = "puzzles.txt") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def objects(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def headings(text: str) -> list[dict[str, Any]]:
    """The verdicts of a report in words."""
    lines = [line.split() for line in text.splitlines() if line.startswith("puzzles.txt")]
    return [{"verdict": words[2].strip(",")} for words in lines]


def record(**claims: object) -> str:
    puzzle = next(iter(next(form for form in TRACKS.formats if form.name == "tatham").read(UNIQUE)))
    return json.dumps({"genre": "tracks", "puzzle": TRACKS.unparse(puzzle), **claims})


@pytest.mark.parametrize(("puzzle", "code"), CODES.items())
def test_exit_code_of_a_verdict(run, puzzle, code):
    assert run(written(puzzle))[0] == code


def test_each_puzzle_gets_its_own_object_in_order(run):
    code, output = run("--json", written("\n".join(CODES)))
    found = objects(output)
    assert code == 3
    assert [each["verdict"] for each in found] == ["unique", "multiple", "none", "invalid"]
    assert [(each["source"], each["number"], each["genre"]) for each in found] == [
        ("puzzles.txt", number, "tracks") for number in range(1, 5)
    ]
    assert [list(each)[: len(KEYS)] for each in found] == [KEYS] * 4


def test_objects_hold_what_the_verdict_rests_on(run):
    unique, multiple, none, invalid = objects(run("--json", written("\n".join(CODES)))[1])
    assert (unique["answers"], unique["grade"]["scale"]) == ([ANSWER], "tracks/1")
    assert len({tuple(rows) for rows in multiple["answers"]}) == 2
    assert (multiple["grade"], none["answers"]) == (None, [])
    assert len(none["clash"]) > 1
    assert none["engines"] == {"cp-sat": "none", "sat": "none"}
    assert (invalid["engines"], {error["code"] for error in invalid["errors"]}) == ({}, {"clue-range", "sums-differ"})


def test_text_ends_in_a_summary_and_shows_where_two_answers_differ(run):
    lines = run(written("\n".join(CODES)))[1].splitlines()
    assert lines[-1] == "1 unique, 1 multiple, 1 none, 1 invalid, 0 unknown"
    assert lines[0].startswith("puzzles.txt 1: unique, ")
    shown = [line.split() for line in lines[lines.index("puzzles.txt 2: multiple, at least 2 answers") + 3 :][:3]]
    for first, second, marks in shown:
        expected = "".join("·" if one == other else "×" for one, other in zip(first, second, strict=True))
        assert marks == expected


def test_what_is_no_file_of_puzzles_is_one_invalid_object(run):
    code, output = run("--json", written("what is this?"))
    assert code == 3
    assert [(each["number"], each["verdict"], each["genre"]) for each in objects(output)] == [(0, "invalid", None)]


def test_the_line_of_what_cannot_be_read_is_named(run):
    assert "  line 5: not YAML" in run(written("recipe: [\nfoo\n\n\n: - x", "broken.yaml"))[1]


def test_undecided_is_5(run):
    code, output = run("--json", "--time-limit", "1e-9", written(UNIQUE))
    assert code == 5
    assert [(each["verdict"], each["answers"], each["grade"]) for each in objects(output)] == [("unknown", [], None)]


@pytest.mark.parametrize(
    ("answer", "code", "broken"),
    [
        pytest.param("\n".join(ANSWER), 0, set(), id="right, as a plain grid"),
        pytest.param(json.dumps({"grid": ANSWER}), 0, set(), id="right, as a record's answer"),
        pytest.param("\n".join(ANSWER).replace("└─┘.│", "└.┘.│"), 4, {"line-short", "loose-end"}, id="a hole"),
        pytest.param("\n".join(ANSWER).replace("└─┘.│", "└─┘││"), 4, {"line-over", "stray-piece"}, id="one too many"),
        pytest.param("\n".join(ANSWER[:4]), 4, {"grid-size"}, id="a row short"),
        pytest.param("1 2 3 4 5\n" + "  9\n".join(ANSWER) + "  9", 0, set(), id="clues that no puzzle has beside it"),
    ],
)
def test_a_given_answer_is_judged(run, answer, code, broken):
    found, output = run("--json", written(UNIQUE), "--answer", written(answer, "answer.txt"))
    (judged,) = (each["answer"] for each in objects(output))
    assert found == code
    assert judged["correct"] == (code == 0)
    assert broken <= {violation["code"] for violation in judged["violations"]}


def test_answers_must_be_one_a_puzzle(run):
    answers = written("\n".join(ANSWER), "answer.txt")
    assert run(written(f"{UNIQUE}\n{MULTIPLE}"), "--answer", answers)[0] == 2
    assert run(written(UNIQUE), "--answer", "no-such-file")[0] == 2


def test_claims_of_a_record_are_judged(run):
    level = objects(run("--json", written(record()))[1])[0]["grade"]["level"]
    wrong = "expert" if level != "expert" else "easy"
    good = record(answer={"grid": ANSWER}, grade={"level": level})
    bad = record(answer={"grid": ANSWER[::-1]}, grade={"level": wrong})
    code, output = run("--json", written(f"{good}\n{bad}", "records.jsonl"))
    first, second = objects(output)
    assert code == 4
    assert (first["answer"], first["errors"]) == ({"correct": True, "violations": []}, [])
    assert (second["answer"]["correct"], second["errors"][0]["code"]) == (False, "level-differs")
    assert [second["verdict"], second["answers"]] == ["unique", [ANSWER]]


def test_a_claim_is_shown_short_and_on_one_line(run):
    code, output = run(written(record(grade={"level": "a\n\x1b[31m" * 100})))
    (complaint,) = (line for line in output.splitlines() if "level-differs" in line)
    assert code == 4
    assert complaint.startswith("  the level is said to be a?") and len(complaint) < 120


def test_two_workers_say_the_same(run):
    puzzles = written("\n".join([*CODES] * 5))
    assert run(puzzles, "--json", "--workers", "2") == run(puzzles, "--json")


@pytest.mark.parametrize("name", ["report.jsonl", "report.json", "report.txt"])
def test_a_report_goes_to_a_file_as_it_is_named(run, name):
    code, printed = run(written("\n".join(CODES)), "-o", name, "-q")
    content = Path(name).read_text(encoding="utf-8")
    read = {"report.jsonl": objects, "report.json": json.loads, "report.txt": headings}[name]
    assert (code, printed) == (3, "")
    assert [each["verdict"] for each in read(content)] == ["unique", "multiple", "none", "invalid"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each name of a file is text")
@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_file_whose_name_is_no_text_is_reported_the_same_to_a_file_as_to_stdout(run, form):
    puzzles = written(UNIQUE, os.fsdecode(b"\xff.txt"))
    code, printed = run(puzzles, "-q", "--format", form)
    assert code == 0
    assert run(puzzles, "-q", "--format", form, "-o", "report") == (0, "")
    assert Path("report").read_bytes().decode() == printed.encode(errors="backslashreplace").decode()


def test_a_report_cannot_go_to_a_folder(run):
    assert run(written(UNIQUE), "-o", ".")[0] == 2


def test_solve_gives_answers(run):
    code, output = run("solve", "--json", "--workers", "1", written(f"{UNIQUE}\n{MULTIPLE}"))
    assert code == 4
    assert [len(each["answers"]) for each in objects(output)] == [1, 2]
    assert objects(output)[0]["answers"] == [ANSWER]
    assert "┌" in run("solve", "--workers", "1", written(UNIQUE))[1]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted_is_130_at_once(tmp_path, workers):
    size = 24  # far too hard at half full
    clues = ",".join(["S12", *["12"] * (size - 1)] * 2)
    puzzle = tmp_path / "hard.txt"
    puzzle.write_text(f"{size}x{size}:{'z' * 22}d,{clues}\n" * 20)
    options = ["--time-limit", "60", "--workers", workers]
    command = [sys.executable, "-m", "puzzle_factory", "verify", str(puzzle), *options]
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        started = time.monotonic()
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said.decode().splitlines() == ["puzzle-factory: interrupted"]
    assert time.monotonic() - started < 2
