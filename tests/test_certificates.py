"""Certificates: what `verify --certificate` writes, and what `check-certificate` and a stranger's Python say of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from dratify import check_proof, parse_dimacs

from certificates import GIVEN_WHOLE, LONG_PROOF, PUZZLES, TWO_LOOPS, lemmas, made, strangers_say, write
from puzzle_factory import store
from puzzle_factory.desk import certificate_check, certificate_folders, certifying
from puzzle_factory.desk.certificate import CHECKER, CLAUSES, FILES, PROOF, PUZZLE, README, checker
from puzzle_factory.desk.certificate_check import check
from puzzle_factory.engines.drup import MetAfterAll
from puzzle_factory.engines.outcome import Deadline, OutOfTime
from puzzle_models import registry

Run = Callable[..., Result]
SEVERAL = "3x3:i,3,3,S3,S3,3,3"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def certified(run: Run, *puzzles: str, options: tuple[str, ...] = ()) -> Result:
    Path("puzzles.txt").write_text("\n\n".join(puzzles) + "\n", encoding="utf-8")
    return run("verify", "puzzles.txt", "--json", "--certificate", "proofs", *options)


def certificates(result: Result) -> list[str | None]:
    return [json.loads(line)["certificate"] for line in result.stdout.splitlines()]


def test_each_unique_puzzle_gets_a_folder(run: Run) -> None:
    result = certified(run, TWO_LOOPS, SEVERAL, LONG_PROOF)
    first, none, third = certificates(result)
    assert (result.exit_code, none) == (4, None)
    assert re.fullmatch(r"proofs/1-tracks-5x5-[0-9a-f]{12}", str(first))
    assert re.fullmatch(r"proofs/3-str8ts-6x6-[0-9a-f]{12}", str(third))
    assert sorted(os.listdir("proofs")) == [Path(str(first)).name, Path(str(third)).name]
    assert {name: Path(str(first), name).read_bytes() for name in os.listdir(str(first))} == made(TWO_LOOPS)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_certificate_is_accepted_by_all(puzzle: str) -> None:
    files = made(puzzle)
    assert check(files).checkers[0] == "dratify"
    assert strangers_say(write(Path("certificate"), files)) == ""
    assert check_proof(parse_dimacs(files[CLAUSES].decode(), strict=True), files[PROOF].decode()).ok


def test_the_checker_is_a_short_script_for_any_python() -> None:
    assert checker().count(b"\n") <= 80
    folder = write(Path("certificate"), made(LONG_PROOF))
    command = [sys.executable, "-I", "-S", "check.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr, done.stdout[:9]) == (0, "", "accepted:")
    (folder / README).unlink()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


@pytest.mark.parametrize("puzzle", [TWO_LOOPS, LONG_PROOF], ids=["tracks", "str8ts"])
def test_every_variable_is_told_and_the_answer_is_what_is_forbidden(puzzle: str) -> None:
    record, lines = json.loads(made(puzzle)[PUZZLE]), made(puzzle)[CLAUSES].decode().splitlines()
    cells = [list(map(int, line.split()[2:])) for line in lines if line.startswith("c cell ")]
    others = [int(line.split()[2]) for line in lines if line.startswith("c variable ")]
    (header,) = (line.split() for line in lines if line.startswith("p cnf "))
    clauses = [line for line in lines if line[0] not in "cp"]
    assert [*(cell[3] for cell in cells), *others] == list(range(1, int(header[2]) + 1))
    assert len(clauses) == int(header[3])
    genre = registry.load(record["genre"])
    answer = genre.read_answer(genre.parse(record["puzzle"]), record["answer"])
    variables = {(row, col, value): variable for row, col, value, variable in cells}
    forbidden = {-int(word) for word in clauses[-1].split()[:-1]}
    size = len(record["answer"]["grid"])
    assert forbidden <= {variables[(*divmod(cell, size), value)] for cell, value in enumerate(answer)}


def test_the_readme_is_five_lines_with_checksums_that_hold() -> None:
    files = made(TWO_LOOPS)
    text = files[README].decode()
    assert text.count("\n") == 5
    for name in (PUZZLE, CLAUSES, PROOF, CHECKER):
        assert f"{name} {store.sha256_of(files[name])}" in text


def test_workers_write_the_same_bytes_and_a_second_run_leaves_them_alone(run: Run) -> None:
    puzzles = [TWO_LOOPS, LONG_PROOF, GIVEN_WHOLE, SEVERAL] * 4
    assert certified(run, *puzzles, options=("--workers", "1")).exit_code == 4
    alone = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path("proofs").rglob("*.*")}
    assert len(alone) == 12 * 4
    certified(run, *puzzles, options=("--workers", "2"))
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path("proofs").rglob("*.*")} == alone


def test_a_certificate_that_was_changed_is_replaced(run: Run) -> None:
    (folder,) = map(str, certificates(certified(run, TWO_LOOPS)))
    Path(folder, PROOF).write_text("0\n")
    Path(folder, README).unlink()
    assert run("check-certificate", "proofs").exit_code == 3
    certified(run, TWO_LOOPS)
    assert run("check-certificate", "proofs").exit_code == 0
    assert os.listdir("proofs") == [Path(folder).name]


@pytest.mark.parametrize("way", ["a folder of others", "a file", "a link"])
def test_what_is_no_certificate_stays_and_is_named(way: str, run: Run) -> None:
    (folder,) = map(str, certificates(certified(run, TWO_LOOPS)))
    os.rename(folder, "elsewhere")
    if way == "a folder of others":
        Path(folder).mkdir()
        Path(folder, "diary").write_text("dear")
    elif way == "a file":
        Path(folder).write_text("dear")
    else:
        Path(folder).symlink_to(Path("elsewhere").resolve())
    before = [(path, path.is_file() and path.read_bytes()) for path in sorted(Path().rglob("*"))]
    result = certified(run, TWO_LOOPS)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"{folder}: something else stands in the way" in result.stderr
    assert [(path, path.is_file() and path.read_bytes()) for path in sorted(Path().rglob("*"))] == before


def test_a_file_in_the_place_of_the_folder_is_wrong_usage(run: Run) -> None:
    Path("proofs").write_text("")
    assert certified(run, TWO_LOOPS).exit_code == 2
    for name in ("", "-"):
        assert run("verify", "puzzles.txt", "--certificate", name).exit_code == 2
    assert sorted(os.listdir()) == ["proofs", "puzzles.txt"]


def test_two_lays_of_one_puzzle_with_one_number_are_told_apart_beforehand(run: Run) -> None:
    Path("a").write_text(GIVEN_WHOLE + "\n")
    Path("b").write_text("321\n132\n213\n")
    result = run("verify", "a", "b", "--certificate", "proofs")
    assert (result.exit_code, Path("proofs").exists()) == (2, False)
    assert "b 1 is a 1 laid out anew" in result.stderr
    Path("b").write_text(GIVEN_WHOLE + "\n")
    assert run("verify", "a", "b", "--certificate", "proofs").exit_code == 0


def late(*_: object) -> None:
    raise OutOfTime


@pytest.mark.parametrize("stage", ["cuts_needed", "proof", "check"])
def test_what_does_not_fit_into_the_time_is_said_and_left_out(
    stage: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certifying, stage, late)
    result = certified(run, TWO_LOOPS)
    assert (result.exit_code, certificates(result), os.listdir("proofs")) == (5, [None], [])
    assert result.stderr.splitlines()[-1].startswith("puzzles.txt 1: no certificate, its proof takes too long")


@pytest.mark.parametrize("left_s", [0.0, 0.001])
def test_a_certificate_keeps_its_deadline(left_s: float) -> None:
    genre = registry.load("tracks")
    (form,) = (each for each in genre.formats if each.name == "tatham")
    (puzzle,) = form.read(TWO_LOOPS)
    answer = genre.read_answer(puzzle, json.loads(made(TWO_LOOPS)[PUZZLE])["answer"])
    assert certifying.certificate(genre, puzzle, answer, Deadline.after(left_s)) is None


@pytest.mark.parametrize("fault", [MetAfterAll((1, 2)), certificate_check.Refused("no lemma")], ids=["no", "wrong"])
def test_a_proof_that_cannot_be_is_a_bug(fault: Exception, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(certifying, "proof", fail)
    result = certified(run, TWO_LOOPS)
    assert (result.exit_code, os.listdir("proofs")) == (1, [])
    assert "a bug, please report it: a certificate that does not hold" in result.stderr


def test_a_full_disk_leaves_nothing_behind(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(store, "make_folder", lambda path: Path(path).mkdir())
    result = certified(run, TWO_LOOPS)
    assert (result.exit_code, os.listdir("proofs")) == (1, [])
    assert "not written, No space left on device" in result.stderr


def test_check_certificate_takes_folders_of_certificates_in_order(run: Run) -> None:
    Path("some").mkdir()
    for number in (10, 9, 2):
        write(Path("some", f"{number}-x"), made(TWO_LOOPS))
    Path("some", "9-x", PROOF).write_text("0\n")
    Path("some", "10-x", PUZZLE).unlink()
    write(Path("alone"), made(LONG_PROOF))
    result = run("check-certificate", "some", "alone", "--json")
    said = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 3
    assert [each["certificate"] for each in said] == ["some/2-x", "some/9-x", "some/10-x", "alone"]
    assert [each["verdict"] for each in said] == ["accepted", "refused", "unreadable", "accepted"]
    assert [each["genre"] for each in said] == ["tracks", None, None, "str8ts"]
    assert said[1]["reason"].startswith("proof.drup")
    lines = run("check-certificate", "some", "alone").stdout.splitlines()
    assert lines[2] == "some/10-x: unreadable: puzzle.json is missing"
    assert lines[-1] == "2 accepted, 1 refused, 1 unreadable"
    assert run("check-certificate", "alone", "some/9-x", "-q").exit_code == 4


def test_check_certificate_of_what_is_none(run: Run) -> None:
    Path("empty").mkdir()
    Path("file").write_text("")
    assert run("check-certificate", "nowhere").exit_code == 2
    assert run("check-certificate", "file").exit_code == 2
    assert run("check-certificate", "empty").exit_code == 3


@pytest.mark.skipif(os.name == "nt", reason="links and pipes are others there")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", ["link", "pipe", "folder", "huge"])
def test_a_file_that_is_none_is_not_read(way: str, name: str, run: Run) -> None:
    path = write(Path("certificate"), made(TWO_LOOPS)) / name
    content = path.read_bytes()
    path.unlink()
    if way == "link":
        Path("outside").write_bytes(content)
        path.symlink_to(Path("outside").resolve())
    elif way == "pipe":
        os.mkfifo(path)
    elif way == "folder":
        path.mkdir()
    else:
        path.touch()
        os.truncate(path, 10**12)
    result = run("check-certificate", "certificate")
    assert result.exit_code == 3
    assert result.stdout.startswith(f"certificate: unreadable: {name} ")


def test_a_certificate_may_not_be_a_link(run: Run) -> None:
    write(Path("certificate"), made(TWO_LOOPS))
    Path("folder").mkdir()
    Path("folder", "link").symlink_to(Path("certificate").resolve())
    assert run("check-certificate", "folder").exit_code == 3


def test_the_largest_clauses_stay_below_what_is_read() -> None:
    encoding = registry.load("tracks").encode_cnf((50, 50))
    literals = sum(map(len, encoding.clauses)) + len(encoding.clauses) + encoding.variables
    assert 8 * literals < certificate_folders.LARGEST


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
@pytest.mark.parametrize(("prints", "code"), [("s VERIFIED", 0), ("s NOT VERIFIED", 4), ("", 4)])
def test_drat_trim_has_a_say_where_it_is_installed(
    prints: str, code: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(Path("certificate"), made(LONG_PROOF))
    Path("bin").mkdir()
    program = Path("bin", "drat-trim")
    lines = len(lemmas(made(LONG_PROOF)))
    program.write_text(f'#!/bin/sh\nhead -c 5 "$1" >&2\ntest $(wc -l < "$2") -eq {lines} && echo "{prints}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(Path("bin").resolve()), prepend=os.pathsep)
    result = run("check-certificate", "certificate")
    assert result.exit_code == code
    assert "drat-trim" in result.stdout
