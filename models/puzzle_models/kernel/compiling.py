"""Ctrl-C while kernels are compiled: it ends the compiler between two of its passes, and not within one.

Within a pass it may come as native code calls back into Python. What is raised there is lost, and the compiler goes on
for half a minute, or is left with half a kernel.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.event import Event, Listener, install_listener

STOPS = (signal.SIGINT, signal.SIGTERM)


class _Between(Listener):
    """Notes the signals that come, and raises KeyboardInterrupt as the next pass begins."""

    def __init__(self) -> None:
        self.came = False

    def note(self, number: int, frame: object) -> None:
        self.came = True

    def check(self) -> None:
        """Raise KeyboardInterrupt where a signal has come."""
        if self.came:
            raise KeyboardInterrupt

    def on_start(self, event: Event) -> None:
        self.check()

    def on_end(self, event: Event) -> None:
        """Nothing: the next pass begins at once."""


@contextmanager
def stoppable() -> Iterator[None]:
    """What is compiled inside is ended by Ctrl-C and SIGTERM within a second or so, by KeyboardInterrupt."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    between = _Between()
    before = {stop: signal.signal(stop, between.note) for stop in STOPS}
    try:
        with install_listener("numba:run_pass", between):
            yield
        between.check()
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
