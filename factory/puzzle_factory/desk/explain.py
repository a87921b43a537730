"""Grades and walkthroughs of other people's puzzles: only a puzzle that is proven unique has one.

step         one round of the ladder: the technique, and each of its deductions in a sentence
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from puzzle_factory.desk.verify import Case, Report, proved
from puzzle_factory.errors import OK, UNDECIDED, heaviest
from puzzle_factory.executors import in_order
from puzzle_factory.grading import grade, grade_of
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Deduction, Genre, Outcome, Path

PROPAGATION, SEARCH, LATE = "propagation", "search", "undecided"  # how a step was confirmed, or that time was short


@dataclass(frozen=True)
class Step:
    """One round: what it deduces, and the marks of the whole board before and after it, a string a row."""

    technique: str
    deductions: tuple[Deduction, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Walk:
    """The walkthrough that belongs to a report; no steps where the puzzle is not unique. `finished`: to the answer.

    `start` has the marks at the start. `checks` says of each step how it was confirmed, where that was asked for.
    """

    report: Report
    steps: tuple[Step, ...] = ()
    finished: bool = False
    start: tuple[int, ...] = ()
    checks: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        return self.report.verdict

    @property
    def exit_code(self) -> int:
        return heaviest([self.report.exit_code, UNDECIDED if LATE in self.checks else OK])


def grade_all(cases: Sequence[Case], budget_s: float, workers: int) -> Iterator[Report]:
    """A report with verdict and grade on each case, in their order; `budget_s` seconds a case for its proof."""
    return in_order(partial(graded, budget_s=budget_s), cases, workers)


def explain_all(cases: Sequence[Case], budget_s: float, workers: int, language: str) -> Iterator[Walk]:
    """A walkthrough of each case, in their order."""
    return in_order(partial(explained, budget_s=budget_s, language=language), cases, workers)


def graded(case: Case, budget_s: float) -> Report:
    """Verdict and grade."""
    report = proved(case, budget_s)
    if report.verdict != "unique":
        return report
    return replace(report, grade=grade(registry.load(str(case.genre)), case.puzzle))


def explained(case: Case, budget_s: float, language: str) -> Walk:
    """Verdict, grade and walkthrough."""
    report = proved(case, budget_s)
    return walk_of(report, language) if report.verdict == "unique" else Walk(report)


def walk_of(report: Report, language: str) -> Walk:
    """Grade and walkthrough of a case that is proven unique."""
    case = report.case
    genre = registry.load(str(case.genre))
    path = genre.climb(case.puzzle, LEVELS[-1])
    report = replace(report, grade=grade_of(genre, case.puzzle, path))
    start = tuple(path.start.tolist())
    return Walk(report, tuple(_steps(genre, case, path, language)), path.outcome is Outcome.SOLVED, start)


def _steps(genre: Genre, case: Case, path: Path, language: str) -> Iterator[Step]:
    marks, start = path.start.copy(), 0
    before = tuple(genre.marks_rows(case.puzzle, marks))
    told = genre.deductions(case.puzzle, path, language)
    for (rung, _, end), deductions in zip(path.rounds.tolist(), told, strict=True):
        for _, cell, bits, *_ in path.trace[start:end]:
            marks[cell] ^= bits  # a trace strikes only what is there
        after = tuple(genre.marks_rows(case.puzzle, marks))
        yield Step(genre.ladder[rung].name, tuple(deductions), before, after)
        before, start = after, end
