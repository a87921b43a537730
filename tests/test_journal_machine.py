"""Runs that put down, are cut off and go on, in any order that hypothesis thinks of: no entry is lost or made up."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from batches import job, record
from puzzle_factory.errors import WrongUsage
from puzzle_factory.journal import Journal
from puzzle_factory.production import Item, Made

ITEMS = job(Path(), 6).items
HEADING = {"recipe": "0f", "seed": "1", "shard": None, "program": "1+0"}


class JournalMachine(RuleBasedStateMachine):
    """A journal beside the entries that it should hold, by item, newest last; `lines` are those of the file."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "journal.jsonl"
        self.lines: list[Made] = []
        self.journal = Journal.open(self.path, HEADING)

    @rule(item=st.sampled_from(ITEMS), attempt=st.integers(0, 3))
    def put(self, item: Item, attempt: int) -> None:
        made = Made(item, (record(item, "1", attempt=attempt),))
        self.journal.put(made)
        self.lines.append(made)

    @rule()
    def go_on(self) -> None:
        self.journal.close()
        self.journal = Journal.open(self.path, HEADING)

    @precondition(lambda self: self.lines)
    @rule(data=st.data())
    def cut_off(self, data: st.DataObject) -> None:
        """The last line is torn at any byte, its end aside."""
        self.journal.close()
        whole = self.path.read_bytes()
        start = whole.rindex(b"\n", 0, -1) + 1
        self.path.write_bytes(whole[: data.draw(st.integers(start, len(whole) - 1), label="torn at")])
        self.lines.pop()
        self.journal = Journal.open(self.path, HEADING)

    @precondition(lambda self: self.lines)
    @rule(data=st.data())
    def spoil(self, data: st.DataObject) -> None:
        """A byte of an entry is another; what its item came to before counts again."""
        self.journal.close()
        lines = self.path.read_bytes().splitlines(keepends=True)
        number = data.draw(st.integers(1, len(lines) - 1), label="line")
        at = data.draw(st.integers(90, len(lines[number]) - 3), label="byte")
        lines[number] = lines[number][:at] + bytes([lines[number][at] ^ 1]) + lines[number][at + 1 :]
        self.path.write_bytes(b"".join(lines))
        self.journal = Journal.open(self.path, HEADING)
        assert self.journal.damaged == 1
        self.lines.pop(number - 1)
        self.holds_what_was_put_down()
        self._begin_again(self.lines)

    def _begin_again(self, entries: list[Made]) -> None:
        """Spoilt lines stay where they are; so that the model may forget them the journal is written anew."""
        self.journal.close()
        self.journal = Journal.open(self.path, HEADING, afresh=True)
        self.lines = entries
        for made in entries:
            self.journal.put(made)

    @rule()
    def come_with_another_recipe(self) -> None:
        self.journal.close()
        before = self.path.read_bytes()
        with suppress(WrongUsage):
            Journal.open(self.path, {**HEADING, "recipe": "1e"})
            raise AssertionError("it was let in")
        assert self.path.read_bytes() == before
        self.journal = Journal.open(self.path, HEADING)

    @rule()
    def begin_afresh(self) -> None:
        self._begin_again([])

    @invariant()
    def holds_what_was_put_down(self) -> None:
        newest = {made.item.key: made for made in self.lines}
        assert len(self.journal) == len(newest)
        assert [self.journal.made(item) for item in ITEMS] == [newest.get(item.key) for item in ITEMS]

    def teardown(self) -> None:
        self.journal.close()
        self.folder.cleanup()


TestJournalMachine = JournalMachine.TestCase
TestJournalMachine.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
