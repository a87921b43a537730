"""A small calendar to test on: its file, runs of it in a process and beside it, and what it leaves in its folder."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import Result

SEED = "a long secret that nobody can guess"
SLOTS = """\
  small: {genre: tracks, size: 5, level: easy}
  digits: {genre: str8ts, size: 5, level: easy}
"""
WEEK = ("--from", "2026-12-01", "--to", "2026-12-07")


@dataclass(frozen=True)
class Site:
    """Where a test's dailies are. `run` is the program in this process."""

    home: Path
    program: Callable[..., Result]

    @property
    def config(self) -> Path:
        return self.home / "calendar.yaml"

    @property
    def folder(self) -> Path:
        return self.home / "daily"

    @property
    def archive(self) -> Path:
        return self.home / "archive.sqlite"

    @property
    def places(self) -> tuple[str, ...]:
        return ("--config", str(self.config), "-o", str(self.folder), "--archive", str(self.archive))

    def run(self, *args: str) -> Result:
        return self.program("daily", *self.places, *args)

    def start(self, *args: str) -> subprocess.Popen[str]:
        """The program in a process of its own."""
        command = [sys.executable, "-m", "puzzle_factory", "daily", *self.places, *args]
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    def write(self, slots: str = SLOTS, **keys: object) -> None:
        """The calendar's file, with other keys than the usual ones."""
        said = {"daily": "site", "seed": SEED, **keys}
        lines = [f"{name}: {value}\n" for name, value in said.items() if value is not None]
        self.config.write_text("".join(lines) + f"slots:\n{slots}")

    def path(self, day: str) -> Path:
        return self.folder / day[:4] / day[5:7] / f"{day}.json"

    def day(self, day: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.path(day).read_bytes())
        return found

    def index(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = json.loads((self.folder / "index.json").read_bytes())["days"]
        return found

    def contents(self) -> dict[str, bytes]:
        """All files under the folder of the days."""
        return contents(self.folder)

    def reseal(self, changes: Mapping[str, Callable[[bytes], bytes]]) -> None:
        """Change days and work out checksums and chain anew, as who forges a calendar would."""
        chain, days = "0" * 64, []
        for entry in self.index():
            path = self.folder / entry["file"]
            if entry["date"] in changes:
                path.write_bytes(changes[entry["date"]](path.read_bytes()))
            sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
            chain = hashlib.sha256(f"{chain}\n{entry['date']}\n{sha256}".encode()).hexdigest()
            days.append({**entry, "sha256": sha256, "chain": chain})
        (self.folder / "index.json").write_text(json.dumps({"schema": "puzzle-factory/index/1", "days": days}))


def contents(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def site_at(home: Path, program: Callable[..., Result]) -> Site:
    home.mkdir(exist_ok=True)
    site = Site(home, program)
    site.write()
    return site


def other(site: Site, name: str) -> Site:
    """Another site of the same calendar, with nothing published."""
    return site_at(site.home.with_name(name), site.program)


def last_line(stderr: str) -> str:
    return stderr.splitlines()[-1]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, **more}
