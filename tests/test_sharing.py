"""Why shares can be joined: tried on pools of puzzles so small that everything repeats everything."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batches import recipe, record
from puzzle_factory import production
from puzzle_factory.arrangement import ARRANGEMENTS, Card
from puzzle_factory.assembly import Assembly, Watch, assembled, listed
from puzzle_factory.errors import OrderUnfilled
from puzzle_factory.grading import Grade
from puzzle_factory.production import Item, ItemKey, Made, Taken, items_of, keys_of_all
from puzzle_factory.records import restored, to_data
from puzzle_factory.sharding import Shard
from puzzle_models import registry

ATTEMPTS = 12
RUNGS = [rung.name for rung in registry.load("tracks").ladder][:4]


class Memory:
    """A shelf that is nowhere but in memory."""

    def __init__(self) -> None:
        self.items: dict[ItemKey, list[dict[str, Any]]] = {}

    def __contains__(self, item: Item) -> bool:
        return item.key in self.items

    def made(self, item: Item) -> Made | None:
        return Made(item, tuple(map(restored, self.items[item.key]))) if item in self else None

    def records(self, key: ItemKey) -> list[dict[str, Any]]:
        return self.items[key]

    def put(self, made: Made) -> None:
        self.items[made.item.key] = [to_data(record) for record in made.records]


@dataclass(frozen=True)
class Pool:
    """So many answers, each with three puzzles; an item has some records of one of them, like a family or a set of
    presentations, and every now and then an attempt comes to nothing."""

    seed: int
    answers: int
    records: int

    def make(self, seed: str, item: Item, taken: Iterable[str] = (), avoid: Taken | None = None) -> Made:
        """Stands in for `production.make`."""
        for attempt in range(item.attempt, ATTEMPTS):
            made = Made(item, self._drawn(item, attempt))
            keys = keys_of_all(made.records)
            free = keys.isdisjoint(taken) and not (avoid and avoid.holds(keys))
            if made.records and free and self._fits(item, made):
                return made
        return Made(item, (), {"a repeat": ATTEMPTS})

    def _fits(self, item: Item, made: Made) -> bool:
        return item.within is None or all(production._is_within(item.within, each) for each in grades(made))

    def _drawn(self, item: Item, attempt: int) -> tuple[Any, ...]:
        lots = random.Random(f"{self.seed} {item.order.number} {item.index} {attempt}")
        answer, puzzles = lots.randrange(self.answers), lots.choices(range(3), k=self.records)
        if lots.random() < 0.2:
            return ()
        needed = [rung for rung in RUNGS if lots.random() < 0.5]
        hardest = needed[-1] if needed else None
        grade = Grade("tracks/1", "easy", lots.random(), hardest, dict.fromkeys(needed, 1), 1, 1, False)
        drawn = [record(item, "1", f"{answer}.{puzzle}", grade, attempt) for puzzle in puzzles]
        return tuple(replace(each, answer_key=str(answer)) for each in drawn)


def grades(made: Made) -> list[Grade]:
    return [each.grade for each in made.records if each.grade]


@dataclass(frozen=True)
class Avoided:
    keys: frozenset[str]

    def holds(self, keys: Iterable[str]) -> bool:
        return not self.keys.isdisjoint(keys)


def made_by(pool: Pool, avoid: Taken) -> Callable[[Sequence[Item]], Generator[Made]]:
    def made(items: Sequence[Item]) -> Generator[Made]:
        yield from (pool.make("1", item, (), avoid) for item in items)

    return made


Outcome = tuple[list[Card], list[list[dict[str, Any]]]] | None


def outcome(make: Callable[[], list[Card]], shelf: Memory) -> Outcome:
    """The cards and their records; None where an order cannot be filled."""
    try:
        cards = make()
    except OrderUnfilled:
        return None
    return cards, [shelf.records(card.item) for card in cards]


@given(
    pool=st.builds(Pool, st.integers(0, 10**6), st.integers(3, 14), st.integers(1, 3)),
    count=st.integers(1, 9),
    of=st.integers(1, 4),
    avoid=st.frozensets(st.integers(0, 5), max_size=2),
    order=st.sampled_from(ARRANGEMENTS),
)
def test_joined_shares_are_what_one_run_makes(
    pool: Pool, count: int, of: int, avoid: frozenset[int], order: str
) -> None:
    items, avoided = items_of(recipe(count).orders), Avoided(frozenset(f"answer {number}" for number in avoid))
    maker, whole, joined = made_by(pool, avoided), Memory(), Memory()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(production, "make", pool.make)
        one_run = Assembly("1", maker, whole, avoided, Watch())
        expected = outcome(lambda: assembled(one_run, items, order), whole)
        try:
            for number in range(1, of + 1):
                share = Assembly("1", maker, joined, avoided, Watch())
                listed(share, Shard(number, of).items(items), set())
        except OrderUnfilled:
            assert expected is None
            return
        merging = Assembly("1", maker, joined, avoided, Watch())
        assert outcome(lambda: assembled(merging, items, order), joined) == expected
