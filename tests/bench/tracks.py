"""The figures of Train Tracks, on one core: `python tests/bench/tracks.py [SECTION...]`.

Sections: making, whole, unique, ladder, start, memory. The peer, `sgt-tracks` (Debian: sgt-puzzles), is timed in the
same run and by turns with us, so that ratios hold on a machine whose speed drifts; without it there are no ratios,
and no puzzles to judge. Times are processor times but in `start`, which is what a person waits.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from measuring import Section, drafts, fastest_ms, made_per_s, memory, proof_times_ms, run, start, wish

from puzzle_factory.grading import grade
from puzzle_factory.production import Order
from puzzle_factory.sources import read_sources
from puzzle_models.kernel.contract import LEVELS, Genre

PEER = shutil.which("sgt-tracks") or shutil.which("sgt-tracks", path="/usr/games")
PEERS_STYLE = {"ends": "left-bottom", "givens": "few"}
TURNS = 5


def making(genre: Genre) -> None:
    """Candidate, givens and grade, before engines, against the peer."""
    for size, level, count in ((5, "hard", 150), (8, "hard", 300), (10, "hard", 200), (15, "hard", 40)):
        made = drafts(genre, wish(genre, size, level, **PEERS_STYLE))
        next(made)
        ours, peers = [], []
        for turn in range(TURNS):
            started = process_time()
            for draft in islice(made, count):
                grade(genre, draft.puzzles[0])
            ours.append(count / (process_time() - started))
            peers.append(count / peer_s(f"{size}x{size}dh", count, turn) if PEER else 0.0)
        ratio = f"{median(mine / theirs for mine, theirs in zip(ours, peers, strict=True)):6.2f}" if PEER else "     -"
        print(f"  {size}x{size} {level}: {median(ours):7.0f} a second, peer {median(peers):7.0f}, ratio {ratio}")


def whole(genre: Genre) -> None:
    """Making with both proofs, as `generate` does it, against the peer."""
    for size, level, count in ((8, "hard", 200), (10, "hard", 100), (15, "hard", 30), (8, "expert", 100)):
        rate = made_per_s(Order(genre.name, wish(genre, size, level), count))
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
        times = proof_times_ms(genre, puzzles)
        print(f"  {name} {letter}: median {median(times):6.1f} ms, worst {max(times):6.1f} ms")


def ladder(genre: Genre) -> None:
    """The compiled climb of a foreign 8x8, and the whole `climb` that sets up its board."""
    cases = [("e", foreign("8x8de", 50)), ("t", foreign("8x8dt", 50)), ("h", foreign("8x8dh", 50))]
    cases.append(
        ("our expert", [d.puzzles[0] for d in islice(drafts(genre, wish(genre, 8, "expert", **PEERS_STYLE)), 50)])
    )
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


SECTIONS: dict[str, Section] = {
    "making": making,
    "whole": whole,
    "unique": unique,
    "ladder": ladder,
    "start": start,
    "memory": memory,
}

if __name__ == "__main__":
    run("tracks", SECTIONS, sys.argv[1:])
