"""The JSON Schema of a recipe: its keys, and for each genre the style options of the genre's own table."""

from __future__ import annotations

from collections.abc import Mapping

from puzzle_factory.recipe import KEYS, MOST
from puzzle_factory.writing import EXTENSIONS
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Genre, Option

TEXT = {"type": "string"}
WORD = {"type": ["string", "number"]}  # YAML takes 2026 for a number; it is read as it is written
SIZE = {"type": ["string", "integer"], "pattern": "^[0-9]+([xX×][0-9]+)?$", "minimum": 1}


def recipe_schema() -> dict[str, object]:
    """A recipe as `batch` takes it; unknown keys are refused."""
    parts: dict[str, object] = {
        "recipe": WORD,
        "seed": WORD,
        "output": _closed({"folder": TEXT, "formats": _or_list({"enum": list(EXTENSIONS)})}, []),
        "orders": {"type": "array", "minItems": 1, "items": {"oneOf": [_order(name) for name in registry.names()]}},
    }
    assert set(parts) == set(KEYS)
    return {"title": "a recipe", **_closed(parts, ["recipe", "orders"])}


def _order(name: str) -> Mapping[str, object]:
    """An entry of `orders`. A key with a list stands for an order with each of its values."""
    genre: Genre = registry.load(name)
    parts: dict[str, object] = {
        "genre": {"const": genre.name},
        "size": _or_list(SIZE),
        "level": _or_list({"enum": list(LEVELS)}),
        "count": {"type": "integer", "minimum": 1, "maximum": MOST},
        "presentations": {"type": "integer", "minimum": 1, "maximum": genre.images},
        **{option.name: _or_list(_option(option)) for option in genre.options},
    }
    if not genre.families:
        return _closed(parts, ["genre", "size", "level"])
    either = [{"required": ["level"]}, {"required": [NESTED]}]
    return {**_closed({**parts, NESTED: {"const": True}}, ["genre", "size"]), "oneOf": either}


def _option(option: Option) -> Mapping[str, object]:
    """The values of a style option. Switches may be written as YAML's own yes and no."""
    kinds: list[Mapping[str, object]] = [{"enum": list(option.choices)}]
    if option.off:
        kinds.append({"type": "boolean"})
    if option.pattern:
        kinds += [{"type": "string", "pattern": f"^(?:{option.pattern})$"}, {"type": "number", "minimum": 0}]
    return {"description": option.help, "default": option.default, "anyOf": kinds}


def _or_list(kind: Mapping[str, object]) -> Mapping[str, object]:
    return {"anyOf": [kind, {"type": "array", "minItems": 1, "items": kind}]}


def _closed(parts: Mapping[str, object], required: list[str]) -> dict[str, object]:
    return {"type": "object", "required": required, "properties": dict(parts), "additionalProperties": False}
