"""The archive as a file: an SQLite database, made whole, opened with care, and each of its faults told in one line.

It keeps SQLite's rollback journal, which needs nothing but this one file and does on any file system.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from puzzle_factory.errors import FactoryError, IoFailure, Unreadable
from puzzle_factory.store import check_file, make_folder, write_new

if TYPE_CHECKING:
    import sqlite3

MAGIC = b"SQLite format 3\0"  # with which every SQLite file begins
APPLICATION_ID = 0x507A4661  # "PzFa": marks a database as an archive of ours
VERSION = 1  # of the tables below
PATIENCE_S = 30.0  # of waiting for another process that writes
TABLES = """
CREATE TABLE published (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    answer_key TEXT,
    genre TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    date TEXT NOT NULL,
    place NOT NULL,
    record TEXT NOT NULL
);
CREATE INDEX published_key ON published (key);
CREATE INDEX published_answer_key ON published (answer_key) WHERE answer_key IS NOT NULL;
CREATE UNIQUE INDEX published_place ON published (date, name, place);
"""


def is_database(path: Path) -> bool:
    """Whether a file begins as SQLite files do. Raises WrongUsage where there is none, IoFailure if refused."""
    check_file(path)
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise IoFailure(f"{path}: cannot be read, {error.strerror or error}") from error


def make_empty(path: Path) -> None:
    """An archive with nothing in it, where there is no file; whoever else makes it at the same time, it is made once.

    Raises WrongUsage or IoFailure.
    """
    import sqlite3

    make_folder(path.parent)
    with told(path), TemporaryDirectory() as folder:
        beside = Path(folder, "empty")
        connection = sqlite3.connect(beside)
        connection.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; {TABLES}")
        connection.close()
        write_new(path, beside.read_bytes())


def connect(path: Path) -> sqlite3.Connection:
    """A connection to an archive. Raises Unreadable where the file is none, or is damaged; IoFailure if refused.

    It is opened for writing even by those who read: only so can it be mended after a writer that was killed.
    """
    import sqlite3

    if not is_database(path):
        raise Unreadable(f"{path}: no archive, or a damaged one; put a copy of it in its place, or name another file")
    with told(path):
        address = f"{path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(address, uri=True, timeout=PATIENCE_S, isolation_level=None)
        try:
            _check_marks(connection, path)
            connection.execute("PRAGMA synchronous = FULL")
        except BaseException:
            connection.close()
            raise
    return connection


def _check_marks(connection: sqlite3.Connection, path: Path) -> None:
    (application,), (version,) = (
        connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
    )
    if application != APPLICATION_ID:
        raise Unreadable(f"{path}: a database of another program, no archive of ours; name another file")
    if version != VERSION:
        raise Unreadable(
            f"{path}: an archive of version {version}, and this program knows version {VERSION}; take the newer program"
        )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """What is done inside is done whole or not at all, and by one process at a time."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        _commit(connection)
    except BaseException:
        _roll_back(connection)
        raise


def _commit(connection: sqlite3.Connection) -> None:
    connection.execute("COMMIT")


def _roll_back(connection: sqlite3.Connection) -> None:
    """Back to what was there before; where even that fails, the next who opens the file does it."""
    import sqlite3

    with suppress(sqlite3.Error):  # what went wrong first is what is told; some faults have rolled back already
        connection.execute("ROLLBACK")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Whatever SQLite has to complain about inside becomes an error of ours that names the file."""
    import sqlite3

    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a bug of ours
    except sqlite3.Error as error:
        raise _told(path, error) from error


def _told(path: Path, error: sqlite3.Error) -> FactoryError:
    import sqlite3

    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF:  # the rest of the code are details
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR | sqlite3.SQLITE_FORMAT:
            return Unreadable(f"{path}: damaged, {error}; put a copy of it in its place")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return IoFailure(f"{path}: another process has kept it locked for {PATIENCE_S:g} s; try again after that")
        case sqlite3.SQLITE_FULL:
            return IoFailure(f"{path}: the disk is full; the archive is as it was")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return IoFailure(
                f"{path}: not to be written here, {error}; allow this user to write the file and its folder"
            )
    return IoFailure(f"{path}: {error}; see that its disk is sound and has room. The archive is as it was")
