"""`puzzle-factory explain`."""

from __future__ import annotations

import sys
from functools import partial

import click

from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb
from puzzle_models.kernel.languages import LANGUAGES


@reporting_verb
@click.option("--marks", "with_marks", is_flag=True, help="Show the marks of the board before and after each step.")
@click.option(
    "--check", "with_check", is_flag=True, help="Confirm each step by a SAT solver that knows the rules only."
)
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="Of the sentences."
)
def explain(asked: Asked, with_marks: bool, with_check: bool, language: str) -> None:
    """The walkthrough of each puzzle, step by step in words.

    Only a puzzle with one answer has one. PUZZLES is a file in any notation, or - for standard input.

    With --check you need not trust the techniques: each value struck is shown to clash with what is printed and what
    was struck before it, by propagation of the rules alone, or else by search.
    """
    from puzzle_factory.desk.confirming import check_all
    from puzzle_factory.desk.explain import explain_all
    from puzzle_factory.desk.walkthrough import explain_object, explain_text

    cases = asked.cases()
    compile_first(cases, asked.quiet)
    found = (check_all if with_check else explain_all)(cases, asked.budget_s, asked.workers, language)
    say = (partial(explain_object, with_marks=with_marks), partial(explain_text, with_marks=with_marks))
    sys.exit(print_reports(asked, found, len(cases), say))
