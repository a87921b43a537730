"""`puzzle-factory verify`."""

from __future__ import annotations

import sys

import click

from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb


@reporting_verb
@click.option("--answer", "answer_file", metavar="FILE", help="Judge the answers in FILE: records or plain grids.")
def verify(asked: Asked, answer_file: str | None) -> None:
    """The verdict on each puzzle: has it one answer?

    It is unique, multiple, none, unknown or invalid, and two engines have to agree on it. Where there are several
    answers, two are shown. Answers and levels that come with a puzzle are judged too. PUZZLES is a file in any
    notation, or - for standard input.
    """
    from puzzle_factory.desk import answers, reports
    from puzzle_factory.desk.verify import verify

    cases = asked.cases(answers.read_answers(answer_file) if answer_file else None)
    compile_first(cases, asked.quiet)
    found = verify(cases, asked.budget_s, asked.workers)
    sys.exit(print_reports(asked, found, len(cases), (reports.verify_object, reports.verify_text)))
