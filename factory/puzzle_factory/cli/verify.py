"""`puzzle-factory verify`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from puzzle_factory.cli.common import say_lines
from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb

if TYPE_CHECKING:
    from puzzle_factory.desk.verify import Report


@reporting_verb
@click.option("--answer", "answer_file", metavar="FILE", help="Judge the answers in FILE: records or plain grids.")
@click.option(
    "--certificate", "folder", metavar="DIR", help="For each unique puzzle a proof for others, a folder in DIR."
)
def verify(asked: Asked, answer_file: str | None, folder: str | None) -> None:
    """The verdict on each puzzle: has it one answer?

    It is unique, multiple, none, unknown or invalid, and two engines have to agree on it. Where there are several
    answers, two are shown. Answers and levels that come with a puzzle are judged too. PUZZLES is a file in any
    notation, or - for standard input.

    A certificate lets others check that a puzzle has one answer, without trusting this program. It is made within the
    time limit, and replaces the one of that number and puzzle that DIR has.
    """
    from puzzle_factory.desk import answers, reports
    from puzzle_factory.desk.certifying import verify_certified
    from puzzle_factory.desk.verify import verify

    cases = asked.cases(answers.read_answers(answer_file) if answer_file else None)
    compile_first(cases, asked.quiet)
    if folder is None:
        found = verify(cases, asked.budget_s, asked.workers)
    else:
        found = _told(verify_certified(cases, asked.budget_s, asked.workers, folder))
    sys.exit(print_reports(asked, found, len(cases), (reports.verify_object, reports.verify_text)))


def _told(found: Iterator[Report]) -> Iterator[Report]:
    """Reports, with a line on stderr for each unique puzzle that has no certificate."""
    for report in found:
        place = f"{report.case.source} {report.case.number}"
        say_lines([f"{place}: {report.uncertified}"], hidden=not report.uncertified)
        yield report
