"""The workers of a Dask cluster, on any number of machines. Dask itself gives what a dead worker held to another.

Calls travel pickled by us, so that scheduler and workers need nothing but this program, in the same version.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar

from puzzle_factory.calls import called, ended_each_time, value
from puzzle_factory.errors import FactoryError, IoFailure, WrongUsage
from puzzle_factory.program import program

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 64  # items given out for each thread of the cluster, as for each process of this machine
PATIENCE_S = 5.0  # for the scheduler to answer, and again for it to have a worker
TALKATIVE = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")  # loggers
ONE_AT_A_TIME = threading.Lock()  # a worker may have several threads, but what engines keep is for one of them


def by_cluster(function: Callable[[Item], Result], items: Sequence[Item], scheduler: str) -> Iterator[Result]:
    """`function` of each item, in order, by the workers of the Dask scheduler at that address.

    Raises WrongUsage where that is no address, IoFailure where no worker is to be had or the work cannot be finished.
    """
    dask = _distributed()
    # All in this thread: one of Dask's own would outlive an interrupt, and have something to say of it.
    with asyncio.Runner() as runner:
        client = runner.run(_connected(dask, scheduler))
        try:
            window = AHEAD * runner.run(_threads(client, scheduler))
            for place, future in enumerate(_given_out(client, pickle.dumps(function), items, window)):
                yield value(pickle.loads(runner.run(_result(dask, future, f"item {place + 1} of {len(items)}"))))
        finally:
            runner.run(_leave(client))


def alone(wanted: str, function: bytes, item: bytes) -> bytes:
    """What a worker does: a call, while no other thread of it does one. Raises IoFailure in another program."""
    if wanted != program():
        raise IoFailure(
            f"a worker of the cluster has version {program()} of puzzle-factory, and this is {wanted}; "
            "install the same everywhere"
        )
    with ONE_AT_A_TIME:
        return called(function, item)


def _given_out(client: Any, function: bytes, items: Sequence[Any], window: int) -> Iterator[Any]:
    """The items as Dask's futures, each asked for when `window` more are given out."""
    waiting: deque[Any] = deque()
    for item in items:
        if len(waiting) == window:
            yield waiting.popleft()
        waiting.append(client.submit(alone, program(), function, pickle.dumps(item), pure=False))
    while waiting:
        yield waiting.popleft()


def _distributed() -> Any:
    """Dask's module, its log silenced: what matters, it raises as well. Raises WrongUsage where it is missing."""
    try:
        module = import_module("distributed")  # by name: the types can be checked with it and without
    except ImportError as error:
        raise WrongUsage("a cluster needs Dask; pip install 'puzzle-factory[cluster]'") from error
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return module


async def _connected(dask: Any, scheduler: str) -> Any:
    """A client of the scheduler. Raises WrongUsage or IoFailure."""
    client = dask.Client(scheduler, timeout=PATIENCE_S, set_as_default=False, asynchronous=True)
    try:
        with warnings.catch_warnings(action="ignore"):  # of versions; ours, which matters, the workers look at
            await asyncio.wait_for(client, PATIENCE_S)
    except BaseException as error:
        await _leave(client)
        if isinstance(error, ValueError):
            raise WrongUsage(f"{scheduler}: {error}; write an address like tcp://127.0.0.1:8786") from error
        if isinstance(error, Exception):
            raise IoFailure(f"{scheduler}: no Dask scheduler answers there; start one with `dask scheduler`") from error
        raise
    return client


async def _threads(client: Any, scheduler: str) -> int:
    """How many threads the cluster has now. Raises IoFailure where there is no worker, and none comes."""
    try:
        await client.wait_for_workers(1, timeout=PATIENCE_S)
    except TimeoutError as error:
        raise IoFailure(f"{scheduler}: it has no workers; start some with `dask worker {scheduler}`") from error
    return sum((await client.nthreads()).values())


async def _result(dask: Any, future: Any, name: str) -> bytes:
    """What a worker answered. Raises IoFailure where none could; what the call itself raised is in the answer."""
    try:
        return bytes(await future)
    except FactoryError:
        raise
    except dask.KilledWorker as error:
        raise ended_each_time(name, "give the workers more") from error
    except Exception as error:
        raise IoFailure(
            f"{name}: the cluster could not do it ({type(error).__name__}); is its scheduler still there, and "
            "puzzle-factory installed wherever it works?"
        ) from error


async def _leave(client: Any) -> None:
    """Part from the scheduler, which drops what is not wanted any more."""
    with suppress(Exception):
        await client.close(timeout=PATIENCE_S)
