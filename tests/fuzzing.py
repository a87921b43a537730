"""Files that nobody writes on purpose: samples of every notation, spoilt, glued and cut; whatever is in them is read.

A run is a seed and numbers. What each must keep: every item is sound or says what is wrong, on one short line;
nothing is raised; it takes little time.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

from click.testing import CliRunner

import corpora
from differential import small
from puzzle_factory.cli import main
from puzzle_factory.conversion import convert, targets
from puzzle_factory.desk.verify import cases_of, proved
from puzzle_factory.sources import Item, complaints, read_sources
from puzzle_models import registry

BUDGET_S = 0.2
LONGEST = 400  # characters of a line that says what is wrong, the file's name apart
CODES = {0, 2, 3, 4, 5}
CLI_EVERY = 50
VERBS = (
    "verify",
    "solve",
    "grade",
    "explain",
    "convert --to jsonl",
    "convert --to plain",
    "render --to svg",
    "archive add --archive ARCHIVE",
    "archive find --archive ARCHIVE",
    "verify --answer",
)
TOKEN = re.compile(rb"[\w.#-]+|[^\w\s]")
HOSTILE = tuple(
    word if isinstance(word, bytes) else word.encode("utf-8", "surrogatepass")
    for word in (
        *(
            "",
            "0",
            "-1",
            "1e9",
            "1e999",
            "NaN",
            "Infinity",
            "-Infinity",
            "null",
            "true",
            "[]",
            "{}",
            '""',
            "~",
            "9" * 10_000,
        ),
        *(
            "\0",
            "\ufeff",
            "\r",
            "\r\n",
            "\n",
            "\t",
            "\x0b",
            "\x0c",
            "\x1b[2J",
            "\u2028",
            "\ud800",
            '"\\ud800"',
            "\u202e",
            "٣",
            "²",
        ),
        *(
            "&a",
            "*a",
            "!!python/name:os.system",
            "!!binary",
            "<<: *a",
            "- ",
            ": ",
            "? ",
            "|",
            ">",
            "#!",
            "---",
            "...",
            "%YAML 9",
        ),
        *(
            "[" * 100,
            "{" * 100,
            "(" * 100,
            '{"a":' * 100,
            "../../../etc/passwd",
            "1" * 40 + "x5:",
            "z" * 5000,
            "S",
            "bd=",
            "%00",
        ),
        *(
            "16",
            "17",
            "50",
            "51",
            "1000000000",
            "->",
            "→",
            "←",
            "┌",
            "║",
            "╔══╗",
            "x",
            "x5",
            "A",
            "#12",
            ".",
            "tracks",
            "str8ts",
        ),
        *(b"\xff", b"\xe9", b"\xfe\xff", b"\xed\xa0\x80", b"\xf0\x9f"),
    )
)


@dataclass
class Found:
    """What a run came to."""

    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, 0)


@cache
def samples() -> tuple[bytes, ...]:
    """Small puzzles in every notation, alone and several in a file; those of the corpora where they are there."""
    found: list[bytes] = []
    for name in registry.names():
        genre = registry.load(name)
        typed = [small(name, number)[1] for number in range(0, 60, 3)]
        typed += [one for one in corpora.puzzles(1) if type(one) is type(typed[0])][:20]
        for notation in (*(form.name for form in genre.formats), "yaml", "json", "jsonl"):
            items = [Item("", number, "", genre, puzzle) for number, puzzle in enumerate(typed, 1)]
            found += [convert(items[at : at + count], notation).content for at in range(0, 40, 2) for count in (1, 3)]
    return tuple(sample for sample in found if sample)


def _flip(draw: random.Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        spoilt[draw.randrange(len(spoilt))] = draw.randrange(256)
    return bytes(spoilt)


def _cut(draw: random.Random, data: bytes) -> bytes:
    start, end = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return draw.choice((data[:start], data[end:], data[:start] + data[end:]))


def _lines(draw: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            lines[one] = lines[one] * draw.choice((2, 50))
    return draw.choice((b"\n", b"\n", b"\n", b"\r\n", b"\r", b"\n\n")).join(lines)


def _token(draw: random.Random, data: bytes) -> bytes:
    tokens = list(TOKEN.finditer(data))
    if not tokens:
        return data + draw.choice(HOSTILE)
    at = draw.choice(tokens)
    return data[: at.start()] + draw.choice(HOSTILE) + data[at.end() :]


def _insert(draw: random.Random, data: bytes) -> bytes:
    at = draw.randrange(len(data) + 1)
    return data[:at] + draw.choice(HOSTILE) * draw.choice((1, 1, 1, 100)) + data[at:]


def _glue(draw: random.Random, data: bytes) -> bytes:
    return data + draw.choice((b"", b"\n", b"\n\n", b"---\n", b",")) + draw.choice(samples())


def _recode(draw: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(
        draw.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp437", "utf-8-sig")), "replace"
    )


MUTATIONS: tuple[Callable[[random.Random, bytes], bytes], ...] = (_flip, _cut, _lines, _token, _insert, _glue, _recode)


def spoilt(number: int) -> tuple[str, bytes]:
    """How the file of that number was spoilt, and what is in it."""
    draw = random.Random(f"fuzz {number}")
    data = draw.choice(samples())
    done = draw.choices(MUTATIONS, weights=(3, 2, 3, 4, 3, 2, 1), k=draw.choice((1, 1, 2, 4)))
    for mutation in done:
        data = mutation(draw, data) or b"\n"
    return done[0].__name__.strip("_"), data


def run(numbers: range, folder: Path) -> Found:
    """Read and prove the files of those numbers, some of them by a verb of the program."""
    found = Found()
    for number in numbers:
        kind, data = spoilt(number)
        path = folder / draw_name(number)
        path.write_bytes(data)
        started = perf_counter()
        try:
            outcome = "; ".join(faults_of(path)) or by_verb(path, number)
        except Exception as error:  # whatever is raised is a find
            outcome = f"{type(error).__name__}: {error}"
        spent = perf_counter() - started
        found.kinds[kind] += 1
        found.slowest = max(found.slowest, (spent, number))
        if outcome:
            found.wrong.append(f"number {number}, {kind}: {outcome[:600]}")
        path.unlink()
    return found


def draw_name(number: int) -> str:
    """A name with an extension that may be a lie."""
    return "puzzle" + random.Random(number).choice(("", ".txt", ".yaml", ".json", ".jsonl"))


def faults_of(path: Path) -> Iterator[str]:
    """What is not as it should be when a file is read, proved and written again."""
    items = list(read_sources([str(path)]))
    if not items:
        yield "no item"
    for item in items:
        if (item.puzzle is None) != bool(item.faults):
            yield f"item {item.number} is neither sound nor broken"
        for line in complaints(item):
            if not line.isprintable() or len(line) > LONGEST + len(item.source):
                yield f"item {item.number} complains in {line[:500]!r}"
    for case in cases_of(items)[:3]:
        proved(case, BUDGET_S)
    for notation in targets():
        convert(items, notation)


def by_verb(path: Path, number: int) -> str:
    """What is wrong with how a verb ends on a file; every fiftieth file is tried so."""
    if number % CLI_EVERY:
        return ""
    archive = str(path.parent / "archive.sqlite")
    words = VERBS[number // CLI_EVERY % len(VERBS)].replace("ARCHIVE", archive).split()
    output = ["-o", str(path.parent / "pictures")] if words[0] == "render" else []
    more = [str(path)] if words[-1] == "--answer" else []
    limit = ["--time-limit", "0.5"] if words[0] not in ("convert", "explain", "archive") else []
    result = CliRunner().invoke(main, [*words, *more, str(path), *output, *limit, "-q"])
    said = f"{' '.join(words)} ends with {result.exit_code}: {result.output[-300:]}"
    return "" if result.exit_code in CODES and "Traceback" not in result.output else said


def summary(found: Found) -> dict[str, Any]:
    return {"files": found.kinds.total(), **found.kinds, "slowest_s": found.slowest, "wrong": len(found.wrong)}


def as_text(found: Found) -> str:
    return "\n".join([json.dumps(summary(found)), *found.wrong])
