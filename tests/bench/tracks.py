"""The figures of Train Tracks, on one core: `python tests/bench/tracks.py [SECTION...]`.

Sections: making, whole, unique, ladder, start, memory. The peer, `sgt-tracks` (Debian: sgt-puzzles), is timed in the
same run and by turns with us, so that ratios hold on a machine whose speed drifts; without it there are no ratios,
and no puzzles to judge. Times are processor times but in `start`, which is what a person waits.
"""

from __future__ import annotations

import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from puzzle_factory.grading import grade
from puzzle_factory.production import Order, produce
from puzzle_factory.sources import read_sources
from puzzle_factory.uniqueness import Unique, engines_of_this_process, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Draft, Genre, Wish

PEER = shutil.which("sgt-tracks") or shutil.which("sgt-tracks", path="/usr/games")
TURNS = 5
BUDGET_S = 60.0


def main(sections: list[str]) -> None:
    for name in sections or SECTIONS:
        print(f"\n{name}")
        SECTIONS[name](registry.load("tracks"))


def making(genre: Genre) -> None:
    """Candidate, givens and grade, before engines, against the peer."""
    for size, level, count in ((5, "hard", 150), (8, "hard", 300), (10, "hard", 200), (15, "hard", 40)):
        made = drafts(genre, wish(genre, size, level))
        next(made)
        ours, peers = [], []
        for turn in range(TURNS):
            started = process_time()
            for draft in islice(made, count):
                grade(genre, draft.puzzle)
            ours.append(count / (process_time() - started))
            peers.append(count / peer_s(f"{size}x{size}dh", count, turn) if PEER else 0.0)
        ratio = f"{median(mine / theirs for mine, theirs in zip(ours, peers, strict=True)):6.2f}" if PEER else "     -"
        print(f"  {size}x{size} {level}: {median(ours):7.0f} a second, peer {median(peers):7.0f}, ratio {ratio}")


def whole(genre: Genre) -> None:
    """Making with both proofs, as `generate` does it, against the peer."""
    for size, level, count in ((8, "hard", 200), (10, "hard", 100), (15, "hard", 30), (8, "expert", 100)):
        order = Order("tracks", wish(genre, size, level, ends="any", givens="usual"), count)
        list(produce("warm", [Order("tracks", order.wish, 1)], workers=1))
        started = process_time()
        made = len(list(produce("bench", [order], workers=1)))
        rate = made / (process_time() - started)
        beside = f", ratio to the peer {rate * peer_s(f'{size}x{size}dh', count, 0) / count:.2f}" if PEER else ""
        print(f"  {size}x{size} {level}: {rate:6.1f} a second{beside if level == 'hard' else ''}")


def unique(genre: Genre) -> None:
    """Both engines on one foreign puzzle: find an answer, refute a second one."""
    for name, letter, count in (
        ("8x8", "h", 40),
        ("10x10", "h", 40),
        ("15x15", "h", 20),
        ("20x20", "h", 6),
        ("30x30", "e", 6),
    ):
        puzzles = foreign(f"{name}d{letter}", count)
        if not puzzles:
            print(f"  {name}: no peer to make foreign puzzles")
            continue
        engines_of_this_process.cache_clear()
        prove(genre, puzzles[0], BUDGET_S)  # builds the models
        times = [milliseconds(partial(judged, genre, puzzle)) for puzzle in puzzles]
        print(f"  {name} {letter}: median {median(times):6.1f} ms, worst {max(times):6.1f} ms")


def judged(genre: Genre, puzzle: Any) -> None:
    assert isinstance(prove(genre, puzzle, BUDGET_S), Unique)


def ladder(genre: Genre) -> None:
    """The compiled climb of a foreign 8x8, and the whole `climb` that sets up its board."""
    cases = [("e", foreign("8x8de", 50)), ("t", foreign("8x8dt", 50)), ("h", foreign("8x8dh", 50))]
    cases.append(("our expert", [d.puzzle for d in islice(drafts(genre, wish(genre, 8, "expert")), 50)]))
    for name, puzzles in cases:
        if puzzles:
            compiled = 1000 * median(fastest_ms(compiled_climb(puzzle)) for puzzle in puzzles)
            whole_us = 1000 * median(fastest_ms(partial(genre.climb, puzzle, LEVELS[-1])) for puzzle in puzzles)
            print(f"  8x8 {name}: median {compiled:5.0f} µs compiled, {whole_us:5.0f} µs in all")


def compiled_climb(puzzle: Any) -> Callable[[], object]:
    """The compiled climb of a puzzle by itself, its arrays made beforehand."""
    from puzzle_models.tracks import board, ladder, techniques

    facts = board.board(puzzle)
    start_marks = board.start_marks(facts, puzzle.givens)
    trace, rounds, rungs = techniques.room_for(facts).trace, techniques.rounds_for(facts), len(ladder.LADDER)
    return lambda: techniques.climb_marks(facts, start_marks.copy(), start_marks.copy(), rungs, trace, rounds)


def fastest_ms(work: Callable[[], object]) -> float:
    """The best of nine: what the work takes when nothing else does."""
    return min(milliseconds(work) for _ in range(9))


def start(_: Genre) -> None:
    """Seconds to the first puzzle: compiled before, and never."""
    command = [sys.executable, "-m", "puzzle_factory", "generate", "tracks", "--size", "8", "--seed", "bench", "-q"]
    print(f"  --help: {wait_s([sys.executable, '-m', 'puzzle_factory', '--help']):.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        fresh = {"XDG_CACHE_HOME": folder}
        print(f"  very first run: {wait_s(command, fresh):.1f} s")
        print(f"  the next: {median(wait_s(command, fresh) for _ in range(3)):.2f} s")


def memory(genre: Genre) -> None:
    """Peak memory of one worker, in a process of its own, in the course of 2,000 puzzles."""
    code = "from puzzle_models import registry; import tracks; tracks.worker(registry.load('tracks'))"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent)


def worker(genre: Genre) -> None:
    """What a worker does all day."""
    order = Order("tracks", wish(genre, 8, "medium", ends="any", givens="usual"), 2000)
    for number, _ in enumerate(produce("bench", [order], workers=1), 1):
        if number in (1, 100, 500, 1000, 1500, 2000):
            peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"  after {number:4} puzzles: {peak_mb:.0f} MB at most", flush=True)


def wish(genre: Genre, size: int, level: str, ends: str = "left-bottom", givens: str = "few") -> Wish:
    """By default what the peer makes: ends left and bottom, no given too many."""
    style = {option.name: option.default for option in genre.options} | {"ends": ends, "givens": givens}
    return Wish(size, size, level, style)


def drafts(genre: Genre, wanted: Wish) -> Iterator[Draft]:
    """Candidates that came out as wished, without end."""
    number = 0
    while True:
        draft = genre.draw(wanted, hashlib.sha256(f"bench {number}".encode()).digest()[:16])
        number += 1
        if draft.puzzles:
            yield draft


def peer_s(parameters: str, count: int, turn: int) -> float:
    """Processor seconds that the peer takes for so many puzzles."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    peer(parameters, count, turn)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peer(parameters: str, count: int, turn: int) -> bytes:
    command = [str(PEER), "--generate", str(count), f"{parameters}#bench{turn}"]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


def foreign(parameters: str, count: int) -> list[Any]:
    """Puzzles of the peer."""
    if not PEER:
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "peer.txt"
        path.write_bytes(peer(parameters, count, 0))
        return [item.puzzle for item in read_sources([str(path)])]


def milliseconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return 1000 * (perf_counter() - started)


def wait_s(command: list[str], more: dict[str, str] | None = None) -> float:
    """Seconds that a whole process takes."""
    started = perf_counter()
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **(more or {})}
    )
    return perf_counter() - started


SECTIONS: dict[str, Callable[[Genre], None]] = {
    "making": making,
    "whole": whole,
    "unique": unique,
    "ladder": ladder,
    "start": start,
    "memory": memory,
}

if __name__ == "__main__":
    main(sys.argv[1:])
