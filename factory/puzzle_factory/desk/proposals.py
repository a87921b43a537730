"""From candidates to proposals: the best few chosen, each proven by both engines and graded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzle_factory.desk.trials import Candidate, share
from puzzle_factory.desk.typos import bears_out
from puzzle_factory.desk.verify import Case
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.grading import Grade, grade
from puzzle_factory.uniqueness import EngineDisagreement, Unique, Unknown, pasteable, prove
from puzzle_models.kernel.contract import BEYOND, LEVELS, Genre
from puzzle_models.kernel.mending import Change
from puzzle_models.kernel.symmetry import SYMMETRIES, moved_size, sources

RANKED = 16  # candidates of a kind that are graded, to choose from
RANKS = (*LEVELS, BEYOND)
FOR_RANKS = 0.2  # of the time left

Rank = tuple[float, ...]


@dataclass(frozen=True)
class Proposal:
    """A puzzle in place of the faulty one, and what it has otherwise."""

    kind: str
    changes: tuple[Change, ...]
    puzzle: Any
    verdict: str
    grade: Grade
    slip: str | None = None


def proposed(
    genre: Genre, case: Case, slips: Sequence[Candidate], changed: Sequence[Candidate], most: int, deadline: Deadline
) -> tuple[list[Proposal], bool]:
    """At most `most` proposals, and whether time was left to rank and prove all of them.

    Typos come first, but are no more than half where there is something else to propose.
    """
    ranking = _Ranking(genre, case, share(deadline, FOR_RANKS))
    order = list(dict.fromkeys(each.slip for each in slips))
    typos = ranking.sorted(slips, lambda each: (order.index(each.slip),))
    others = ranking.sorted(changed, lambda each: (len(ranking.changes(each)), ranking.lost_symmetries(each)))
    room = most - min(len(others), most // 2)
    chosen = {each.puzzle: each for each in (*typos[room:], *others, *typos[:room])}  # the last of two equal ones stays
    ordered = [each for each in (*typos[:room], *others, *typos[room:]) if chosen[each.puzzle] is each]
    found: list[Proposal] = []
    for candidate in ordered[:most]:
        if not _is_proven(genre, candidate.puzzle, deadline):
            return found, False
        changes, graded = ranking.changes(candidate), ranking.grade(candidate)
        found.append(Proposal(candidate.kind, changes, candidate.puzzle, "unique", graded, candidate.slip))
    return found, ranking.in_time


def _is_proven(genre: Genre, puzzle: Any, deadline: Deadline) -> bool:
    """Whether both engines find one answer within the time. Raises EngineDisagreement where they do not find one."""
    verdict = prove(genre, puzzle, deadline.left_s)
    if not isinstance(verdict, Unique | Unknown):
        raise EngineDisagreement(f"one answer by one engine, {verdict.engines} by both", pasteable(genre, puzzle))
    return isinstance(verdict, Unique)


class _Ranking:
    """Which of the candidates for one faulty puzzle are the better ones. `in_time`: all levels were looked at."""

    def __init__(self, genre: Genre, case: Case, deadline: Deadline) -> None:
        self.in_time = True
        self._grades: dict[Any, Grade] = {}
        self._genre, self._case, self._deadline = genre, case, deadline
        self._puzzle = case.unsound if case.puzzle is None else case.puzzle
        self._kept = _symmetries(self._puzzle, genre.mending.printed(self._puzzle))

    def sorted(self, candidates: Sequence[Candidate], first: Callable[[Candidate], Rank]) -> list[Candidate]:
        """By a first rank; where that is equal, those that bear out the answer claimed, then those near the level."""
        best = sorted(candidates, key=lambda each: (*first(each), self._is_denied(each)))[:RANKED]
        return sorted(best, key=lambda each: (*first(each), self._is_denied(each), self._from_level(each)))

    def changes(self, candidate: Candidate) -> tuple[Change, ...]:
        return self._genre.mending.changes(self._puzzle, candidate.puzzle)

    def grade(self, candidate: Candidate) -> Grade:
        """Its grade, found once: without an end in sight the ladder takes a third of a second."""
        if candidate.puzzle not in self._grades:
            self._grades[candidate.puzzle] = grade(self._genre, candidate.puzzle)
        return self._grades[candidate.puzzle]

    def lost_symmetries(self, candidate: Candidate) -> int:
        """How many symmetries of the pattern of what is printed are gone."""
        return len(self._kept - _symmetries(candidate.puzzle, self._genre.mending.printed(candidate.puzzle)))

    def _is_denied(self, candidate: Candidate) -> bool:
        claimed = self._case.answer
        return claimed is not None and not bears_out(self._genre, candidate.puzzle, claimed)

    def _from_level(self, candidate: Candidate) -> int:
        """How far off the level claimed a candidate is, or else off the easiest. Past the time all are equal."""
        if not self._deadline.left_s:
            self.in_time = False
            return len(RANKS)
        level = self.grade(candidate).level
        wanted = self._case.level if self._case.level in RANKS else RANKS[0]
        return abs(RANKS.index(level) - RANKS.index(str(wanted)))


def _symmetries(puzzle: Any, cells: frozenset[int]) -> set[int]:
    """The symmetries that a pattern of cells has, but for the one that leaves all as it is."""
    size = (puzzle.width, puzzle.height)
    return {
        k
        for k in SYMMETRIES[1:]
        if moved_size(*size, k) == size
        and all((cell in cells) == (other in cells) for cell, other in enumerate(sources(*size, k)))
    }
