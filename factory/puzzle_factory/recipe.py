"""A recipe: a YAML file of orders, typed where it enters. Every complaint names file, line and key."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from puzzle_factory.documents import is_text, one_line
from puzzle_factory.errors import Unreadable, did_you_mean, is_none
from puzzle_factory.presentations import check_presentations
from puzzle_factory.production import Order
from puzzle_factory.store import read_whole
from puzzle_factory.writing import EXTENSIONS
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Genre, Option, Wish
from puzzle_models.kernel.grid import parse_size

KEYS = ("recipe", "seed", "output", "orders")
ORDER_KEYS = ("genre", "size", "level", "count", "presentations")
FAMILY_KEYS = (NESTED,)  # in an order of a genre that makes families; it stands in place of a level
MOST = 100_000  # puzzles of one order: more is a slip of the finger
LONGEST_NAME = 100  # bytes; a file's name has room for some 250, ending included
RESERVED = ("manifest", "journal")  # names of our own files beside a batch
SWITCH = {"true": "yes", "yes": "yes", "on": "yes", "false": "no", "no": "no", "off": "no"}


class RecipeError(Unreadable):
    """A recipe that says what cannot be carried out."""

    def __init__(self, mark: yaml.Mark, message: str) -> None:
        super().__init__(mark, message)  # both, so that it travels between processes
        self.mark, self.message = mark, message

    def __str__(self) -> str:
        return f"{self.mark.name}:{self.mark.line + 1}: {self.message}"


@dataclass(frozen=True)
class Recipe:
    """What a batch is made from. `folder` is relative to the current folder.

    `sha256` is of the bytes that the recipe was read from; it is no part of what the recipe says.
    """

    name: str
    seed: str
    folder: Path
    formats: tuple[str, ...]
    orders: tuple[Order, ...]
    sha256: str = field(compare=False)


class _Text(io.TextIOWrapper):
    """The text of a file whose bytes have been read; the name is for the marks of complaints."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8-sig")
        self._name = name

    @property
    def name(self) -> str:
        return self._name


def read_recipe(path: Path) -> Recipe:
    """The recipe in a file, which is read once: it may be a pipe. Raises Unreadable, WrongUsage or IoFailure."""
    content = read_whole(path)
    try:
        root = yaml.compose(_Text(content, str(path)), Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        raise Unreadable(f"{path}{line}: not YAML: {error.problem or error.context}") from error
    except RecursionError as error:
        raise Unreadable(f"{path}: nested too deeply for a recipe") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: not YAML: {' '.join(str(error).split())}") from error
    if root is None:
        raise Unreadable(f"{path}: the recipe is empty; it needs the keys {', '.join(KEYS)}")
    return _recipe(root, hashlib.sha256(content).hexdigest())


def _recipe(root: yaml.Node, sha256: str) -> Recipe:
    parts = _mapping(root, KEYS, "a recipe", needed=("recipe", "orders"))
    name = _text(parts["recipe"])
    if not name.isprintable() or not name.strip(" .") or name[0] == "." or set("/\\") & set(name) or name in RESERVED:
        raise RecipeError(
            parts["recipe"].start_mark, f"'{one_line(name)}' cannot be the name of a file; name the recipe otherwise"
        )
    if len(name.encode()) > LONGEST_NAME:
        raise RecipeError(parts["recipe"].start_mark, f"'{one_line(name)}' is too long for the name of a file")
    output = _mapping(parts["output"], ("folder", "formats"), "output") if "output" in parts else {}
    orders = tuple(_orders(parts["orders"]))
    if not orders:
        raise RecipeError(parts["orders"].start_mark, "there are no orders; give one at least")
    return Recipe(
        name=name,
        seed=_text(parts["seed"]) if "seed" in parts else name,
        folder=_folder(output["folder"]) if "folder" in output else Path("output") / name,
        formats=tuple(_formats(output["formats"])) if "formats" in output else ("yaml", "json"),
        orders=orders,
        sha256=sha256,
    )


def _folder(node: yaml.Node) -> Path:
    folder = _text(node)
    if "\0" in folder or not folder.strip():
        raise RecipeError(node.start_mark, f"'{one_line(folder)}' cannot be a folder; name another, or leave it out")
    return Path(folder)


def _formats(node: yaml.Node) -> Iterator[str]:
    for member in _several("formats", node):
        if _text(member) not in EXTENSIONS:
            raise RecipeError(member.start_mark, f"'{_text(member)}' is no format; choose from {', '.join(EXTENSIONS)}")
        yield _text(member)


def _orders(node: yaml.Node) -> Iterator[Order]:
    if not isinstance(node, yaml.SequenceNode):
        raise RecipeError(node.start_mark, "orders must be a list")
    number = 0
    for member in node.value:
        for order in _multiplied(member):
            yield replace(order, number=number)
            number += 1


def _multiplied(node: yaml.Node) -> Iterator[Order]:
    """The orders that one entry stands for: where a key has a list, one for each of its values."""
    first = {str(key.value): value for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}
    if "genre" not in first:
        raise RecipeError(node.start_mark, f"an order needs the key genre: {' or '.join(registry.names())}")
    genre = _genre(first["genre"])
    known = (*ORDER_KEYS, *(option.name for option in genre.options), *(FAMILY_KEYS if genre.families else ()))
    parts = _mapping(node, known, "an order", needed=("genre", "size"))
    _check_level_or_nested(genre, node, parts)
    count = _number("count", parts.pop("count"), MOST) if "count" in parts else 1
    laid = parts.pop("presentations", None)
    presentations = _number("presentations", laid, genre.images) if laid is not None else 0
    names = [name for name in parts if name != "genre"]
    for values in product(*(_several(name, parts[name]) for name in names)):
        wish = _wish(genre, node, dict(zip(names, values, strict=True)), presentations)
        yield Order(genre.name, wish, count, presentations=presentations)


def _check_level_or_nested(genre: Genre, node: yaml.Node, parts: Mapping[str, yaml.Node]) -> None:
    """Raise RecipeError where an order has neither a level nor asks for families, or does both."""
    if NESTED not in parts:
        if "level" not in parts:
            way_out = f", or '{NESTED}: true' for families" if genre.families else ""
            raise RecipeError(node.start_mark, f"an order needs the key 'level'{way_out}")
        return
    mark = parts[NESTED].start_mark
    if "level" in parts:
        raise RecipeError(mark, f"a family has a puzzle of every level; keep '{NESTED}' or 'level', not both")
    if SWITCH.get(_text(parts[NESTED]).lower()) != "yes":
        raise RecipeError(mark, f"'{NESTED}' is true or left out; for single puzzles write 'level' in its place")


def _wish(genre: Genre, node: yaml.Node, chosen: Mapping[str, yaml.Node], presentations: int) -> Wish:
    try:
        width, height = parse_size(_text(chosen["size"]))
    except ValueError as error:
        raise RecipeError(chosen["size"].start_mark, str(error)) from error
    style = {
        option.name: _style(option, chosen[option.name]) if option.name in chosen else option.default
        for option in genre.options
    }
    wish = Wish(width, height, _level(chosen["level"]) if "level" in chosen else NESTED, style)
    try:
        genre.check_wish(wish)
        check_presentations(genre, wish, presentations)
    except ValueError as error:
        raise RecipeError(node.start_mark, str(error)) from error
    return wish


def _level(node: yaml.Node) -> str:
    level = _text(node)
    if level not in LEVELS:
        raise RecipeError(node.start_mark, is_none(level, "level", LEVELS))
    return level


def _style(option: Option, node: yaml.Node) -> str:
    value = _text(node)
    return SWITCH.get(value.lower(), value) if option.off else value


def _genre(node: yaml.Node) -> Genre:
    name = _text(node)
    if name not in registry.names():
        raise RecipeError(node.start_mark, is_none(name, "genre", registry.names()))
    return registry.load(name)


def _number(name: str, node: yaml.Node, most: int) -> int:
    text = _text(node)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= most:
        raise RecipeError(node.start_mark, f"{name} is '{text}'; it is a number from 1 to {most}")
    return int(text)


def _mapping(node: yaml.Node, known: tuple[str, ...], what: str, needed: tuple[str, ...] = ()) -> dict[str, Any]:
    """The values of a mapping by key. Raises RecipeError at an unknown key, one that stands twice or one that lacks."""
    if not isinstance(node, yaml.MappingNode):
        raise RecipeError(node.start_mark, f"{what} must be a mapping of keys to values")
    found: dict[str, Any] = {}
    for key, value in node.value:
        name = key.value if isinstance(key, yaml.ScalarNode) else "a list or mapping"
        if name not in known:
            raise RecipeError(key.start_mark, f"'{name}' is not a key of {what}{did_you_mean(name, known)}")
        if name in found:
            raise RecipeError(key.start_mark, f"the key '{name}' stands twice; keep one")
        found[name] = value
    for name in needed:
        if name not in found:
            raise RecipeError(node.start_mark, f"{what} needs the key '{name}'")
    return found


def _several(name: str, node: yaml.Node) -> list[yaml.Node]:
    """The members of a list, or the one value that stands in its place."""
    members: list[yaml.Node] = node.value if isinstance(node, yaml.SequenceNode) else [node]
    if not members:
        raise RecipeError(node.start_mark, f"the list of {name} is empty; give one at least")
    return members


def _text(node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise RecipeError(node.start_mark, "one value must stand here")
    if not is_text(node.value):
        raise RecipeError(
            node.start_mark, f"'{one_line(node.value)}' is no text in UTF-8; write it in letters and digits"
        )
    return str(node.value)
