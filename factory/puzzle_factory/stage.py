"""Where the dailies are rehearsed: a temporary folder, and the program run in it as cron would run it.

Nothing of a rehearsal touches what is published. Its seed is another one, so that none of its puzzles is given away.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzle_factory.calendars import VARIABLE
from puzzle_factory.dates import Days
from puzzle_factory.locks import LOCK
from puzzle_factory.seal import INDEX
from puzzle_factory.store import PART

SEED = "the seed of rehearsals, which is no secret"
PATIENCE_S = 600.0  # of waiting for a run; the first may have to compile
LOOK_EVERY_S = 0.002
# The limit is set by the process itself, before it does anything else: so no other one is held to it.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from puzzle_factory.cli import main
main(sys.argv[2:])
"""


@dataclass(frozen=True)
class Stage:
    """A folder to rehearse in, the calendar's file, and the days that are played through."""

    root: Path
    config: Path
    days: Days
    workers: int

    def troupe(self, name: str) -> Troupe:
        """A calendar that nothing has happened to yet."""
        return Troupe(self, self.root / name)


@dataclass(frozen=True)
class Troupe:
    """One calendar of a rehearsal: a folder for its days, and an archive beside it."""

    stage: Stage
    home: Path

    @property
    def folder(self) -> Path:
        return self.home / "daily"

    def words(self, *more: str) -> list[str]:
        """The command line; with `more` in place of the dates."""
        places = ["-o", str(self.folder), "--archive", str(self.home / "archive.sqlite")]
        dates = more or ("--from", str(self.stage.days.first), "--to", str(self.stage.days.last))
        return ["daily", "--config", str(self.stage.config), *places, "--workers", str(self.stage.workers), *dates]

    def run(self, *more: str) -> subprocess.CompletedProcess[str]:
        """The program run to its end."""
        return _finished([sys.executable, "-m", "puzzle_factory", *self.words(*more)])

    def run_limited(self, limit_bytes: int) -> subprocess.CompletedProcess[str]:
        """As `run`, in a process that can write no file longer than a limit."""
        return _finished([sys.executable, "-c", LIMITED, str(limit_bytes), *self.words()])

    @contextmanager
    def started(self) -> Iterator[subprocess.Popen[str]]:
        """The program at work. It does not outlive the block."""
        command = [sys.executable, "-m", "puzzle_factory", *self.words()]
        with subprocess.Popen(command, **_surroundings()) as process:
            try:
                yield process
            finally:
                process.kill()

    def is_locked(self) -> bool:
        """Whether a run has begun."""
        return (self.folder / LOCK).exists()

    def contents(self) -> dict[str, bytes]:
        """All files under the folder of the days, by place; a lock or a half-written file too."""
        paths = [path for path in self.folder.rglob("*") if path.is_file()]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in sorted(paths)}

    def written(self) -> int:
        """How many days have their file."""
        return sum(name not in (INDEX, LOCK) and not name.endswith(PART) for name in self._names())

    def halves(self) -> list[str]:
        """Files that are there by halves."""
        return [path.name for path in self.home.rglob(f".*{PART}")]

    def _names(self) -> list[str]:
        return [path.name for path in self.folder.rglob("*.*") if path.suffix]


def wait_for(happens: Callable[[], bool], process: subprocess.Popen[str]) -> bool:
    """Wait until something happens; False where the process ends before it does."""
    until = time.monotonic() + PATIENCE_S
    while not happens():
        if process.poll() is not None or time.monotonic() > until:
            return False
        time.sleep(LOOK_EVERY_S)
    return True


def can_be_halted() -> bool:
    """Whether this system can halt a process, limit its files, and kill it without a word."""
    return all(hasattr(signal, name) for name in ("SIGSTOP", "SIGCONT", "SIGKILL"))


def _finished(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, timeout=PATIENCE_S, check=False, **_surroundings())


def _surroundings() -> dict[str, Any]:
    return {
        "env": {**os.environ, VARIABLE: SEED},
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
        "encoding": "utf-8",
    }
