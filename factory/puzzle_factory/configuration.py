"""YAML that people write for us, typed where it enters: every complaint names file, line and key.

node         a piece of the composed document, which knows its line; behind this module nobody looks into a dict
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from puzzle_factory.documents import is_text, one_line
from puzzle_factory.errors import Unreadable, did_you_mean, is_none
from puzzle_factory.store import read_whole

SWITCH = {"true": "yes", "yes": "yes", "on": "yes", "false": "no", "no": "no", "off": "no"}


class ConfigError(Unreadable):
    """A recipe or a calendar that says what cannot be carried out."""

    def __init__(self, mark: yaml.Mark, message: str) -> None:
        super().__init__(mark, message)  # both, so that it travels between processes
        self.mark, self.message = mark, message

    def __str__(self) -> str:
        return f"{self.mark.name}:{self.mark.line + 1}: {self.message}"


class _Text(io.TextIOWrapper):
    """The text of a file whose bytes have been read; the name is for the marks of complaints."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8-sig")
        self._name = name

    @property
    def name(self) -> str:
        return self._name


def compose_file(path: Path, what: str, keys: Iterable[str]) -> tuple[yaml.Node, bytes]:
    """The document in a file, and the file's bytes, which are read once: it may be a pipe.

    `what` it is and its `keys` are for complaints. Raises Unreadable, WrongUsage or IoFailure.
    """
    content = read_whole(path)
    return compose(content, str(path), what, keys), content


def compose(content: bytes, name: str, what: str, keys: Iterable[str]) -> yaml.Node:
    """The document in the bytes of a file of that name. Raises Unreadable."""
    try:
        root = yaml.compose(_Text(content, name), Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
        raise Unreadable(f"{name}{line}: not YAML: {error.problem or error.context}") from error
    except RecursionError as error:
        raise Unreadable(f"{name}: nested too deeply for {what}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise Unreadable(f"{name}: not YAML: {' '.join(str(error).split())}") from error
    if root is None:
        raise Unreadable(f"{name}: {what} is empty; it needs the keys {', '.join(keys)}")
    return root


def mapping(node: yaml.Node, known: Iterable[str], what: str, needed: tuple[str, ...] = ()) -> dict[str, Any]:
    """The values of a mapping by key. Raises ConfigError at an unknown key, one that stands twice or one that lacks."""
    if not isinstance(node, yaml.MappingNode):
        raise ConfigError(node.start_mark, f"{what} must be a mapping of keys to values")
    known = tuple(known)
    found: dict[str, Any] = {}
    for key, value in node.value:
        name = key.value if isinstance(key, yaml.ScalarNode) else "a list or mapping"
        if name not in known:
            raise ConfigError(key.start_mark, f"'{name}' is not a key of {what}{did_you_mean(name, known)}")
        if name in found:
            raise ConfigError(key.start_mark, f"the key '{name}' stands twice; keep one")
        found[name] = value
    for name in needed:
        if name not in found:
            raise ConfigError(node.start_mark, f"{what} needs the key '{name}'")
    return found


def several(name: str, node: yaml.Node) -> list[yaml.Node]:
    """The members of a list, or the one value that stands in its place."""
    members: list[yaml.Node] = node.value if isinstance(node, yaml.SequenceNode) else [node]
    if not members:
        raise ConfigError(node.start_mark, f"the list of {name} is empty; give one at least")
    return members


def text(node: yaml.Node) -> str:
    """One value, as it is written."""
    if not isinstance(node, yaml.ScalarNode):
        raise ConfigError(node.start_mark, "one value must stand here")
    if not is_text(node.value):
        raise ConfigError(
            node.start_mark, f"'{one_line(node.value)}' is no text in UTF-8; write it in letters and digits"
        )
    return str(node.value)


def choice(node: yaml.Node, kind: str, known: Iterable[str]) -> str:
    """One word of those known."""
    word = text(node)
    if word not in known:
        raise ConfigError(node.start_mark, is_none(word, kind, known))
    return word


def number(name: str, node: yaml.Node, most: int, least: int = 1) -> int:
    """A whole number from `least` to `most`."""
    said = text(node)
    if not said.isascii() or not said.isdigit() or not least <= int(said[:9]) <= most:
        raise ConfigError(node.start_mark, f"{name} is '{one_line(said)}'; it is a number from {least} to {most}")
    return int(said)


def path(what: str, node: yaml.Node) -> Path:
    """A place in the file system, relative to the current folder."""
    place = text(node)
    if "\0" in place or not place.strip():
        raise ConfigError(node.start_mark, f"'{one_line(place)}' cannot be {what}; name another, or leave it out")
    return Path(place)


def file_stem(node: yaml.Node, what: str, reserved: Iterable[str], longest_bytes: int) -> str:
    """A name that files can have, endings aside."""
    name = text(node)
    if not name.isprintable() or not name.strip(" .") or name[0] == "." or set("/\\") & set(name) or name in reserved:
        raise ConfigError(
            node.start_mark, f"'{one_line(name)}' cannot be the name of a file; name the {what} otherwise"
        )
    if len(name.encode()) > longest_bytes:
        raise ConfigError(node.start_mark, f"'{one_line(name)}' is too long for the name of a file")
    return name


def optional(parts: Mapping[str, yaml.Node], key: str, read: Callable[[yaml.Node], Any], default: Any) -> Any:
    """What `read` makes of a key's value, the default where the key is left out."""
    return read(parts[key]) if key in parts else default
