"""The items of a recipe on their way into a batch: made or taken from a shelf, unrepeated, fitted, put in order.

shelf        where items that are made already lie, and new ones are put: a journal, or the shards of a batch
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Protocol

from puzzle_factory.arrangement import SYLLABUS, Card, arranged, cards_of, taught
from puzzle_factory.production import Item, ItemKey, Made, Taken, settled

Maker = Callable[[Sequence[Item]], Generator[Made]]  # makes items, in order, as if each were the only one


class Shelf(Protocol):
    """Made items, by key."""

    def __contains__(self, item: Item) -> bool: ...
    def made(self, item: Item) -> Made | None: ...
    def records(self, key: ItemKey) -> list[dict[str, Any]]: ...
    def put(self, made: Made) -> None: ...


class Watch:
    """Who watches the making. This one does not look."""

    def begin(self, items: Sequence[Item], kept: Sequence[Item]) -> None:
        """These items are to come, and some of them are there already."""

    def made(self, made: Made) -> None:
        """An item was made, and stays."""


@dataclass(frozen=True)
class Assembly:
    """All that assembling takes. `avoid` is what must not come again, None where nothing is known of it."""

    seed: str
    maker: Maker
    shelf: Shelf
    avoid: Taken | None
    watch: Watch


def listed(assembly: Assembly, items: Sequence[Item], taken: set[str]) -> list[Card]:
    """The cards of all items, in order, no two items alike; their keys go into `taken`. Raises OrderUnfilled."""
    kept = [item for item in items if item in assembly.shelf]
    assembly.watch.begin(items, kept)
    found: list[Card] = []
    with closing(assembly.maker([item for item in items if item not in assembly.shelf])) as fresh:
        for item in items:
            before = assembly.shelf.made(item)
            final = settled(assembly.seed, before or next(fresh), assembly.avoid, taken)
            if final is not before:
                assembly.shelf.put(final)
                assembly.watch.made(final)
            found += cards_of(final)
    return found


def assembled(assembly: Assembly, items: Sequence[Item], order: str) -> list[Card]:
    """The cards of all items in the order that the recipe asks for. Raises OrderUnfilled."""
    taken: set[str] = set()
    cards = listed(assembly, items, taken)
    if order == SYLLABUS:
        cards = _fitted(assembly, items, cards, taken)
    return arranged(cards, order, assembly.seed)


def _fitted(assembly: Assembly, items: Sequence[Item], cards: list[Card], taken: set[str]) -> list[Card]:
    """The cards of items that a syllabus can hold, in order: for each that needs what it does not teach, another.

    That one brings in a technique itself, or else does without one that all had needed, and what can be taught is
    another then: so until all fit. It comes to an end, as the attempts at an item do.
    """
    while misfits := _misfits(cards, allowed := taught(cards)):
        stand_ins = {
            item.key: _stand_in(assembly.shelf, item, allowed[item.order.genre])
            for item in items
            if item.key in misfits
        }
        items = [stand_ins.get(item.key, item) for item in items]
        fitting = [card for card in cards if card.item not in misfits]
        cards = fitting + listed(assembly, list(stand_ins.values()), taken)
        cards.sort(key=lambda card: (card.item[:2], card.at))
    return cards


def _misfits(cards: Sequence[Card], allowed: Mapping[str, frozenset[str]]) -> set[ItemKey]:
    """The items of cards that need more than is allowed in their genre."""
    return {card.item for card in cards if not card.techniques <= allowed[card.genre]}


def _stand_in(shelf: Shelf, misfit: Item, within: frozenset[str]) -> Item:
    """What is to be made in place of an item, from its next attempt on."""
    attempt: int = shelf.records(misfit.key)[0]["origin"]["attempt"]
    return replace(misfit, attempt=attempt + 1, within=within, turn=misfit.turn + 1)
