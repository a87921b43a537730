"""A day on disk: its file, and how what stands there compares with the index.

line         a record as JSON on one line, as the day's file and the archive have it
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from puzzle_factory.dates import iso_day
from puzzle_factory.documents import Malformed, first_flaw, load_json
from puzzle_factory.errors import IoFailure, Unreadable, WrongUsage
from puzzle_factory.seal import Sealed, file_of
from puzzle_factory.store import read_whole, sha256_of

SCHEMA = "puzzle-factory/day/1"
MONTHS = "[0-9][0-9][0-9][0-9]/[0-9][0-9]"  # the folders that days are in

Slots = Mapping[str, Mapping[str, object]]  # the data of a record for each name of a slot


@dataclass(frozen=True)
class Standing:
    """What there is of a day: its entry in the index, if it is sealed, and the bytes in its file, if there are any.

    `fault` says why a file that is there cannot be read.
    """

    day: date
    path: Path
    entry: Sealed | None
    content: bytes | None
    fault: str = ""

    @property
    def is_published(self) -> bool:
        """Whether the file is there and has the bytes that were sealed."""
        return self.entry is not None and self.content is not None and self.entry.sha256 == sha256_of(self.content)

    @property
    def is_altered(self) -> bool:
        """Whether the file is there with other bytes than were sealed."""
        return self.entry is not None and self.content is not None and not self.is_published


def standing(folder: Path, day: date, entry: Sealed | None) -> Standing:
    """What there is of a day in a calendar's folder; a folder in its place is no content."""
    path = folder / file_of(day)
    try:
        return Standing(day, path, entry, read_whole(path) if path.is_file() else None)
    except IoFailure as error:
        return Standing(day, path, entry, None, str(error))


def standings(folder: Path, days: Sequence[date], index: Sequence[Sealed]) -> Iterator[Standing]:
    """What there is of each day."""
    entries = {each.date: each for each in index}
    return (standing(folder, day, entries.get(day)) for day in days)


def day_bytes(day: date, lines: Mapping[str, str]) -> bytes:
    """The file of a day, a line for each slot.

    The slots are in the order of their names, which is the archive's too: so the same bytes can be had from there,
    however the calendar was changed meanwhile.
    """
    slots = ",\n ".join(f"{json.dumps(name)}: {lines[name]}" for name in sorted(lines))
    return f'{{"schema": "{SCHEMA}", "date": "{day}", "slots": {{\n {slots}\n}}}}\n'.encode()


def slots_in(path: Path, content: bytes) -> Slots:
    """The records of a day's file, as data by slot. Raises Unreadable."""
    try:
        data = load_json(content.decode())
    except (Malformed, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: no day of ours, {error}") from error
    slots = data.get("slots") if isinstance(data, dict) and not first_flaw(data) else None
    if not isinstance(slots, dict) or not slots or not all(isinstance(each, dict) for each in slots.values()):
        raise Unreadable(f"{path}: no day of ours; it has no records by slot")
    return slots


def files_in(folder: Path) -> dict[str, date]:
    """The day files under a folder, sealed or not: their dates by their places, in order of date."""
    found = {}
    for path in folder.glob(f"{MONTHS}/*.json"):
        try:
            found[path.relative_to(folder).as_posix()] = iso_day(path.stem)
        except WrongUsage:
            continue  # not a day's name: a file of other people
    return dict(sorted(found.items(), key=lambda each: each[1]))
