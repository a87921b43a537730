"""A crew of workers on this machine. One that dies is replaced, and what it held is given to others.

All is done in the one thread of the caller, who waits for whichever worker speaks first.

place        the number of an item, from 0
window       how far the items given out may be ahead of the one whose result is wanted next
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Any, TypeVar

from puzzle_factory.calls import Outcome, Raised, ended_each_time, value
from puzzle_factory.errors import IoFailure
from puzzle_factory.worker import PIPE_BYTES, Worker, start_worker, undisturbed

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 64  # items a worker: a slow one holds up no other, and the results that wait for it take little room
DEATHS = 3  # twice may be chance; an item that workers die of will end the next as well


def by_crew(function: Callable[[Item], Result], items: Sequence[Item], workers: int) -> Iterator[Result]:
    """`function` of each item, in order, by so many workers."""
    crew = Crew(function, items)
    try:
        crew.hire(workers)
        yield from crew.results(workers * AHEAD)
    finally:
        crew.dismiss()


class Crew:
    """The workers, and where the items are: not given out yet, to be given out again, held by a worker, or done."""

    def __init__(self, function: Callable[[Any], Any], items: Sequence[Any]) -> None:
        self.function = pickle.dumps(function)
        self.items = items
        self.workers: list[Worker] = []
        self.next_place = 0
        self.again: list[int] = []
        self.done: dict[int, Outcome] = {}
        self.deaths: Counter[int] = Counter()  # by the place of the item that a worker died of
        self.stillborn = 0  # workers in a row that died before they came to work

    def hire(self, count: int) -> None:
        """Start so many workers."""
        for _ in range(count):
            with undisturbed():
                self.workers.append(start_worker(self.function))

    def dismiss(self) -> None:
        """End all workers at once: what they still work on is not wanted any more."""
        with undisturbed():
            while self.workers:
                self.workers.pop().end()

    def results(self, window: int) -> Iterator[Any]:
        """The results in order. Raises what the function raised, in its place."""
        for place in range(len(self.items)):
            self._attend(place + window, 0)
            while place not in self.done:
                self._attend(place + window, None)
            yield value(self.done.pop(place))

    def _attend(self, end: int, timeout_s: float | None) -> None:
        """Hear all workers that have something to say, then give out items up to the place `end`."""
        speaking = wait([worker.pipe for worker in self.workers], timeout_s)
        for worker in [worker for worker in self.workers if worker.pipe in speaking]:
            self._hear(worker)
        self._give_out(min(end, len(self.items)))

    def _hear(self, worker: Worker) -> None:
        try:
            said = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            self._replace(worker)
            return
        outcome = pickle.loads(said)
        if worker.is_ready:
            self.done[worker.held.popleft()] = outcome
        else:
            value(outcome)
            worker.is_ready, self.stillborn = True, 0

    def _replace(self, dead: Worker) -> None:
        """Start a fresh worker for a dead one, whose items are given out again."""
        self.again = sorted([*self.again, *dead.held])
        self._blame(dead)
        with undisturbed():
            self.workers.remove(dead)
            dead.end()
        self.hire(1)

    def _blame(self, dead: Worker) -> None:
        """Note what a worker died of: the item that it worked on. Raises IoFailure where workers die before any."""
        if not dead.is_ready:
            self.stillborn += 1
            if self.stillborn == DEATHS:
                raise IoFailure("no worker process comes to work, each ends as it starts; try --workers 1")
        elif dead.held:
            place = dead.held[0]
            self.deaths[place] += 1
            if self.deaths[place] == DEATHS:
                self.again.remove(place)
                name = f"item {place + 1} of {len(self.items)}"
                self.done[place] = Raised(ended_each_time(name, "try fewer --workers"))

    def _give_out(self, end: int) -> None:
        """An item for each idle worker; then, while there are plenty, one more each, lest they wait for this process.

        Near the end none is queued: it might wait for a long one, with idle workers about.
        """
        ready = [worker for worker in self.workers if worker.is_ready]
        for worker in ready:
            if not worker.held:
                self._give(worker, end)
        for worker in ready:
            if len(worker.held) == 1 and len(self.items) - self.next_place > 2 * len(self.workers):
                self._give(worker, end)

    def _give(self, worker: Worker, end: int) -> None:
        """Send a worker the next item. One that does not fit into the pipe is not queued, or both sides might wait."""
        place = self.again[0] if self.again else self.next_place
        if place >= end:
            return
        item = pickle.dumps(self.items[place])
        if worker.held and len(item) > PIPE_BYTES:
            return
        if self.again:
            self.again.pop(0)
        else:
            self.next_place += 1
        worker.give(place, item)
