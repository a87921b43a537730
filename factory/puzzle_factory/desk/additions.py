"""What must be printed besides, and as little of it as can be, for a puzzle of several answers to have one.

sample       answers of the puzzle: all of them, where there are not too many
feature      something that could be printed; it fits the answers that may have it printed, and bars the others
telling      a set of features that fits one answer of the sample and no other
target       an answer that may have been meant
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzle_factory.desk.trials import Trials, share
from puzzle_factory.engines.maxsat import MaxSat
from puzzle_factory.engines.outcome import Deadline, OutOfTime, Status
from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.kernel.mending import Addition

MOST_ANSWERS = 1000  # of which all are looked at; where there are more, some targets are
MOST_TELLING = 2000  # sets of features of one size
CHOSEN = 16  # of them, spread over all, that are looked at further
MOST_COLUMNS = 3000  # in a table of all pairs
MOST_WORK = 2e10  # multiplications in search of three features, a second or so
FOR_SAMPLE = 0.5  # of the time
TARGETS = 3
ROUNDS = 200  # of the search for the fewest features of a target


def additions(trials: Trials, puzzle: Any, claimed: Answer, deadline: Deadline) -> list[Any]:
    """The puzzle with little more printed, in several ways; in the fewest places, where the sample is all answers.

    What leaves an answer that was `claimed` comes first. Raises OutOfTime where not even one way was found.
    """
    until = share(deadline, FOR_SAMPLE)
    sample: list[Answer] = []
    with suppress(OutOfTime):
        sample += islice(trials.answers(puzzle, until), MOST_ANSWERS + 1)
        found = _telling(trials, puzzle, sample, claimed, until) if len(sample) <= MOST_ANSWERS else []
        if found:
            return found
    targets = [claimed] if claimed else sample[:: max(1, len(sample) // TARGETS)][:TARGETS]
    return _of_targets(trials, puzzle, targets, deadline)


def _telling(trials: Trials, puzzle: Any, sample: Sequence[Answer], claimed: Answer, deadline: Deadline) -> list[Any]:
    """The puzzle with each of the smallest telling sets, of up to three features; a spread of them."""
    mending = trials.genre.mending
    features = _features(trials, puzzle, sample, deadline)
    fits = _fits(sample, features)
    alike: dict[bytes, list[int]] = {}  # features that fit the same answers
    for number in range(len(features)):
        alike.setdefault(fits[:, number].tobytes(), []).append(number)
    groups = [group for group in alike.values() if not fits[:, group[0]].all()]
    columns = fits[:, [group[0] for group in groups]].astype(np.float32)
    sets = [
        (int(np.flatnonzero(columns[:, list(chosen)].all(axis=1))[0]), numbers)
        for chosen in islice(_telling_columns(columns, deadline), MOST_TELLING)
        for numbers in islice(product(*(groups[column] for column in chosen)), 4)
        if len({features[number].cell for number in numbers}) == len(numbers)  # a cell has room for one
    ]
    sets = sorted(sets, key=lambda each: sample[each[0]] != claimed) if claimed else sets[:: 1 + len(sets) // CHOSEN]
    found = []
    for _, numbers in sets[:CHOSEN]:
        try:
            found.append(mending.with_printed(puzzle, [features[number] for number in numbers]))
        except InvalidPuzzle:
            continue
    return found


def _features(trials: Trials, puzzle: Any, sample: Sequence[Answer], deadline: Deadline) -> list[Addition]:
    """All that could be printed besides and leave an answer of the sample. Raises OutOfTime."""
    found: dict[tuple[int, int], Addition] = {}
    for answer in sample:
        if not deadline.left_s:
            raise OutOfTime
        found |= {(each.cell, each.value): each for each in trials.genre.mending.additions(puzzle, answer)}
    return list(found.values())


def _fits(sample: Sequence[Answer], features: Sequence[Addition]) -> NDArray[np.bool_]:
    """By answer and feature, whether the one may have the other printed."""
    held = np.array(sample)
    columns = [
        ~np.logical_or.reduce([held[:, cell] == value for cell, value in feature.barred]) for feature in features
    ]
    return np.array(columns).T


def _telling_columns(columns: NDArray[np.float32], deadline: Deadline) -> Iterator[tuple[int, ...]]:
    """The smallest sets of columns that have one row in common, all of one size; none where it takes over three.

    Raises OutOfTime.
    """
    singles = np.flatnonzero(columns.sum(axis=0) == 1)
    if len(singles):
        yield from ((int(column),) for column in singles)
        return
    if columns.shape[1] > MOST_COLUMNS:
        return
    pairs = _pairs(columns)
    if len(pairs):
        yield from ((int(one), int(other)) for one, other in pairs)
        return
    rows, width = columns.shape
    if rows * float(width) ** 3 > MOST_WORK:
        return
    for first in range(width):
        if not deadline.left_s:
            raise OutOfTime
        for one, other in _pairs(columns[columns[:, first] > 0, first + 1 :]):
            yield first, int(one) + first + 1, int(other) + first + 1


def _pairs(columns: NDArray[np.float32]) -> NDArray[np.int64]:
    """The pairs of columns that have one row in common."""
    return np.argwhere(np.triu(columns.T @ columns == 1, 1))


def _of_targets(trials: Trials, puzzle: Any, targets: Sequence[Answer], deadline: Deadline) -> list[Any]:
    """The puzzle with as little more as a search in bounds finds for each target. Raises OutOfTime where none is."""
    found: list[Any] = []
    for number, target in enumerate(targets):
        try:
            found.append(_for_target(trials, puzzle, target, share(deadline, 1 / (len(targets) - number))))
        except OutOfTime:
            continue
    if not found:
        raise OutOfTime
    return found


def _for_target(trials: Trials, puzzle: Any, target: Answer, deadline: Deadline) -> Any:
    """The puzzle with few features more, of which the target is the only answer. Raises OutOfTime.

    First all features are printed and dropped one by one; what cannot be decided in its share of the time stays. Each
    answer that comes up is a set of features of which one must be kept, and the fewest that meet all these sets are
    tried until nothing comes up (implicit hitting sets).
    """
    features = _going_together(trials, puzzle, target)
    kept, to_hit, half = features, [], share(deadline, 0.5)
    for left, feature in zip(range(len(features), 0, -1), reversed(features), strict=True):
        if not half.left_s:
            break
        fewer = [other for other in kept if other is not feature]
        with suppress(OutOfTime):
            other = _another(trials, puzzle, fewer, target, share(half, 1 / left))
            if other:
                to_hit.append(_hitters(features, other))
            else:
                kept = fewer
    with suppress(OutOfTime):
        kept = _fewest(trials, puzzle, target, features, to_hit, len(kept), deadline) or kept
    if 2 * len(kept) > len(features):
        raise OutOfTime  # no search, and no help
    return trials.genre.mending.with_printed(puzzle, kept)


def _fewest(
    trials: Trials,
    puzzle: Any,
    target: Answer,
    features: Sequence[Addition],
    to_hit: list[list[int]],
    bound: int,
    deadline: Deadline,
) -> list[Addition]:
    """The fewest features that leave the target alone; none where it takes as many as `bound`. Raises OutOfTime."""
    search = MaxSat(to_hit, {-number: 1 for number in range(1, len(features) + 1)})
    for _ in range(ROUNDS):
        best = search.solve(deadline)
        if best.status is not Status.SAT:
            raise OutOfTime
        if best.cost >= bound:
            return []
        chosen = [feature for feature, literal in zip(features, best.model, strict=False) if literal > 0]
        other = _another(trials, puzzle, chosen, target, deadline)
        if not other:
            return chosen
        search.add([_hitters(features, other)])
    return []


def _going_together(trials: Trials, puzzle: Any, target: Answer) -> list[Addition]:
    """Features of a target, one a cell, as many as can be printed at once."""
    mending = trials.genre.mending
    features = list({each.cell: each for each in mending.additions(puzzle, target)}.values())
    with suppress(InvalidPuzzle):
        mending.with_printed(puzzle, features)
        return features
    kept: list[Addition] = []
    for feature in features:
        with suppress(InvalidPuzzle):
            mending.with_printed(puzzle, [*kept, feature])
            kept.append(feature)
    return kept


def _another(trials: Trials, puzzle: Any, features: Sequence[Addition], target: Answer, deadline: Deadline) -> Answer:
    return trials.other_answer(trials.genre.mending.with_printed(puzzle, features), target, deadline)


def _hitters(features: Sequence[Addition], other: Answer) -> list[int]:
    """The features, numbered from 1, that bar another answer."""
    return [
        number
        for number, feature in enumerate(features, 1)
        if any(other[cell] == value for cell, value in feature.barred)
    ]
