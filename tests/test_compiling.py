"""Ctrl-C while kernels are compiled."""

from __future__ import annotations

import signal
from collections.abc import Callable

import numba
import pytest
from numba.core.event import Event, Listener, install_listener

from puzzle_models.kernel.compiling import STOPS, stoppable


class Sender(Listener):
    """Sends this process a signal as a pass of the compiler begins, the first time."""

    def __init__(self, number: signal.Signals) -> None:
        self.number, self.passes = number, 0

    def on_start(self, event: Event) -> None:
        self.passes += 1
        if self.passes == 1:
            signal.raise_signal(self.number)

    def on_end(self, event: Event) -> None:
        """Nothing."""


@pytest.fixture
def fresh() -> Callable[[int], int]:
    """A kernel that nobody has compiled."""
    return numba.njit(lambda number: number + 1)


@pytest.mark.parametrize("number", STOPS)
def test_a_signal_ends_the_compiler_as_the_next_pass_begins(
    number: signal.Signals, fresh: Callable[[int], int]
) -> None:
    before = [signal.getsignal(stop) for stop in STOPS]
    with pytest.raises(KeyboardInterrupt), stoppable(), install_listener("numba:run_pass", sender := Sender(number)):
        fresh(1)
    assert sender.passes <= 2
    assert [signal.getsignal(stop) for stop in STOPS] == before


def test_a_signal_after_the_last_pass_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt), stoppable():
        signal.raise_signal(signal.SIGINT)


def test_what_was_cut_off_is_compiled_the_next_time(fresh: Callable[[int], int]) -> None:
    with pytest.raises(KeyboardInterrupt), stoppable(), install_listener("numba:run_pass", Sender(signal.SIGINT)):
        fresh(1)
    with stoppable():
        assert fresh(1) == 2
