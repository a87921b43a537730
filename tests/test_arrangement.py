"""The order of the puzzles in a batch, and the syllabus read independently of the code that makes it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from batches import recipe as book
from batches import record
from puzzle_factory import production
from puzzle_factory.arrangement import ARRANGEMENTS, Card, arranged
from puzzle_factory.assembly import Assembly, Watch, assembled
from puzzle_factory.errors import OrderUnfilled
from puzzle_factory.grading import Grade
from puzzle_factory.journal import Journal
from puzzle_factory.production import Item, Made, items_of
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS

Run = Callable[..., Result]
LADDERS = {name: [rung.name for rung in registry.load(name).ladder] for name in registry.names()}
GENRE = registry.names()[0]
RUNGS = LADDERS[GENRE][:6]


def flaws_of_a_syllabus(needs: Sequence[frozenset[str]], ladder: Sequence[str]) -> list[str]:
    """What is wrong with puzzles of one genre as a syllabus, given the techniques that each needs.

    Straight from the definition: each technique comes in once, first where it is needed alone, and nothing later is
    needed before.
    """
    known = set.intersection(*map(set, needs))
    came_in: list[str] = []
    flaws = []
    for place, needed in enumerate(needs):
        new = sorted(needed - known, key=ladder.index)
        if len(new) > 1:
            flaws.append(f"puzzle {place} brings in {' and '.join(new)} at once")
        known |= needed
        came_in += new
    if came_in != sorted(came_in, key=ladder.index):
        flaws.append(f"they come in as {', '.join(came_in)}")
    return flaws


def card(number: int, techniques: frozenset[str] = frozenset(), score: float = 0.0, level: str = "easy") -> Card:
    return Card((0, number, 0), 0, GENRE, level, score, techniques)


cards = st.lists(
    st.tuples(st.sampled_from([1.0, 2.0, 3.5, 8.25]), st.sampled_from(LEVELS), st.frozensets(st.sampled_from(RUNGS))),
    min_size=1,
    max_size=12,
).map(lambda drawn: [card(number, needed, score, level) for number, (score, level, needed) in enumerate(drawn)])


@given(cards)
def test_every_arrangement_has_every_card_once(listed: list[Card]) -> None:
    for order in ARRANGEMENTS:
        assert Counter(arranged(listed, order, "1")) == Counter(listed)


@given(cards)
def test_by_score_and_by_level_rise_and_leave_equal_ones_as_listed(listed: list[Card]) -> None:
    by_score = [(each.score, each.item) for each in arranged(listed, "by score", "1")]
    by_level = [(LEVELS.index(each.level), each.item) for each in arranged(listed, "by level", "1")]
    assert by_score == sorted(by_score)
    assert by_level == sorted(by_level)


@given(cards)
def test_as_listed_is_as_listed(listed: list[Card]) -> None:
    assert arranged(listed, "as listed", "1") == listed


@given(cards, st.text(max_size=5), st.randoms(use_true_random=False))
def test_a_shuffle_depends_on_the_seed_and_not_on_the_way_there(
    listed: list[Card], seed: str, lots: random.Random
) -> None:
    before = arranged(listed, "shuffled", seed)
    lots.shuffle(listed)
    assert arranged(listed, "shuffled", seed) == before


def test_another_seed_shuffles_otherwise() -> None:
    listed = [card(number) for number in range(20)]
    shuffles = {tuple(arranged(listed, "shuffled", str(seed))) for seed in range(5)}
    assert len(shuffles) == 5
    assert tuple(listed) not in shuffles


@given(cards)
def test_puzzles_that_fit_into_a_syllabus_make_one(listed: list[Card]) -> None:
    """Among any puzzles, those that need only what can be taught."""
    from puzzle_factory.arrangement import taught

    while misfits := [each for each in listed if not each.techniques <= taught(listed)[GENRE]]:
        listed = [each for each in listed if each not in misfits]
        if not listed:
            return
    needs = [each.techniques for each in arranged(listed, "syllabus", "1")]
    assert flaws_of_a_syllabus(needs, LADDERS[GENRE]) == []


def make(seed: str, item: Item, taken: object = (), avoid: object = None) -> Made:
    """Stands in for the making of puzzles: each needs some of the techniques, drawn by its number and attempt."""
    for attempt in range(item.attempt, 60):
        lots = random.Random(f"{seed} {item.index} {attempt}")
        needed = [rung for rung in RUNGS if lots.random() < 0.6]
        hardest = needed[-1] if needed else None
        if item.within is None or set(needed) - item.within <= {hardest}:
            grade = Grade("tracks/1", "easy", lots.random(), hardest, dict.fromkeys(needed, 1), 1, 1, False)
            return Made(item, (record(item, seed, f"{item.index}.{attempt}", grade, attempt),))
    return Made(item, (), {"in need of another technique": 60})


def syllabus_of(seed: str, count: int, path: Path) -> list[Card]:
    """The cards of so many items as a syllabus, gone on with from a journal. Raises OrderUnfilled."""

    def made(items: Sequence[Item]) -> Generator[Made]:
        yield from (production.make(seed, item) for item in items)

    with Journal.open(path, {}) as journal:
        assembly = Assembly(seed, made, journal, None, Watch())
        return assembled(assembly, items_of(book(count).orders), "syllabus")


def test_stand_ins_make_a_syllabus_of_whatever_was_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a stand-in does without what all the others need, so that this has to be taught."""
    filled = 0
    monkeypatch.setattr(production, "make", make)
    for seed in range(200):
        path, count = tmp_path / f"{seed}.jsonl", 2 + seed % 11
        try:
            found = syllabus_of(str(seed), count, path)
        except OrderUnfilled:
            continue
        filled += 1
        assert syllabus_of(str(seed), count, path) == found  # all out of the journal
        assert sorted(each.item[:2] for each in found) == [(0, index) for index in range(count)]
        assert flaws_of_a_syllabus([each.techniques for each in found], LADDERS[GENRE]) == []
    assert filled > 100
