"""The same work on many things, in one process or several, with results in the order of the things."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
LARGEST_CHUNK = 16


def in_order(work: Callable[[T], R], things: Sequence[T], workers: int) -> Iterator[R]:
    """What `work` makes of each thing. `work` and things must be picklable where there is more than one worker.

    Ctrl-C ends the other processes at once.
    """
    workers = min(workers, len(things))
    if workers < 2:
        yield from map(work, things)
        return
    chunk = max(1, min(LARGEST_CHUNK, len(things) // (4 * workers)))
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            yield from pool.map(work, things, chunksize=chunk)
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
