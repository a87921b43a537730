"""From an order to records: seed -> candidate -> proof -> grade -> record.

An item is a puzzle or a family, and becomes a record for each step and presentation. Item i depends on the seed, its
order and i alone, so that any worker may make it at any time. Only a repeat depends on what came before: it is
replaced, in the order of the items, by the next attempt.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from puzzle_factory.errors import OrderUnfilled
from puzzle_factory.executors import in_order
from puzzle_factory.finishing import finished
from puzzle_factory.presentations import can_be_presented
from puzzle_factory.records import Origin, Record
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, LEVELS, NESTED, NOT_DRAWN, Draft, Genre, Wish

REPEAT = "a repeat"  # in the tally of attempts, beside the levels


@dataclass(frozen=True)
class Order:
    """So many puzzles, or families, of one kind. `number` is its place in the recipe, from 0.

    `presentations` is how many of each puzzle are wanted, 0 for the puzzle alone.
    """

    genre: str
    wish: Wish
    count: int
    number: int = 0
    presentations: int = 0

    @property
    def parameters(self) -> str:
        """All that makes the puzzles of one order others than those of another, in one line.

        Neither the count is in it nor the presentations: they only say how much is seen of the same puzzles.
        """
        style = " ".join(f"{name}={value}" for name, value in sorted(self.wish.style.items()))
        return f"{self.wish.width}x{self.wish.height} {self.wish.level} {style}"

    @property
    def records(self) -> int:
        """How many records it makes."""
        steps = len(LEVELS) if self.wish.level == NESTED else 1
        return self.count * steps * max(1, self.presentations)

    def __str__(self) -> str:
        return f"{self.genre} {self.wish.width}x{self.wish.height} {self.wish.level}"


@dataclass(frozen=True)
class Item:
    """One puzzle or family of an order, and the attempt to begin with."""

    order: Order
    index: int
    attempt: int = 0


@dataclass(frozen=True)
class Made:
    """What became of an item: its records, none where its attempts are spent; and what the other attempts came to."""

    item: Item
    records: tuple[Record, ...]
    tally: Mapping[str, int] = field(default_factory=dict)


def produce(
    seed: str, orders: Sequence[Order], workers: int, watch: Callable[[Made], None] = lambda made: None
) -> Iterator[Record]:
    """The records of all orders, in order, no key and no answer in two items.

    Raises OrderUnfilled at the first order that fails.
    """
    taken: set[str] = set()
    items = [Item(order, index) for order in orders for index in range(order.count)]
    for made in in_order(partial(make, seed), items, workers):
        final = _unrepeated(seed, made, taken)
        if not final.records:
            raise OrderUnfilled(_unfilled(final))
        taken |= _keys(final.records)
        watch(final)
        yield from final.records


def make(seed: str, item: Item, taken: Iterable[str] = ()) -> Made:
    """Make an item: the first attempt that comes out right and is not taken."""
    genre, order, tally = registry.load(item.order.genre), item.order, Counter[str]()
    for attempt in range(item.attempt, genre.attempts(order.wish)):
        draft = genre.draw(order.wish, item_seed(seed, order, item.index, attempt))
        if not can_be_presented(genre, draft, order.presentations):
            tally[NOT_DRAWN] += 1
        elif not draft.puzzles:
            tally[draft.level] += 1
        elif taken and not _keys_of(genre, draft).isdisjoint(taken):
            tally[REPEAT] += 1
        else:
            origin = Origin(seed, order.number, item.index, attempt)
            return Made(item, finished(genre, order.wish, draft, order.presentations, origin), tally)
    return Made(item, (), tally)


def item_seed(seed: str, order: Order, index: int, attempt: int) -> bytes:
    """The 16 random bytes of one attempt at one item."""
    text = f"{seed}|{order.genre}|{order.parameters}|{index}|{attempt}"
    return hashlib.sha256(text.encode("utf-8")).digest()[:16]


def _unrepeated(seed: str, made: Made, taken: set[str]) -> Made:
    """An item as it was made, or made again from the next attempt on where it repeats another."""
    if _keys(made.records).isdisjoint(taken):
        return made
    origin = made.records[0].origin
    assert origin is not None
    again = make(seed, replace(made.item, attempt=origin.attempt + 1), taken)
    return replace(again, tally=Counter(made.tally) + Counter(again.tally) + Counter([REPEAT]))


def _keys(records: Iterable[Record]) -> set[str]:
    return {key for record in records for key in (record.key, f"answer {record.answer_key}")}


def _keys_of(genre: Genre, draft: Draft) -> set[str]:
    return {
        key
        for puzzle in draft.puzzles
        for key in (genre.key(puzzle), f"answer {genre.answer_key(puzzle, draft.answer)}")
    }


def _unfilled(made: Made) -> str:
    """The line that says what was asked for, how far it went, and what came up instead."""
    order, known = made.item.order, (*LEVELS, BEYOND, REPEAT, NOT_DRAWN)
    names = {NOT_DRAWN: "nothing in that style"}
    found = [f"{names.get(word, word)} {made.tally[word]}" for word in known if made.tally.get(word)]
    return (
        f"{order}: {made.item.index} of {order.count} found, and no more within the budget; "
        f"the last {sum(made.tally.values())} attempts came to: {', '.join(found) or 'nothing'}"
    )
