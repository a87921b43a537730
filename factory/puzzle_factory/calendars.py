"""A calendar: the YAML file behind the dailies, typed where it enters. Every complaint names file, line and key.

slot         one place of a day for one puzzle; its rota says what kind of puzzle each weekday has there
master seed  the secret that all puzzles come from; it is in no message and no file, but for the calendar's own
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, tzinfo
from pathlib import Path

import yaml

from puzzle_factory.configuration import (
    ConfigError,
    choice,
    compose_file,
    file_stem,
    mapping,
    number,
    optional,
    path,
    text,
)
from puzzle_factory.dates import WEEKDAYS, zone_named
from puzzle_factory.documents import is_text
from puzzle_factory.errors import Unreadable, WrongUsage
from puzzle_factory.orders import kind_keys, read_kind
from puzzle_factory.production import Order
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre

KEYS = ("daily", "seed", "folder", "archive", "timezone", "ahead_days", "lives", "hints", "slots")
VARIABLE = "PUZZLE_FACTORY_SEED"  # of the environment
GUESSABLE = 16  # characters; a shorter seed can be found by trying
MOST_DAYS = 3660  # ten years in one run: more is a slip of the finger
MOST_LIVES = 99
LONGEST_NAME = 100  # bytes

Parts = Mapping[str, yaml.Node]


@dataclass(frozen=True)
class Slot:
    """One puzzle a day. `rota` has an order for each weekday, Monday first."""

    name: str
    rota: tuple[Order, ...]

    def order(self, day: date) -> Order:
        return self.rota[day.weekday()]


@dataclass(frozen=True)
class Calendar:
    """What the dailies are made from. `folder` and `archive` are relative to the current folder."""

    name: str
    slots: tuple[Slot, ...]
    seed: str | None = field(default=None, repr=False)
    folder: Path = Path("output/daily")
    archive: Path = Path("output/archive.sqlite")
    zone: tzinfo = UTC
    ahead_days: int = 14
    lives: int = 3


def read_calendar(place: Path) -> Calendar:
    """The calendar in a file. Raises Unreadable, WrongUsage or IoFailure."""
    try:
        root, _ = compose_file(place, "the calendar", KEYS)
    except Unreadable as error:
        if _says_a_word(error.__cause__):  # which may be the seed
            raise Unreadable(f"{place}: a value that begins with * or ! is none in YAML; put it in quotes") from None
        raise
    parts = mapping(root, KEYS, "a calendar", needed=("daily", "slots"))
    optional(parts, "hints", _no_hints, 0)
    return Calendar(
        name=file_stem(parts["daily"], "calendar", (), LONGEST_NAME),
        slots=_slots(parts["slots"]),
        seed=optional(parts, "seed", _secret, None),
        folder=optional(parts, "folder", lambda node: path("a folder", node), Calendar.folder),
        archive=optional(parts, "archive", lambda node: path("an archive", node), Calendar.archive),
        zone=optional(parts, "timezone", _zone, UTC),
        ahead_days=optional(
            parts, "ahead_days", lambda node: number("ahead_days", node, MOST_DAYS - 1, least=0), Calendar.ahead_days
        ),
        lives=optional(parts, "lives", lambda node: number("lives", node, MOST_LIVES), Calendar.lives),
    )


def _says_a_word(fault: BaseException | None) -> bool:
    """Whether YAML complains of an alias, or of a tag, and repeats it."""
    tag = isinstance(fault, yaml.parser.ParserError) and "tag handle" in str(fault.problem)
    return tag or isinstance(fault, yaml.composer.ComposerError)


def master_seed(calendar: Calendar, given: str | None, environment: Mapping[str, str]) -> str:
    """The seed given on the command line, else that of the environment, else the calendar's. Raises WrongUsage."""
    for place, seed in (("--seed", given), (VARIABLE, environment.get(VARIABLE)), ("seed", calendar.seed)):
        if seed is None:
            continue
        if not seed.strip() or not is_text(seed):
            raise WrongUsage(f"{place} is empty, or no text in UTF-8; the puzzles of all days are made from it")
        return seed
    raise WrongUsage(f"there is no master seed; set {VARIABLE}, or the key 'seed' of the calendar, to a long secret")


def _secret(node: yaml.Node) -> str | None:
    """The seed; None where the key has no value. No complaint repeats what stands there."""
    if not isinstance(node, yaml.ScalarNode):
        raise ConfigError(node.start_mark, "seed is one text; put it in quotes")
    return None if node.tag.endswith(":null") else str(node.value)


def _no_hints(node: yaml.Node) -> int:
    if text(node) != "0":
        raise ConfigError(node.start_mark, "a daily has no hints; write 0, or leave 'hints' out")
    return 0


def _zone(node: yaml.Node) -> tzinfo:
    try:
        return zone_named(text(node))
    except WrongUsage as error:
        raise ConfigError(node.start_mark, str(error)) from error


def _slots(node: yaml.Node) -> tuple[Slot, ...]:
    keys = [key for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
    names = [file_stem(key, "slot", (), LONGEST_NAME) for key in keys]
    found = mapping(node, names, "slots")
    if not found:
        raise ConfigError(node.start_mark, "there are no slots; give one at least")
    return tuple(_slot(name, slot) for name, slot in found.items())


def _slot(name: str, node: yaml.Node) -> Slot:
    genre = _genre(node)
    own = mapping(node, ("genre", "rota", *kind_keys(genre)), "a slot")
    usual = {key: value for key, value in own.items() if key not in ("genre", "rota")}
    if "rota" not in own:
        return Slot(name, (read_kind(genre, node, usual),) * len(WEEKDAYS))
    rota = mapping(own["rota"], WEEKDAYS, "a rota")
    return Slot(name, tuple(_kind(genre, own["rota"], rota.get(weekday), weekday, usual) for weekday in WEEKDAYS))


def _genre(node: yaml.Node) -> Genre:
    said = {str(key.value): value for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}
    if "genre" not in said:
        raise ConfigError(node.start_mark, f"a slot needs the key genre: {' or '.join(registry.names())}")
    return registry.load(choice(said["genre"], "genre", registry.names()))


def _kind(genre: Genre, rota: yaml.Node, day: yaml.Node | None, weekday: str, usual: Parts) -> Order:
    """The order of one weekday; where the rota leaves it out, the slot's own keys have to do."""
    own = {} if day is None else mapping(day, kind_keys(genre), "a day of a rota")
    parts = {**usual, **own}
    if day is None and not {"size", "level"} <= set(usual):
        raise ConfigError(
            rota.start_mark, f"the rota leaves out '{weekday}'; a day is {weekday}: {{size: …, level: …}}"
        )
    return read_kind(genre, day or rota, parts)
