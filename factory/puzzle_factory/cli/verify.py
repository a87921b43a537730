"""`puzzle-factory verify`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import check_output
from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb, summary
from puzzle_factory.errors import WrongUsage

if TYPE_CHECKING:
    from puzzle_factory.desk.dossier import Entry
    from puzzle_factory.desk.verify import Report

MOST_COUNTED = 1_000_000
DOCUMENTS = ("md", "html")


@reporting_verb
@click.option("--answer", "answer_file", metavar="FILE", help="Judge the answers in FILE: records or plain grids.")
@click.option(
    "--count-up-to", type=click.IntRange(1, MOST_COUNTED), metavar="K", help="Count the answers, as far as K of them."
)
@click.option("--load", is_flag=True, help="Say of each given and clue what it is needed for.")
@click.option("--archive", metavar="FILE", help="Say of each puzzle where it stands in this archive.")
@click.option("--report", "document", metavar="FILE", help="Write a document for people as well, .md or .html.")
def verify(
    asked: Asked,
    answer_file: str | None,
    count_up_to: int | None,
    load: bool,
    archive: str | None,
    document: str | None,
) -> None:
    """The verdict on each puzzle: has it one answer?

    It is unique, multiple, none, unknown or invalid, and two engines have to agree on it. Where there are several
    answers, the two that differ in the fewest cells are shown. Answers and levels that come with a puzzle are judged
    too, and a puzzle that stands twice is told of. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.archive import Archive
    from puzzle_factory.desk import answers, reports
    from puzzle_factory.desk.twins import marked
    from puzzle_factory.desk.verify import Inquiry, verify

    dossier = Dossier(document)
    with ExitStack() as stack:
        known = stack.enter_context(Archive.existing(Path(archive))) if archive is not None else None
        cases = asked.cases(answers.read_answers(answer_file) if answer_file else None)
        compile_first(cases, asked.quiet)
        found = marked(verify(cases, Inquiry(asked.budget_s, count_up_to, load), asked.workers), known)
        say = (reports.verify_object, reports.verify_text)
        code = print_reports(asked, dossier.noted(found), len(cases), say)
    dossier.write()
    sys.exit(code)


class Dossier:
    """The document about a run, if one was asked for. Raises WrongUsage where there can be no such file."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._entries: list[Entry] = []
        if path is not None:
            self._form = Path(path).suffix[1:].lower()
            if self._form not in DOCUMENTS:
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
