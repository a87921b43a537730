"""The order in which the puzzles of a batch stand: as listed, by score or level, shuffled, or as a syllabus.

card         what an arrangement looks at of a record
syllabus     puzzles by which one learns the techniques one by one: each comes in with a puzzle in which it is the only
             new one, in the order of the ladder, and no puzzle needs a technique that has not come in
common       techniques that every puzzle of the genre needs: they are known from the first puzzle on
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzle_factory.production import ItemKey, Made
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS

AS_LISTED, SYLLABUS = "as listed", "syllabus"
ARRANGEMENTS = (AS_LISTED, "by score", "by level", "shuffled", SYLLABUS)


@dataclass(frozen=True)
class Card:
    """A record in a few words. `item` and `at` say where it is: the item's key, and its place in the item, from 0."""

    item: ItemKey
    at: int
    genre: str
    level: str
    score: float
    techniques: frozenset[str]


def cards_of(made: Made) -> list[Card]:
    """The cards of an item's records."""
    return [
        Card(
            made.item.key,
            at,
            record.genre,
            record.grade.level,
            record.grade.score or 0.0,
            frozenset(record.grade.techniques),
        )
        for at, record in enumerate(made.records)
        if record.grade
    ]


def arranged(cards: Sequence[Card], order: str, seed: str) -> list[Card]:
    """The cards in one of the `ARRANGEMENTS`; those that it holds equal stay as they are listed."""
    match order:
        case "by score":
            return sorted(cards, key=lambda card: card.score)
        case "by level":
            return sorted(cards, key=lambda card: LEVELS.index(card.level))
        case "shuffled":
            return sorted(cards, key=lambda card: _lot(seed, card))
        case "syllabus":
            return [card for genre in _genres(cards) for card in _lessons(genre, cards)]
    return list(cards)


def _lot(seed: str, card: Card) -> bytes:
    """What a card draws in a shuffle."""
    return hashlib.sha256(f"{seed}|shuffled|{card.item}|{card.at}".encode()).digest()


def taught(cards: Sequence[Card]) -> dict[str, frozenset[str]]:
    """By genre, the techniques that a syllabus made of these cards can bring in, those that are common included."""
    return {genre: frozenset(_common(genre, cards)) | set(_new(genre, cards)) for genre in _genres(cards)}


def _genres(cards: Iterable[Card]) -> list[str]:
    return list(dict.fromkeys(card.genre for card in cards))


def _of(genre: str, cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.genre == genre]


def _common(genre: str, cards: Iterable[Card]) -> frozenset[str]:
    return frozenset.intersection(*(card.techniques for card in _of(genre, cards)))


def _new(genre: str, cards: Sequence[Card]) -> list[str]:
    """The techniques that come in, in the order of the ladder: each where some card needs no other that is new."""
    known = set(_common(genre, cards))
    beyond = [card.techniques - known for card in _of(genre, cards)]
    found: list[str] = []
    for technique in registry.load(genre).ladder:
        known.add(technique.name)
        if any(technique.name in needed and needed <= known for needed in beyond):
            found.append(technique.name)
        else:
            known.discard(technique.name)
    return found


def _lessons(genre: str, cards: Sequence[Card]) -> list[Card]:
    """The cards of a genre by the technique that comes in last of those they need, then by score."""
    place = {name: at for at, name in enumerate(_new(genre, cards))}

    def lesson(card: Card) -> tuple[int, float]:
        return max((place.get(name, -1) for name in card.techniques), default=-1), card.score

    return sorted(_of(genre, cards), key=lesson)
