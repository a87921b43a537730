"""Publications entered, cut off, merged from elsewhere and found, in any order that hypothesis thinks of.

The model is a plain list of rows: no key stands in two publications, nothing is lost, and nothing is half there.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from archives import image, made
from puzzle_factory import archive_file
from puzzle_factory.archive import Archive, PlaceTaken, Publication, Repeat
from puzzle_factory.records import Record, keys_of

RECORDS = made(count=6)
BOOKS = st.sampled_from(
    [Publication("book", "2026-11-02"), Publication("book", "2026-11-03"), Publication("site", "2026-11-02")]
)
SOME = st.lists(st.sampled_from(range(len(RECORDS))), min_size=1, max_size=3, unique=True)
Place = tuple[Publication, int]


class Killed(Exception):
    """Stands for the end of a process, in the middle of a transaction."""


class ArchiveMachine(RuleBasedStateMachine):
    """An archive beside what should be in it: by publication and place, the number of a record and how it lies."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "archive.sqlite"
        self.archive = Archive.open(self.path)
        self.rows: dict[Place, tuple[int, int]] = {}

    @rule(book=BOOKS, numbers=SOME, turned=st.integers(0, 7))
    def enter(self, book: Publication, numbers: list[int], turned: int) -> None:
        """However it lies it is the same puzzle: a repeat elsewhere; and another layout does not take its place."""
        expected = next(filter(None, (self._in_the_way(book, number, turned) for number in numbers)), None)
        try:
            self.archive.reserve(book, boards(numbers, turned), places(numbers))
        except (Repeat, PlaceTaken) as error:
            assert type(error) is expected
        else:
            assert expected is None
            self.rows |= {(book, number + 1): (number, turned) for number in numbers}

    @rule(book=BOOKS, numbers=SOME)
    def be_killed_as_it_enters(self, book: Publication, numbers: list[int]) -> None:
        """What was not committed is not there when the file is opened again."""

        def killed(_: object) -> None:
            raise Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(archive_file, "_commit", killed)
            with pytest.raises((Killed, Repeat, PlaceTaken)):
                self.archive.reserve(book, boards(numbers, 0), places(numbers))
        self.open_again()

    @rule()
    def open_again(self) -> None:
        self.archive.close()
        self.archive = Archive.open(self.path)

    @rule(book=BOOKS, numbers=SOME)
    def enter_from_elsewhere(self, book: Publication, numbers: list[int]) -> None:
        """Another connection, as another process has it."""
        ours, self.archive = self.archive, Archive.open(self.path)
        try:
            self.enter(book, numbers, 0)
        finally:
            self.archive.close()
            self.archive = ours

    @invariant()
    def has_what_was_entered(self) -> None:
        found = {(row.publication, row.place): row.key for row in self.archive.rows(self.archive.numbers())}
        assert found == {place: RECORDS[number].key for place, (number, _) in self.rows.items()}

    @invariant()
    def finds_each_by_any_of_its_keys(self) -> None:
        for number, record in enumerate(RECORDS):
            places = {place for place, (there, _) in self.rows.items() if there == number}
            assert {(row.publication, row.place) for row in self.archive.holders(keys(record))} == places
            assert self.archive.holds(keys(record)[1:]) == bool(places)

    def _in_the_way(self, book: Publication, number: int, turned: int) -> type[Exception] | None:
        """What an entry runs into."""
        if any(there == number and place[0] != book for place, (there, _) in self.rows.items()):
            return Repeat
        return None if self.rows.get((book, number + 1), (number, turned)) == (number, turned) else PlaceTaken

    def teardown(self) -> None:
        self.archive.close()
        self.folder.cleanup()


def boards(numbers: list[int], turned: int) -> list[Record]:
    return [image(RECORDS[number], turned) for number in numbers]


def places(numbers: list[int]) -> list[int]:
    """Each record has a place of its own."""
    return [number + 1 for number in numbers]


def keys(record: Record) -> tuple[str, ...]:
    return keys_of(record.key, record.answer_key)


TestArchiveMachine = ArchiveMachine.TestCase
TestArchiveMachine.settings = settings(max_examples=15, stateful_step_count=12, deadline=None)
