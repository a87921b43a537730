"""The bytes of a source, never more than fit into memory: files, pipes and devices are read to a limit.

head         the first bytes of a source, all of them unless there is `more`
"""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from puzzle_factory.errors import IoFailure, WrongUsage
from puzzle_factory.store import check_file

STDIN = "-"
LARGEST = 32 * 2**20  # bytes of what has to be read whole: 300,000 plain grids, 20,000 records in YAML
LONGEST_LINE = 2**20  # bytes of a line of JSON Lines, of which there may be any number
PATIENCE_S = 2.0  # for somebody to write into a pipe
OPEN_ALREADY = ("/dev/fd/", "/proc/")  # where a shell puts the pipes of what it has started, which may take its time
CHUNK = 2**20


@dataclass(frozen=True)
class Opened:
    """A source whose head has been read."""

    path: str
    head: bytes
    more: BinaryIO | None = None


def opened(path: str) -> Opened:
    """A source, read to the limit. Raises WrongUsage where there is none, IoFailure where the system refuses."""
    stream = _stdin() if path == STDIN else _file(path)
    try:
        head = stream.read(LARGEST)
        more = stream.read(1)
    except OSError as error:
        raise _refused(path, error) from error
    if not more and path != STDIN:
        stream.close()
    return Opened(path, head + more, stream if more else None)


def lines_of(source: Opened) -> Iterator[bytes | None]:
    """Its lines, None for one that is too long to be read. One without end is the last."""
    begun, skipped = b"", 0
    for chunk in _chunks(source):
        *lines, begun = (begun + chunk).split(b"\n")
        for line in lines:
            yield None if skipped or len(line) > LONGEST_LINE else line
            skipped = 0
        if skipped or len(begun) > LONGEST_LINE:
            begun, skipped = b"", skipped + len(begun) + 1
        if skipped > LARGEST:
            break
    if skipped or begun:
        yield None if skipped else begun


def _chunks(source: Opened) -> Iterator[bytes]:
    for start in range(0, len(source.head), CHUNK):
        yield source.head[start : start + CHUNK]
    if source.more:
        try:
            while chunk := source.more.read(CHUNK):
                yield chunk
        except OSError as error:
            raise _refused(source.path, error) from error


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise WrongUsage("-: standard input is closed; name a file")
    return sys.stdin.buffer


def _file(path: str) -> BinaryIO:
    check_file(path)
    try:
        if stat.S_ISFIFO(os.stat(path).st_mode) and not path.startswith(OPEN_ALREADY):
            return _pipe(path)
        return open(path, "rb")
    except OSError as error:
        raise _refused(path, error) from error


def _pipe(path: str) -> BinaryIO:
    """A pipe by its name: to open it would wait, perhaps for ever, until somebody opens it for writing."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    ready, _, _ = select.select([handle], [], [], PATIENCE_S)
    if not ready:
        os.close(handle)
        raise IoFailure(f"{path}: nobody writes into this pipe; name a file, or start what writes into it first")
    os.set_blocking(handle, True)
    return open(handle, "rb")


def _refused(path: str, error: OSError) -> IoFailure:
    return IoFailure(f"{path}: cannot be read, {error.strerror or error}")
