"""What an engine can be asked and what it can say. A third state, `UNKNOWN`, is never folded into the other two."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from puzzle_models.kernel.contract import Answer, Genre

T = TypeVar("T")


class Status(Enum):
    """Whether there is an answer."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Result:
    """What an engine found within its time. `answer` has a value a cell where the status is SAT, else it is empty."""

    status: Status
    answer: Answer = ()


class OutOfTime(Exception):
    """A deadline has passed before it was found what was looked for."""


@dataclass(frozen=True)
class Deadline:
    """A moment of the monotonic clock, in seconds, that everything done for one verdict has to keep."""

    at_s: float

    @classmethod
    def after(cls, budget_s: float) -> Deadline:
        return cls(monotonic() + budget_s)

    @property
    def left_s(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.at_s - monotonic())

    def leave(self, needed_s: float = 0.0) -> None:
        """Raise OutOfTime where no more is left than `needed_s`: asked before what cannot be stopped."""
        if self.left_s <= needed_s:
            raise OutOfTime


class Engine(Protocol):
    """A solver behind one face. It holds one puzzle at a time, and keeps what it built for the puzzle's shape."""

    name: str

    def fit(self, genre: Genre, puzzle: Any) -> None:
        """Take up a puzzle, with nothing forbidden."""

    def forbid(self, answer: Answer) -> None:
        """Forbid an answer of the puzzle taken up; once a puzzle."""

    def solve(self, deadline: Deadline) -> Result:
        """Look for an answer. Past the deadline: UNKNOWN."""

    def clash(self, deadline: Deadline) -> tuple[str, ...]:
        """Of a puzzle without answer, a small part that has none, by names; empty from an engine that cannot tell."""


class Shelf(Generic[T]):
    """Things dear to build, kept by key; the one longest out of use makes room."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def take(self, key: Hashable, build: Callable[[], T]) -> T:
        """The thing kept under `key`, built where there is none."""
        if key not in self._kept:
            while len(self._kept) >= self._places:
                self._kept.popitem(last=False)
            self._kept[key] = build()
        self._kept.move_to_end(key)
        return self._kept[key]


def run_until(deadline: Deadline, work: Callable[[], T], stop: Callable[[], None]) -> T:
    """What `work` returns. `stop`, which must end it soon, is called at the deadline and where Ctrl-C is pressed.

    Solvers do not come back to Python while they work, and Python delivers Ctrl-C to its main thread alone: so the
    work is done in another thread.
    """
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            return future.result(timeout=deadline.left_s)
        except TimeoutError:
            stop()
            return future.result()
        except BaseException:
            stop()
            raise
