"""Who does the work makes no difference to what comes out, and a worker that dies makes none either."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from processes import LINUX, is_alive, wait_until
from puzzle_factory import worker
from puzzle_factory.crew import AHEAD, DEATHS
from puzzle_factory.errors import IoFailure, PuzzleBug
from puzzle_factory.executors import WORTH_A_PROCESS, in_order
from puzzle_factory.worker import PIPE_BYTES, undisturbed

MANY = 2 * WORTH_A_PROCESS
DEATHS_OF_A_PROCESS = {
    "exit": lambda: os._exit(1),
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "terminated": lambda: os.kill(os.getpid(), signal.SIGTERM),
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
}


class NoWayBack(Exception):
    """It can be pickled, but not made again from that."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def squared(number: int) -> int:
    return number * number


def process_of(_: object) -> int:
    return os.getpid()


def meeting(folder: Path, _: object) -> int:
    """The process, when another one has come as well."""
    (folder / str(os.getpid())).touch()
    wait_until(lambda: len(list(folder.iterdir())) == 2, "two processes are at work")
    return os.getpid()


def marking(folder: Path, number: int) -> int:
    (folder / str(number)).touch()
    return number


def waiting_for_others(folder: Path, number: int) -> int:
    """The first item waits until the last of a whole window of others is done."""
    (folder / str(number)).touch()
    if number == 0:
        wait_until(lambda: (folder / str(AHEAD)).exists(), "the others go on")
    return number


def refusing(error: BaseException, number: int) -> int:
    if number == 5:
        raise error
    return number


def refusing_with_no_way_back(number: int) -> NoReturn:
    raise NoWayBack("no ", "way back")


def unpicklable(number: int) -> Callable[[], int]:
    return lambda: number


def dying_once(folder: Path, how: str, number: int) -> int:
    """Each fifth item ends the process that first tries it."""
    mark = folder / str(number)
    if number % 5 == 0 and not mark.exists():
        mark.touch()
        DEATHS_OF_A_PROCESS[how]()
    return number


def dying(folder: Path, number: int) -> int:
    """The sixth item always ends its process, and leaves a mark each time."""
    if number == 5:
        (folder / str(os.getpid())).touch()
        os._exit(1)
    return number


def doubled(content: bytes) -> bytes:
    return content * 2


def in_native_code(folder: Path, number: int) -> int:
    """All items but the first stay in native code that holds the interpreter, where no thread nor handler can run."""
    meeting(folder, number)
    if number:
        ctypes.PyDLL(None).sleep(60)
    return number


class Unloadable:
    """A function that can be sent, but not loaded where it arrives."""

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return explode, ("not here",)

    def __call__(self, number: int) -> int:
        return number


def explode(what: str) -> NoReturn:
    raise ImportError(what)


def end_at_once(_: object) -> NoReturn:
    os._exit(1)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_the_order_of_the_items(workers: int) -> None:
    assert list(in_order(squared, range(500), workers)) == [squared(number) for number in range(500)]


def test_no_items_make_no_results() -> None:
    assert list(in_order(squared, (), 2)) == []


def test_few_items_stay_in_this_process_unless_they_are_worth_one(tmp_path: Path) -> None:
    assert set(in_order(process_of, range(MANY - 1), 2)) == {os.getpid()}
    assert os.getpid() not in set(in_order(process_of, range(MANY), 2))
    assert len({os.getpid(), *in_order(partial(meeting, tmp_path), range(2), 2, worth_a_process=1)}) == 3


def test_a_slow_item_holds_up_no_other(tmp_path: Path) -> None:
    count = AHEAD + 1
    assert list(in_order(partial(waiting_for_others, tmp_path), range(count), 2)) == list(range(count))


def test_no_more_is_done_ahead_than_a_window(tmp_path: Path) -> None:
    results = in_order(partial(marking, tmp_path), range(10_000), 2)
    assert [next(results) for _ in range(10)] == list(range(10))
    time.sleep(0.1)
    assert max(int(path.name) for path in tmp_path.iterdir()) < 9 + 2 * AHEAD


def test_large_items_and_large_results_do_not_block_each_other() -> None:
    items = [bytes([number]) * (200 * PIPE_BYTES) for number in range(4 * WORTH_A_PROCESS)]
    assert list(in_order(doubled, items, 2)) == [item * 2 for item in items]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "error", [KeyError("five"), FileNotFoundError(2, "gone", "five"), PuzzleBug("odd", "{}"), SystemExit(3)], ids=repr
)
def test_what_the_function_raises_is_raised_in_its_place(error: BaseException, workers: int) -> None:
    results = in_order(partial(refusing, error), range(MANY), workers)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(type(error)) as caught:
        next(results)
    assert str(caught.value) == str(error)


def test_an_error_says_where_in_the_other_process_it_was_raised() -> None:
    with pytest.raises(KeyError) as caught:
        list(in_order(partial(refusing, KeyError("five")), range(MANY), 2))
    assert "in refusing\n    raise error" in "".join(caught.value.__notes__)


@pytest.mark.parametrize(
    ("function", "says"), [(refusing_with_no_way_back, "NoWayBack: no way back"), (unpicklable, "pickle")]
)
def test_what_cannot_travel_is_a_clear_error(function: Callable[[int], object], says: str) -> None:
    with pytest.raises((RuntimeError, AttributeError), match=says):
        list(in_order(function, range(MANY), 2))


def test_a_function_that_a_worker_cannot_load_is_an_error_and_no_retry() -> None:
    with pytest.raises(ImportError, match="not here"):
        list(in_order(Unloadable(), range(MANY), 2))


@pytest.mark.parametrize("how", DEATHS_OF_A_PROCESS)
def test_a_worker_that_dies_costs_what_it_held_a_retry(
    how: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert list(in_order(partial(dying_once, tmp_path, how), range(MANY), 2)) == list(range(MANY))
    assert capfd.readouterr() == ("", "")


def test_an_item_that_every_worker_dies_of_ends_the_run_in_its_place(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    results = in_order(partial(dying, tmp_path), range(MANY), 2)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(IoFailure, match=r"^item 6 of 16: each worker process .* ended from outside.*fewer --workers$"):
        next(results)
    assert len(list(tmp_path.iterdir())) == DEATHS
    assert capfd.readouterr() == ("", "")


def test_workers_that_die_before_they_come_to_work_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "work", end_at_once)
    with pytest.raises(IoFailure, match="each ends as it starts"):
        next(in_order(squared, range(MANY), 2))


def test_a_system_without_a_process_left_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> NoReturn:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(worker, "_start", refuse)
    with pytest.raises(IoFailure, match="can be started, Resource temporarily unavailable; try fewer --workers"):
        next(in_order(squared, range(MANY), 2))


@LINUX
def test_an_early_end_ends_workers_at_once_even_in_native_code(tmp_path: Path) -> None:
    results = in_order(partial(in_native_code, tmp_path), range(MANY), 2)
    assert next(results) == 0
    started = time.monotonic()
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - started < 1
    assert not any(is_alive(int(path.name)) for path in tmp_path.iterdir())


@LINUX
def test_workers_in_native_code_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    call = f"list(in_order(partial(in_native_code, Path({str(tmp_path)!r})), range({MANY}), 2))"
    imports = "from test_executors import *; from test_executors import in_native_code"
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    parent = subprocess.Popen([sys.executable, "-c", f"{imports}; {call}"], env={**os.environ, "PYTHONPATH": path})
    wait_until(lambda: len(list(tmp_path.iterdir())) == 2, "both are at work")
    parent.kill()
    parent.wait()
    wait_until(lambda: not any(is_alive(int(path.name)) for path in tmp_path.iterdir()), "both are gone")


def test_it_works_in_any_thread() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.extend(in_order(squared, range(MANY), 2)))
    thread.start()
    thread.join()
    assert found == [squared(number) for number in range(MANY)]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=lambda stop: stop.name)
def test_a_signal_waits_until_what_it_would_disturb_is_done(stop: signal.Signals) -> None:
    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    done: list[str] = []
    before = signal.signal(stop, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt), undisturbed():
            os.kill(os.getpid(), stop)
            done.append("what must not be disturbed")
    finally:
        signal.signal(stop, before)
    assert done == ["what must not be disturbed"]
