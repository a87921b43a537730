"""What a faulty puzzle may have been, or could be made: the smallest changes after which it has one answer.

proposal     a changed puzzle, proven by both engines and graded
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from puzzle_factory.desk.additions import additions
from puzzle_factory.desk.amends import amended
from puzzle_factory.desk.proposals import Proposal, proposed
from puzzle_factory.desk.trials import Candidate, Trials, share
from puzzle_factory.desk.typos import bears_out, typos
from puzzle_factory.desk.verify import INVALID, Case
from puzzle_factory.engines.outcome import Deadline, OutOfTime
from puzzle_factory.errors import OK, REFUTED, UNDECIDED, UNREADABLE
from puzzle_factory.executors import in_order
from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, engines_of_this_process, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Answer, Genre

VERDICTS = {Unique: "unique", Multiple: "multiple", NoAnswer: "none"}
FOR_TYPOS = {"multiple": 0.2, "none": 0.4, INVALID: 0.4}  # of the time; a slip that leaves several answers is rare
FOR_CHANGES = 0.6  # of the time then left
WIDENED = 3  # puzzles that got an answer, but several, and are looked at further


@dataclass(frozen=True)
class Repair:
    """What is proposed for a case, the best first. `in_time`: all was looked at that should be."""

    case: Case
    verdict: str
    proposals: tuple[Proposal, ...] = ()
    in_time: bool = True

    @property
    def exit_code(self) -> int:
        """The code that this repair alone would end a run with."""
        if self.verdict == "unique" or self.proposals:
            return OK
        if self.verdict == INVALID and self.case.unsound is None:
            return UNREADABLE
        return REFUTED if self.in_time else UNDECIDED


def repair(cases: Sequence[Case], budget_s: float, workers: int, most: int) -> Iterator[Repair]:
    """A repair of each case, in their order, with `most` proposals at most; `budget_s` seconds a case for all of it."""
    return in_order(partial(repaired, budget_s=budget_s, most=most), cases, workers)


def repaired(case: Case, budget_s: float, most: int) -> Repair:
    """The repair of one case."""
    if case.puzzle is None and case.unsound is None:
        return Repair(case, INVALID)
    genre = registry.load(str(case.genre))
    _load(genre.name)
    deadline = Deadline.after(budget_s)
    verdict = INVALID
    if case.puzzle is not None:
        verdict = VERDICTS.get(type(prove(genre, case.puzzle, budget_s)), "unknown")
    if verdict in ("unique", "unknown"):
        return Repair(case, verdict, in_time=verdict == "unique")
    search = _Search(genre, case, deadline)
    slips, changed = search.slips(FOR_TYPOS[verdict]), search.additions() if verdict == "multiple" else search.amends()
    proposals, in_time = proposed(genre, case, slips, changed, most, deadline)
    return Repair(case, verdict, tuple(proposals), in_time and search.in_time)


@cache
def _load(genre: str) -> None:
    """Load engines and techniques into this process, lest the first puzzle has less time than the others."""
    engines_of_this_process()
    loaded = registry.load(genre)
    loaded.climb(loaded.example(loaded.ladder[0]), LEVELS[-1])


class _Search:
    """The candidates for one faulty puzzle. `in_time`: no search has been broken off."""

    def __init__(self, genre: Genre, case: Case, deadline: Deadline) -> None:
        self.in_time = True
        self._genre, self._deadline = genre, deadline
        self._puzzle = case.unsound if case.puzzle is None else case.puzzle
        self._claimed = case.answer
        self._trials = Trials(genre)

    def slips(self, part: float) -> list[Candidate]:
        """Typos undone, in a part of the time."""
        until = share(self._deadline, part)
        found, self.in_time = typos(self._trials, self._puzzle, self._claimed, until)
        return found

    def additions(self) -> list[Candidate]:
        """Little more printed."""
        return self._widened(self._puzzle, share(self._deadline, FOR_CHANGES))

    def amends(self) -> list[Candidate]:
        """Few things printed otherwise, and where need be a few more."""
        until = share(self._deadline, FOR_CHANGES)
        found: list[Candidate] = []
        loose: list[Any] = []
        try:
            for puzzle, answer in amended(self._trials.genre, self._puzzle, share(until, FOR_CHANGES)):
                if not self._genre.mending.is_sound(puzzle):
                    continue
                if not self._trials.other_answer(puzzle, answer, until):
                    found.append(self._candidate(puzzle))
                else:
                    loose.append(puzzle)
        except OutOfTime:
            self.in_time = False
        if found:
            return found
        shares = zip(loose, range(WIDENED, 0, -1), strict=False)
        return [each for puzzle, left in shares for each in self._widened(puzzle, share(until, 1 / left))]

    def _widened(self, puzzle: Any, until: Deadline) -> list[Candidate]:
        try:
            found = additions(self._trials, puzzle, self._claimed_of(puzzle), until)
        except OutOfTime:
            self.in_time = False
            return []
        return [self._candidate(each) for each in found]

    def _candidate(self, puzzle: Any) -> Candidate:
        kinds = {change.kind for change in self._genre.mending.changes(self._puzzle, puzzle)}
        return Candidate("given" if kinds == {"given"} else "clue", puzzle)

    def _claimed_of(self, puzzle: Any) -> Answer:
        """The answer that came with the puzzle, where it is one of a puzzle."""
        if self._claimed is None or not bears_out(self._genre, puzzle, self._claimed):
            return ()
        return self._genre.read_answer(puzzle, self._claimed)
