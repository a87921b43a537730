"""A recipe: a YAML file of orders, typed where it enters. Every complaint names file, line and key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from puzzle_factory.arrangement import ARRANGEMENTS, AS_LISTED
from puzzle_factory.configuration import (
    ConfigError,
    choice,
    compose,
    compose_file,
    file_stem,
    mapping,
    number,
    optional,
    path,
    several,
    text,
)
from puzzle_factory.orders import Parts, read_defaults, read_orders
from puzzle_factory.production import Order
from puzzle_factory.store import sha256_of
from puzzle_factory.writing import EXTENSIONS

KEYS = ("recipe", "seed", "output", "order", "numbering", "avoid", "defaults", "orders")
OUTPUT_KEYS = ("folder", "formats")
HIGHEST_NUMBER = 1_000_000  # of a puzzle in print
LONGEST_NAME = 100  # bytes; a file's name has room for some 250, ending included
RESERVED = ("manifest", "journal")  # names of our own files beside a batch


@dataclass(frozen=True)
class Recipe:
    """What a batch is made from. `folder` and what to `avoid` are relative to the current folder.

    `numbering` is the number that the first puzzle bears, None where they bear none. `content` are the bytes that the
    recipe was read from, and `sha256` is theirs; they are no part of what the recipe says.
    """

    name: str
    seed: str
    folder: Path
    formats: tuple[str, ...]
    orders: tuple[Order, ...]
    order: str = AS_LISTED
    numbering: int | None = None
    avoid: tuple[Path, ...] = ()
    content: bytes = field(default=b"", compare=False, repr=False)

    @property
    def sha256(self) -> str:
        """The SHA-256 of the recipe's bytes, in hex."""
        return sha256_of(self.content)


def read_recipe(place: Path) -> Recipe:
    """The recipe in a file, which is read once: it may be a pipe. Raises Unreadable, WrongUsage or IoFailure."""
    root, content = compose_file(place, "the recipe", KEYS)
    return _recipe(root, content)


def recipe_in(content: bytes, name: str) -> Recipe:
    """The recipe in the bytes of a file of that name. Raises Unreadable."""
    return _recipe(compose(content, name, "the recipe", KEYS), content)


def _recipe(root: yaml.Node, content: bytes) -> Recipe:
    parts = mapping(root, KEYS, "a recipe", needed=("recipe", "orders"))
    name = file_stem(parts["recipe"], "recipe", RESERVED, LONGEST_NAME)
    output = mapping(parts["output"], OUTPUT_KEYS, "output") if "output" in parts else {}
    return Recipe(
        name=name,
        seed=optional(parts, "seed", text, name),
        folder=optional(output, "folder", lambda node: path("a folder", node), Path("output") / name),
        formats=optional(output, "formats", _formats, ("yaml", "json")),
        orders=_orders(parts["orders"], optional(parts, "defaults", read_defaults, {})),
        order=optional(parts, "order", lambda node: choice(node, "order of puzzles", ARRANGEMENTS), AS_LISTED),
        numbering=optional(parts, "numbering", lambda node: number("numbering", node, HIGHEST_NUMBER), None),
        avoid=optional(parts, "avoid", _avoided, ()),
        content=content,
    )


def _formats(node: yaml.Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(choice(member, "format", EXTENSIONS) for member in several("formats", node)))


def _avoided(node: yaml.Node) -> tuple[Path, ...]:
    return tuple(path("an archive", member) for member in several("archives", node))


def _orders(node: yaml.Node, defaults: Parts) -> tuple[Order, ...]:
    found = tuple(replace(order, number=at) for at, order in enumerate(_multiplied(node, defaults)))
    if not found:
        raise ConfigError(node.start_mark, "there are no orders; give one at least")
    return found


def _multiplied(node: yaml.Node, defaults: Parts) -> Iterator[Order]:
    if not isinstance(node, yaml.SequenceNode):
        raise ConfigError(node.start_mark, "orders must be a list")
    for member in node.value:
        yield from read_orders(member, defaults)
