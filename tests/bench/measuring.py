"""What the benchmarks of all genres share: clocks, drafts without end, whole processes, the memory of a worker."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from puzzle_factory.production import Order, produce
from puzzle_factory.uniqueness import Unique, engines_of_this_process, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Draft, Genre, Wish

BUDGET_S = 60.0
Section = Callable[[Genre], None]


def run(genre: str, sections: dict[str, Section], wanted: list[str]) -> None:
    """The sections that are wanted, or all."""
    for name in wanted or sections:
        print(f"\n{name}")
        sections[name](registry.load(genre))


def wish(genre: Genre, size: int, level: str, **style: str) -> Wish:
    """A wish with the usual style but for what is named; `_` in a name stands for `-`."""
    usual = {option.name: option.default for option in genre.options}
    return Wish(size, size, level, usual | {name.replace("_", "-"): value for name, value in style.items()})


def drafts(genre: Genre, wanted: Wish) -> Iterator[Draft]:
    """Candidates that came out as wished, without end."""
    number = 0
    while True:
        draft = genre.draw(wanted, hashlib.sha256(f"bench {number}".encode()).digest()[:16])
        number += 1
        if draft.puzzles:
            yield draft


def made_per_s(order: Order) -> float:
    """Puzzles of an order a second of processor time, both proofs included, as `generate` makes them."""
    list(produce("warm", [Order(order.genre, order.wish, 1)], workers=1))
    started = process_time()
    made = len(list(produce("bench", [order], workers=1)))
    return made / (process_time() - started)


def proof_times_ms(genre: Genre, puzzles: list[Any]) -> list[float]:
    """Both engines on each foreign puzzle: find an answer, refute a second one."""
    engines_of_this_process.cache_clear()
    judged(genre, puzzles[0])  # loads the solvers
    return [milliseconds(partial(judged, genre, puzzle)) for puzzle in puzzles]


def judged(genre: Genre, puzzle: Any) -> None:
    assert isinstance(prove(genre, puzzle, BUDGET_S), Unique)


def fastest_ms(work: Callable[[], object]) -> float:
    """The best of nine: what the work takes when nothing else does."""
    return min(milliseconds(work) for _ in range(9))


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time."""
    started = process_time()
    work()
    return 1000 * (process_time() - started)


def start(genre: Genre) -> None:
    """Seconds that a person waits for the first puzzle: compiled before, and never."""
    command = [sys.executable, "-m", "puzzle_factory", "generate", genre.name, "--seed", "bench", "-q"]
    print(f"  --help: {wait_s([sys.executable, '-m', 'puzzle_factory', '--help']):.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        fresh = {"XDG_CACHE_HOME": folder}
        print(f"  very first run: {wait_s(command, fresh):.1f} s")
        print(f"  the next: {median(wait_s(command, fresh) for _ in range(3)):.2f} s")


def wait_s(command: list[str], more: dict[str, str] | None = None) -> float:
    """Seconds that a whole process takes."""
    started = perf_counter()
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **(more or {})}
    )
    return perf_counter() - started


def memory(genre: Genre) -> None:
    """Peak memory of one worker, in a process of its own, in the course of its puzzles."""
    command = [sys.executable, __file__, genre.name]
    subprocess.run(command, check=True)


def worker(genre: Genre) -> None:
    """What a worker does all day."""
    order = Order(genre.name, wish(genre, int(genre.usual_size), "medium"), 2000)
    for number, _ in enumerate(produce("bench", [order], workers=1), 1):
        if number in (1, 100, 500, 1000, 1500, 2000):
            print(f"  after {number:4} puzzles: {peak_mb():.0f} MB at most", flush=True)


def peak_mb() -> float:
    """The most memory of this process. (Its `ru_maxrss` would count what its parent had when it was started.)"""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


if __name__ == "__main__":
    worker(registry.load(sys.argv[1]))
