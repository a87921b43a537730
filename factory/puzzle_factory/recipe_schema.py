"""The JSON Schema of a recipe: its keys, and for each genre the style options of the genre's own table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzle_factory.arrangement import ARRANGEMENTS
from puzzle_factory.orders import MOST, SPAN, keys_of
from puzzle_factory.recipe import HIGHEST_NUMBER, KEYS, OUTPUT_KEYS
from puzzle_factory.writing import EXTENSIONS
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Genre, Option

TEXT = {"type": "string"}
WORD = {"type": ["string", "number"]}  # YAML takes 2026 for a number; it is read as it is written
SIZE = {"type": ["string", "integer"], "pattern": "^[0-9]+([xX×][0-9]+)?$", "minimum": 1}


def recipe_schema() -> dict[str, object]:
    """A recipe as `batch` takes it; unknown keys are refused."""
    genres = [registry.load(name) for name in registry.names()]
    output = {"folder": TEXT, "formats": _or_list({"enum": list(EXTENSIONS)})}
    parts: dict[str, object] = {
        "recipe": WORD,
        "seed": WORD,
        "output": closed({name: output[name] for name in OUTPUT_KEYS}, []),
        "order": {"enum": list(ARRANGEMENTS)},
        "numbering": {"type": "integer", "minimum": 1, "maximum": HIGHEST_NUMBER},
        "avoid": _or_list(TEXT),
        "defaults": closed(_defaults(genres), []),
        "orders": {"type": "array", "minItems": 1},
    }
    assert set(parts) == set(KEYS)
    whole = closed(parts, ["recipe", "orders"])
    return {
        "title": "a recipe",
        **whole,
        "if": {"required": ["defaults"]},
        "then": _orders("anyOf", [closed(_order(genre), []) for genre in genres]),
        "else": _orders("oneOf", [_whole_order(genre) for genre in genres]),
    }


def _defaults(genres: Sequence[Genre]) -> dict[str, object]:
    """What orders may leave unsaid: each key as one of the genres that have it takes it."""
    kinds: dict[str, list[object]] = {}
    for genre in genres:
        for name, kind in _order(genre).items():
            if kind not in kinds.setdefault(name, []):
                kinds[name].append(kind)
    return {name: {"anyOf": either} for name, either in kinds.items()}


def _orders(either: str, kinds: list[dict[str, object]]) -> Mapping[str, object]:
    return {"properties": {"orders": {"items": {either: kinds}}}}


def _whole_order(genre: Genre) -> dict[str, object]:
    """An entry of `orders` that leaves nothing to defaults."""
    parts = _order(genre)
    if not genre.families:
        return closed(parts, ["genre", "size", "level"])
    either = [{"required": ["level"]}, {"required": [NESTED]}]
    return {**closed(parts, ["genre", "size"]), "oneOf": either}


def _order(genre: Genre) -> Mapping[str, object]:
    """The keys of an entry of `orders`. One with a list stands for an order with each of its values."""
    span = {"type": "string", "pattern": f"^(?:{SPAN.pattern})$"}
    kinds: dict[str, Mapping[str, object]] = {
        "genre": {"const": genre.name},
        "size": _or_list(SIZE),
        "level": _or_list({"enum": list(LEVELS)}),
        "count": {"type": "integer", "minimum": 1, "maximum": MOST},
        "score": _or_list(span),
        "presentations": {"type": "integer", "minimum": 1, "maximum": genre.images},
        NESTED: {"const": True},
        **{option.name: _or_list(option_values(option)) for option in genre.options},
    }
    return {name: kinds[name] for name in keys_of(genre)}


def option_values(option: Option) -> Mapping[str, object]:
    """The values of a style option. Switches may be written as YAML's own yes and no."""
    kinds: list[Mapping[str, object]] = [{"enum": list(option.choices)}]
    if option.off:
        kinds.append({"type": "boolean"})
    if option.pattern:
        kinds += [{"type": "string", "pattern": f"^(?:{option.pattern})$"}, {"type": "number", "minimum": 0}]
    return {"description": option.help, "default": option.default, "anyOf": kinds}


def _or_list(kind: Mapping[str, object]) -> Mapping[str, object]:
    return {"anyOf": [kind, {"type": "array", "minItems": 1, "items": kind}]}


def closed(parts: Mapping[str, object], required: list[str]) -> dict[str, object]:
    return {"type": "object", "required": required, "properties": dict(parts), "additionalProperties": False}
