"""From an order to records: seed -> candidate -> proof -> grade -> record.

An item is a puzzle or a family, and becomes a record for each step and presentation. Item i depends on the seed, its
order and i alone (and on what is to be avoided), so that any worker may make it at any time. Only a repeat depends on
what came before: it is replaced, in the order of the items, by the next attempt.

keys         what must not come twice: a record's key, and its answer's, marked as such
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from puzzle_factory.errors import OrderUnfilled
from puzzle_factory.executors import WORTH_A_PROCESS, in_order
from puzzle_factory.finishing import finished
from puzzle_factory.grading import Grade, grade
from puzzle_factory.presentations import can_be_presented
from puzzle_factory.records import Origin, Record, keys_of
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, LEVELS, NESTED, NOT_DRAWN, Draft, Genre, Wish

REPEAT = "a repeat"  # in the tally of attempts, beside the levels
OFF_SCORE = "outside the score"
OUT_OF_TURN = "in need of another technique"
QUICK_CELLS = 100  # a board of so many takes less than a second a draw, at any level
PATIENCE = 10  # times the attempts, where score or techniques are narrowed: a span may be a tenth of a level or less


ItemKey = tuple[int, int, int]  # number of the order, index, and how many came before it in that place


class Taken(Protocol):
    """What has been used already: a set of keys, an archive, or several of them."""

    def holds(self, keys: Iterable[str]) -> bool:
        """Whether any of the keys is taken."""


@dataclass(frozen=True)
class Span:
    """Scores from `low` to `high`, both included; None where an end is open."""

    low: float | None
    high: float | None

    def has(self, score: float | None) -> bool:
        return score is not None and (self.low or 0) <= score and (self.high is None or score <= self.high)

    def __str__(self) -> str:
        low, high = ("" if end is None else f"{end:g}" for end in (self.low, self.high))
        return f"{low}..{high}"


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
    score: Span | None = None

    @property
    def parameters(self) -> str:
        """All that makes the puzzles of one order others than those of another, in one line.

        Neither the count is in it nor the presentations: they only say how much is seen of the same puzzles.
        """
        style = " ".join(f"{name}={value}" for name, value in sorted(self.wish.style.items()))
        span = f" score={self.score}" if self.score else ""
        return f"{self.wish.width}x{self.wish.height} {self.wish.level} {style}{span}"

    @property
    def records(self) -> int:
        """How many records it makes."""
        steps = len(LEVELS) if self.wish.level == NESTED else 1
        return self.count * steps * max(1, self.presentations)

    def __str__(self) -> str:
        span = f" of score {self.score}" if self.score else ""
        return f"{self.genre} {self.wish.width}x{self.wish.height} {self.wish.level}{span}"


@dataclass(frozen=True)
class Item:
    """One puzzle or family of an order, and the attempt to begin with.

    Where `within` names techniques, it may need these and, as the hardest, one more. `turn` counts the items whose
    places it and others have taken in turn, 0 where it is the first.
    """

    order: Order
    index: int
    attempt: int = 0
    within: frozenset[str] | None = None
    turn: int = 0

    @property
    def key(self) -> ItemKey:
        """What tells the items of a recipe apart, and an item from one that stands in for it."""
        return self.order.number, self.index, self.turn

    @property
    def records(self) -> int:
        """How many records it makes."""
        return self.order.records // self.order.count


@dataclass(frozen=True)
class Made:
    """What became of an item: its records, none where its attempts are spent; and what the other attempts came to."""

    item: Item
    records: tuple[Record, ...]
    tally: Mapping[str, int] = field(default_factory=dict)

    @property
    def attempt(self) -> int:
        """The attempt that its records came of."""
        origin = self.records[0].origin
        assert origin is not None
        return origin.attempt


def produce(
    seed: str,
    orders: Sequence[Order],
    workers: int,
    watch: Callable[[Made], None] = lambda made: None,
    avoid: Taken | None = None,
) -> Iterator[Record]:
    """The records of all orders, in order, no key and no answer in two items, nor any that is to be avoided.

    Raises OrderUnfilled at the first order that fails.
    """
    taken: set[str] = set()
    items = items_of(orders)
    with closing(in_order(partial(make, seed, avoid=avoid), items, workers, worth_a_process(items))) as made:
        for each in made:
            final = settled(seed, each, avoid, taken)
            watch(final)
            yield from final.records


def worth_a_process(items: Iterable[Item]) -> int:
    """How many of these items are worth a process: a board of many cells takes seconds, in code deaf to Ctrl-C."""
    largest = max((item.order.wish.width * item.order.wish.height for item in items), default=0)
    return WORTH_A_PROCESS if largest <= QUICK_CELLS else 1


def items_of(orders: Iterable[Order]) -> list[Item]:
    """The items of orders, in order."""
    return [Item(order, index) for order in orders for index in range(order.count)]


def make(seed: str, item: Item, taken: Iterable[str] = (), avoid: Taken | None = None) -> Made:
    """Make an item: the first attempt that comes out as wished for and is not taken."""
    genre, order, tally = registry.load(item.order.genre), item.order, Counter[str]()
    for attempt in range(item.attempt, attempts_at(item)):
        draft = genre.draw(order.wish, item_seed(seed, order, item.index, attempt))
        flaw = _flaw(genre, item, draft)
        if not flaw and (taken or avoid) and _is_taken(_keys_of_draft(genre, draft), taken, avoid):
            flaw = REPEAT
        if not flaw:
            origin = Origin(seed, order.number, item.index, attempt)
            return Made(item, finished(genre, order.wish, draft, order.presentations, origin), tally)
        tally[flaw] += 1
    return Made(item, (), tally)


def attempts_at(item: Item) -> int:
    """The attempts that an item deserves before its order counts as one that cannot be filled."""
    is_narrowed = item.order.score is not None or item.within is not None
    return registry.load(item.order.genre).attempts(item.order.wish) * (PATIENCE if is_narrowed else 1)


def _flaw(genre: Genre, item: Item, draft: Draft) -> str:
    """Why a draft is not what was wished for, in the words of a tally; empty where it is."""
    if not can_be_presented(genre, draft, item.order.presentations):
        return NOT_DRAWN
    if not draft.puzzles:
        return draft.level
    if item.order.score is None and item.within is None:
        return ""
    grades = [grade(genre, puzzle) for puzzle in draft.puzzles]
    if item.order.score and not all(item.order.score.has(each.score) for each in grades):
        return OFF_SCORE
    if item.within is not None and not all(_is_within(item.within, each) for each in grades):
        return OUT_OF_TURN
    return ""


def _is_within(techniques: frozenset[str], found: Grade) -> bool:
    """Whether a puzzle needs some of these techniques and, as the hardest, at most one other."""
    return set(found.techniques) - techniques <= {found.hardest}


def item_seed(seed: str, order: Order, index: int, attempt: int) -> bytes:
    """The 16 random bytes of one attempt at one item."""
    text = f"{seed}|{order.genre}|{order.parameters}|{index}|{attempt}"
    return hashlib.sha256(text.encode("utf-8")).digest()[:16]


def settled(seed: str, made: Made, avoid: Taken | None, taken: set[str]) -> Made:
    """An item as it stays: made again, from its next attempt on, where it repeats what is taken. Its keys are then.

    Raises OrderUnfilled where it cannot be had.
    """
    final = _made_again(seed, made, avoid, taken) if _is_taken(keys_of_all(made.records), taken, avoid) else made
    if not final.records:
        raise OrderUnfilled(_unfilled(final))
    taken |= keys_of_all(final.records)
    return final


def _made_again(seed: str, made: Made, avoid: Taken | None, taken: set[str]) -> Made:
    again = make(seed, replace(made.item, attempt=made.attempt + 1), taken, avoid)
    return replace(again, tally=Counter(made.tally) + Counter(again.tally) + Counter([REPEAT]))


def _is_taken(keys: set[str], taken: Iterable[str], avoid: Taken | None) -> bool:
    return not keys.isdisjoint(taken) or (avoid is not None and avoid.holds(keys))


def keys_of_all(records: Iterable[Record]) -> set[str]:
    """The keys of records that go together: see `records.keys_of`."""
    return {key for record in records for key in keys_of(record.key, record.answer_key)}


def _keys_of_draft(genre: Genre, draft: Draft) -> set[str]:
    return {
        key for puzzle in draft.puzzles for key in keys_of(genre.key(puzzle), genre.answer_key(puzzle, draft.answer))
    }


def _unfilled(made: Made) -> str:
    """The line that says what was asked for, how far it went, and what came up instead."""
    order, known = made.item.order, (*LEVELS, BEYOND, REPEAT, OFF_SCORE, OUT_OF_TURN, NOT_DRAWN)
    names = {NOT_DRAWN: "nothing in that style"}
    found = [f"{names.get(word, word)} {made.tally[word]}" for word in known if made.tally.get(word)]
    return (
        f"{order}: {made.item.index} of {order.count} found, and no more within the budget; "
        f"the last {sum(made.tally.values())} attempts came to: {', '.join(found) or 'nothing'}"
    )
