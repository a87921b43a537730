"""`puzzle-factory verify`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import say_lines
from puzzle_factory.cli.document import Document
from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb

if TYPE_CHECKING:
    from puzzle_factory.desk.verify import Report

MOST_COUNTED = 1_000_000


@reporting_verb
@click.option("--answer", "answer_file", metavar="FILE", help="Judge the answers in FILE: records or plain grids.")
@click.option(
    "--count-up-to", type=click.IntRange(1, MOST_COUNTED), metavar="K", help="Count the answers, as far as K of them."
)
@click.option("--load", is_flag=True, help="Say of each given and clue what it is needed for.")
@click.option("--archive", metavar="FILE", help="Say of each puzzle where it stands in this archive.")
@click.option(
    "--certificate", "folder", metavar="DIR", help="For each unique puzzle a proof for others, a folder in DIR."
)
@click.option("--report", "report_file", metavar="FILE", help="Write a document for people as well, .md or .html.")
def verify(
    asked: Asked,
    answer_file: str | None,
    count_up_to: int | None,
    load: bool,
    archive: str | None,
    folder: str | None,
    report_file: str | None,
) -> None:
    """The verdict on each puzzle: has it one answer?

    It is unique, multiple, none, unknown or invalid, and two engines have to agree on it. Where there are several
    answers, the two that differ in the fewest cells are shown. Answers and levels that come with a puzzle are judged
    too, and a puzzle that stands twice is told of. PUZZLES is a file in any notation, or - for standard input.

    A certificate lets others check that a puzzle has one answer, without trusting this program. It is made within the
    time limit, and replaces the one of that number and puzzle that DIR has.
    """
    from puzzle_factory.archive import Archive
    from puzzle_factory.desk import answers, reports
    from puzzle_factory.desk.certifying import verify_certified
    from puzzle_factory.desk.twins import marked
    from puzzle_factory.desk.verify import Inquiry, verify

    document, inquiry = Document(report_file), Inquiry(asked.budget_s, count_up_to, load)
    with ExitStack() as stack:
        known = stack.enter_context(Archive.existing(Path(archive))) if archive is not None else None
        cases = asked.cases(answers.read_answers(answer_file) if answer_file else None)
        compile_first(cases, asked.quiet)
        if folder is None:
            found = verify(cases, inquiry, asked.workers)
        else:
            found = _told(verify_certified(cases, inquiry, asked.workers, folder))
        noted = document.noted(marked(found, known))
        code = print_reports(asked, noted, len(cases), (reports.verify_object, reports.verify_text))
    document.write()
    sys.exit(code)


def _told(found: Iterator[Report]) -> Iterator[Report]:
    """Reports, with a line on stderr for each unique puzzle that has no certificate."""
    for report in found:
        say_lines([f"{report.case.place}: {report.uncertified}"], hidden=not report.uncertified)
        yield report
