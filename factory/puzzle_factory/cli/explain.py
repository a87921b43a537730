"""`puzzle-factory explain`."""

from __future__ import annotations

import sys
from functools import partial

import click

from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb


@reporting_verb
@click.option("--marks", "with_marks", is_flag=True, help="Show the marks of the board before and after each step.")
def explain(asked: Asked, with_marks: bool) -> None:
    """The walkthrough of each puzzle, step by step in words.

    Only a puzzle with one answer has one. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.desk.explain import explain_all
    from puzzle_factory.desk.walkthrough import explain_object, explain_text

    cases = asked.cases()
    compile_first(cases, asked.quiet)
    found = explain_all(cases, asked.budget_s, asked.workers)
    say = (partial(explain_object, with_marks=with_marks), partial(explain_text, with_marks=with_marks))
    sys.exit(print_reports(asked, found, len(cases), say))
