"""What tests of processes share: whether one lives, who belongs to a group, and waiting for what must happen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


def is_alive(process: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def members(group: int) -> list[int]:
    """The living processes of a group that do its work; the helper that counts shared things is none."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state, _, member_of = (path / "stat").read_text().rpartition(")")[2].split()[:3]
            is_helper = b"resource_tracker" in (path / "cmdline").read_bytes()
        except OSError:
            continue
        if int(member_of) == group and state != "Z" and not is_helper:
            found.append(int(path.name))
    return found


def cpu_s(process: int) -> float:
    """Seconds of processor time that a process has used, 0 where it is gone."""
    try:
        fields = (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(happens: Callable[[], object], what: str, every_s: float = 0.05) -> None:
    """Wait for something that must come about within a minute."""
    end = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < end, f"after a minute: not so that {what}"
        time.sleep(every_s)
