"""How the making of a batch ends when it is stopped: one line, no process left, nothing half-written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LONG = """\
recipe: long
orders:
  - {genre: tracks, size: 12, level: expert, count: 5000}
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A long batch in a process group of its own, by two workers, some way on."""
    path = tmp_path / "long.yaml"
    path.write_text(LONG)
    command = [
        sys.executable,
        "-m",
        "puzzle_factory",
        "batch",
        str(path),
        "-o",
        str(tmp_path / "made"),
        "--workers",
        "2",
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        wait_until(lambda: len(members(process.pid)) >= 3, "the workers have started")
        time.sleep(1.0)
        yield process
    finally:
        if members(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def members(group: int) -> list[int]:
    """The living processes of a group that do its work; the helper that counts shared things is none."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state, _, member_of = (path / "stat").read_text().rpartition(")")[2].split()[:3]
            is_helper = b"resource_tracker" in (path / "cmdline").read_bytes()
        except OSError:
            continue
        if int(member_of) == group and state != "Z" and not is_helper:
            found.append(int(path.name))
    return found


def wait_until(happens: Callable[[], bool], what: str) -> None:
    for _ in range(400):
        if happens():
            return
        time.sleep(0.05)
    raise AssertionError(f"after 20 s: not so that {what}")


in_the_middle = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")


@in_the_middle
@pytest.mark.parametrize(
    ("send", "ends"),
    [(os.killpg, signal.SIGINT), (os.kill, signal.SIGINT), (os.kill, signal.SIGTERM)],
    ids=["Ctrl-C in a terminal", "Ctrl-C to the parent alone", "a scheduler's SIGTERM"],
)
def test_an_interruption_is_one_line_and_leaves_nothing(
    send: Callable[[int, int], None], ends: signal.Signals, running: subprocess.Popen[str], tmp_path: Path
) -> None:
    send(running.pid, ends)
    stdout, stderr = running.communicate(timeout=20)
    assert (running.returncode, stdout, last_line(stderr)) == (130, "", "puzzle-factory: interrupted")
    assert list((tmp_path / "made").iterdir()) == []
    wait_until(lambda: not members(running.pid), "all workers are gone")


@in_the_middle
@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP], ids=lambda ends: ends.name)
def test_workers_do_not_outlive_the_program(
    ends: signal.Signals, running: subprocess.Popen[str], tmp_path: Path
) -> None:
    os.kill(running.pid, ends)
    running.wait(timeout=20)
    wait_until(lambda: not members(running.pid), "all workers are gone")
    assert list((tmp_path / "made").iterdir()) == []


@in_the_middle
def test_a_worker_ended_from_outside_is_one_line_and_leaves_nothing(
    running: subprocess.Popen[str], tmp_path: Path
) -> None:
    worker = next(member for member in members(running.pid) if member != running.pid)
    os.kill(worker, signal.SIGKILL)
    stdout, stderr = running.communicate(timeout=20)
    assert (running.returncode, stdout) == (1, "")
    assert "a worker process was ended from outside" in last_line(stderr)
    assert list((tmp_path / "made").iterdir()) == []
    wait_until(lambda: not members(running.pid), "all workers are gone")


def last_line(stderr: str) -> str:
    """The one line, after what may be said about compiling."""
    *before, last = stderr.splitlines()
    assert all(line.startswith("compiling ") for line in before)
    return last
