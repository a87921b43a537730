"""The sealed calendar: index.json, in which every day's checksum is chained to all those sealed before it.

The days stand in the order in which they were sealed. One that is filled in later comes last, so that no chain value
that was ever published changes. The index tells nothing of a day but its checksum: it may be public ahead of the days.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from itertools import pairwise
from pathlib import Path

from puzzle_factory.dates import iso_day
from puzzle_factory.documents import Flaw, Malformed, load_json
from puzzle_factory.errors import REFUTED, FactoryError, Unreadable, WrongUsage
from puzzle_factory.store import read_whole, sha256_of, write_whole

SCHEMA = "puzzle-factory/index/1"
INDEX = "index.json"
START = "0" * 64  # before the first day


class BrokenSeal(FactoryError):
    """The index is not what was published."""

    exit_code = REFUTED


@dataclass(frozen=True)
class Sealed:
    """A day of the index. `file` is relative to the folder of the index; `sha256` is that of the file."""

    date: date
    file: str
    sha256: str
    chain: str


def file_of(day: date) -> str:
    """Where the file of a day is, seen from the index."""
    return f"{day.isoformat()[:4]}/{day.isoformat()[5:7]}/{day.isoformat()}.json"


def chained(before: str, day: date, sha256: str) -> str:
    """The chain value of a day that is sealed after another."""
    return sha256_of(f"{before}\n{day.isoformat()}\n{sha256}".encode())


def sealed(index: Sequence[Sealed], day: date, content: bytes) -> tuple[Sealed, ...]:
    """The index with one more day at its end."""
    sha256 = sha256_of(content)
    return (*index, Sealed(day, file_of(day), sha256, chained(index[-1].chain if index else START, day, sha256)))


def breaks(index: Sequence[Sealed]) -> Iterator[Sealed]:
    """The days whose chain value does not follow from the one before."""
    chains = [START, *(each.chain for each in index)]
    for each, (before, chain) in zip(index, pairwise(chains), strict=True):
        if chain != chained(before, each.date, each.sha256):
            yield each


def check_seal(folder: Path, index: Sequence[Sealed]) -> None:
    """Raise BrokenSeal at the first day that does not follow from those before."""
    for each in breaks(index):
        raise BrokenSeal(
            f"{folder / INDEX}: altered since it was published, the chain does not hold at {each.date}; "
            "put the index back as it was"
        )


def read_index(folder: Path) -> tuple[Sealed, ...]:
    """The days of the index in a folder, none where there is no index. Raises Unreadable and IoFailure."""
    path = folder / INDEX
    if not path.exists():
        return ()
    try:
        return _index(load_json(read_whole(path).decode()))
    except (Malformed, ValueError, WrongUsage) as error:
        raise Unreadable(
            f"{path}: no index of ours ({error}); put it back as it was, or name another folder"
        ) from error


def _index(data: object) -> tuple[Sealed, ...]:
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("days"), list):
        raise ValueError(
            str(data) if isinstance(data, Flaw) else f"its schema is not {SCHEMA}, or its days are no list"
        )
    if not data["days"]:
        raise ValueError("it has no days, and none is ever written so")  # a new beginning would break the seal
    found = tuple(map(_entry, data["days"]))
    if len({each.date for each in found}) < len(found):
        raise ValueError("a day stands in it twice")
    return found


def _entry(data: object) -> Sealed:
    known = {each.name for each in fields(Sealed)}
    if not isinstance(data, dict) or not known <= set(data) or not all(isinstance(data[name], str) for name in known):
        raise ValueError(f"a day has not the fields {', '.join(sorted(known))}")
    day = iso_day(data["date"])
    if data["file"] != file_of(day):
        raise ValueError(f"the file of {day} is not {file_of(day)}")
    return Sealed(day, data["file"], data["sha256"], data["chain"])


def write_index(folder: Path, index: Sequence[Sealed]) -> None:
    """Write the index into its folder, whole or not at all. Raises IoFailure."""
    lines = [json.dumps({**asdict(each), "date": each.date.isoformat()}) for each in index]
    text = f'{{"schema": "{SCHEMA}", "days": [\n ' + ",\n ".join(lines) + "\n]}\n"
    write_whole(folder / INDEX, text.encode())
