"""How the making of a batch ends when it is stopped: one line, no process left, nothing half-written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from processes import LINUX, cpu_s, members, wait_until

LONG = """\
recipe: long
orders:
  - {genre: tracks, size: 12, level: expert, count: 5000}
"""
SHORT = """\
recipe: short
seed: s
output: {formats: [jsonl]}
orders:
  - {genre: tracks, size: 10, level: expert, count: 150}
"""


@contextmanager
def making(recipe: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A batch in the making by two workers, in a process group of its own."""
    path = folder.with_suffix(".recipe.yaml")
    path.write_text(recipe)
    command = [sys.executable, "-m", "puzzle_factory", "batch", str(path), "-o", str(folder), "-q", "--workers", "2"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        if members(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A long batch whose first worker has just been started."""
    with making(LONG, tmp_path / "made") as process:
        wait_until(lambda: workers_of(process), "a worker has been started", every_s=0.001)
        yield process


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A long batch that both workers are at work on."""
    with making(LONG, tmp_path / "made") as process:
        wait_until(lambda: len(at_work(process)) == 2, "both workers are at work")
        yield process


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    return [member for member in members(process.pid) if member != process.pid]


def at_work(process: subprocess.Popen[str]) -> list[int]:
    """The workers that have used more time than it takes to load the program."""
    return [worker for worker in workers_of(process) if cpu_s(worker) > 1.5]


@LINUX
@pytest.mark.parametrize(
    ("send", "ends"),
    [(os.killpg, signal.SIGINT), (os.kill, signal.SIGINT), (os.kill, signal.SIGTERM)],
    ids=["Ctrl-C in a terminal", "Ctrl-C to the parent alone", "a scheduler's SIGTERM"],
)
def test_an_interruption_is_one_line_and_leaves_nothing(
    send: Callable[[int, int], None], ends: signal.Signals, running: subprocess.Popen[str], tmp_path: Path
) -> None:
    send(running.pid, ends)
    assert_ends_in_one_line(running, 130, "puzzle-factory: interrupted; ")
    assert_nothing_half_written(tmp_path / "made")


@LINUX
@pytest.mark.parametrize("wait_s", [0, 0.02, 0.1, 0.5])
def test_an_interruption_as_the_workers_start_is_one_line_too(
    wait_s: float, starting: subprocess.Popen[str], tmp_path: Path
) -> None:
    time.sleep(wait_s)
    os.killpg(starting.pid, signal.SIGINT)
    assert_ends_in_one_line(starting, 130, "puzzle-factory: interrupted; ")
    assert_nothing_half_written(tmp_path / "made")


@LINUX
@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP], ids=lambda ends: ends.name)
def test_workers_do_not_outlive_the_program(
    ends: signal.Signals, running: subprocess.Popen[str], tmp_path: Path
) -> None:
    os.kill(running.pid, ends)
    running.wait(timeout=20)
    wait_until(lambda: not members(running.pid), "all workers are gone")
    assert_nothing_half_written(tmp_path / "made")


@LINUX
def test_workers_ended_from_outside_cost_a_retry_and_change_no_byte(tmp_path: Path) -> None:
    with making(SHORT, tmp_path / "undisturbed") as process:
        assert_ends_in_nothing(process)
    with making(SHORT, tmp_path / "disturbed") as process:
        ended: set[int] = set()  # they may be seen for a moment yet
        for _ in range(2):
            wait_until(lambda: set(at_work(process)) - ended, "a worker is at work")
            worker = min(set(at_work(process)) - ended)
            os.kill(worker, signal.SIGKILL)
            ended.add(worker)
        assert_ends_in_nothing(process)
    disturbed, undisturbed = (tmp_path / name / "short.jsonl" for name in ("disturbed", "undisturbed"))
    assert disturbed.read_bytes() == undisturbed.read_bytes()


def assert_ends_in_nothing(process: subprocess.Popen[str]) -> None:
    """It ends well, and with no word."""
    assert (process.communicate(timeout=60), process.returncode) == (("", ""), 0)


def assert_ends_in_one_line(process: subprocess.Popen[str], code: int, opening: str) -> None:
    """It says but a line that begins so, and none of its processes is left."""
    stdout, stderr = process.communicate(timeout=20)
    assert (stdout, process.returncode) == ("", code)
    assert stderr.startswith(opening) and stderr.count("\n") == 1, stderr
    wait_until(lambda: not members(process.pid), "no process of it is left")


def assert_nothing_half_written(folder: Path) -> None:
    """There is no file but the journal that a second run goes on from."""
    assert {path.name for path in folder.iterdir()} <= {"journal.jsonl"}
