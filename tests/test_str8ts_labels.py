"""The ladder of Str8ts on the shared corpus: no step strikes an answer, and grades agree with the makers' labels."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from puzzle_factory.grading import grade
from puzzle_models.kernel.contract import BEYOND, LEVELS, Outcome
from puzzle_models.str8ts.techniques import climb
from samples import struck_from
from str8ts_boards import LEVEL_OF, STR8TS, Published, path_of, published, with_fewer

pytestmark = pytest.mark.skipif(not published(), reason="the shared corpus is not beside the repository")
LABELLED = [entry for entry in published() if entry.label]


def test_no_step_strikes_the_answer_of_a_published_puzzle() -> None:
    for puzzle, answer, _ in published():
        assert struck_from(path_of(puzzle), answer) == []


def test_nor_where_givens_are_taken_away() -> None:
    """The answer is then one of several, and no step may choose between them: such a puzzle is never solved wrong."""
    chance, stuck = random.Random(8), 0
    for puzzle, answer, _ in published()[::3]:
        path = climb(with_fewer(chance, puzzle, most=4), "hard")
        assert struck_from(path, answer) == []
        stuck += path.outcome is Outcome.STUCK
        assert path.outcome is not Outcome.CLASH
    assert stuck > 40


def test_a_grade_is_the_same_in_all_sixteen_presentations() -> None:
    chosen = LABELLED[:: len(LABELLED) // 110]
    assert len(chosen) >= 100
    for puzzle, _, _ in chosen:
        images = [STR8TS.image(puzzle, (), k)[0] for k in range(STR8TS.images)]
        found = [grade(STR8TS, image) for image in images]
        assert found == [found[0]] * 16


def test_levels_agree_with_the_labels() -> None:
    steps = Counter(
        LEVELS.index(grade(STR8TS, puzzle).level) - LEVELS.index(LEVEL_OF[str(label)]) for puzzle, _, label in solved()
    )
    assert set(steps) <= {-1, 0, 1}
    assert steps[0] >= 0.86 * sum(steps.values())


def test_no_daily_is_beyond_the_ladder_and_hardly_a_weekly() -> None:
    beyond = Counter(label for puzzle, _, label in LABELLED if grade(STR8TS, puzzle).level == BEYOND)
    weekly = sum(label == "Weekly Extreme" for _, _, label in LABELLED)
    assert set(beyond) <= {"Weekly Extreme"}
    assert beyond["Weekly Extreme"] <= 0.03 * weekly


def test_scores_rank_as_the_labels_do() -> None:
    """Rank correlation (Spearman's) with the makers' five labels."""
    labels = list(LEVEL_OF)
    pairs = [(grade(STR8TS, puzzle).score, labels.index(str(label))) for puzzle, _, label in solved()]
    points, wanted = (ranks([float(pair[i] or 0) for pair in pairs]) for i in range(2))
    assert np.corrcoef(points, wanted)[0, 1] >= 0.94


def solved() -> list[Published]:
    """The labelled puzzles that the ladder finishes."""
    return [entry for entry in LABELLED if path_of(entry.puzzle).outcome is Outcome.SOLVED]


def ranks(values: list[float]) -> list[float]:
    """The rank of each value, equal ones sharing the mean of theirs."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]
