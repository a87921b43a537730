"""Batches that take no time: puzzles that are only numbered, and what becomes of a folder when a run is disturbed."""

from __future__ import annotations

import builtins
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from puzzle_factory.batch import Job
from puzzle_factory.grading import Grade
from puzzle_factory.production import Item, Made
from puzzle_factory.recipe import Recipe, recipe_in
from puzzle_factory.records import Origin, Play, Proof, Record
from puzzle_factory.sharding import Shard

CALLS = ("open", "write", "fsync", "ftruncate", "pread", "replace", "unlink", "chmod", "mkdir")


def recipe(count: int = 4, more: str = "", name: str = "book") -> Recipe:
    """A recipe with an order of so many puzzles; `more` is further lines of it."""
    text = f"recipe: {name}\n{more}orders:\n  - {{genre: tracks, size: 5, level: easy, count: {count}}}\n"
    return recipe_in(text.encode(), f"{name}.yaml")


def record(item: Item, seed: str, key: str = "", grade: Grade | None = None, attempt: int = 0) -> Record:
    """What stands for the puzzle of an item. No two items have the same unless a key says so."""
    key = key or f"{seed} {item.key}"
    return Record(
        id=f"{item.order.genre}-{item.order.number}-{item.index}",
        genre=item.order.genre,
        puzzle={"width": 5, "grid": ["....┌", "....."]},
        answer={"grid": ["│─└┘┌", "....."]},
        grade=grade or Grade("tracks/1", "easy", 5.0 + item.index, "gap", {"gap": 1}, 1, 1, False),
        proof=Proof("unique", ("cp-sat", "sat")),
        play=Play(),
        origin=Origin(seed, item.order.number, item.index, attempt),
        key=key,
        answer_key=f"answer of {key}",
    )


def maker(seed: str = "book") -> Callable[[Sequence[Item]], Generator[Made]]:
    """Makes a record for each item, at once."""

    def made(items: Sequence[Item]) -> Generator[Made]:
        for item in items:
            yield Made(item, (record(item, seed),))

    return made


def job(folder: Path, count: int = 4, shard: str | None = None, **more: Any) -> Job:
    """A recipe of numbered puzzles, to be carried out into a folder."""
    read = recipe(count)
    return Job(read, folder, maker(read.seed), shard=Shard.parse(shard) if shard else None, **more)


def contents(folder: Path) -> dict[str, bytes]:
    """The files in a folder, without what may differ from run to run."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("manifest.json")}


def one_line(error: BaseException) -> bool:
    """Whether an error says something, in one line."""
    return bool(str(error).strip()) and "\n" not in str(error)


class Fault:
    """What happens at one of the calls to the system, counted from 0, or from it on for ever.

    `spared` are calls that are not counted: where the disk is full, files can still be taken away.
    """

    def __init__(
        self,
        at: int,
        happens: Callable[[], None],
        for_ever: bool = False,
        after: bool = False,
        spared: Sequence[str] = (),
    ) -> None:
        self.at, self.happens, self.for_ever, self.after = at, happens, for_ever, after
        self.spared = spared
        self.calls = 0

    @property
    def has_happened(self) -> bool:
        return self.calls > self.at

    @contextmanager
    def in_force(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        with monkeypatch.context() as patched:
            for name in CALLS:
                if name not in self.spared:
                    patched.setattr(os, name, self._watched(getattr(os, name) if name != "fsync" else no_sync))
            if "open" not in self.spared:
                patched.setattr(builtins, "open", self._watched(open))
            yield

    def _watched(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **named: Any) -> Any:
            here = self.calls
            self.calls += 1
            due = here == self.at or (self.for_ever and here > self.at)
            if due and not self.after:
                self.happens()
            result = call(*args, **named)
            if due and self.after:
                self.happens()
            return result

        return watched


def no_sync(handle: int) -> None:
    """Nobody pulls the plug in a test."""


def disk_full() -> None:
    raise OSError(ENOSPC, os.strerror(ENOSPC))


def ctrl_c() -> None:
    raise KeyboardInterrupt
