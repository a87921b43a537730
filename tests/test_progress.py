"""What people see of the making: a bar on a terminal, else a line every now and then, and under -q nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from batches import job, maker
from puzzle_factory.batch import carry_out
from puzzle_factory.cli import progress
from puzzle_factory.cli.progress import Progress
from puzzle_factory.errors import OrderUnfilled
from puzzle_factory.production import Item, Made

Run = Callable[..., Result]
RECIPE = """\
recipe: book
output: {formats: jsonl}
orders:
  - {genre: tracks, size: [4, 5], level: easy, count: 3}
"""
LINE = re.compile(r"\d of 6 made, [\d.]+ a second, \d+ s left, [\d.]+ candidates for each made")


@pytest.fixture
def recipe(tmp_path: Path) -> list[str]:
    """The arguments of a batch of two orders of three."""
    path = tmp_path / "book.yaml"
    path.write_text(RECIPE)
    return ["batch", str(path), "-o", str(tmp_path / "made"), "--workers", "1"]


def lines(result: Result) -> list[str]:
    """What stderr says, but for what is compiled first."""
    return [line for line in result.stderr.splitlines() if not line.startswith("compiling ")]


def test_a_short_batch_on_a_pipe_says_nothing_of_its_progress(recipe: list[str], run: Run) -> None:
    assert lines(run(*recipe)) == []


def test_on_a_pipe_a_line_is_said_every_so_often(recipe: list[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.0)
    said = lines(run(*recipe))
    assert [line[0] for line in said] == list("123456")
    assert all(LINE.fullmatch(line) for line in said)
    assert " 0 s left" in said[-1]


def test_a_line_is_not_said_before_its_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 100.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    asked = job(Path(), 6)
    with Progress(quiet=False, verbose=False) as watch:
        watch.begin(asked.items, ())
        for made in maker()(asked.items):
            now += 20.0
            watch.made(made)
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in said] == ["2 of 6 made", "4 of 6 made", "6 of 6 made"]
    assert said[0] == "2 of 6 made, 0.1 a second, 80 s left, 1.0 candidates for each made"


def test_verbose_says_a_line_for_each_finished_order(recipe: list[str], run: Run) -> None:
    assert lines(run(*recipe, "-v")) == ["tracks 4x4 easy: 3 made", "tracks 5x5 easy: 3 made"]


@pytest.mark.parametrize(
    ("shard", "said"),
    [("1/2", ["tracks 4x4 easy: 2 made", "tracks 5x5 easy: 1 made"]), ("4/4", ["tracks 5x5 easy: 1 made"])],
)
def test_a_share_says_how_much_of_an_order_it_has_made(
    shard: str, said: list[str], recipe: list[str], run: Run
) -> None:
    assert lines(run(*recipe, "-v", "--shard", shard)) == said


def test_quiet_says_nothing(recipe: list[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.0)
    result = run(*recipe, "-q")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_going_on_is_said_with_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def failing(items: Sequence[Item]) -> Generator[Made]:
        yield from maker("book")(items[:2])
        raise OrderUnfilled("no more")

    with pytest.raises(OrderUnfilled):
        carry_out(replace(job(tmp_path, 6), maker=failing))
    with Progress(quiet=False, verbose=True) as watch:
        carry_out(job(tmp_path, 6, watch=watch))
    said = capsys.readouterr().err.splitlines()
    assert said == ["2 of 6 were made before; going on", "tracks 5x5 easy: 6 made"]


def test_a_share_of_nothing_has_no_progress(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(quiet=False, verbose=True) as watch:
        carry_out(job(tmp_path, 1, shard="2/2", watch=watch))
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no terminals that a test can open")
def test_on_a_terminal_there_is_a_bar(recipe: list[str]) -> None:
    import termios

    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (30, 120))
    words = [sys.executable, "-m", "puzzle_factory", *recipe]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        while part := read_terminal(ours):
            seen += part
        assert process.stdout is not None and b"made 6 puzzles" in process.stdout.read()
    os.close(ours)
    assert b"0/6" in seen and b"puzzle" in seen
    assert b"of 6 made" not in seen


def read_terminal(handle: int) -> bytes:
    """What a terminal shows next, nothing where its other end is closed."""
    try:
        return os.read(handle, 4096)
    except OSError:
        return b""
