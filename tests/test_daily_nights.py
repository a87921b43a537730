"""Nights with nobody there: runs that are killed, started twice, or out of disk; and the rehearsal of them all."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from calendar_site import WEEK, Site, contents, last_line, site_at
from puzzle_factory import archive_file, store
from puzzle_factory.locks import LOCK

KILLS = int(os.environ.get("PUZZLE_FACTORY_KILLS", "4"))  # the long loop is run with 100
FULL = OSError(28, "No space left on device")


@pytest.fixture
def undisturbed(tmp_path: Path, run: Callable[..., Result]) -> dict[str, bytes]:
    site = site_at(tmp_path / "undisturbed", run)
    assert site.run(*WEEK).exit_code == 0
    return site.contents()


def test_killed_at_any_moment_and_gone_on_with_it_comes_to_the_same_bytes(
    tmp_path: Path, run: Callable[..., Result], undisturbed: dict[str, bytes]
) -> None:
    """Killed in turn by whole runs and by runs that go on; the moments are spread over a run's length."""
    moment, took_s = random.Random("nights"), timed(site_at(tmp_path / "timed", run))
    for number in range(KILLS):
        site = site_at(tmp_path / f"killed-{number}", run)
        for _ in range(1 + number % 3):
            process = site.start(*WEEK, "--workers", str(1 + number % 2))
            time.sleep(moment.uniform(0.3, 1.05) * took_s)
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        assert site.run(*WEEK).exit_code == 0
        assert site.contents() == undisturbed
        assert set(contents(site.home)) == {
            "calendar.yaml",
            "archive.sqlite",
            *(f"daily/{name}" for name in undisturbed),
        }
        assert rows(site) == 14


def timed(site: Site) -> float:
    started = time.monotonic()
    site.start(*WEEK).communicate()
    return time.monotonic() - started


def rows(site: Site) -> int:
    connection = sqlite3.connect(site.archive)
    (count,) = connection.execute("SELECT count(DISTINCT key) FROM published").fetchone()
    connection.close()
    return int(count)


def failing(function: Callable[..., object], at: int, forever: bool, error: BaseException) -> Callable[..., object]:
    """The function, but for its call number `at`, or all from that on, which fail."""
    calls = iter(range(1_000_000))

    def call(*args: object, **more: object) -> object:
        number = next(calls)
        if number == at or (forever and number > at):
            raise error
        return function(*args, **more)

    return call


POINTS = [(os, "fsync"), (os, "replace"), (archive_file, "_commit"), (store, "_sync_folder")]


@pytest.mark.parametrize("forever", [False, True], ids=["once", "for ever"])
@pytest.mark.parametrize(("module", "name"), POINTS, ids=lambda value: getattr(value, "__name__", value))
def test_after_a_fault_at_any_write_the_next_run_makes_it_good(
    module: object, name: str, forever: bool, tmp_path: Path, run: Callable[..., Result]
) -> None:
    days = ("--from", "2026-12-01", "--to", "2026-12-02")
    whole = site_at(tmp_path / "whole", run)
    assert whole.run(*days).exit_code == 0
    error = database_full() if name == "_commit" else FULL
    for at in range(12):
        site = site_at(tmp_path / f"{name}-{at}", run)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, name, failing(getattr(module, name), at, forever, error))
            result = site.run(*days)
        assert result.exit_code in (0, 1), result.output
        if result.exit_code:
            assert last_line(result.stderr).startswith("puzzle-factory: ")
            assert "a bug" not in result.stderr
        assert_each_file_is_whole(site, whole)
        assert site.run(*days).exit_code == 0
        assert site.contents() == whole.contents()
        assert site.run("--check").exit_code == 0


def database_full() -> sqlite3.Error:
    """What SQLite raises where the disk is full."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def assert_each_file_is_whole(site: Site, whole: Site) -> None:
    """Whatever stands there after a fault has the bytes it is to have; the index at most fewer days."""
    expected = whole.contents()
    for name, text in site.contents().items() if site.folder.exists() else ():
        if name == "index.json":
            assert [entry["date"] for entry in json.loads(text)["days"]] in (
                ["2026-12-01"],
                ["2026-12-01", "2026-12-02"],
            )
        else:
            assert text == expected[name], name


def test_while_one_run_is_at_work_another_stops_with_a_line(site: Site) -> None:
    site.folder.mkdir()
    process = site.start("--from", "2026-12-01", "--to", "2027-12-01", "-q")
    try:
        for _ in range(200):
            if (site.folder / LOCK).exists():
                break
            time.sleep(0.05)
        result = site.run("--date", "2026-12-01")
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"another run is at work here (process {process.pid} on " in last_line(result.stderr)
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=20)
    assert (process.returncode, last_line(stderr)) == (130, "puzzle-factory: interrupted")
    assert site.run("--check").exit_code in (0, 2)
    assert not [name for name in site.contents() if name.startswith(".")]


def test_the_lock_of_a_process_that_is_no_more_is_taken_over(site: Site) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    site.folder.mkdir()
    (site.folder / LOCK).write_text(f"process {gone.pid} on this machine since yesterday\n")
    (site.folder / f".{gone.pid}-abc.part").write_text("half a d")
    assert site.run("--date", "2026-12-01").exit_code == 0
    assert set(site.contents()) == {"index.json", "2026/12/2026-12-01.json"}


def test_the_rehearsal_says_what_held(site: Site) -> None:
    site.write("  small: {genre: tracks, size: 5, level: easy}\n")
    before = contents(site.home)
    result = site.run("--rehearse", "--json")
    assert result.exit_code == 0, result.output
    assert contents(site.home) == before
    said = [json.loads(line) for line in result.stdout.splitlines()]
    assert said
    assert "NOT HELD" not in result.stdout
