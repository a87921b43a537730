"""What making by the million takes: `python tests/bench/production.py [SECTION...]`.

million      core hours for a million puzzles, by genre and level, from the rate of one core with both proofs
workers      a batch by one worker and by two, whole processes, journal and files included
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from measuring import made_per_s, wait_s, wish

from puzzle_factory.production import Order
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS

MILLION = 1_000_000
SIZES = {"tracks": (6, 8, 10), "str8ts": (6, 9)}
SAMPLE = 150  # puzzles that a rate is taken from
ORDERS = {
    "12x12 tracks, expert": "{genre: tracks, size: 12, level: expert, count: 200}",
    "both genres": "{genre: tracks, size: 10, level: hard, count: 100}, "
    "{genre: str8ts, size: 9, level: expert, count: 100}",
}


def million() -> None:
    """A table in the README's form."""
    print(f"| | {' | '.join(LEVELS)} |\n|---|{'---|' * len(LEVELS)}")
    for name, sizes in SIZES.items():
        for size in sizes:
            print(
                f"| `{name}` {size}×{size} | {' | '.join(hours(name, size, level) for level in LEVELS)} |", flush=True
            )


def hours(name: str, size: int, level: str) -> str:
    rate = made_per_s(Order(name, wish(registry.load(name), size, level), SAMPLE))
    return f"{MILLION / rate / 3600:.1f}"


def workers() -> None:
    """Each count of workers three times, by turns; the ratio of the medians."""
    for what, orders in ORDERS.items():
        with tempfile.TemporaryDirectory() as folder:
            recipe = Path(folder, "workers.yaml")
            recipe.write_text(f"recipe: workers\noutput: {{formats: [jsonl]}}\norders: [{orders}]\n")
            command = [sys.executable, "-m", "puzzle_factory", "batch", str(recipe), "-q", "-o"]
            times: dict[int, list[float]] = {1: [], 2: []}
            for turn in range(3):
                for count in times:
                    place = str(Path(folder, f"{count}-{turn}"))
                    times[count].append(wait_s([*command, place, "--workers", str(count)]))
        one, two = (median(times[count]) for count in (1, 2))
        print(f"  200 puzzles, {what}: {one:.1f} s by one worker, {two:.1f} s by two: {one / two:.2f} times as fast")


SECTIONS = {"million": million, "workers": workers}

if __name__ == "__main__":
    for section in sys.argv[1:] or SECTIONS:
        print(f"\n{section}")
        SECTIONS[section]()
