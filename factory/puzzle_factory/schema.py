"""The JSON Schema (Draft 2020-12) of what the factory reads and writes.

A schema says what is in order by form. Whether clues add up, givens fit and answers are right is for `verify`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from puzzle_factory.records import SCHEMA
from puzzle_factory.writing import BATCH
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, LEVELS, Genre

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS = {
    "record": "puzzle_factory.schema:record_schema",
    "batch": "puzzle_factory.schema:batch_schema",
    "recipe": "puzzle_factory.recipe_schema:recipe_schema",
    "daily": "puzzle_factory.calendar_schema:calendar_schema",
}
TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
GRID = {"type": "array", "items": TEXT, "minItems": 1}


def schema_of(name: str) -> dict[str, object]:
    """The schema of that name, one of `SCHEMAS`."""
    module, _, function = SCHEMAS[name].partition(":")
    found = getattr(import_module(module), function)()
    assert isinstance(found, dict)
    return {"$schema": DRAFT, **found}


def record_schema() -> dict[str, object]:
    """A record, or a bare puzzle: only genre and puzzle are required."""
    return {
        "title": SCHEMA,
        "type": "object",
        "required": ["genre", "puzzle"],
        "properties": {
            "schema": {"const": SCHEMA},
            "id": TEXT,
            "number": {"type": "integer", "minimum": 1},
            "genre": {"enum": list(registry.names())},
            "puzzle": {"type": "object"},
            "answer": {"type": "object", "required": ["grid"], "properties": {"grid": GRID}},
            "grade": _grade(),
            "proof": _proof(),
            "play": {"type": "object", "properties": {"lives": COUNT, "hints": COUNT}},
            "origin": _origin(),
            "key": TEXT,
            "answer_key": TEXT,
        },
        "allOf": [_puzzle_of(registry.load(name)) for name in registry.names()],
    }


def batch_schema() -> dict[str, object]:
    """A batch in YAML or JSON; in JSON Lines each line is a record."""
    return {
        "title": BATCH,
        "type": "object",
        "required": ["schema", "records"],
        "properties": {
            "schema": {"const": BATCH},
            "records": {"type": "array", "items": {"$ref": "#/$defs/record"}},
        },
        "$defs": {"record": record_schema()},
    }


def _puzzle_of(genre: Genre) -> Mapping[str, object]:
    """What a genre asks of the puzzle part."""
    this_genre = {"properties": {"genre": {"const": genre.name}}, "required": ["genre"]}
    return {"if": this_genre, "then": {"properties": {"puzzle": genre.puzzle_schema}}}


def _grade() -> Mapping[str, object]:
    return {
        "type": "object",
        "properties": {
            "scale": TEXT,
            "level": {"enum": [*LEVELS, BEYOND]},
            "score": {"type": ["number", "null"]},
            "hardest": {"type": ["string", "null"]},
            "techniques": {"type": "object", "additionalProperties": COUNT},
            "steps": COUNT,
            "narrowest": COUNT,
            "spike": {"type": "boolean"},
        },
    }


def _proof() -> Mapping[str, object]:
    engines = {"type": "array", "items": TEXT}
    return {"type": "object", "properties": {"verdict": TEXT, "engines": engines}}


def _origin() -> Mapping[str, object]:
    step = {"type": "integer", "minimum": 1, "maximum": len(LEVELS)}
    return {
        "type": "object",
        "properties": {
            "seed": TEXT,
            "order": COUNT,
            "index": COUNT,
            "attempt": COUNT,
            "family": TEXT,
            "step": step,
            "presentation": COUNT,
        },
    }
