"""The document about a run of `verify`, where one is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from puzzle_factory.cli.common import check_output
from puzzle_factory.cli.reporting import summary
from puzzle_factory.errors import WrongUsage

if TYPE_CHECKING:
    from puzzle_factory.desk.dossier import Entry
    from puzzle_factory.desk.verify import Report

FORMS = ("md", "html")


class Document:
    """The document about a run, if one was asked for. Raises WrongUsage where there can be no such file."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._entries: list[Entry] = []
        if path is not None:
            self._form = Path(path).suffix[1:].lower()
            if self._form not in FORMS:
                raise WrongUsage(f"{path}: a report is .md or .html; name it so")
            check_output(path)

    def noted(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The reports, of each of which what the document says is kept."""
        from puzzle_factory.desk.dossier import entry_of

        for report in reports:
            if self._path is not None:
                self._entries.append(entry_of(report))
            yield report

    def write(self) -> None:
        """Write the document, whole or not at all."""
        from puzzle_factory.desk.dossier import document
        from puzzle_factory.store import write_whole

        if self._path is not None:
            line = summary(entry.verdict for entry in self._entries)
            write_whole(self._path, document(self._entries, line, self._form))
