"""What carrying out a recipe takes beside the making: `python tests/bench/batch.py [SECTION...]`.

keeping      the share of the time of a batch that goes into its journal, and into an archive: each puzzle is asked
             about there before it is taken, and all are entered at the end
resume       going on with the journal of a batch that is all made, the writing of the files included
memory       of each process of a long batch, by one worker and by two, as it goes on
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import pytest

from puzzle_factory.archive import Archive, Avoid
from puzzle_factory.assembly import Watch
from puzzle_factory.batch import Job, carry_out
from puzzle_factory.cli.making import maker_for
from puzzle_factory.conversion import record_in
from puzzle_factory.journal import Journal
from puzzle_factory.production import Item, Made, items_of, make
from puzzle_factory.published import Publication
from puzzle_factory.recipe import Recipe, recipe_in
from puzzle_factory.sources import read_sources

TURNS = 3
KEPT = 10_000  # items of the journal that is gone on with
LONG = 5_000  # puzzles
CALLS = ("put", "sync", "made", "records")  # of a journal: all but the taking up of an empty one
EARLY = 500  # puzzles, after which a process should have all the memory that it needs
QUICK = """\
{genre: tracks, size: 8, level: [easy, medium, hard], count: 150}, {genre: str8ts, size: 6, level: easy, count: 50}"""
HARDER = """\
{genre: tracks, size: 10, level: hard, count: 100}, {genre: str8ts, size: 9, level: expert, count: 100}"""


def recipe(orders: str) -> Recipe:
    return recipe_in(f"recipe: bench\norders: [{orders}]\n".encode(), "bench.yaml")


def job(read: Recipe, folder: str, watch: Watch | None = None) -> Job:
    return Job(read, Path(folder), maker_for(read.seed, None, 1, None, True), watch=watch or Watch())


def timed(call: Callable[..., Any], spent_s: list[float]) -> Callable[..., Any]:
    """A call that notes the seconds it takes, those that it makes in turn not counted again."""

    def noting(*args: Any) -> Any:
        started, before = perf_counter(), len(spent_s)
        try:
            return call(*args)
        finally:
            del spent_s[before:]
            spent_s.append(perf_counter() - started)

    return noting


def keeping() -> None:
    """In wall time, so that the disk is counted."""
    for what, orders in {"quick puzzles": QUICK, "harder ones": HARDER}.items():
        turns = [kept(orders) for _ in range(TURNS)]
        shares = (100 * median(turn[number] for turn in turns) for number in range(2))
        print("  {}: journal {:.1f} %, archive {:.1f} % of {:.1f} s".format(what, *shares, turns[0][2]))


def kept(orders: str) -> tuple[float, float, float]:
    """One batch, and its puzzles into the archive: the shares of journal and archive, and the seconds of it all."""
    in_journal: list[float] = []
    in_archive: list[float] = []
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        archive, asked = known(Path(folder, "archive.sqlite")), job(recipe(orders), folder)
        for name in CALLS:
            patch.setattr(Journal, name, timed(getattr(Journal, name), in_journal))
        for name in ("holds", "reserve"):
            patch.setattr(Archive, name, timed(getattr(Archive, name), in_archive))
        avoid = Avoid((archive.path,))
        asked = replace(asked, maker=maker_for(asked.recipe.seed, avoid, 1, None, True), avoid=avoid)
        started = perf_counter()
        done, read = carry_out(asked), perf_counter()
        new = [record_in(item) for item in read_sources([str(done.files[0])])]
        started += perf_counter() - read  # reading the batch again is the bench's own doing
        archive.reserve(Publication("new", "2026-12-01"), new)
        took_s = perf_counter() - started
    return sum(in_journal) / took_s, sum(in_archive) / took_s, took_s


def known(path: Path) -> Archive:
    """An archive with some rows that no puzzle has."""
    archive = Archive.open(path)
    read = recipe(f"{{genre: tracks, size: 8, level: medium, count: {KEPT}}}")
    made = [record for each in pretended(read, items_of(read.orders)) for record in each.records]
    archive.reserve(Publication("old", "2026-11-01"), made)
    return archive


def resume() -> None:
    """Some puzzles that were made, each under many an item's name."""
    read = recipe(f"{{genre: tracks, size: 8, level: medium, count: {KEPT}}}")
    for _ in range(TURNS):
        with tempfile.TemporaryDirectory() as folder:
            asked = job(read, folder)
            with Journal.open(asked.layout.journal, asked.heading) as opened:
                for made in pretended(read, asked.items):
                    opened.put(made)
            size_mb = asked.layout.journal.stat().st_size / 1e6
            started, worked = perf_counter(), process_time()
            done = carry_out(asked)
            took_s, worked_s = perf_counter() - started, process_time() - worked
            print(f"  {done.count} records, {size_mb:.0f} MB: {took_s:.2f} s, {worked_s:.2f} s of them at work")


def pretended(read: Recipe, items: list[Item]) -> Iterator[Made]:
    """Items as if all had been made, no two of them alike."""
    patterns = [make(read.seed, item).records[0] for item in items[:50]]
    for item in items:
        pattern = patterns[item.index % len(patterns)]
        assert pattern.origin is not None
        key, answer_key = f"{item.index} {pattern.key}", f"{item.index} {pattern.answer_key}"
        origin = replace(pattern.origin, index=item.index)
        yield Made(item, (replace(pattern, key=key, answer_key=answer_key, origin=origin),))


def memory() -> None:
    """What the system says that each process holds at most, early on and at the end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.yaml")
        path.write_text(f"recipe: bench\norders: [{{genre: tracks, size: 5, level: easy, count: {LONG}}}]\n")
        for workers in (1, 2):
            target = Path(folder, str(workers))
            words = ["batch", str(path), "-q", "-o", str(target), "--workers", str(workers)]
            with subprocess.Popen([sys.executable, "-m", "puzzle_factory", *words]) as process:
                early, last = watched(process, target / "journal.jsonl")
            for number, (before_mb, after_mb) in enumerate(zip(early, last, strict=True)):
                name = f"worker {number}" if number else "the program"
                print(f"  {workers} workers, {name}: {before_mb:.0f} MB after {EARLY}, {after_mb:.0f} MB at the end")


def watched(process: subprocess.Popen[bytes], journal: Path) -> tuple[list[float], list[float]]:
    """The memory of a program and its workers when the journal has the early puzzles, and at the last look."""
    early: list[float] = []
    last: list[float] = []
    while process.poll() is None:
        time.sleep(0.02)
        seen = [peak_mb(number) for number in (process.pid, *workers_of(process.pid))]
        if len(seen) >= len(last) and all(seen):
            last = seen
        elif last and seen and seen[0]:
            last = [seen[0], *last[1:]]  # the workers are gone, and the program writes
        if not early and journal.exists() and journal.read_bytes().count(b"\n") > EARLY:
            early = last
    assert process.returncode == 0
    return early, last


def workers_of(program: int) -> list[int]:
    """The workers of a program, by number."""
    children = Path(f"/proc/{program}/task/{program}/children")
    numbers = [int(word) for word in children.read_text().split()] if children.exists() else []
    return [number for number in numbers if b"spawn_main" in said(number, "cmdline")]


def peak_mb(process: int) -> float:
    """The most memory of a process, 0 where it has ended."""
    lines = said(process, "status").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(b"VmHWM")), 0.0)


def said(process: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{name}").read_bytes()
    except OSError:
        return b""


SECTIONS = {"keeping": keeping, "resume": resume, "memory": memory}

if __name__ == "__main__":
    for section in sys.argv[1:] or SECTIONS:
        print(f"\n{section}")
        SECTIONS[section]()
