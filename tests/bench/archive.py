"""The figures of an archive of a million rows: `python tests/bench/archive.py [SECTION...]`.

Sections: filling, asking, finding. The rows are made up, as long as those of 8x8 Tracks, but for a few real ones among
them. Times are what a person waits, on one core; the file lies in a temporary folder.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter

from measuring import Section, run, wait_s, wish

from puzzle_factory.archive import Archive, Avoid, Publication
from puzzle_factory.desk.whereabouts import find, sought_in
from puzzle_factory.production import Order, produce
from puzzle_factory.published import Row, row_of
from puzzle_factory.records import Record
from puzzle_factory.sources import read_sources
from puzzle_factory.writing import write_batch
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre

ROWS = 1_000_000
A_BOOK = 10_000  # rows that go in at once
ASKED = 1000
REAL = 50
FOLDER = tempfile.TemporaryDirectory()
FILE = Path(FOLDER.name, "archive.sqlite")


@cache
def real(name: str) -> tuple[Record, ...]:
    """Records of puzzles of a genre that are really there."""
    return tuple(produce("bench", [Order(name, wish(registry.load(name), 8, "medium"), REAL)], workers=1))


def made_up(number: int, like: Row) -> Row:
    """A row as long as another, all its own."""
    digest = hashlib.sha256(str(number).encode()).hexdigest()
    key, answer_key = (f"{word}{digest}{digest}"[: len(like.key)] for word in ("tracks 8x8 ", "answer 8x8 "))
    record = digest * (len(like.record) // len(digest) + 1)
    book = Publication(f"book-{number // A_BOOK}", "2026-11-02")
    return Row(key, answer_key, like.genre, f"tracks-8x8-{digest[:12]}", book, number % A_BOOK, record)


def filling(genre: Genre) -> None:
    """A million rows, ten thousand at a time."""
    like = row_of(Publication("real", "2026-11-02"), 1, real(genre.name)[0])
    started, times = perf_counter(), []
    with Archive.open(FILE) as archive:
        archive.reserve(Publication("real", "2026-11-02"), real(genre.name))
        for book in range(0, ROWS, A_BOOK):
            times.append(seconds(lambda book=book: enter(archive, book, like)))  # type: ignore[misc]
    size = FILE.stat().st_size
    print(f"  {ROWS:,} rows: {perf_counter() - started:.0f} s, {size / 1e9:.2f} GB, {size / ROWS:.0f} bytes a row")
    print(f"  {A_BOOK:,} at once: the first {times[0]:.1f} s, the last {times[-1]:.1f} s")


def enter(archive: Archive, book: int, like: Row) -> None:
    with archive.transaction():
        for number in range(book, book + A_BOOK):
            archive.enter(made_up(number, like))


def asking(genre: Genre) -> None:
    """Is this known?, as a batch asks it: both keys of a puzzle, known and not."""
    like = row_of(Publication("real", "2026-11-02"), 1, real(genre.name)[0])
    avoid, step = Avoid((FILE,)), ROWS // ASKED
    avoid.holds(like.keys)
    for name, first in (("known", 0), ("not known", ROWS)):
        rows = [made_up(number, like) for number in range(first, first + ROWS, step)]
        times = [1000 * seconds(lambda row=row: avoid.holds(row.keys)) for row in rows]  # type: ignore[misc]
        print(f"  {name}: median {median(times):.3f} ms, worst of {ASKED:,} {max(times):.2f} ms")


def finding(genre: Genre) -> None:
    """Where puzzles are that lie otherwise than in the archive: in this process, and by the whole program."""
    with Archive.existing(FILE) as archive, tempfile.TemporaryDirectory() as folder:
        files = list(turned(genre, Path(folder)))
        times = [1000 * seconds(lambda file=file: found(archive, file)) for file in files]  # type: ignore[misc]
        print(f"  in process, file read: median {median(times):.1f} ms, worst {max(times):.1f} ms")
        command = [sys.executable, "-m", "puzzle_factory", "archive", "find", "--archive", str(FILE)]
        print(f"  the whole program: {1000 * median(wait_s([*command, file]) for file in files[:9]):.0f} ms")
        print(f"  of which --help takes {1000 * median(wait_s([*command, '--help']) for _ in range(9)):.0f} ms")


def turned(genre: Genre, folder: Path) -> Iterator[str]:
    """A file for each real puzzle, in one of its presentations, the answer with it."""
    from puzzle_factory.records import record_of

    for number, record in enumerate(real(genre.name)):
        puzzle = genre.parse(record.puzzle)
        laid = genre.image(puzzle, genre.read_answer(puzzle, record.answer), number % genre.images)
        path = folder / f"{number}.json"
        path.write_bytes(write_batch([record_of(genre, *laid)], "json"))
        yield str(path)


def found(archive: Archive, file: str) -> None:
    (whereabouts,) = find(archive, sought_in(read_sources([file])))
    assert whereabouts.found


def seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


SECTIONS: dict[str, Section] = {"filling": filling, "asking": asking, "finding": finding}

if __name__ == "__main__":
    run("tracks", SECTIONS, sys.argv[1:])
