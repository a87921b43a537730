"""Grades and walkthroughs put in words: as text for people, as JSON objects for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import zip_longest

from puzzle_factory.desk.explain import LATE, PROPAGATION, SEARCH, Step, Walk
from puzzle_factory.desk.reports import heading, solve_object, verify_text
from puzzle_factory.desk.verify import Report
from puzzle_factory.grading import Grade
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, Deduction

CHECKED = {None: "", PROPAGATION: " ✓", SEARCH: " ✓ by search", LATE: " ? not within the time limit"}
WIDEST_BESIDE = 50  # columns of marks that have room twice


def grade_object(report: Report) -> dict[str, object]:
    """What `grade --json` says of a case."""
    said = solve_object(report)
    del said["answers"]
    return {**said, "grade": asdict(report.grade) if report.grade else None}


def grade_text(report: Report) -> str:
    """What `grade` says of a case: a line, and under it what the grade rests on."""
    if report.grade is None:
        return verify_text(report)
    grade = report.grade
    stuck = ["  the ladder does not finish it: the rest would take a guess"] if grade.level == BEYOND else []
    spike = ["  a spike: its hardest technique stands alone"] if grade.spike else []
    return "\n".join([heading(report), f"  {_steps(grade)}", *stuck, *spike])


def _steps(grade: Grade) -> str:
    """How many steps a grade rests on, and of which techniques."""
    if not grade.steps:
        return "0 steps"
    counts = ", ".join(f"{name} {count}" for name, count in grade.techniques.items())
    return f"{grade.steps} steps, {grade.narrowest} cells open to action at the narrowest: {counts}"


def explain_object(walk: Walk, with_marks: bool) -> dict[str, object]:
    """What `explain --json` says of a case. Cells are [row, column] from zero."""
    said = solve_object(walk.report)
    said["answers"] = said["answers"] if walk.finished else []
    width = walk.report.case.puzzle.width if walk.steps else 1
    symbols = registry.load(str(walk.report.case.genre)).symbols if walk.steps else ()
    steps = [_step_object(step, width, symbols, with_marks) for step in walk.steps]
    for step, check in zip(steps, walk.checks, strict=False):  # none where that was not asked for
        step["check"] = check
    return {**said, "steps": steps}


def explain_text(walk: Walk, with_marks: bool) -> str:
    """What `explain` says of a case: the grade, the steps with a sentence a deduction, and the answer they end in."""
    if walk.verdict != "unique":
        return verify_text(walk.report)
    case = walk.report.case
    genre = registry.load(str(case.genre))
    lines = [heading(walk.report), "", genre.text(case.puzzle, None).rstrip(), ""]
    for number, (step, check) in enumerate(zip_longest(walk.steps, walk.checks), 1):
        lines += [
            f"{number}. {step.technique}{CHECKED[check]}",
            *(f"   {deduction.text}" for deduction in step.deductions),
        ]
        lines += [*marks_beside(step), ""] if with_marks else []
    if walk.checks:
        lines += ["", _checked(walk.checks)]
    if walk.finished:
        lines += ["", genre.text(case.puzzle, walk.report.answers[0]).rstrip(), ""]
    else:
        lines += ["", "Here the ladder ends: the rest would take a guess.", ""]
    return "\n".join(lines)


def _checked(checks: Sequence[str]) -> str:
    """How many steps were confirmed, and how."""
    late = f", {checks.count(LATE)} not within the time limit" if LATE in checks else ""
    sure = f"{checks.count(PROPAGATION)} by propagation, {checks.count(SEARCH)} by search"
    return f"{len(checks) - checks.count(LATE)} steps checked: {sure}{late}"


def _step_object(step: Step, width: int, symbols: Sequence[str], with_marks: bool) -> dict[str, object]:
    cells = dict.fromkeys(cell for deduction in step.deductions for cell in deduction.cells)
    said: dict[str, object] = {
        "technique": step.technique,
        "cells": _places(cells, width),
        "strikes": [strike for deduction in step.deductions for strike in _strikes(deduction, width, symbols)],
        "text": " ".join(deduction.text for deduction in step.deductions),
        "parts": [_part_object(deduction, width, symbols) for deduction in step.deductions],
    }
    return {**said, "before": list(step.before), "after": list(step.after)} if with_marks else said


def _part_object(deduction: Deduction, width: int, symbols: Sequence[str]) -> dict[str, object]:
    strikes = _strikes(deduction, width, symbols)
    return {"cells": _places(deduction.cells, width), "strikes": strikes, "text": deduction.text}


def _strikes(deduction: Deduction, width: int, symbols: Sequence[str]) -> list[object]:
    return [
        {"cell": list(divmod(cell, width)), "values": [symbols[value] for value in values]}
        for cell, values in deduction.strikes.items()
    ]


def _places(cells: Iterable[int], width: int) -> list[object]:
    return [list(divmod(cell, width)) for cell in cells]


def marks_beside(step: Step) -> Iterator[str]:
    """The marks before and after a step: beside each other, or below where they would be too wide for a terminal."""
    width = max(map(len, step.before))
    yield ""
    if width > WIDEST_BESIDE:
        yield from (f"   {row}".rstrip() for row in [*step.before, "", *step.after])
    else:
        yield from (f"   {row:<{width}}   {after}" for row, after in zip(step.before, step.after, strict=True))
