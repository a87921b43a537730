"""One run at a time: a lock on a file that the system lets go of when its holder ends, in whatever way.

A lock of a process that is gone is therefore no lock. What stands in a lock file is for people to read.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from puzzle_factory.errors import IoFailure

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt

LOCK = ".lock"


class Busy(IoFailure):
    """Another run, which is alive, holds what this one needs."""


def try_lock(handle: int) -> bool:
    """Lock an open file for this process alone, until it is closed. False where another process has it."""
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    return True


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder, by a file in it that is gone afterwards. Raises Busy where another run holds it, and IoFailure."""
    path = folder / LOCK
    try:
        handle = _held(path)
    except OSError as error:
        raise IoFailure(
            f"{path}: cannot be made, {error.strerror or error}; "
            "move away what stands there, or see that the folder may be written"
        ) from error
    try:
        yield
    finally:
        with suppress(OSError):
            os.unlink(path)  # before it is let go of: whoever comes next makes another
        os.close(handle)


def _held(path: Path) -> int:
    """The handle of a lock file that is ours. Raises Busy."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if not try_lock(handle):
            said = os.read(handle, 200).decode(errors="replace").strip()
            os.close(handle)
            raise Busy(f"{path.parent}: another run is at work here{f' ({said})' if said else ''}; wait till it ends")
        if is_at(handle, path):
            os.ftruncate(handle, 0)
            os.write(handle, f"process {os.getpid()} on {socket.gethostname()} since {_now()}\n".encode())
            return handle
        os.close(handle)  # its holder took it away as we opened it


def is_at(handle: int, path: Path) -> bool:
    """Whether an open file is still the one that stands at `path`."""
    try:
        there, ours = os.stat(path), os.fstat(handle)
    except OSError:
        return False
    return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
