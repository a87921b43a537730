"""From an order to records: seed -> candidate -> proof -> grade -> record.

Item i depends on the seed, its order and i alone, so that any worker may make it at any time. Only a repeat depends
on what came before: it is replaced, in the order of the items, by the next attempt.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from puzzle_factory.errors import FactoryError, OrderUnfilled
from puzzle_factory.executors import in_order
from puzzle_factory.grading import grade
from puzzle_factory.records import Origin, Play, Proof, Record, record_of
from puzzle_factory.uniqueness import Unique, Unknown, pasteable, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, LEVELS, NOT_DRAWN, Draft, Genre, Wish

PROOF_BUDGET_S = 600.0  # a generated puzzle takes milliseconds; time must not decide which puzzle is made
REPEAT = "a repeat"  # in the tally of attempts, beside the levels


class UnsoundLadder(FactoryError):
    """The ladder finished a puzzle that has not one answer: a bug, to be reported."""


@dataclass(frozen=True)
class Order:
    """So many puzzles of one kind. `number` is its place in the recipe, from 0."""

    genre: str
    wish: Wish
    count: int
    number: int = 0

    @property
    def parameters(self) -> str:
        """All that makes the puzzles of one order others than those of another, in one line; the count is not in it."""
        style = " ".join(f"{name}={value}" for name, value in sorted(self.wish.style.items()))
        return f"{self.wish.width}x{self.wish.height} {self.wish.level} {style}"

    def __str__(self) -> str:
        return f"{self.genre} {self.wish.width}x{self.wish.height} {self.wish.level}"


@dataclass(frozen=True)
class Item:
    """One puzzle of an order, and the attempt to begin with."""

    order: Order
    index: int
    attempt: int = 0


@dataclass(frozen=True)
class Made:
    """What became of an item: a record, or None where its attempts are spent; and what the other attempts came to."""

    item: Item
    record: Record | None
    tally: Mapping[str, int] = field(default_factory=dict)


def produce(
    seed: str, orders: Sequence[Order], workers: int, watch: Callable[[Made], None] = lambda made: None
) -> Iterator[Record]:
    """The records of all orders, in order, no key and no answer twice. Raises OrderUnfilled at the first that fails."""
    taken: set[str] = set()
    items = [Item(order, index) for order in orders for index in range(order.count)]
    for made in in_order(partial(make, seed), items, workers):
        final = _unrepeated(seed, made, taken)
        if final.record is None:
            raise OrderUnfilled(_unfilled(final))
        taken |= _keys(final.record)
        watch(final)
        yield final.record


def make(seed: str, item: Item, taken: Iterable[str] = ()) -> Made:
    """Make an item: the first attempt that comes out right and is not taken."""
    genre, order, tally = registry.load(item.order.genre), item.order, Counter[str]()
    for attempt in range(item.attempt, genre.attempts(order.wish)):
        draft = genre.draw(order.wish, item_seed(seed, order, item.index, attempt))
        if draft.puzzle is None:
            tally[draft.level] += 1
        elif taken and not _keys_of(genre, draft).isdisjoint(taken):
            tally[REPEAT] += 1
        else:
            origin = Origin(seed, order.number, item.index, attempt)
            return Made(item, finished(genre, order.wish.level, draft, origin), tally)
    return Made(item, None, tally)


def item_seed(seed: str, order: Order, index: int, attempt: int) -> bytes:
    """The 16 random bytes of one attempt at one item."""
    text = f"{seed}|{order.genre}|{order.parameters}|{index}|{attempt}"
    return hashlib.sha256(text.encode("utf-8")).digest()[:16]


def finished(genre: Genre, level: str, draft: Draft, origin: Origin) -> Record:
    """The record of a draft, proven and graded. Raises UnsoundLadder where ladder and engines do not agree on it."""
    verdict = prove(genre, draft.puzzle, PROOF_BUDGET_S, draft.answer)
    if isinstance(verdict, Unknown):
        raise OrderUnfilled(
            f"the engines did not decide within {PROOF_BUDGET_S:g} s on {pasteable(genre, draft.puzzle)}"
        )
    given = grade(genre, draft.puzzle)
    if not isinstance(verdict, Unique) or given.level != level:
        raise UnsoundLadder(
            f"a bug, please report it: made as {level}, graded {given.level}: {pasteable(genre, draft.puzzle)}"
        )
    proof = Proof("unique", tuple(verdict.engines))
    return record_of(genre, draft.puzzle, draft.answer, given, proof, Play(), origin)


def _unrepeated(seed: str, made: Made, taken: set[str]) -> Made:
    """An item as it was made, or made again from the next attempt on where it repeats another."""
    if made.record is None or _keys(made.record).isdisjoint(taken):
        return made
    assert made.record.origin is not None
    again = make(seed, replace(made.item, attempt=made.record.origin.attempt + 1), taken)
    return replace(again, tally=Counter(made.tally) + Counter(again.tally) + Counter([REPEAT]))


def _keys(record: Record) -> set[str]:
    return {record.key, f"answer {record.answer_key}"}


def _keys_of(genre: Genre, draft: Draft) -> set[str]:
    return {genre.key(draft.puzzle), f"answer {genre.answer_key(draft.puzzle, draft.answer)}"}


def _unfilled(made: Made) -> str:
    """The line that says what was asked for, how far it went, and what came up instead."""
    order, known = made.item.order, (*LEVELS, BEYOND, REPEAT, NOT_DRAWN)
    names = {NOT_DRAWN: "nothing in that style"}
    found = [f"{names.get(word, word)} {made.tally[word]}" for word in known if made.tally.get(word)]
    return (
        f"{order}: {made.item.index} of {order.count} found, and no more within the budget; "
        f"the last {sum(made.tally.values())} attempts came to: {', '.join(found) or 'nothing'}"
    )
