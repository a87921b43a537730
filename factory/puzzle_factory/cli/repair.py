"""`puzzle-factory repair`."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from puzzle_factory.cli.reporting import Asked, compile_first, print_reports, reporting_verb


@reporting_verb
@click.option(
    "--proposals",
    "most",
    metavar="N",
    type=click.IntRange(1, 40),
    default=5,
    show_default=True,
    help="At most, for each puzzle.",
)
def repair(asked: Asked, most: int) -> None:
    """The smallest changes that make a faulty puzzle unique.

    Slips of the pen come first, where one alone accounts for the fault. Else a puzzle of several answers gets the
    fewest givens or clues that leave one of them, and a puzzle without answer the fewest changes that give it one.
    Each proposal is proven and graded, and printed in the notation that the puzzle came in. PUZZLES is a file in any
    notation, or - for standard input.
    """
    from puzzle_factory.desk.repair import repair
    from puzzle_factory.desk.repair_words import repair_object, repair_text

    cases = asked.cases()
    compile_first([replace(case, puzzle=case.puzzle or case.unsound) for case in cases], asked.quiet)
    found = repair(cases, asked.budget_s, asked.workers, most)
    sys.exit(print_reports(asked, found, len(cases), (repair_object, repair_text)))
