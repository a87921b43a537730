"""`puzzle-factory grade`."""

from __future__ import annotations

import sys

from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb


@reporting_verb
def grade(asked: Asked) -> None:
    """The grade of each puzzle: level, score, techniques.

    Only a puzzle with one answer has a grade. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.desk.explain import grade_all
    from puzzle_factory.desk.walkthrough import grade_object, grade_text

    cases = asked.cases()
    compile_first(cases, asked.quiet)
    found = grade_all(cases, asked.budget_s, asked.workers)
    sys.exit(print_reports(asked, found, len(cases), (grade_object, grade_text)))
