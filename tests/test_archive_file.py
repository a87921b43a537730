"""The archive's file: several may write it at once, and whatever befalls it, it is whole or named as damaged."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from archives import BOOK, SITE, archive_of, file_of, made, published
from puzzle_factory import archive_file
from puzzle_factory.archive import Archive
from puzzle_factory.errors import FactoryError, IoFailure, Unreadable
from puzzle_factory.published import Row
from puzzle_models import registry

Run = Callable[..., Result]
CONNECT = sqlite3.connect
KILLED = """
import os, signal, sys
from pathlib import Path
from puzzle_factory.archive import Archive, Publication
from puzzle_factory.published import Row
with Archive.open(Path(sys.argv[1])) as archive:
    archive.select("PRAGMA cache_size = 10")  # pages, so that the file is written to before the commit
    with archive.transaction():
        for number in range(2000):
            archive.enter(Row(f"k{number}", None, "g", "i", Publication("b", "2026-01-01"), number, "x" * 500))
        os.kill(os.getpid(), signal.SIGKILL)
"""
FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1))
from puzzle_factory.cli import main
main(sys.argv[2:])
"""


def script(text: str, *args: object) -> subprocess.CompletedProcess[str]:
    """A script in a process of its own."""
    return subprocess.run([sys.executable, "-c", text, *map(str, args)], capture_output=True, text=True, timeout=60)


def flipped(content: bytes) -> bytes:
    return bytes([content[0] ^ 1]) + content[1:]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "nothing left": lambda content: b"",
    "a text": lambda content: b"my notes\n" * 500,
    "cut short": lambda content: content[:5000],
    "cut to its name": lambda content: content[:16],
    "a flipped bit in the first byte": flipped,
    "overwritten pages": lambda content: content[:100] + b"\xa5" * (len(content) - 100),
    "tables gone": lambda content: content[:100] + bytes(len(content) - 100),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_archive_is_named_and_never_replaced(damage: str, verb: Run, tmp_path: Path) -> None:
    archive = Path(archive_of(tmp_path, made()))
    archive.write_bytes(DAMAGE[damage](archive.read_bytes()))
    before = archive.read_bytes()
    book = file_of(tmp_path, "book.json", made("str8ts"))
    for args in (["add", book], ["find", book], ["stats"], ["check"], ["export"]):
        result = verb(*args)
        assert (result.exit_code, result.stdout) == (3, ""), args
        assert result.stderr.startswith(f"puzzle-factory: {archive}: ") and "damaged" in result.stderr
        assert result.stderr.count("\n") == 1
    assert archive.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive.sqlite", "book.json"]


@pytest.mark.parametrize(
    ("mark", "says"),
    [
        ("application_id = 7", "a database of another program, no archive of ours; name another file"),
        ("user_version = 2", "an archive of version 2, and this program knows version 1; take the newer program"),
    ],
)
def test_a_database_that_is_not_ours_or_newer_is_left_alone(mark: str, says: str, verb: Run, tmp_path: Path) -> None:
    archive = Path(archive_of(tmp_path, made()))
    with closing(sqlite3.connect(archive)) as connection:
        connection.execute(f"PRAGMA {mark}")
    before = archive.read_bytes()
    result = verb("add", file_of(tmp_path, "book.json", made("str8ts")))
    assert (result.exit_code, result.stderr) == (3, f"puzzle-factory: {archive}: {says}\n")
    assert archive.read_bytes() == before


def test_a_folder_in_its_place_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    book = file_of(tmp_path, "book.json", made())
    result = run("archive", "add", book, "--archive", str(tmp_path))
    assert (result.exit_code, result.stderr) == (2, f"puzzle-factory: {tmp_path} is a folder; name a file in it\n")
    assert run("archive", "add", book, "--archive", f"{book}/a.sqlite").exit_code == 2


def test_two_writers_at_once_enter_everything_once(tmp_path: Path) -> None:
    """From the making of the file on: neither finds one there."""
    records = made(count=48)
    books = [file_of(tmp_path, "a.jsonl", records[:32]), file_of(tmp_path, "b.jsonl", records[16:])]
    command = [sys.executable, "-m", "puzzle_factory", "archive", "add", "--archive", str(tmp_path / "archive.sqlite")]
    running = [subprocess.Popen([*command, book], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for book in books]
    ends = [process.communicate(timeout=60) for process in running]
    assert sorted(process.returncode for process in running) == [0, 4], ends
    found = [identity for *_, identity in published(tmp_path / "archive.sqlite")]
    assert sorted(found) == sorted(record.id for record in records)


def test_many_threads_reserve_the_same_puzzles_for_one_only(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from puzzle_factory.archive import Publication, Repeat

    def reserve(number: int) -> int:
        with Archive.open(tmp_path / "archive.sqlite") as archive:
            try:
                archive.reserve(Publication(f"book-{number}", "2026-11-02"), made())
            except Repeat:
                return 0
        return 1

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(reserve, range(6))) == 1
    assert len(published(tmp_path / "archive.sqlite")) == len(made())


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed like that here")
def test_after_a_writer_was_killed_the_old_state_is_there(tmp_path: Path) -> None:
    archive = Path(archive_of(tmp_path, made()))
    before = published(archive)
    assert script(KILLED, archive).returncode == -signal.SIGKILL
    assert (tmp_path / "archive.sqlite-journal").exists()  # so it was in the middle of it
    assert published(archive) == before
    assert [path.name for path in tmp_path.iterdir()] == ["archive.sqlite"]


def test_a_full_disk_is_one_line_and_the_old_state_is_there(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    archive = Path(archive_of(tmp_path, made()))
    before, size = published(archive), archive.stat().st_size
    book = file_of(tmp_path, "book.jsonl", made("str8ts", 60))
    done = script(FULL, size, "archive", "add", "--archive", archive, book)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"puzzle-factory: {archive}: ") and done.stderr.count("\n") == 1
    assert published(archive) == before


def opened_with(change: str, pragma: str = "") -> Callable[..., sqlite3.Connection]:
    """How SQLite opens a file where the system, or the disk, allows no more than that."""

    def connect(address: Any, **how: Any) -> sqlite3.Connection:
        connection = CONNECT(str(address).replace("mode=rw", change), **how)
        connection.execute(pragma or "SELECT 1").close()
        return connection

    return connect


@pytest.mark.parametrize(
    ("change", "pragma", "says"),
    [
        ("mode=ro", "", "not to be written here, attempt to write a readonly database; allow this user"),
        ("mode=rw", "PRAGMA max_page_count = 1", "the disk is full; the archive is as it was"),
    ],
)
def test_what_the_system_refuses_is_one_line(
    change: str, pragma: str, says: str, verb: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Path(archive_of(tmp_path, made()))
    before = archive.read_bytes()
    monkeypatch.setattr(sqlite3, "connect", opened_with(change, pragma))
    result = verb("add", file_of(tmp_path, "book.jsonl", made("str8ts", 60)))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"puzzle-factory: {archive}: {says}")
    assert archive.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="to this user nothing is forbidden")
def test_a_file_that_may_only_be_read_can_be_asked(verb: Run, tmp_path: Path) -> None:
    archive = Path(archive_of(tmp_path, made()))
    archive.chmod(0o444)
    assert verb("stats").exit_code == 0
    result = verb("add", file_of(tmp_path, "book.json", made("str8ts")))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_a_file_that_stays_locked_is_one_line(verb: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = archive_of(tmp_path, made())
    monkeypatch.setattr(archive_file, "PATIENCE_S", 0.1)
    with closing(sqlite3.connect(archive, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        result = verb("add", file_of(tmp_path, "book.json", made("str8ts")))
        assert verb("stats").exit_code == 0  # reading goes on
    says = f"puzzle-factory: {archive}: another process has kept it locked for 0.1 s; try again after that\n"
    assert (result.exit_code, result.stderr) == (1, says)


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("disk I/O error"), KeyboardInterrupt()], ids=type)
def test_a_commit_that_fails_leaves_the_old_state(
    fault: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = archive_of(tmp_path, made()[:1])

    def fail(connection: sqlite3.Connection) -> None:
        raise fault

    with monkeypatch.context() as patch, Archive.open(Path(archive)) as found:
        patch.setattr(archive_file, "_commit", fail)
        with pytest.raises((FactoryError, KeyboardInterrupt)):
            found.reserve(SITE, made()[1:])
    assert len(published(archive)) == 1
    archive_of(tmp_path, made()[1:], SITE)  # and nothing is locked
    assert len(published(archive)) == len(made())


def test_who_only_asks_cannot_write(tmp_path: Path) -> None:
    with Archive.existing(Path(archive_of(tmp_path, made()))) as archive, pytest.raises(IoFailure, match="not to be"):
        archive.reserve(SITE, made("str8ts"))


def test_a_reader_of_many_rows_keeps_no_writer_waiting(tmp_path: Path) -> None:
    path = Path(archive_of(tmp_path, made()))
    with Archive.existing(path) as archive:
        rows = archive.rows(archive.numbers())
        next(rows)
        archive_of(tmp_path, made("str8ts"), SITE)
        assert len(list(rows)) == len(made()) - 1


def test_the_memory_that_reading_takes_does_not_grow_with_the_archive(tmp_path: Path) -> None:
    genre = registry.load("tracks")
    with Archive.open(tmp_path / "archive.sqlite") as archive:
        with archive.transaction():
            for number in range(5000):
                archive.enter(Row(f"k{number}", f"a{number}", genre.name, "i", BOOK, number, "x" * 2000))
        tracemalloc.start()
        try:
            assert sum(len(row.record) for row in archive.rows(archive.numbers())) == 5000 * 2000
            assert tracemalloc.get_traced_memory()[1] < 3_000_000
        finally:
            tracemalloc.stop()


def test_rows_that_no_longer_decode_are_damage(tmp_path: Path) -> None:
    path = archive_of(tmp_path, made()[:1])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE published SET record = CAST(x'ff00fe' AS TEXT)")
        connection.commit()
    with pytest.raises(Unreadable, match=f"{path}: damaged"):
        published(path)
