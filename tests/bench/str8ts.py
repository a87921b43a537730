"""The figures of Str8ts, on one core: `python tests/bench/str8ts.py [SECTION...]`.

Sections: whole, families, unique, ladder, start, memory. Published puzzles are judged where the corpus lies beside the
repository, puzzles of our own where it does not. Times are processor times but in `start`: what a person waits.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from measuring import Section, drafts, fastest_ms, made_per_s, memory, proof_times_ms, run, start, wish

from puzzle_factory.production import Order
from puzzle_models.kernel.contract import LEVELS, NESTED, Genre

CORPUS = Path(__file__).parents[3] / "shared" / "corpora" / "str8ts" / "str8ts.jsonl"
SIZE = 9


def whole(genre: Genre) -> None:
    """Making with both proofs, as `generate` does it."""
    for level, count in (("easy", 200), ("medium", 200), ("hard", 200), ("expert", 100)):
        print(f"  {level}: {made_per_s(Order(genre.name, wish(genre, SIZE, level), count)):6.1f} a second")
    needed = wish(genre, SIZE, "expert", supposition="needed")
    print(f"  expert that needs a supposition: {made_per_s(Order(genre.name, needed, 20)):6.2f} a second")


def families(genre: Genre) -> None:
    """Families of four, with all their proofs."""
    print(f"  {made_per_s(Order(genre.name, wish(genre, SIZE, NESTED), 20)):6.1f} puzzles a second, four a family")


def unique(genre: Genre) -> None:
    """Both engines on one foreign puzzle: find an answer, refute a second one."""
    for name, puzzles in foreign(genre).items():
        times = proof_times_ms(genre, puzzles[:100])
        print(f"  {name}: median {median(times):6.1f} ms, worst {max(times):6.1f} ms")


def ladder(genre: Genre) -> None:
    """The compiled climb, and the whole `climb` that sets up its board."""
    for name, puzzles in foreign(genre).items():
        compiled = median(fastest_ms(compiled_climb(puzzle)) for puzzle in puzzles)
        in_all = median(fastest_ms(partial(genre.climb, puzzle, LEVELS[-1])) for puzzle in puzzles)
        print(f"  {name}: median {1000 * compiled:5.0f} µs compiled, {1000 * in_all:5.0f} µs in all")


def compiled_climb(puzzle: Any) -> Callable[[], object]:
    """The compiled climb of a puzzle by itself, its arrays made beforehand."""
    from puzzle_models.str8ts import board, ladder, techniques

    facts, start_marks = board.board(puzzle), board.start_marks(puzzle)
    trace, rounds, *_ = techniques.room_for(puzzle.size)
    rungs = len(ladder.LADDER)
    return lambda: techniques.climb_marks(facts, start_marks.copy(), start_marks.copy(), rungs, trace, rounds)


def foreign(genre: Genre) -> dict[str, list[Any]]:
    """Published 9x9 with one answer by their makers' label, or our own by level."""
    if not CORPUS.is_file():
        made = {level: islice(drafts(genre, wish(genre, SIZE, level)), 50) for level in LEVELS}
        return {f"our {level}": [draft.puzzles[0] for draft in found] for level, found in made.items()}
    found: dict[str, list[Any]] = {}
    for entry in map(json.loads, CORPUS.read_text().splitlines()):
        if entry["label"] and entry["n_solutions"] == "1" and entry["size"] == SIZE:
            puzzle = genre.parse({"size": entry["size"], "grid": entry["rows"]})
            found.setdefault(entry["label"], []).append(puzzle)
    return found


SECTIONS: dict[str, Section] = {
    "whole": whole,
    "families": families,
    "unique": unique,
    "ladder": ladder,
    "start": start,
    "memory": memory,
}

if __name__ == "__main__":
    run("str8ts", SECTIONS, sys.argv[1:])
