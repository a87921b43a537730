"""The JSON Schema of a calendar: its keys, and for each genre what a day of a rota may say."""

from __future__ import annotations

from collections.abc import Mapping

from puzzle_factory.calendars import KEYS, MOST_DAYS, MOST_LIVES
from puzzle_factory.dates import WEEKDAYS
from puzzle_factory.orders import SPAN, kind_keys
from puzzle_factory.recipe_schema import SIZE, TEXT, WORD, closed, option_values
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Genre


def calendar_schema() -> dict[str, object]:
    """A calendar as `daily` takes it; unknown keys are refused."""
    genres = [registry.load(name) for name in registry.names()]
    slot = {"oneOf": [_slot(genre) for genre in genres]}
    parts: dict[str, object] = {
        "daily": WORD,
        "seed": WORD,
        "folder": TEXT,
        "archive": TEXT,
        "timezone": TEXT,
        "ahead_days": {"type": "integer", "minimum": 0, "maximum": MOST_DAYS - 1},
        "lives": {"type": "integer", "minimum": 1, "maximum": MOST_LIVES},
        "hints": {"const": 0},
        "slots": {"type": "object", "minProperties": 1, "additionalProperties": slot},
    }
    assert set(parts) == set(KEYS)
    return {"title": "a calendar", **closed(parts, ["daily", "slots"])}


def _slot(genre: Genre) -> Mapping[str, object]:
    """A slot; what it says beside its rota holds for every day."""
    kind = _kind(genre)
    rota = closed({weekday: closed(kind, []) for weekday in WEEKDAYS}, [])
    return closed({"genre": {"const": genre.name}, "rota": rota, **kind}, ["genre"])


def _kind(genre: Genre) -> Mapping[str, object]:
    """The keys that say what a puzzle is like."""
    kinds: dict[str, Mapping[str, object]] = {
        "size": SIZE,
        "level": {"enum": list(LEVELS)},
        "score": {"type": "string", "pattern": f"^(?:{SPAN.pattern})$"},
        **{option.name: option_values(option) for option in genre.options},
    }
    return {name: kinds[name] for name in kind_keys(genre)}
