"""YAML and JSON read as plain data: dicts with text keys, lists, text, numbers, booleans, None.

What must not pass unseen (a key twice, a number without end, a tag) becomes a `Flaw` in the place where it stands,
so that one bad record does not take its neighbours with it. A text that is no YAML or JSON at all raises
`Malformed`. Whoever reads the data looks for flaws first (`first_flaw`).
"""

from __future__ import annotations

import json
import json.decoder
import json.scanner
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import yaml

DEEPEST = 60  # levels of nesting; a batch of records needs 7
TOO_DEEP = f"nested more than {DEEPEST} levels deep"
MOST_VALUES = 200_000  # that aliases may unfold to in one document
LONGEST_NUMBER = 30  # characters
CROWD = 2_500_000  # values in one document; a record has 60
CROWDED = f"more than {CROWD:,} values in one document; split it, or give JSON Lines"
LONGEST_RELEARNT = 2**20  # characters of JSON that are read once more, slowly, to learn the lines of flaws
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_scalars = yaml.constructor.SafeConstructor()
_resolver: Any = yaml.resolver.Resolver()


class Malformed(Exception):
    """A text that is not in the notation. `line` counts from one, 0 where it is not known."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)  # both, so that it travels between processes
        self.message, self.line = message, line

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Flaw:
    """Stands in the data for something that must not be used; says what is wrong. `line` counts from one."""

    message: str
    line: int = 0

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


def first_flaw(data: object, depth: int = 0) -> Flaw | None:
    """The first flaw anywhere in data, None where there is none."""
    if isinstance(data, Flaw):
        return data
    if depth > DEEPEST:
        return Flaw(TOO_DEEP)
    members = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return next((flaw for member in members if (flaw := first_flaw(member, depth + 1))), None)


def load_yaml(text: str) -> Iterator[object]:
    """The documents of a YAML text, one after the other. Raises Malformed where the text breaks off being YAML."""
    try:
        events = yaml.parse(text, Loader=Loader)
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield _Unfolding(events).value
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise Malformed(f"not YAML: {error.problem or error.context}", line) from error
    except yaml.YAMLError as error:
        raise Malformed(f"not YAML: {' '.join(str(error).split())}") from error


@dataclass(frozen=True)
class _Anchored:
    """What an alias stands for: how many values are in it, and how deep it goes."""

    value: object
    made: int
    height: int


class _Unfolding:
    """The plain data of one document, made from its events as they come, so that a flood of values can be stopped.

    An alias unfolds to what stands at its anchor, which is counted as if it stood there again.
    """

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events
        self._made = self._deepest = 0
        self._unfolded = 0
        self._anchors: dict[str, _Anchored] = {}
        self.value = self._plain(next(events), 0)

    def _plain(self, event: Any, depth: int) -> object:
        line = event.start_mark.line + 1
        self._made += 1
        if depth > DEEPEST:
            raise Malformed(TOO_DEEP, line)
        if self._made > CROWD:
            raise Malformed(CROWDED, line)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event.anchor, depth, line)
        if event.anchor is None:
            self._deepest = max(self._deepest, depth)
            return self._node(event, depth, line)
        return self._anchored(event, depth, line)

    def _anchored(self, event: Any, depth: int, line: int) -> object:
        """A node that aliases may stand for, once it is whole."""
        made, deepest = self._made + self._unfolded, self._deepest
        self._anchors.pop(event.anchor, None)
        self._deepest = depth
        value = self._node(event, depth, line)
        made = self._made + self._unfolded - made + 1
        self._anchors[event.anchor] = _Anchored(value, made, self._deepest - depth)
        self._deepest = max(self._deepest, deepest)
        return value

    def _alias(self, anchor: str | None, depth: int, line: int) -> object:
        if anchor not in self._anchors:
            raise Malformed(f"not YAML: the alias '{one_line(anchor)}' stands for nothing before it", line)
        meant = self._anchors[anchor]
        self._unfolded += meant.made
        self._deepest = max(self._deepest, depth + meant.height)
        if self._unfolded > MOST_VALUES:
            raise Malformed(f"aliases that unfold to more than {MOST_VALUES} values", line)
        if self._deepest > DEEPEST:
            raise Malformed(TOO_DEEP, line)
        return meant.value

    def _node(self, event: Any, depth: int, line: int) -> object:
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(depth)
        if isinstance(event, yaml.SequenceStartEvent):
            found = []
            while not isinstance(member := next(self._events), yaml.SequenceEndEvent):
                found.append(self._plain(member, depth + 1))
            return found
        return _scalar(event, line)

    def _mapping(self, depth: int) -> object:
        """The first flaw among the keys takes the mapping's place; the rest is read all the same, to its end."""
        found: dict[str, object] = {}
        flaw = None
        while not isinstance(key := next(self._events), yaml.MappingEndEvent):
            line = key.start_mark.line + 1
            word = key.value if isinstance(key, yaml.ScalarEvent) else None
            if word is None or key.anchor is not None:
                self._plain(key, depth + 1)
            value = self._plain(next(self._events), depth + 1)
            if word is None:
                flaw = flaw or Flaw("a key must be a word", line)
            elif word in found:
                flaw = flaw or Flaw(f"the key '{one_line(word)}' stands twice; keep one", line)
            else:
                found[word] = value
        return flaw or found


def _scalar(event: Any, line: int) -> object:
    """A YAML scalar as null, boolean, number or text. Dates stay text; tags of other kinds are flaws."""
    tag = event.tag
    if tag is None or tag == "!":
        tag = _resolver.resolve(yaml.ScalarNode, event.value, event.implicit)
    kind = tag.rpartition(":")[2]
    if kind in ("str", "timestamp", "value", "merge"):
        return str(event.value)
    if kind not in ("null", "bool", "int", "float"):
        return Flaw(f"the tag '{one_line(tag)}' has no meaning here", line)
    if len(event.value) > LONGEST_NUMBER:
        return Flaw(f"a number of {len(event.value)} characters", line)
    try:
        value = getattr(_scalars, f"construct_yaml_{kind}")(yaml.ScalarNode(tag, event.value))
    except (ValueError, LookupError, OverflowError):
        return Flaw(f"'{one_line(event.value)}' is not of the kind that its tag says", line)
    return _finite(value, event.value, line)


def load_json(text: str) -> object:
    """The value of a JSON text. Raises Malformed where it is none."""
    if is_crowded(text):
        raise Malformed(CROWDED)
    try:
        value = _decoder(_pairs).decode(text)
        return _with_lines(text) if len(text) <= LONGEST_RELEARNT and first_flaw(value) else value
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} in column {error.colno}", error.lineno) from error
    except RecursionError as error:
        raise Malformed(TOO_DEEP) from error


def is_crowded(text: str) -> bool:
    """Whether a JSON text can hold more values than are read."""
    return sum(map(text.count, ",[{")) > CROWD


def _decoder(pairs: Callable[[list[tuple[str, Any]]], object]) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=pairs,
        parse_int=lambda word: _number(int, word),
        parse_float=lambda word: _number(float, word),
        parse_constant=lambda word: Flaw(f"{word} is no JSON value"),
    )


def _number(kind: type[int] | type[float], word: str) -> object:
    if len(word) > LONGEST_NUMBER:
        return Flaw(f"a number of {len(word)} characters")
    return _finite(kind(word), word, 0)


def _finite(value: object, word: str, line: int) -> object:
    """The value, or a flaw where it is a number that JSON cannot write."""
    if isinstance(value, float) and value - value != 0:
        return Flaw(f"'{one_line(word)}' is not a finite number", line)
    return value


def _pairs(pairs: list[tuple[str, Any]]) -> object:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
    return Flaw(f"the key '{one_line(twice)}' stands twice in one object; keep one")


def _with_lines(text: str) -> object:
    """Read once more, slowly, so that flawed objects know the line on which they begin."""
    decoder: Any = _decoder(_pairs)
    ends = [place for place, char in enumerate(text) if char == "\n"]

    def parse_object(state: tuple[str, int], *rest: Any) -> tuple[object, int]:
        value, end = json.decoder.JSONObject(state, *rest)  # type: ignore[attr-defined]
        if isinstance(value, Flaw):
            value = Flaw(value.message, bisect_left(ends, state[1]) + 1)
        return value, end

    decoder.parse_object = parse_object
    decoder.scan_once = json.scanner.py_make_scanner(decoder)  # type: ignore[attr-defined]
    value: object = decoder.decode(text)
    return value


def is_text(word: str) -> bool:
    """Whether a word can be written as UTF-8: half a character comes in by `\\ud800`, or as a byte."""
    return not any("\ud800" <= char <= "\udfff" for char in word)


def one_line(value: object, longest: int = 40) -> str:
    """Something foreign, fit for a message: one line, not long, and without quotes, which the message has."""
    text = " ".join("".join(char if char.isprintable() else "?" for char in str(value)).split())
    return text if len(text) <= longest else text[: longest - 1] + "…"
