"""A run that is disturbed anywhere: what was made is kept, and the next run gives the bytes of one left in peace."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from batches import Fault, contents, ctrl_c, disk_full, job, one_line
from puzzle_factory import store
from puzzle_factory.assembly import Watch
from puzzle_factory.batch import Finished, carry_out
from puzzle_factory.errors import FactoryError
from puzzle_factory.journal import Journal
from puzzle_factory.production import Made

COUNT = 4
FILES = {"book.yaml", "book.json"}
MOST_CALLS = 400  # far more than a batch of four makes


class Counting(Watch):
    """Counts what was made and put down."""

    def __init__(self) -> None:
        self.count = 0

    def made(self, made: Made) -> None:
        self.count += 1


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("undisturbed")
    carry_out(job(folder, COUNT))
    assert set(contents(folder)) == FILES
    return contents(folder)


def disturbed(folder: Path, fault: Fault, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> BaseException | Finished:
    """How a run ends in which a fault occurs."""
    with fault.in_force(monkeypatch):
        try:
            return carry_out(job(folder, COUNT, watch=watch))
        except (FactoryError, KeyboardInterrupt) as error:
            return error


def kept(folder: Path) -> int:
    """How many items there are in the journal that a run has left."""
    if not (folder / "journal.jsonl").exists():
        return 0
    with Journal.open(folder / "journal.jsonl", job(folder, COUNT).heading) as journal:
        assert not journal.damaged
        return len(journal)


FAULTS: dict[str, Callable[[int], Fault]] = {
    "the disk is full once": lambda at: Fault(at, disk_full),
    "the disk is full for ever": lambda at: Fault(at, disk_full, for_ever=True, spared=("unlink", "ftruncate")),
    "nothing works any more": lambda at: Fault(at, disk_full, for_ever=True),
    "Ctrl-C before": lambda at: Fault(at, ctrl_c),
    "Ctrl-C after": lambda at: Fault(at, ctrl_c, after=True, spared=("open",)),  # an open file would stay locked
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_at_any_call_leaves_the_old_state_or_the_new(
    kind: str, undisturbed: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(MOST_CALLS):
        folder, fault, watch = tmp_path / str(at), FAULTS[kind](at), Counting()
        ended = disturbed(folder, fault, watch, monkeypatch)
        if not fault.has_happened:
            break
        if isinstance(ended, FactoryError):
            assert one_line(ended)
        check_left(folder, watch.count, undisturbed)
        check_next_run(folder, undisturbed, monkeypatch)
    assert 20 < at < MOST_CALLS - 1


def check_left(folder: Path, made: int, undisturbed: dict[str, bytes]) -> None:
    """Either all is finished, or all that was made is in the journal."""
    if (folder / "manifest.json").exists():
        assert {name: data for name, data in contents(folder).items() if name in FILES} == undisturbed
    elif folder.exists():
        assert kept(folder) >= made


def check_next_run(folder: Path, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(store, "_is_alive", lambda process: False)  # the disturbed one has ended
        assert carry_out(job(folder, COUNT)).count == COUNT
    assert contents(folder) == undisturbed
    assert {path.name for path in folder.iterdir()} == {*FILES, "manifest.json"}


KILLED_ANYWHERE = """
import os, sys
from pathlib import Path
import pytest
from batches import Fault, job
from puzzle_factory.batch import carry_out

folder, at = Path(sys.argv[1]), 0
while True:
    child = os.fork()
    if not child:
        with pytest.MonkeyPatch.context() as patch, Fault(at, lambda: os._exit(9)).in_force(patch):
            carry_out(job(folder / str(at), 4))
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
    at += 1
print(at)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_process_that_ends_at_any_call_leaves_the_old_state_or_the_new(
    undisturbed: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by `kill -9`: nothing of the program runs any more, no cleaning up."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED_ANYWHERE)
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    command = [sys.executable, str(script), str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": path})
    ends = int(said.stdout)
    assert ends > 20
    for at in range(ends):
        check_left(tmp_path / str(at), 0, undisturbed)
        check_next_run(tmp_path / str(at), undisturbed, monkeypatch)
