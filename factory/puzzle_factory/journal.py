"""The journal of an unfinished batch: what is made is put down at once, and a later run goes on from there.

entry        a line of JSON with a checksum: what an item came to, or as the first line the heading
heading      from what, and by which program, the batch is made: another one must not go on with it

Whatever happens to a run, its journal holds whole entries and at most one torn line, the last. An entry reaches the
system at once, so that it outlives the process however that ends; and the disk at least every half second. The run
holds the journal's lock. Entries are found by their item, so a damaged one costs no more than making it again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Generator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from puzzle_factory.errors import IoFailure, Unreadable, WrongUsage
from puzzle_factory.locks import Busy, is_at, try_lock
from puzzle_factory.production import Item, ItemKey, Made
from puzzle_factory.records import restored, to_data

SCHEMA = "puzzle-factory/journal/1"
SYNC_EVERY_S = 0.5
ENCODER = json.JSONEncoder(ensure_ascii=False)  # `json.dumps` would make one an entry
LEAD, BETWEEN, END = b'{"sha256": "', b'", "entry": ', b"}\n"
BODY = len(LEAD) + 64 + len(BETWEEN)  # where the entry begins in its line


class Journal:
    """The entries of a batch, on disk; in memory is only where they are. A context manager, which holds the lock."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self.damaged = 0  # lines that are no entries, the torn one at the end aside
        self._handle = handle
        self._places: dict[ItemKey, tuple[int, int]] = {}  # offset and length of the newest entry
        self._end = 0
        self._synced = monotonic()

    @classmethod
    def open(cls, path: Path, heading: Mapping[str, object], afresh: bool = False) -> Journal:
        """The journal at a place, made where there is none; `afresh` drops what it holds.

        Raises Busy where another run has it, WrongUsage where its heading is another, Unreadable where it is none.
        """
        journal = cls(path, _locked(path))
        try:
            journal._take_up({"schema": SCHEMA, **heading}, afresh)
        except BaseException:
            journal.close()
            raise
        return journal

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, item: Item) -> bool:
        return item.key in self._places

    def made(self, item: Item) -> Made | None:
        """What an item came to in an earlier run, or in this one; None where it is not in the journal."""
        if item.key not in self._places:
            return None
        return Made(item, tuple(map(restored, self.records(item.key))))

    def records(self, key: ItemKey) -> list[dict[str, Any]]:
        """The records of an item, as data. Raises IoFailure where they cannot be read any more."""
        offset, length = self._places[key]
        try:
            entry = _entry(os.pread(self._handle, length, offset))
        except OSError as error:
            raise self._unreadable(error) from error
        if entry is None:
            raise IoFailure(f"{self.path}: altered while it was at work; run the same command again")
        found: list[dict[str, Any]] = entry["records"]
        return found

    def put(self, made: Made) -> None:
        """Put down what an item came to. Raises IoFailure where the system refuses; what was put down before stays."""
        entry = {"item": list(made.item.key), "records": [to_data(record) for record in made.records]}
        self._places[made.item.key] = self._append(entry)
        if monotonic() - self._synced > SYNC_EVERY_S:
            self.sync()

    def sync(self) -> None:
        """Bring all entries to the disk. Raises IoFailure, also where the file is not at its place any more."""
        if not is_at(self._handle, self.path):
            raise IoFailure(f"{self.path}: gone while the batch was being made; run the same command again")
        try:
            os.fsync(self._handle)
        except OSError as error:
            raise self._failure(error) from error
        self._synced = monotonic()

    def close(self) -> None:
        """Let go of the journal and its lock."""
        with suppress(OSError):
            os.close(self._handle)

    def remove(self) -> None:
        """Take the journal away: the batch is finished, or nothing was made."""
        with suppress(OSError):
            if is_at(self._handle, self.path):
                os.unlink(self.path)

    def _take_up(self, heading: Mapping[str, object], afresh: bool) -> None:
        """Read what there is, or drop it; write the heading where there is none then."""
        with closing(self._lines()) as lines:
            first = next(lines, None)
            found = None if first is None else self._heading(first)
            if found is None or afresh:
                self._begin(heading)
                return
            _check_heading(self.path, found, heading)
            for line in lines:
                self._note(line)
        self._cut(self._end)

    def _begin(self, heading: Mapping[str, object]) -> None:
        """Write the heading in place of all that there is, which may be a torn one."""
        self._cut(0)
        self._end = 0
        self._append(heading)
        self.sync()

    def _note(self, line: bytes) -> None:
        """Note where the entry of a line is that has just been read."""
        match _entry(line):
            case {"item": [int(number), int(index), int(turn)], "records": [_, *_]}:
                self._places[number, index, turn] = self._end - len(line), len(line)
            case _:
                self.damaged += 1

    def _lines(self) -> Generator[bytes]:
        """The whole lines, `_end` being set behind each as it is given."""
        try:
            with open(self.path, "rb") as file:
                for line in file:
                    if not line.endswith(b"\n"):
                        if not self._end and not (LEAD.startswith(line) or line.startswith(LEAD)):
                            raise self._foreign()
                        return
                    self._end += len(line)
                    yield line
        except OSError as error:
            raise self._unreadable(error) from error

    def _heading(self, line: bytes) -> dict[str, Any]:
        """What the first line says. Raises Unreadable where it is no heading, as in anyone's file."""
        found = _entry(line)
        if found is None or found.get("schema") != SCHEMA:
            raise self._foreign()
        return found

    def _append(self, entry: Mapping[str, object]) -> tuple[int, int]:
        """Write an entry behind the others; its offset and length."""
        text = ENCODER.encode(entry).encode()
        line = LEAD + hashlib.sha256(text).hexdigest().encode() + BETWEEN + text + END
        try:
            _write(self._handle, line)
        except OSError as error:
            with suppress(OSError, IoFailure):
                self._cut(self._end)
            raise self._failure(error) from error
        self._end += len(line)
        return self._end - len(line), len(line)

    def _cut(self, length: int) -> None:
        try:
            os.ftruncate(self._handle, length)
        except OSError as error:
            raise self._failure(error) from error

    def _foreign(self) -> Unreadable:
        return _no_journal(self.path)

    def _unreadable(self, error: OSError) -> IoFailure:
        return IoFailure(f"{self.path}: cannot be read, {error.strerror or error}")

    def _failure(self, error: OSError) -> IoFailure:
        return IoFailure(
            f"{self.path}: not written, {error.strerror or error}; all that was finished before stands in it, "
            "and the same command goes on from there"
        )


def _locked(path: Path) -> int:
    """The handle of the journal at `path`, locked for this run. Raises Busy, IoFailure and Unreadable."""
    if path.exists() and not path.is_file():  # a pipe or a device would be read for ever
        raise _no_journal(path)
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise IoFailure(f"{path}: cannot be written, {error.strerror or error}") from error
        if not try_lock(handle):
            os.close(handle)
            raise Busy(f"{path.parent}: another run is at work here; wait till it ends, or name another folder with -o")
        if is_at(handle, path):
            return handle
        os.close(handle)  # its run has just finished and taken it away


def _no_journal(path: Path) -> Unreadable:
    return Unreadable(f"{path}: no journal of ours; move it away, or name another folder with -o")


def _write(handle: int, line: bytes) -> None:
    while line:
        line = line[os.write(handle, line) :]


def _entry(line: bytes) -> dict[str, Any] | None:
    """What a line of a journal says; None where the line is damaged."""
    text = line[BODY : -len(END)]
    digest = line[len(LEAD) : len(LEAD) + 64]
    if line[-len(END) :] != END or hashlib.sha256(text).hexdigest().encode() != digest:
        return None
    found = json.loads(text)
    return found if isinstance(found, dict) else None


def _check_heading(path: Path, found: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    """Raise WrongUsage where a journal was begun from something else, or by another program."""
    words = {"recipe": "the recipe", "seed": "the seed", "program": "the program", "shard": "the share"}
    for name, what in words.items():
        if found.get(name) != wanted.get(name):
            raise WrongUsage(
                f"{path.parent} holds an unfinished batch, and {what} was another when it was begun "
                f"({found.get(name)}, now {wanted.get(name)}); go on with that one, name another folder with -o, "
                "or begin anew with --afresh"
            )
