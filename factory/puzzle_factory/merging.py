"""Shards joined into the bytes that one run would have written.

A share knows nothing of the others, so that two of them may hold the same puzzle. The second of them, in the order of
the recipe, is made again from its next attempt on, as one run would have done. A share has never gone too far: items
repeat each other if and only if they have the same answer, families and presentations included; so an answer that was
taken already in a share is taken in the whole batch as well, though maybe by another item.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from puzzle_factory.assembly import Assembly, Maker, Watch, assembled
from puzzle_factory.batch import records_of
from puzzle_factory.documents import is_text
from puzzle_factory.errors import Unreadable, WrongUsage
from puzzle_factory.manifest import manifest_beside, read_manifest, unaltered
from puzzle_factory.production import Item, ItemKey, Made, Taken, items_of, keys_of_all
from puzzle_factory.program import program
from puzzle_factory.recipe import Recipe, recipe_in
from puzzle_factory.records import restored, to_data
from puzzle_factory.sharding import MOST, Shard
from puzzle_factory.store import check_file


@dataclass(frozen=True)
class Share:
    """A finished share of a batch: its file, which one it is, and what its manifest says."""

    path: Path
    shard: Shard
    manifest: Mapping[str, Any]


class Shares:
    """The items of all shares, in memory as lines of JSON."""

    def __init__(self) -> None:
        self._items: dict[ItemKey, list[str]] = {}

    def __contains__(self, item: Item) -> bool:
        return item.key in self._items

    def made(self, item: Item) -> Made | None:
        """What an item came to in its share; None where it is in none."""
        return Made(item, tuple(map(restored, self.records(item.key)))) if item in self else None

    def records(self, key: ItemKey) -> list[dict[str, Any]]:
        """The records of an item, as data."""
        return [json.loads(line) for line in self._items[key]]

    def put(self, made: Made) -> None:
        """Take what an item came to in place of what its share has."""
        self._items[made.item.key] = [json.dumps(to_data(record)) for record in made.records]

    @property
    def keys(self) -> Iterable[ItemKey]:
        """What is there."""
        return self._items.keys()

    def take(self, path: Path) -> None:
        """Take in the items of a share's file."""
        with open(path, encoding="utf-8") as file:
            for line in file:
                origin = json.loads(line)["origin"]
                self._items.setdefault((origin["order"], origin["index"], 0), []).append(line)


def read_shares(paths: Sequence[Path]) -> list[Share]:
    """The finished shares of one batch, whole and unaltered, in order.

    Raises WrongUsage where one is missing, twice there or of another batch, AlteredBatch where its file was changed.
    """
    shares = [_share(path) for path in paths]
    first = shares[0]
    for share in shares[1:]:
        for what, said in _descent(share).items():
            if said != _descent(first)[what]:
                raise WrongUsage(f"{share.path} and {first.path} do not go together: {what} is not the same")
    numbers = [share.shard.number for share in shares]
    for number in range(1, first.shard.of + 1):
        if number not in numbers:
            raise WrongUsage(f"shard {number} of {first.shard.of} is missing; make it, or name it too")
        if numbers.count(number) > 1:
            raise WrongUsage(f"shard {number} of {first.shard.of} is named {numbers.count(number)} times; name it once")
    return sorted(shares, key=lambda share: share.shard.number)


def recipe_of(share: Share) -> Recipe:
    """The recipe that a share was made from, with the seed that it had."""
    place = _manifest_of(share.path)
    recipe = recipe_in(share.manifest["shard"]["recipe"].encode(), f"the recipe in {place}")
    if recipe.sha256 != share.manifest["recipe"]["sha256"]:
        raise _damaged(place)
    return replace(recipe, seed=share.manifest["recipe"]["seed"])


def merged(shares: Sequence[Share], maker: Maker, avoid: Taken | None, watch: Watch) -> Iterator[Mapping[str, Any]]:
    """The records of the whole batch, as data. Raises OrderUnfilled where a repeat cannot be replaced."""
    recipe, shelf = recipe_of(shares[0]), Shares()
    for share in shares:
        shelf.take(share.path)
    items = items_of(recipe.orders)
    cards = assembled(Assembly(recipe.seed, maker, shelf, avoid, watch), items, recipe.order)
    return records_of(cards, shelf, recipe.numbering)


def published_since(shares: Sequence[Share], avoid: Taken | None) -> Iterator[str]:
    """The line about puzzles of the shares that must not come again by now, though they might when they were made."""
    if avoid is None:
        return
    shelf = Shares()
    for share in shares:
        shelf.take(share.path)
    known = sum(avoid.holds(keys_of_all(map(restored, shelf.records(key)))) for key in shelf.keys)
    if known:
        yield (
            f"{known} items of the shards stand by now in what the recipe says to avoid, and others are made in their "
            "place; merge shards before their puzzles are published"
        )


def _share(path: Path) -> Share:
    """The share in a file. Raises WrongUsage where it is none, Unreadable where its manifest is damaged."""
    check_file(path)
    place = _manifest_of(path)
    manifest = read_manifest(place)
    if manifest is None or "shard" not in manifest:
        raise WrongUsage(f"{path}: no finished shard, as there is no {place.name} beside it")
    match manifest:
        case {"shard": {"number": int(number), "of": int(of), "recipe": str(recipe)}, "made": {"program": str()}}:
            shard = Shard(number, of)
        case _:
            raise _damaged(place)
    if not 1 <= number <= of <= MOST or not is_text(recipe + manifest["recipe"]["seed"]):
        raise _damaged(place)
    if path.name not in [file.name for file in unaltered(place, manifest)]:
        raise WrongUsage(f"{path}: {place.name} tells of another file; give the shard the name that it was made with")
    return Share(path, shard, manifest)


def _damaged(place: Path) -> Unreadable:
    return Unreadable(f"{place}: no manifest of a shard of ours; make the shard again")


def _manifest_of(path: Path) -> Path:
    return manifest_beside(path.with_suffix(""))


def _descent(share: Share) -> dict[str, object]:
    """What all shares of a batch must have in common."""
    said = share.manifest
    return {
        "the recipe": said["recipe"]["sha256"],
        "the seed": said["recipe"]["seed"],
        "the number of shares": share.shard.of,
        "the program that made them": said["made"]["program"],
    }


def check_program(shares: Sequence[Share]) -> None:
    """Raise WrongUsage where another program made the shares than this one, which may have to replace repeats."""
    made_by = shares[0].manifest["made"]["program"]
    if made_by != program():
        raise WrongUsage(f"the shards were made by {made_by}, and this is {program()}; merge with the program they had")
