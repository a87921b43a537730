"""How well `--time-limit` is kept, in whole processes: `python tests/bench/limits.py [limit_s ...]`.

Hard puzzles of 40×40 and 50×50 without a given, and with a few: each is the only one of its file, so that its time
is the program's start, the reading, and the work that is limited. The start, timed with a puzzle that needs nothing,
is taken off: what is printed is by how much the limit was passed (below zero: decided before).
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

SIZES = (40, 50)
VERBS = {
    "verify": ["verify"],
    "verify --count-up-to 1000": ["verify", "--count-up-to", "1000"],
    "verify --load": ["verify", "--load"],
    "verify --certificate": ["verify", "--certificate", "{folder}"],
    "grade": ["grade"],
    "repair": ["repair"],
}


def main(limits_s: list[float]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder, "small.json")
        small.write_text(json.dumps(tracks(4, 0)))
        for name, verb in VERBS.items():
            start_s = median(run_s(verb, small, 10, folder) for _ in range(3))
            for size in SIZES:
                for given in (0, 0.3):
                    source = Path(folder, f"{size}-{given}.json")
                    source.write_text(json.dumps(tracks(size, given)))
                    over = (run_s(verb, source, limit_s, folder) - start_s - limit_s for limit_s in limits_s)
                    print(
                        f"{name}, {size}×{size}, {given:.0%} given, limits {limits_s}:",
                        " ".join(f"{seconds:+.2f}" for seconds in over),
                        flush=True,
                    )


def run_s(verb: list[str], source: Path, limit_s: float, folder: str) -> float:
    """Seconds of a whole process."""
    words = [word.format(folder=tempfile.mkdtemp(dir=folder)) for word in verb]
    command = [sys.executable, "-m", "puzzle_factory", *words, str(source), "--time-limit", str(limit_s), "-q"]
    started = perf_counter()
    subprocess.run([*command, "--workers", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return perf_counter() - started


def tracks(size: int, given: float) -> dict[str, object]:
    """A railway that wanders from the west to the east, up and down in every column, and a share of it printed."""
    chance = random.Random(f"{size} {given}")
    row, path = size // 2, []
    for column in range(size):
        goal = chance.randrange(size)
        path += [(step, column) for step in range(row, goal, 1 if goal > row else -1)] + [(goal, column)]
        row = goal
    grid = [["."] * size for _ in range(size)]
    for before, here, after in zip([(path[0][0], -1), *path], path, [*path[1:], (row, size)], strict=False):
        if chance.random() < given:
            grid[here[0]][here[1]] = piece(here, before, after)
    return {
        "genre": "tracks",
        "puzzle": {
            "width": size,
            "height": size,
            "columns": [sum(column == at for _, column in path) for at in range(size)],
            "rows": [sum(row == at for row, _ in path) for at in range(size)],
            "entry": {"row": path[0][0], "col": 0, "side": "W"},
            "exit": {"row": row, "col": size - 1, "side": "E"},
            "grid": ["".join(line) for line in grid],
        },
    }


def piece(here: tuple[int, int], *neighbours: tuple[int, int]) -> str:
    """The rails from a cell to two neighbours of it."""
    sides = {(-1, 0): "N", (1, 0): "S", (0, 1): "E", (0, -1): "W"}
    leads = {sides[row - here[0], column - here[1]] for row, column in neighbours}
    return next(
        mark for mark, rails in zip("│─└┘┌┐", ("NS", "EW", "NE", "NW", "SE", "SW"), strict=True) if set(rails) == leads
    )


if __name__ == "__main__":
    main([float(word) for word in sys.argv[1:]] or [1, 3, 10])
