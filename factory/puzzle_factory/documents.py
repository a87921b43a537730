"""YAML and JSON read as plain data: dicts with text keys, lists, text, numbers, booleans, None.

What must not pass unseen (a key twice, a number without end, a tag) becomes a `Flaw` in the place where it stands,
so that one bad record does not take its neighbours with it. A text that is no YAML or JSON at all raises
`Malformed`. Whoever reads the data looks for flaws first (`first_flaw`).
"""

from __future__ import annotations

import json
import json.decoder
import json.scanner
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import yaml

DEEPEST = 60  # levels of nesting; a batch of records needs 7
TOO_DEEP = f"nested more than {DEEPEST} levels deep"
MOST_VALUES = 200_000  # that aliases may unfold to in one document
LONGEST_NUMBER = 30  # characters
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_scalars = yaml.constructor.SafeConstructor()


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
        for node in yaml.compose_all(text, Loader=Loader):
            yield _Unfolding(node).value
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise Malformed(f"not YAML: {error.problem or error.context}", line) from error
    except yaml.YAMLError as error:
        raise Malformed(f"not YAML: {' '.join(str(error).split())}") from error
    except RecursionError as error:
        raise Malformed(TOO_DEEP) from error


class _Unfolding:
    """The plain data of one composed document; counts what it makes, for aliases can unfold without end."""

    def __init__(self, node: yaml.Node) -> None:
        self._made = 0
        self._seen: set[int] = set()
        self.value = self._plain(node, 0)

    def _plain(self, node: yaml.Node, depth: int) -> object:
        line = node.start_mark.line + 1
        if depth > DEEPEST:
            raise Malformed(TOO_DEEP, line)
        if id(node) in self._seen:  # here only by an alias
            self._made += 1
            if self._made > MOST_VALUES:
                raise Malformed(f"aliases that unfold to more than {MOST_VALUES} values", line)
        self._seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth, line)
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(member, depth + 1) for member in node.value]
        return _scalar(node, line)

    def _mapping(self, node: yaml.MappingNode, depth: int, line: int) -> object:
        found: dict[str, object] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                return Flaw("a key must be a word", key.start_mark.line + 1)
            if key.value in found:
                return Flaw(f"the key '{one_line(key.value)}' stands twice; keep one", key.start_mark.line + 1)
            found[key.value] = self._plain(value, depth + 1)
        return found


def _scalar(node: Any, line: int) -> object:
    """A YAML scalar as null, boolean, number or text. Dates stay text; tags of other kinds are flaws."""
    kind = node.tag.rpartition(":")[2]
    if kind in ("str", "timestamp", "value", "merge"):
        return str(node.value)
    if kind not in ("null", "bool", "int", "float"):
        return Flaw(f"the tag '{one_line(node.tag)}' has no meaning here", line)
    if len(node.value) > LONGEST_NUMBER:
        return Flaw(f"a number of {len(node.value)} characters", line)
    try:
        value = getattr(_scalars, f"construct_yaml_{kind}")(node)
    except (ValueError, LookupError, OverflowError):
        return Flaw(f"'{one_line(node.value)}' is not of the kind that its tag says", line)
    return _finite(value, node.value, line)


def load_json(text: str) -> object:
    """The value of a JSON text. Raises Malformed where it is none."""
    try:
        value = _decoder(_pairs).decode(text)
        return _with_lines(text) if first_flaw(value) else value
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} in column {error.colno}", error.lineno) from error
    except RecursionError as error:
        raise Malformed(TOO_DEEP) from error


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
    names = [name for name, _ in pairs]
    twice = next(name for name in names if names.count(name) > 1)
    return Flaw(f"the key '{one_line(twice)}' stands twice in one object; keep one")


def _with_lines(text: str) -> object:
    """Read once more, slowly, so that flawed objects know the line on which they begin."""
    decoder: Any = _decoder(_pairs)

    def parse_object(state: tuple[str, int], *rest: Any) -> tuple[object, int]:
        value, end = json.decoder.JSONObject(state, *rest)  # type: ignore[attr-defined]
        if isinstance(value, Flaw):
            value = Flaw(value.message, text.count("\n", 0, state[1]) + 1)
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
