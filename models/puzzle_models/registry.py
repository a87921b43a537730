"""The only list of genres. A genre's module is loaded when it is asked for, and loads no solver."""

from __future__ import annotations

from importlib import import_module

from puzzle_models.kernel.contract import Genre

MODULES = {
    "tracks": "puzzle_models.tracks.genre",
    "str8ts": "puzzle_models.str8ts.genre",
}


def names() -> tuple[str, ...]:
    """The names of all genres, in the order in which they joined."""
    return tuple(MODULES)


def load(name: str) -> Genre:
    """The genre of that name. Raises KeyError."""
    genre = import_module(MODULES[name]).GENRE
    assert isinstance(genre, Genre)
    return genre
