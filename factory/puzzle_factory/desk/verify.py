"""The referee: a verdict on each puzzle, its grade, and a judgement on what its source claims of it.

case         a puzzle as it came in, ready to travel to another process
report       what was found out about a case
claim        an answer or a level that came with a puzzle; it is judged, never believed
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from puzzle_factory.desk.counting import Count, count
from puzzle_factory.desk.load import Load, loads
from puzzle_factory.desk.quarrel import Quarrel, closest
from puzzle_factory.documents import one_line
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.errors import FAILED, OK, REFUTED, UNDECIDED, UNREADABLE, WrongUsage, heaviest
from puzzle_factory.executors import in_order
from puzzle_factory.grading import Grade, grade
from puzzle_factory.program import program, tools
from puzzle_factory.sources import Item
from puzzle_factory.uniqueness import EngineDisagreement, Multiple, NoAnswer, Says, Unique, Verdict, pasteable, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, Genre, InvalidPuzzle, Violation

INVALID = "invalid"
DISAGREEMENT = "engines-disagree"  # code of the error that a bug of ours is told by
EXIT_CODES = {"unique": OK, "multiple": REFUTED, "none": REFUTED, INVALID: UNREADABLE, "unknown": UNDECIDED}


@dataclass(frozen=True)
class Case:
    """A puzzle with what its source claims of it. `puzzle` is None where `faults` say why.

    `format` is the notation it came in; `unsound` a puzzle that is not sound but could be read whole.
    """

    source: str
    number: int
    genre: str | None
    puzzle: Any
    faults: tuple[Violation, ...]
    answer: object = None
    level: str | None = None
    format: str = ""
    unsound: Any = None

    @property
    def place(self) -> str:
        """Where it stands, for people: its source, and its number there if it has one."""
        return f"{self.source} {self.number}" if self.number else self.source


@dataclass(frozen=True)
class Judgement:
    """What a given answer is worth; correct where it breaks no rule."""

    correct: bool
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class Report:
    """What was found out about a case. `errors` holds faults of the puzzle and claims that do not hold.

    `quarrel` is the closest pair of several answers; `same_as` says where the puzzle stands as well, in words.
    """

    case: Case
    verdict: str
    engines: Says = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    clash: tuple[str, ...] = ()
    errors: tuple[Violation, ...] = ()
    grade: Grade | None = None
    judgement: Judgement | None = None
    quarrel: Quarrel | None = None
    count: Count | None = None
    load: tuple[Load, ...] = ()
    same_as: tuple[str, ...] = ()
    certificate: str | None = None  # its folder
    uncertified: str = ""  # why there is none, though it was asked for

    @property
    def exit_code(self) -> int:
        """The code that this report alone would end a run with."""
        if any(error.code == DISAGREEMENT for error in self.errors):
            return FAILED
        wrong = [claim for claim in self.errors if self.verdict != INVALID]
        if self.judgement and not self.judgement.correct:
            wrong += self.judgement.violations
        lacking = UNDECIDED if self.uncertified else OK
        return heaviest([EXIT_CODES[self.verdict], REFUTED if wrong else OK, lacking])


@dataclass(frozen=True)
class Inquiry:
    """What is to be found out: within `budget_s` seconds a case; answers counted up to a number; the load of things."""

    budget_s: float
    count_up_to: int | None = None
    load: bool = False


def verify(cases: Sequence[Case], inquiry: Inquiry, workers: int) -> Iterator[Report]:
    """A report on each case, in their order, with all that the inquiry asks for."""
    return in_order(partial(examined, inquiry=inquiry), cases, workers)


def solve(cases: Sequence[Case], budget_s: float, workers: int) -> Iterator[Report]:
    """A report on each case, in their order, with verdict and answers only."""
    return in_order(partial(proved, budget_s=budget_s), cases, workers)


def cases_of(items: Iterable[Item], answers: Sequence[object] | None = None) -> list[Case]:
    """The cases that items make; `answers` stand in for those that came with the items.

    Raises WrongUsage where they are not one an item.
    """
    cases = [_case(item) for item in items]
    if answers is None:
        return cases
    if len(answers) != len(cases):
        raise WrongUsage(f"{len(answers)} answers for {len(cases)} puzzles; give one each, in the same order")
    return [replace(case, answer=answer) for case, answer in zip(cases, answers, strict=True)]


def _case(item: Item) -> Case:
    genre = item.genre.name if item.genre else None
    return Case(
        item.source,
        item.number,
        genre,
        item.puzzle,
        item.faults,
        item.answer,
        item.level,
        item.format,
        item.unsound,
    )


def proved(case: Case, budget_s: float) -> Report:
    """The verdict on a case."""
    return _sheltered(case, lambda: _report(case, prove(_genre(case), case.puzzle, budget_s)))


def examined(case: Case, inquiry: Inquiry) -> Report:
    """The verdict on a case, what it rests on or goes with, and what its claims are worth."""
    return _sheltered(case, lambda: _examined(case, inquiry))


def _sheltered(case: Case, work: Callable[[], Report]) -> Report:
    """A report, whatever comes up: an engine that is wrong about one puzzle must not cost the others their verdict."""
    if case.puzzle is None:
        return Report(case, INVALID, errors=case.faults)
    try:
        return work()
    except EngineDisagreement as bug:
        said = {"bug": bug.what, **json.loads(bug.puzzle), "program": program(), "tools": tools()}
        message = f"please report all of this: {json.dumps(said, ensure_ascii=False)}"
        return Report(case, "unknown", errors=(Violation(DISAGREEMENT, "puzzle", message),))


def _examined(case: Case, inquiry: Inquiry) -> Report:
    genre, deadline = _genre(case), Deadline.after(inquiry.budget_s)
    verdict = prove(genre, case.puzzle, inquiry.budget_s)
    report = _report(case, verdict)
    if isinstance(verdict, Unique):
        report = _weighed(report, genre, inquiry, deadline)
    if isinstance(verdict, Multiple):
        report = _shown(report, genre, inquiry, deadline)
    if case.answer is not None:
        report = replace(report, judgement=_judged(genre, case, verdict))
    return report


def _weighed(report: Report, genre: Genre, inquiry: Inquiry, deadline: Deadline) -> Report:
    """A report on a puzzle with one answer: its grade, and what each thing in it is for."""
    case, (answer,) = report.case, report.answers
    found = grade(genre, case.puzzle)
    load = tuple(loads(genre, case.puzzle, answer, found.level, deadline)) if inquiry.load else ()
    count = None if inquiry.count_up_to is None else Count(1, complete=True)
    return replace(report, grade=found, errors=_level_errors(case.level, found.level), load=load, count=count)


def _shown(report: Report, genre: Genre, inquiry: Inquiry, deadline: Deadline) -> Report:
    """A report on a puzzle with several answers: how many, and the two that are closest."""
    puzzle, (first, second), most = report.case.puzzle, report.answers, inquiry.count_up_to
    quarrel = closest(genre, puzzle, Quarrel(first, second), deadline)
    found = None if most is None else count(genre, puzzle, most, deadline)
    return replace(report, answers=(quarrel.first, quarrel.second), quarrel=quarrel, count=found)


def _genre(case: Case) -> Genre:
    assert case.genre
    return registry.load(case.genre)


def _report(case: Case, verdict: Verdict) -> Report:
    match verdict:
        case Unique(answer, engines):
            return Report(case, "unique", engines, (answer,))
        case Multiple(first, second, engines):
            return Report(case, "multiple", engines, (first, second))
        case NoAnswer(clash, engines):
            return Report(case, "none", engines, clash=clash)
    return Report(case, "unknown", verdict.engines)


def _level_errors(claimed: str | None, level: str) -> tuple[Violation, ...]:
    if claimed in (None, level):
        return ()
    said = one_line(claimed)
    return (Violation("level-differs", "grade.level", f"the level is said to be {said}, but it is {level}"),)


def _judged(genre: Genre, case: Case, verdict: Verdict) -> Judgement:
    """What the answer given is worth. Raises EngineDisagreement where it is one that by the verdict cannot be."""
    try:
        answer = genre.read_answer(case.puzzle, case.answer)
    except InvalidPuzzle as broken:
        return Judgement(False, broken.faults)
    violations = tuple(genre.violations(case.puzzle, answer))
    denied = isinstance(verdict, NoAnswer) or (isinstance(verdict, Unique) and verdict.answer != answer)
    if denied and not violations:
        raise EngineDisagreement(
            f"the answer given keeps all rules, but the engines deny it ({genre.write_answer(case.puzzle, answer)})",
            pasteable(genre, case.puzzle),
        )
    return Judgement(not violations, violations)
