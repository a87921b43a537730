"""A worker: a process of its own that is sent a function, and then one item after another.

Its parent may end it at any time, and it ends with its parent, in whatever way that goes.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from puzzle_factory.calls import called, loaded
from puzzle_factory.errors import IoFailure

PR_SET_PDEATHSIG = 1  # from Linux' sys/prctl.h
PIPE_BYTES = 4096  # what a pipe takes, on any system, while nobody reads from its other end


@dataclass
class Worker:
    """A worker as its parent sees it. `held` are the places of the items it has, first the one that it works on."""

    process: SpawnProcess
    pipe: Connection
    is_ready: bool = False
    held: deque[int] = field(default_factory=deque)

    def give(self, place: int, item: bytes) -> None:
        """Send it an item. That it is dead is not noticed here, but by who waits for its answer."""
        self.held.append(place)
        with suppress(OSError):
            self.pipe.send_bytes(item)

    def end(self) -> None:
        """End it at once, whatever it is at."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def start_worker(function: bytes) -> Worker:
    """A fresh worker for a pickled function. Raises IoFailure where the system has no process left."""
    # Fresh processes, not forks: solvers and compiler keep threads and locks that do not survive a fork.
    context = multiprocessing.get_context("spawn")
    try:
        ours, theirs = context.Pipe()
        with theirs:
            process = context.Process(target=work, args=(theirs,), daemon=True)
            _start(process)
    except OSError as error:
        raise IoFailure(f"no worker process can be started, {error.strerror or error}; try fewer --workers") from error
    with suppress(OSError):
        ours.send_bytes(function)
    return Worker(process, ours)


def _start(process: SpawnProcess) -> None:
    """Start a process with Ctrl-C blocked, which would meet it long before it can choose to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        return process.start()
    resource_tracker.ensure_running()  # started along with the process, it would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(pipe: Connection) -> None:
    """The life of a worker: it says whether it could load the function, then answers each item with the outcome."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # one message is enough, and it is the parent's
    _end_with_the_parent()
    with suppress(EOFError, OSError):  # the parent is gone
        function = pipe.recv_bytes()
        pipe.send_bytes(loaded(function))
        while True:
            pipe.send_bytes(called(function, pipe.recv_bytes()))


def _end_with_the_parent() -> None:
    if sys.platform == "linux":  # as the thread below has no say while native code holds the interpreter
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL))
    threading.Thread(target=_watch_the_parent, daemon=True).start()


def _watch_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait until the block is through, lest a process is started and nobody knows of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    stops = (signal.SIGINT, signal.SIGTERM)
    before = {stop: signal.signal(stop, lambda number, frame: came.append(number)) for stop in stops}
    try:
        yield
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
        for number in came[:1]:
            signal.raise_signal(number)
