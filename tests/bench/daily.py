"""A year of dailies with small slots in one run, then checked: `python tests/bench/daily.py`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

CALENDAR = """\
daily: year
seed: a year of dailies, to be measured
slots:
  small:
    genre: tracks
    size: 6
    rota:
      mon: {size: 5, level: easy}
      tue: {size: 5, level: easy}
      wed: {level: medium}
      thu: {level: medium}
      fri: {level: hard}
      sat: {size: 7, level: hard}
      sun: {size: 7, level: expert}
  digits:
    genre: str8ts
    size: 6
    rota:
      mon: {level: easy}
      tue: {level: easy}
      wed: {level: medium}
      thu: {level: medium}
      fri: {level: hard}
      sat: {level: hard}
      sun: {level: expert}
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "year.yaml")
        config.write_text(CALENDAR)
        places = ["--config", str(config), "-o", f"{folder}/daily", "--archive", f"{folder}/archive.sqlite"]
        year = ["--from", "2028-01-01", "--to", "2028-12-31"]
        for args in ([*year], [*year], ["--check"]):
            started = perf_counter()
            command = [sys.executable, "-m", "puzzle_factory", "daily", *places, *args]
            done = subprocess.run(command, capture_output=True, text=True)
            took_s = perf_counter() - started
            print(f"  exit {done.returncode}, {took_s:.1f} s: {done.stdout.strip()}{done.stderr.strip()}")
        records = [record for path in Path(folder, "daily").glob("2028/*/*.json") for record in slots(path)]
        for key in ("key", "answer_key"):
            print(f"  {len(records)} puzzles, {len({record[key] for record in records})} different by {key}")


def slots(path: Path) -> list[dict[str, str]]:
    return list(json.loads(path.read_bytes())["slots"].values())


if __name__ == "__main__":
    main()
