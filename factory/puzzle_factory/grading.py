"""How hard a puzzle is, by the path that the ladder takes through it.

A round is one pass of the easiest technique that still does something. Everything in a grade is counted by rounds and
cells, never by sentences, so that it does not depend on how the board lies.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from puzzle_models.kernel.contract import BEYOND, LEVELS, Genre, Outcome, Path

SPIKE_ROUNDS = 2  # the hardest technique needed this often at most, and all else easier by a level: a spike


@dataclass(frozen=True)
class Grade:
    """The level and what it rests on. `techniques` counts rounds by name, easiest first, and `steps` all of them.

    `narrowest` is the fewest cells that any round could do something about. `score` and `hardest` are None where
    the ladder does not finish: the level is then `beyond`. `hardest` is None too where no technique is needed, as the
    givens are the answer.
    """

    scale: str
    level: str
    score: float | None
    hardest: str | None
    techniques: dict[str, int]
    steps: int
    narrowest: int
    spike: bool


def grade(genre: Genre, puzzle: Any) -> Grade:
    """The grade of a puzzle. What it says about the number of answers is nothing: prove that apart."""
    return grade_of(genre, puzzle, genre.climb(puzzle, LEVELS[-1]))


def grade_of(genre: Genre, puzzle: Any, path: Path) -> Grade:
    """The grade that belongs to a path through the whole ladder."""
    rungs = path.rounds[:, 0].tolist()
    counts = Counter(rungs)
    techniques = {genre.ladder[rung].name: counts[rung] for rung in sorted(counts)}
    narrowest = narrowest_round(path)
    if path.outcome is not Outcome.SOLVED:
        return Grade(genre.scale, BEYOND, None, None, techniques, len(rungs), narrowest, False)
    top = max(rungs, default=0)
    needed = genre.ladder[top].level
    points = score(path.rounds[:, 1].tolist(), genre.bonus[needed])
    level = genre.level(puzzle, needed, points)
    hardest = genre.ladder[top].name if rungs else None
    return Grade(genre.scale, level, points, hardest, techniques, len(rungs), narrowest, is_spike(genre, counts))


def score(open_cells: Sequence[int], bonus: float) -> float:
    """How hard the path felt, without unit: ln of the sum of o², plus the bonus of the level of technique needed.

    `open_cells` has the cells still open as each round starts. Each round one looks over all of them again, so a grid
    that stays open long is hard. 0 where nothing was open. Rounded to thousandths, so that all machines agree.
    """
    total = sum(count * count for count in open_cells)
    return round(math.log(total) + bonus, 3) if total else 0.0


def is_more_work(step: Grade, before: Grade) -> bool:
    """Whether a step of a family scores more than the one before, as it must; not where the ladder leaves one open."""
    return before.score is not None and step.score is not None and before.score < step.score


def narrowest_round(path: Path) -> int:
    """The fewest cells struck in a round; 0 where there was none."""
    cells = path.trace[:, 1].tolist()
    ends = path.rounds[:, 2].tolist()
    return min((len(set(cells[start:end])) for start, end in zip([0, *ends], ends, strict=False)), default=0)


def is_spike(genre: Genre, counts: Counter[int]) -> bool:
    """Whether the hardest technique stands alone: needed once or twice, all else a level or more below it."""
    top = max(counts, default=0)
    alone = all(genre.ladder[rung].level != genre.ladder[top].level for rung in counts if rung != top)
    return alone and genre.ladder[top].level != LEVELS[0] and 0 < counts[top] <= SPIKE_ROUNDS
