"""Who does the work: this process, or several. The results come in the order of the items either way."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TypeVar

from puzzle_factory.errors import IoFailure

Item = TypeVar("Item")
Result = TypeVar("Result")
WORTH_A_PROCESS = 8  # items; starting a process costs a second, an item some hundredths
AHEAD = 4  # items handed out per worker: enough to keep it busy, few enough to stop soon


def in_order(function: Callable[[Item], Result], items: Sequence[Item], workers: int) -> Iterator[Result]:
    """`function` of each item, in order. With several workers it must be importable; what it raises is raised here."""
    workers = min(workers, len(items) // WORTH_A_PROCESS)
    if workers <= 1:
        yield from map(function, items)
        return
    # Fresh processes, not forks: solvers and compiler keep threads and locks that do not survive a fork.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_follow_the_parent)
    try:
        yield from _windowed(pool, function, items, workers * AHEAD)
    except BrokenProcessPool as error:
        raise IoFailure(
            "a worker process was ended from outside, perhaps for want of memory; try fewer --workers"
        ) from error
    finally:
        _end(pool)


def _windowed(
    pool: ProcessPoolExecutor, function: Callable[[Item], Result], items: Sequence[Item], window: int
) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    for item in items:
        if len(waiting) == window:
            yield waiting.popleft().result()
        waiting.append(pool.submit(function, item))
    while waiting:
        yield waiting.popleft().result()


def _end(pool: ProcessPoolExecutor) -> None:
    """End the workers at once: what they still work on is not wanted any more."""
    children = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for child in children:
        with suppress(OSError, ValueError):
            child.terminate()
    for child in children:
        child.join()


def _follow_the_parent() -> None:
    """Leave Ctrl-C to the parent, as one message is enough; and end when it ends, in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
