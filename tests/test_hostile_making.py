"""The verbs that make, grade and explain, in hostile hands: one clear line, the right code, nothing half-written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
SOUND = "   3 3 3\n→  ─ ─ ┐    3\n   ┌ ─ ┘    3\n   └ . . →  3\n"
MAKE = ("generate", "tracks", "--size", "6", "--seed", "s")


def assert_one_line(stderr: str, says: str) -> None:
    """What may be said about compiling aside, there is one line, and it is ours."""
    lines = [line for line in stderr.splitlines() if not line.startswith("compiling ")]
    assert len(lines) == 1, stderr
    assert lines[0].startswith("puzzle-factory: ")
    assert says in lines[0]
    assert "a bug" not in lines[0]


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ("0", "not 0"),
        ("99999", "not 99999"),
        ("3", "4 to 30 cells wide, not 3"),
        ("31", "4 to 30 cells wide, not 31"),
        ("4x31", "4 to 30 cells high, not 31"),
        ("x", "'x' is not a size; write one like 9, or 12x8"),
        ("", "'' is not a size"),
        ("-5", "'-5' is not a size"),
        ("5.5", "'5.5' is not a size"),
        ("8x", "'8x' is not a size"),
        ("8x8x8", "'8x8x8' is not a size"),
        ("8\n9", "is not a size"),
        ("٨", "'٨' is not a size"),
        ("9" * 5000, "is not a size"),
    ],
    ids=lambda text: text[:12].strip() or "empty",
)
def test_a_size_that_cannot_be_made(size: str, says: str, run: Run) -> None:
    result = run("generate", "tracks", "--size", size, "--seed", "s")
    assert (result.exit_code, result.stdout) == (2, "")
    assert_one_line(result.stderr, says)
    assert len(result.stderr) < 400


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--count", "-1"], "'--count': -1"),
        (["--count", "0"], "'--count': 0"),
        (["--count", "1e3"], "'--count': '1e3'"),
        (["--count", "999999999999999999999"], "'--count'"),
        (["--level", "esay"], "'esay' is not one of 'easy', 'medium', 'hard', 'expert'"),
        (["--level", "beyond"], "'beyond' is not one of"),
        (["--fill", "2"], "'2' is not a value of fill"),
        (["--fill", "0.9"], "fill is a share from 0.35 to 0.85"),
        (["--fill", "0.5..0.4"], "'0.5..0.4' is not"),
        (["--fill", "nan"], "'nan' is not a value of fill"),
        (["--givens", "-1"], "'-1' is not a value of givens"),
        (["--givens", "0"], "2 are printed at the ends; hide them"),
        (["--givens", "1"], "2 are printed at the ends; hide them"),
        (["--givens", "999"], "the grid has 36 cells"),
        (["--givens", "99999"], "'99999' is not a value of givens"),
        (["--ends", "top"], "'top' is not a value of ends"),
        (["--empty-lines", "perhaps"], "'perhaps' is not a value of empty-lines"),
        (["--workers", "0"], "'--workers'"),
        (["--workers", "99999"], "'--workers'"),
        (["--format", "docx"], "'docx' is not one of"),
        (["--colour"], "No such option '--colour'"),
        (["more"], "unexpected extra argument"),
        (["--seed"], "requires an argument"),
    ],
    ids=lambda case: " ".join(case) if isinstance(case, list) else "",
)
def test_an_option_that_cannot_be(args: list[str], says: str, run: Run) -> None:
    result = run(*MAKE, *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert_one_line(result.stderr, says)


@pytest.mark.parametrize("seed", ["", " ", "ünïcode 🚂", "a\nb", "-", "x" * 10_000, "--help"])
def test_any_text_is_a_seed(seed: str, run: Run) -> None:
    result = run("generate", "tracks", "--size", "5", f"--seed={seed}", "--format", "yaml")
    assert result.exit_code == 0
    assert run("verify", "--json", "-", stdin=result.stdout).exit_code == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["generate", "trakcs"], "'trakcs'"),
        (["generate"], "Missing command"),
        (["batch"], "Missing argument 'RECIPE'"),
        (["batch", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["batch", "."], ". is a folder"),
        (["grade"], "Missing argument 'PUZZLES...'"),
        (["grade", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["grade", "."], ". is a folder"),
        (["grade", "-", "-"], "read once only"),
        (["grade", "-", "--time-limit", "0"], "'--time-limit'"),
        (["grade", "-", "--time-limit", "nan"], "'--time-limit'"),
        (["render", "-", "--answer", "--time-limit", "inf"], "'--time-limit'"),
        (["generate", "tracks", "--seed", "\udcff"], "--seed is no text"),
        (["grade", "-", "--from", "doc"], "'doc' is not one of"),
        (["explain", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["explain", "-", "-o", "steps.docx"], "the extension names no format"),
        (["techniques", "parety"], "did you mean 'parity'?"),
        (["generate", "trakcs"], "'trakcs' is no genre; did you mean 'tracks'?"),
        (["techniques", "magic"], "'magic' is no technique; choose from rail, full-line"),
        (["techniques", "rail", "gap"], "unexpected extra argument"),
        (["techniques", ""], "'' is no technique"),
    ],
    ids=lambda case: " ".join(case) if isinstance(case, list) else "",
)
def test_wrong_usage(args: list[str], says: str, run: Run) -> None:
    result = run(*args, stdin=SOUND)
    assert (result.exit_code, result.stdout) == (2, "")
    assert_one_line(result.stderr, says)


@pytest.mark.parametrize("verb", ["grade", "explain"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"\x00" * 50,
        b"\xff\xfe",
        b"hello",
        b"{",
        b"[[[[",
        b"{}",
        b"null",
        b"5x5:zz,1",
        b"- " * 3000,
        b"\xef\xbb\xbf",
    ],
    ids=repr,
)
def test_what_is_no_puzzle_is_invalid(content: bytes, verb: str, run: Run) -> None:
    result = run(verb, "-", stdin=content)
    assert result.exit_code == 3
    assert "invalid" in result.stdout
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("target", "code", "says"),
    [
        ("missing/book.yaml", 2, "there is no folder"),
        ("folder.yaml", 2, "is a folder; name a file in it"),
        ("book.docx", 2, "the extension names no format"),
        ("file.txt/book.yaml", 2, "there is no folder"),
        ("n" * 300 + ".yaml", 1, "name too long"),
    ],
)
@pytest.mark.parametrize("verb", ["generate", "grade", "explain"])
def test_a_place_where_no_file_can_be(target: str, code: int, says: str, verb: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "file.txt").write_text("mine")
    path = str(tmp_path / target)
    args = MAKE if verb == "generate" else (verb, "-")
    result = run(*args, "-o", path if verb == "generate" else path.replace(".yaml", ".json"), stdin=SOUND)
    assert (result.exit_code, result.stdout) == (code, "")
    assert_one_line(result.stderr, says)
    assert {found.name for found in tmp_path.iterdir()} == {"folder.yaml", "folder.json", "file.txt"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever runs this may write anywhere")
def test_a_folder_that_may_not_be_written_in(tmp_path: Path, run: Run) -> None:
    tmp_path.chmod(0o555)
    result = run(*MAKE, "-o", str(tmp_path / "book.yaml"))
    assert result.exit_code == 1
    assert_one_line(result.stderr, "book.yaml: not written")


full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


@full_disk
@pytest.mark.parametrize("args", [MAKE, ("grade", "-"), ("explain", "-")], ids=lambda args: args[0])
def test_a_full_disk_under_the_file(args: tuple[str, ...], run: Run) -> None:
    form = ["--format", "yaml"] if args == MAKE else ["--json"]
    result = run(*args, *form, "-o", "/dev/full", stdin=SOUND)
    assert (result.exit_code, result.stdout) == (1, "")
    assert_one_line(result.stderr, "/dev/full: not written, No space left on device")


OUTPUTS = [(*MAKE, "-q"), (*MAKE, "--format", "yaml"), ("grade", "-"), ("explain", "-", "--json"), ("techniques",)]


def process(args: tuple[str, ...], **extra: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "puzzle_factory", *args]
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        command, input=SOUND, stderr=subprocess.PIPE, text=True, timeout=120, **extra
    )


@full_disk
@pytest.mark.parametrize("args", OUTPUTS, ids=" ".join)
def test_a_full_disk_under_standard_output(args: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = process(args, stdout=full)
    assert done.returncode == 1
    assert_one_line(done.stderr, "No space left on device")


@pytest.mark.skipif(os.name == "nt", reason="descriptors are closed otherwise there")
@pytest.mark.parametrize("args", OUTPUTS, ids=" ".join)
def test_a_closed_standard_output(args: tuple[str, ...]) -> None:
    done = process(args, preexec_fn=lambda: os.close(1))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
