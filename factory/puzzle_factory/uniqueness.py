"""Whether a puzzle has one answer: each engine finds one, forbids it and looks for another; both must say the same.

finding      what one engine came to: its own verdict and the answers it found, one that was known included
fact         an answer that the rules accept is one, whoever found it; so two findings can contradict each other
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from time import monotonic
from typing import Any

from puzzle_factory.engines.outcome import Deadline, Engine, Status
from puzzle_factory.errors import PuzzleBug
from puzzle_models.kernel.contract import Answer, Genre

ENOUGH = {"none": 0, "unique": 1}  # how many answers an engine's verdict allows; the others allow any number
Says = Mapping[str, str]  # name of an engine -> its own verdict


class EngineDisagreement(PuzzleBug):
    """An engine is wrong: its answer breaks the rules, or the two cannot both be right."""


@dataclass(frozen=True)
class Unique:
    """There is one answer."""

    answer: Answer
    engines: Says = field(default_factory=dict)


@dataclass(frozen=True)
class Multiple:
    """There are several answers, these two among them."""

    first: Answer
    second: Answer
    engines: Says = field(default_factory=dict)


@dataclass(frozen=True)
class NoAnswer:
    """There is none. `clash` names what of the puzzle cannot all hold: little of it, where time was left to see."""

    clash: tuple[str, ...] = ()
    engines: Says = field(default_factory=dict)


@dataclass(frozen=True)
class Unknown:
    """The budget was spent before both engines had decided."""

    spent_s: float
    engines: Says = field(default_factory=dict)


Verdict = Unique | Multiple | NoAnswer | Unknown


@dataclass(frozen=True)
class Finding:
    """What one engine came to."""

    engine: str
    verdict: str
    answers: tuple[Answer, ...]


def prove(
    genre: Genre, puzzle: Any, budget_s: float, known: Answer = (), engines: Sequence[Engine] | None = None
) -> Verdict:
    """The verdict on a puzzle, within `budget_s` seconds of wall time, building of models included.

    An answer that is `known` saves finding one: then only a second one is looked for. Left out, `engines` are the pair
    of this process. Raises EngineDisagreement, and ValueError where `known` breaks a rule.
    """
    started = monotonic()
    if known and (broken := genre.violations(puzzle, known)):
        raise ValueError(broken[0].message)
    pair = engines_of_this_process() if engines is None else engines
    findings = []
    for number, engine in enumerate(pair):
        left_s = started + budget_s - monotonic()
        share = Deadline.after(left_s / (len(pair) - number))  # what one does not need, the next may
        findings.append(_find(engine, genre, puzzle, known, share))
    _agree(findings, genre, puzzle)
    verdict = _verdict(findings, monotonic() - started)
    if isinstance(verdict, NoAnswer):
        rest = Deadline(started + budget_s)
        return replace(verdict, clash=max((engine.clash(rest) for engine in pair), key=len))
    return verdict


@cache
def engines_of_this_process() -> tuple[Engine, ...]:
    """One pair a process: what they keep is dear to build. The quick one first, which leaves its time to the other."""
    from puzzle_factory.engines.cpsat import CpSat
    from puzzle_factory.engines.sat import Sat

    return Sat(), CpSat()


def _find(engine: Engine, genre: Genre, puzzle: Any, known: Answer, deadline: Deadline) -> Finding:
    """One engine by itself: find an answer where none is known, forbid it, look for another."""
    if not deadline.left_s:
        return Finding(engine.name, "unknown", ())
    engine.fit(genre, puzzle)
    answers = [known] if known else []
    while len(answers) < 2:
        if answers:
            engine.forbid(answers[0])
        result = engine.solve(deadline)
        if result.status is Status.UNKNOWN:
            return Finding(engine.name, "unknown", tuple(answers))
        if result.status is Status.UNSAT:
            return Finding(engine.name, "unique" if answers else "none", tuple(answers))
        _believe(engine, genre, puzzle, result.answer, answers)
        answers.append(result.answer)
    return Finding(engine.name, "multiple", tuple(answers))


def _believe(engine: Engine, genre: Genre, puzzle: Any, answer: Answer, before: list[Answer]) -> None:
    """Check an engine's answer by the rules. Raises EngineDisagreement."""
    broken = [violation.message for violation in genre.violations(puzzle, answer)]
    if answer in before:
        broken.append("it was forbidden")
    if broken:
        raise EngineDisagreement(f"{engine.name} gave an answer that is none ({broken[0]})", pasteable(genre, puzzle))


def _agree(findings: Sequence[Finding], genre: Genre, puzzle: Any) -> None:
    """Raise EngineDisagreement where there are more answers than an engine says there can be."""
    found = {answer for finding in findings for answer in finding.answers}
    if any(len(found) > ENOUGH.get(finding.verdict, len(found)) for finding in findings):
        said = ", ".join(f"{finding.engine} says {finding.verdict}" for finding in findings)
        raise EngineDisagreement(f"the engines disagree ({said})", pasteable(genre, puzzle))


def _verdict(findings: Sequence[Finding], spent_s: float) -> Verdict:
    """One verdict from findings that agree. The answers are those of the last engine, CP-SAT: the same every time.

    Two answers that the rules accept are beyond doubt, even where the other engine has not come that far.
    """
    engines = {finding.engine: finding.verdict for finding in sorted(findings, key=lambda finding: finding.engine)}
    for finding in reversed(findings):
        if finding.verdict == "multiple":
            return Multiple(finding.answers[0], finding.answers[1], engines)
    last = findings[-1]
    if "unknown" in engines.values():
        return Unknown(spent_s, engines)
    return NoAnswer((), engines) if last.verdict == "none" else Unique(last.answers[0], engines)


def pasteable(genre: Genre, puzzle: Any) -> str:
    """A puzzle as a bare record on one line, for a report or a file."""
    return json.dumps({"genre": genre.name, "puzzle": genre.unparse(puzzle)}, separators=(",", ":"))
