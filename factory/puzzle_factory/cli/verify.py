"""`puzzle-factory verify`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

import click

from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb

MOST_COUNTED = 1_000_000


@reporting_verb
@click.option("--answer", "answer_file", metavar="FILE", help="Judge the answers in FILE: records or plain grids.")
@click.option(
    "--count-up-to", type=click.IntRange(1, MOST_COUNTED), metavar="K", help="Count the answers, as far as K of them."
)
@click.option("--load", is_flag=True, help="Say of each given and clue what it is needed for.")
@click.option("--archive", metavar="FILE", help="Say of each puzzle where it stands in this archive.")
def verify(asked: Asked, answer_file: str | None, count_up_to: int | None, load: bool, archive: str | None) -> None:
    """The verdict on each puzzle: has it one answer?

    It is unique, multiple, none, unknown or invalid, and two engines have to agree on it. Where there are several
    answers, the two that differ in the fewest cells are shown. Answers and levels that come with a puzzle are judged
    too, and a puzzle that stands twice is told of. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.archive import Archive
    from puzzle_factory.desk import answers, reports
    from puzzle_factory.desk.twins import marked
    from puzzle_factory.desk.verify import Inquiry, verify

    with ExitStack() as stack:
        known = stack.enter_context(Archive.existing(Path(archive))) if archive is not None else None
        cases = asked.cases(answers.read_answers(answer_file) if answer_file else None)
        compile_first(cases, asked.quiet)
        found = marked(verify(cases, Inquiry(asked.budget_s, count_up_to, load), asked.workers), known)
        sys.exit(print_reports(asked, found, len(cases), (reports.verify_object, reports.verify_text)))
