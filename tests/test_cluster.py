"""A Dask cluster of two workers makes what one process makes, and its troubles are one line."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from distributed import LocalCluster

from puzzle_factory import cluster
from puzzle_factory.cluster import alone
from puzzle_factory.errors import IoFailure, WrongUsage
from puzzle_factory.executors import in_order
from puzzle_factory.production import Item, Order, make
from puzzle_factory.program import program
from puzzle_models.kernel.contract import Genre
from samples import genres, name_of, wish
from test_executors import MANY, dying_once, marking, process_of, refusing, squared, unpicklable


@pytest.fixture(scope="module", params=[1, 2], ids=["one thread", "two threads"])
def scheduler(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a local cluster of two worker processes."""
    with LocalCluster(
        n_workers=2, threads_per_worker=request.param, processes=True, dashboard_address="127.0.0.1:0"
    ) as running:
        yield running.scheduler_address


def test_results_come_in_the_order_of_the_items(scheduler: str) -> None:
    assert list(in_order(squared, range(300), 1, scheduler=scheduler)) == [squared(number) for number in range(300)]
    assert os.getpid() not in set(in_order(process_of, range(2), 1, scheduler=scheduler))


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_it_makes_what_one_process_makes(genre: Genre, scheduler: str) -> None:
    order = Order(genre.name, wish(genre, 6, 6, "medium"), 20)
    items = [Item(order, index) for index in range(order.count)]
    assert list(in_order(partial(make, "s"), items, 1, scheduler=scheduler)) == [make("s", item) for item in items]


def test_no_more_is_done_ahead_than_a_window(scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "AHEAD", 4)
    results = in_order(partial(marking, tmp_path), range(1000), 1, scheduler=scheduler)
    assert [next(results) for _ in range(10)] == list(range(10))
    results.close()  # type: ignore[attr-defined]
    assert len(list(tmp_path.iterdir())) <= 10 + 4 * 4


def test_what_the_function_raises_is_raised_in_its_place(scheduler: str) -> None:
    results = in_order(partial(refusing, FileNotFoundError(2, "gone", "five")), range(MANY), 1, scheduler=scheduler)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(FileNotFoundError, match="gone: 'five'"):
        next(results)
    with pytest.raises((AttributeError, RuntimeError), match="pickle"):
        next(in_order(unpicklable, range(MANY), 1, scheduler=scheduler))


def test_a_worker_that_dies_costs_what_it_held_a_retry(scheduler: str, tmp_path: Path) -> None:
    call = partial(dying_once, tmp_path, "killed")
    assert list(in_order(call, range(MANY), 1, scheduler=scheduler)) == list(range(MANY))
    assert {path.name for path in tmp_path.iterdir()} == {"0", "5", "10", "15"}


def test_an_item_that_every_worker_dies_of_is_one_line(scheduler: str, tmp_path: Path) -> None:
    """In a process of its own: the cluster of this one, which is Dask's affair, has much to say of it.

    Dask cannot tell an item from its neighbours in a worker, so that it may be one of them that is named.
    """
    code = f"""
from functools import partial; from pathlib import Path; from test_executors import dying
from puzzle_factory.errors import IoFailure; from puzzle_factory.executors import in_order
try:
    for number in in_order(partial(dying, Path({str(tmp_path)!r})), range({MANY}), 1, scheduler={scheduler!r}):
        print(number)
except IoFailure as error:
    print(error)
"""
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    *before, last = done.stdout.splitlines()
    assert ("".join(before), done.stderr) == ("0123456789"[: len(before)], "")
    assert last.startswith(f"item {len(before) + 1} of 16: each worker process that had it was ended from outside")


def test_a_cluster_without_workers_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 0.5)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address="127.0.0.1:0") as running,
        pytest.raises(IoFailure, match="it has no workers; start some with `dask worker"),
    ):
        next(in_order(squared, range(2), 1, scheduler=running.scheduler_address))


@pytest.mark.parametrize("place", ["nobody listens", "somebody says nothing", "somebody says something else"])
def test_where_no_scheduler_answers_it_is_one_line(
    place: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 0.5)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if place != "nobody listens":
            listener.listen()
        if place == "somebody says something else":
            threading.Thread(target=speak_of_something_else, args=(listener,)).start()
        address = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        with pytest.raises(IoFailure, match=f"^{address}: no Dask scheduler answers there"):
            next(in_order(squared, range(2), 1, scheduler=address))
    assert capfd.readouterr() == ("", "")


def speak_of_something_else(listener: socket.socket) -> None:
    caller, _ = listener.accept()
    with caller:
        caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


@pytest.mark.parametrize("address", ["", "hello", "tcp://localhost", "http://localhost:80"])
def test_what_is_no_address_is_wrong_usage(address: str) -> None:
    with pytest.raises(WrongUsage, match=r"write an address like tcp://127\.0\.0\.1:8786"):
        next(in_order(squared, range(2), 1, scheduler=address))


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WrongUsage, match=r"pip install 'puzzle-factory\[cluster\]'"):
        next(in_order(squared, range(2), 1, scheduler="tcp://127.0.0.1:8786"))


def test_a_worker_of_another_program_makes_nothing() -> None:
    with pytest.raises(IoFailure, match=f"has version {re.escape(program())} of puzzle-factory, and this is 9"):
        alone("9", b"", b"")
