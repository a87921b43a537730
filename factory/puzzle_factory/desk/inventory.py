"""What is in the archive: counted, doubted, and taken out again.

fault        something in the archive that is not as it should be, with the row where it shows, if it is one row's
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from puzzle_factory.archive import Archive, opened
from puzzle_factory.desk.dayfile import is_iso_date
from puzzle_factory.documents import Malformed, load_json, one_line
from puzzle_factory.errors import Unreadable
from puzzle_factory.executors import in_order
from puzzle_factory.published import Row
from puzzle_factory.rechecking import faults
from puzzle_factory.writing import pieces
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, LEVELS, Genre

COUNTED = """
SELECT genre, genre || ' ' || substr(id, length(genre) + 2, length(id) - length(genre) - 14) AS size,
       CASE WHEN json_valid(record) THEN json_extract(record, '$.grade.level') END AS level,
       name, count(*), min(date), max(date)
FROM published GROUP BY genre, size, level, name ORDER BY min(date), name
"""
SHARED = "SELECT {0} FROM published WHERE {0} IS NOT NULL GROUP BY {0} HAVING count(DISTINCT date || ' ' || name) > 1"
UNGRADED = "ungraded"  # in place of a level
OF_RECORD = ("key", "answer_key", "genre", "id")  # what a row and its record both have


@dataclass(frozen=True)
class Run:
    """All that was published under one name: how many puzzles, and the first and last date."""

    name: str
    puzzles: int
    first: str
    last: str


@dataclass(frozen=True)
class Stats:
    """How many puzzles there are: by genre and size, the most frequent first, and by level, the easiest first."""

    puzzles: int
    genres: Mapping[str, int]
    sizes: Mapping[str, int]
    levels: Mapping[str, int]
    publications: tuple[Run, ...]

    @property
    def first(self) -> str | None:
        """The first date, None where nothing was published."""
        return min((run.first for run in self.publications), default=None)

    @property
    def last(self) -> str | None:
        """The last date, None where nothing was published."""
        return max((run.last for run in self.publications), default=None)


@dataclass(frozen=True)
class Fault:
    """Something that is not as it should be. Without a row it is one of the file itself."""

    what: str
    row: Row | None = None

    def __str__(self) -> str:
        return f"{self.row}, {one_line(self.row.id)}: {self.what}" if self.row else self.what


def stats(archive: Archive) -> Stats:
    """The counts of an archive."""
    groups = archive.select(COUNTED)
    genres, sizes, levels = (_summed((group[column], group[4]) for group in groups) for column in range(3))
    by_level = {level: levels[level] for level in (*LEVELS, BEYOND, *levels) if level in levels}
    return Stats(sum(genres.values()), genres, sizes, by_level, tuple(_runs(groups)))


def _summed(counts: Iterable[tuple[str | None, int]]) -> dict[str, int]:
    """The sums of counts by word, the greatest first."""
    sums = Counter[str]()
    for word, count in counts:
        sums[word or UNGRADED] += count
    return dict(sums.most_common())


def _runs(groups: Sequence[tuple[Any, ...]]) -> Iterator[Run]:
    for name in dict.fromkeys(group[3] for group in groups):
        counts, firsts, lasts = zip(*(group[4:] for group in groups if group[3] == name), strict=True)
        yield Run(name, sum(counts), min(firsts), max(lasts))


def genres_in(archive: Archive) -> list[Genre]:
    """The genres of which there are puzzles, as far as they are known."""
    found = {name for (name,) in archive.select("SELECT DISTINCT genre FROM published")}
    return [registry.load(name) for name in registry.names() if name in found]


def file_faults(archive: Archive) -> Iterator[Fault]:
    """What SQLite finds wrong with the file itself."""
    for (said,) in archive.select("PRAGMA integrity_check"):
        if said != "ok":
            yield Fault(one_line(said, 200))


def row_faults(path: Path, numbers: Sequence[int], workers: int) -> Iterator[list[Fault]]:
    """For each row of those numbers, what is wrong with it, every claim of its record found out anew."""
    return in_order(partial(checked, path), numbers, workers)


def checked(path: Path, number: int) -> list[Fault]:
    """What is wrong with one row of the archive at a path."""
    return [Fault(what, row) for row in opened(path).rows([number]) for what in _faults(row)]


def _faults(row: Row) -> Iterator[str]:
    if not is_iso_date(row.publication.date):
        yield f"the date is {one_line(row.publication.date)}, which is none"
    try:
        data = load_json(row.record)
    except (Malformed, TypeError) as error:
        yield f"its record is broken: {one_line(error)}"
        return
    yield from faults(data)
    for name in OF_RECORD:
        if isinstance(data, Mapping) and data.get(name) != getattr(row, name):
            yield f"its {name} in the archive is not that of its record"


def repeats(archive: Archive) -> Iterator[Fault]:
    """Each row that shares a key, or an answer's, with an earlier publication."""
    for column, shared in (("key", "the same puzzle is"), ("answer_key", "its answer is that of")):
        for (value,) in archive.select(SHARED.format(column)):
            first, *others = archive.having(column, value)
            yield from (Fault(f"{shared} {first}", row) for row in others if row.publication != first.publication)


def fault_object(fault: Fault) -> dict[str, object]:
    """A fault as `archive check --json` says it."""
    row = fault.row
    if row is None:
        return {"publication": None, "place": None, "date": None, "id": None, "fault": fault.what}
    at = {"publication": row.publication.name, "place": row.place, "date": row.publication.date}
    return {**at, "id": row.id, "fault": fault.what}


def export(archive: Archive, form: str, name: str | None, genre: str | None) -> Iterator[bytes]:
    """The records as a batch, in pieces, in order of date, name and place; of one name or genre where one is given.

    Raises Unreadable where a record is broken.
    """
    return pieces((_data(archive, row) for row in archive.rows(archive.numbers(name, genre))), form)


def _data(archive: Archive, row: Row) -> dict[str, object]:
    try:
        data = json.loads(row.record)
    except (ValueError, TypeError):
        data = None
    if not isinstance(data, dict):
        raise Unreadable(f"{archive.path}: the record of {row} is broken; `archive check` names all that is")
    return data
