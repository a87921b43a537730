"""`puzzle-factory solve`."""

from __future__ import annotations

import sys

from puzzle_factory.cli.reporting import Asked, print_reports, reporting_verb


@reporting_verb
def solve(asked: Asked) -> None:
    """The answer to each puzzle.

    Two of them are shown where there are several. PUZZLES is a file in any notation, or - for standard input.
    """
    from puzzle_factory.desk import reports
    from puzzle_factory.desk.verify import solve

    cases = asked.cases()
    found = solve(cases, asked.budget_s, asked.workers)
    sys.exit(print_reports(asked, found, len(cases), (reports.solve_object, reports.solve_text)))
