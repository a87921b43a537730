"""The same puzzle once more, in the same run or in the archive, however it lies there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from puzzle_factory.archive import Archive
from puzzle_factory.desk.verify import Case, Report
from puzzle_factory.desk.whereabouts import place, where
from puzzle_models import registry


def marked(reports: Iterable[Report], archive: Archive | None) -> Iterator[Report]:
    """Reports, each with the places where its puzzle stands as well: earlier in this run, and in the archive."""
    first: dict[str, Case] = {}
    for report in reports:
        case = report.case
        if case.puzzle is None:
            yield report
            continue
        genre = registry.load(str(case.genre))
        key = genre.key(case.puzzle)
        before = first.setdefault(key, case)
        published = archive.holders([key]) if archive else []
        places = [where(place(genre, case.puzzle, key, row)) for row in published]
        yield replace(report, same_as=(*_earlier(case, before), *places))


def _earlier(case: Case, before: Case) -> Iterator[str]:
    """The same puzzle earlier in the run, in words."""
    if before is not case:
        words = registry.load(str(case.genre)).image_words(case.puzzle, before.puzzle)
        yield f"the same as {before.place}, there {words}"
