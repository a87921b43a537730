"""The program ended from outside, by `kill -9` and by Ctrl-C: the same command goes on, to the same bytes.

PUZZLE_FACTORY_KILLS says how often it is killed; by default a few times.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from batches import contents

KILLS = int(os.environ.get("PUZZLE_FACTORY_KILLS", "6"))
SHORT = """\
recipe: short
orders:
  - {genre: tracks, size: [4, 5], level: easy, count: 12}
  - {genre: tracks, size: 6, level: medium, count: 6}
"""
TIRING = """\
recipe: tiring
output: {formats: jsonl}
orders:
  - {genre: tracks, size: 8, level: hard, count: 240}
"""
INTERRUPTED = re.compile(
    r"puzzle-factory: interrupted; (\d+) of (\d+) are kept in (.*): the same command goes on from there"
)

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")


def command(recipe: Path, folder: Path, workers: int) -> list[str]:
    words = ["batch", str(recipe), "-o", str(folder), "--workers", str(workers)]
    return [sys.executable, "-m", "puzzle_factory", *words]


def run_through(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)


@pytest.fixture(scope="module")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipes")
    (folder / "short.yaml").write_text(SHORT)
    (folder / "tiring.yaml").write_text(TIRING)
    return folder


@pytest.fixture(scope="module")
def undisturbed(recipes: Path) -> tuple[dict[str, bytes], float]:
    """The files of the short batch, and the seconds that it takes when nothing is to be compiled any more."""
    run_through(command(recipes / "short.yaml", recipes / "warm", 1))
    started = time.monotonic()
    run_through(command(recipes / "short.yaml", recipes / "made", 2))
    return contents(recipes / "made"), time.monotonic() - started


def test_a_batch_that_is_killed_at_any_moment_is_gone_on_with(
    recipes: Path, undisturbed: tuple[dict[str, bytes], float], tmp_path: Path
) -> None:
    files, takes_s = undisturbed
    moments = random.Random(2026)
    for number in range(KILLS):
        folder, words = tmp_path / str(number), command(recipes / "short.yaml", tmp_path / str(number), 1 + number % 2)
        killed_after(moments.uniform(0.1, 1.05) * takes_s, words)
        before = entries(folder)
        run_through(words)
        assert contents(folder) == files
        assert sorted(path.name for path in folder.iterdir()) == ["manifest.json", "short.json", "short.yaml"]
        records = json.loads(files["short.json"])["records"]
        assert all(entry in records for entry in before)


def killed_after(seconds: float, words: Sequence[str]) -> None:
    """Start the program and kill it so long after; its workers end by themselves."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.kill()
    process.wait()


def entries(folder: Path) -> list[object]:
    """The records that are whole in what a killed run has left of a journal."""
    if not (folder / "journal.jsonl").exists():
        return []
    lines = (folder / "journal.jsonl").read_bytes().split(b"\n")[1:-1]
    return [record for line in lines for record in json.loads(line)["entry"]["records"]]


def started(words: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_until(happens: Callable[[], bool], what: str) -> None:
    for _ in range(2400):
        if happens():
            return
        time.sleep(0.025)
    raise AssertionError(f"after a minute: not so that {what}")


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_says_how_to_go_on_and_the_next_run_does(workers: int, recipes: Path, tmp_path: Path) -> None:
    words, journal = command(recipes / "tiring.yaml", tmp_path / "made", workers), tmp_path / "made" / "journal.jsonl"
    process = started(words)
    try:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 4, "three puzzles are made")
        os.killpg(process.pid, signal.SIGINT)
        stopped = time.monotonic()
        stdout, stderr = process.communicate(timeout=60)
    finally:
        process.kill()
    assert time.monotonic() - stopped < 2.0
    said = INTERRUPTED.fullmatch(stderr.splitlines()[-1])
    assert (process.returncode, stdout) == (130, "")
    assert said and said[2] == "240" and said[3] == str(journal)
    kept = len(entries(tmp_path / "made"))
    assert kept - int(said[1]) in (0, 1)  # stopped between the writing of an entry and the counting of it
    assert f"{kept} of 240 were made before; going on" in run_through(words).stderr.splitlines()
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["manifest.json", "tiring.jsonl"]
    run_through(command(recipes / "tiring.yaml", tmp_path / "whole", workers))
    assert contents(tmp_path / "made") == contents(tmp_path / "whole")


def test_two_runs_in_one_folder_do_not_meet(recipes: Path, tmp_path: Path) -> None:
    words, journal = command(recipes / "tiring.yaml", tmp_path / "made", 1), tmp_path / "made" / "journal.jsonl"
    first = started(words)
    try:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 1, "the first is at work")
        first.send_signal(signal.SIGSTOP)  # or it might be through before the second has started
        second = subprocess.run(words, capture_output=True, text=True)
        assert first.poll() is None, "the first has ended before the second was tried"
    finally:
        first.kill()
        first.communicate()
    where = tmp_path / "made"
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"puzzle-factory: {where}: another run is at work here; wait till it ends, or name another folder with -o\n"
    )


def test_shares_may_be_made_at_once_in_one_folder(recipes: Path, tmp_path: Path) -> None:
    words = command(recipes / "short.yaml", tmp_path, 1)
    both = [started([*words, "--shard", f"{number}/2", "-q"]) for number in (1, 2)]
    assert [process.communicate() for process in both] == [("", "")] * 2
    assert [process.returncode for process in both] == [0, 0]
    stems = ("short.shard-1-of-2", "short.shard-2-of-2")
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{stem}.{end}" for stem in stems for end in ("jsonl", "manifest.json")
    }


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
sys.argv = ["puzzle-factory", *sys.argv[1:]]
from puzzle_factory.cli import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limit to the size of a file")
def test_a_file_that_may_not_grow_is_one_line_and_loses_nothing(
    recipes: Path, undisturbed: tuple[dict[str, bytes], float], tmp_path: Path
) -> None:
    """What a full disk does, done by the system: writing fails in the middle of an entry."""
    words = command(recipes / "short.yaml", tmp_path, 1)
    (recipes / "full.py").write_text(FULL)
    ended = subprocess.run([sys.executable, str(recipes / "full.py"), *words[3:]], capture_output=True, text=True)
    said = f"puzzle-factory: {tmp_path / 'journal.jsonl'}: not written, File too large; all that was finished before"
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(said) and ended.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["journal.jsonl"]
    kept = len(entries(tmp_path))
    assert 0 < kept < 30
    assert f"{kept} of 30 were made before; going on" in run_through(words).stderr
    assert contents(tmp_path) == undisturbed[0]
