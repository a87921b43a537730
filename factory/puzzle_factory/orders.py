"""An entry of a recipe's orders, or a day of a calendar's rota: the kinds of puzzles that it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product

import yaml

from puzzle_factory.configuration import SWITCH, ConfigError, choice, mapping, number, several, text
from puzzle_factory.presentations import check_presentations
from puzzle_factory.production import Order, Span
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Genre, Option, Wish
from puzzle_models.kernel.grid import parse_size

ORDER_KEYS = ("genre", "size", "level", "count", "score", "presentations")
KIND_KEYS = ("size", "level", "score")  # of one puzzle, beside the style options of its genre
FAMILY_KEYS = (NESTED,)  # in an order of a genre that makes families; it stands in place of a level
ONE_A_KEY = ("genre", "count", "presentations")  # keys whose lists would mean nothing
MOST = 100_000  # puzzles of one order: more is a slip of the finger
SPAN = re.compile(r"(?!\.\.$)([0-9]{1,4}(?:\.[0-9]{1,3})?)?\.\.([0-9]{1,4}(?:\.[0-9]{1,3})?)?")

Parts = Mapping[str, yaml.Node]


def keys_of(genre: Genre) -> tuple[str, ...]:
    """The keys that an order of a genre may have."""
    return (*ORDER_KEYS, *(option.name for option in genre.options), *(FAMILY_KEYS if genre.families else ()))


def kind_keys(genre: Genre) -> tuple[str, ...]:
    """The keys that say what one puzzle of a genre is like."""
    return (*KIND_KEYS, *(option.name for option in genre.options))


def read_kind(genre: Genre, node: yaml.Node, parts: Parts) -> Order:
    """The order for one puzzle of the kind that `parts` say, with `kind_keys`. `node` is where complaints go."""
    for name in ("size", "level"):
        if name not in parts:
            raise ConfigError(node.start_mark, f"a puzzle needs the key '{name}'")
    wish = _wish(genre, node, parts, presentations=0)
    return Order(genre.name, wish, 1, score=_span(parts, wish))


def read_defaults(node: yaml.Node) -> Parts:
    """What orders say where they do not say otherwise. A key serves the genres that have it; one must."""
    genres = [registry.load(name) for name in registry.names()]
    return mapping(node, dict.fromkeys(key for genre in genres for key in keys_of(genre)), "an order")


def read_orders(node: yaml.Node, defaults: Parts) -> Iterator[Order]:
    """The orders that one entry stands for: where a key has a list, one for each of its values."""
    genre = _genre(node, defaults)
    known = keys_of(genre)
    own = mapping(node, known, "an order")
    parts = {**{key: value for key, value in _unspoken(defaults, own).items() if key in known}, **own}
    if "size" not in parts:
        raise ConfigError(node.start_mark, "an order needs the key 'size'")
    _check_level_or_nested(genre, node, parts)
    count = number("count", parts["count"], MOST) if "count" in parts else 1
    laid = number("presentations", parts["presentations"], genre.images) if "presentations" in parts else 0
    names = [name for name in parts if name not in ONE_A_KEY]
    for values in product(*(several(name, parts[name]) for name in names)):
        chosen = dict(zip(names, values, strict=True))
        wish = _wish(genre, node, chosen, laid)
        yield Order(genre.name, wish, count, presentations=laid, score=_span(chosen, wish))


def _genre(node: yaml.Node, defaults: Parts) -> Genre:
    own = {str(key.value): value for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}
    said = own.get("genre", defaults.get("genre"))
    if said is None or not isinstance(node, yaml.MappingNode):
        raise ConfigError(node.start_mark, f"an order needs the key genre: {' or '.join(registry.names())}")
    return registry.load(choice(said, "genre", registry.names()))


def _unspoken(defaults: Parts, own: Parts) -> Parts:
    """The defaults that an order leaves standing: its own level does away with `nested`, and the other way round."""
    either = {"level", NESTED}
    gone = {*own, *(either if either & set(own) else ())}
    return {key: value for key, value in defaults.items() if key not in gone}


def _check_level_or_nested(genre: Genre, node: yaml.Node, parts: Parts) -> None:
    """Raise ConfigError where an order has neither a level nor asks for families, or does both."""
    if NESTED not in parts:
        if "level" not in parts:
            way_out = f", or '{NESTED}: true' for families" if genre.families else ""
            raise ConfigError(node.start_mark, f"an order needs the key 'level'{way_out}")
        return
    mark = parts[NESTED].start_mark
    if "level" in parts:
        raise ConfigError(mark, f"a family has a puzzle of every level; keep '{NESTED}' or 'level', not both")
    if SWITCH.get(text(parts[NESTED]).lower()) != "yes":
        raise ConfigError(mark, f"'{NESTED}' is true or left out; for single puzzles write 'level' in its place")


def _wish(genre: Genre, node: yaml.Node, chosen: Parts, presentations: int) -> Wish:
    try:
        width, height = parse_size(text(chosen["size"]))
    except ValueError as error:
        raise ConfigError(chosen["size"].start_mark, str(error)) from error
    style = {
        option.name: _style(option, chosen[option.name]) if option.name in chosen else option.default
        for option in genre.options
    }
    wish = Wish(width, height, _level(chosen["level"]) if "level" in chosen else NESTED, style)
    try:
        genre.check_wish(wish)
        check_presentations(genre, wish, presentations)
    except ValueError as error:
        raise ConfigError(node.start_mark, str(error)) from error
    return wish


def _level(node: yaml.Node) -> str:
    return choice(node, "level", LEVELS)


def _style(option: Option, node: yaml.Node) -> str:
    value = text(node)
    return SWITCH.get(value.lower(), value) if option.off else value


def _span(chosen: Parts, wish: Wish) -> Span | None:
    if "score" not in chosen:
        return None
    try:
        return parse_span(text(chosen["score"]), wish)
    except ValueError as error:
        raise ConfigError(chosen["score"].start_mark, str(error)) from error


def parse_span(said: str, wish: Wish) -> Span:
    """The scores wished for, as in `10..12.5`; an end may be left open. Raises ValueError, also for families."""
    if wish.level == NESTED:
        raise ValueError("the scores of a family rise by themselves; leave 'score' out")
    found = SPAN.fullmatch(said.strip())
    if not found:
        raise ValueError(f"'{said}' is no span of scores; write one like 10..12.5, or 10.. for 10 and more")
    low, high = (float(end) if end else None for end in found.groups())
    if low is not None and high is not None and low > high:
        raise ValueError(f"score is {said}; write the lower number first")
    return Span(low, high)
