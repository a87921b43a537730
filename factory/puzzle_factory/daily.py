"""Dailies: the days of a calendar, made once and sealed. A published day is neither made again nor changed.

A day comes about in three steps: its puzzles are reserved in the archive, its file is written, the index is. A run
that is killed in between leaves what the next one takes up: what was reserved is what is published.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice

from puzzle_factory.archive import Archive, PlaceTaken, Repeat, Row
from puzzle_factory.calendars import Calendar
from puzzle_factory.dates import Days
from puzzle_factory.days import MONTHS, Standing, day_bytes, files_in, slots_in, standings
from puzzle_factory.errors import REFUTED, IoFailure, WrongUsage
from puzzle_factory.executors import in_order
from puzzle_factory.ledger import Ledger, is_drawn_from
from puzzle_factory.locks import locked
from puzzle_factory.production import Made
from puzzle_factory.records import Record, to_data
from puzzle_factory.seal import INDEX, BrokenSeal, Sealed, check_seal, read_index, sealed, write_index
from puzzle_factory.slots import Failure, Task, drawn, kept, task_of
from puzzle_factory.store import make_folder, sha256_of, sweep, write_whole
from puzzle_factory.tidings import FAILED, MADE, PUT_BACK, REFUSED, THERE, Report, Tidings, Watch
from puzzle_factory.writing import record_line

ALTERED = "altered since it was published; left untouched. Move it away, and the next run puts back what was published"
OTHERS = (
    "the archive has other puzzles for this day of a calendar of this name, from another seed; "
    "name another archive with --archive, or give the calendar another name"
)
UNLIKE = "made again, it has not the bytes that were published; nothing is written. Put the file back from a copy"
NO_PLACE = "not written, something else is in its place or in that of its folder; move it away, and run this once more"
IN_THE_WAY = "a file stands here that was never published, and it is not the one that this run makes; move it away"

Drawn = Sequence[tuple[Task, Made | Failure]]


@dataclass(frozen=True)
class Job:
    """A day that is to be written, with what is promised of it already and the slots that lack."""

    standing: Standing
    rows: tuple[Row, ...]
    tasks: tuple[Task, ...]

    @property
    def day(self) -> date:
        return self.standing.day


def carry_out(calendar: Calendar, master_seed: str, days: Days, workers: int, watch: Watch) -> Report:
    """Make what is not there yet of some days. What stands in the way of one is told, and the others go on.

    Raises Busy where another run is at work, BrokenSeal and Unreadable where the index is not as it was, IoFailure.
    """
    make_folder(calendar.folder)
    with locked(calendar.folder):
        index = _sound_index(calendar)
        _sweep(calendar)
        with Archive.open(calendar.archive) as archive:
            run = _Run(calendar, master_seed, Ledger(archive, calendar.name), index)
            lost, promised = run.put_rows_back(), run.promised(days)
            run.publish(_in_turn(index, promised, {*days, *lost}), frozenset(lost), workers, watch)
            return run.tidings.report(calendar.name, days)


def _sound_index(calendar: Calendar) -> tuple[Sealed, ...]:
    """The index of a calendar. Raises BrokenSeal where it is not what it was."""
    index = read_index(calendar.folder)
    check_seal(calendar.folder, index)
    place = calendar.folder / INDEX
    if not place.exists() and len(files_in(calendar.folder)) > 1:  # one: a very first run was killed before the index
        raise BrokenSeal(f"{place} is gone, though days stand beside it; put it back, or name another folder with -o")
    return index


def _sweep(calendar: Calendar) -> None:
    """Take away what killed runs left half-written."""
    for folder in (calendar.folder, *calendar.folder.glob(MONTHS), calendar.archive.parent):
        sweep(folder)


def _in_turn(index: Sequence[Sealed], promised: Sequence[date], days: Iterable[date]) -> list[date]:
    """Sealed days as they were sealed, so that new ones can avoid them; then promised ones; then the new by date."""
    turns = {day: turn for turn, day in enumerate([*(each.date for each in index), *promised])}
    return sorted({*days, *promised}, key=lambda day: (turns.get(day, len(turns)), day))


def _drawn(tasks: Sequence[Task], workers: int) -> Generator[Made | Failure]:
    """What is drawn for each task, in order. When it is closed, its workers are at an end."""
    yield from in_order(drawn, tasks, workers)


class _Run:
    """One run over a calendar that it has locked. `index` grows as days are sealed."""

    def __init__(self, calendar: Calendar, master_seed: str, ledger: Ledger, index: tuple[Sealed, ...]) -> None:
        self._calendar, self._master_seed, self._ledger = calendar, master_seed, ledger
        self._index = index
        self.tidings = Tidings()

    def put_rows_back(self) -> list[date]:
        """Enter in the archive, from their files, the sealed days that it lacks, as an old copy of it may.

        Returns those whose file is not there as it was: they have to be made again.
        """
        lost: list[date] = []
        back: list[date] = []
        lacking = self._ledger.without_rows([each.date for each in self._index])
        for each in standings(self._calendar.folder, lacking, self._index):
            if not each.is_published or each.content is None:
                lost.append(each.day)
                continue
            with self.tidings.of_day(each.day, "its puzzles cannot be put back into the archive"):
                self._ledger.put_back(each.day, slots_in(each.path, each.content))
                back.append(each.day)
        if back:
            self.tidings.remarks.append(
                f"{self._calendar.archive}: lacked {len(back)} of the days that are published, "
                f"from {min(back)} to {max(back)}; entered once more from their files"
            )
        return lost

    def promised(self, days: Days) -> list[date]:
        """The days that the archive has puzzles for and the index lacks, in the order in which they were promised.

        One was left by a run that was killed; several, where an old copy of the folder was put back: sealed in this
        order they make the chain that was published. A folder that has no day yet gets none but those asked for.
        """
        sealed_days = {each.date for each in self._index}
        there = [day for day in self._ledger.in_order() if day not in sealed_days and (self._index or day in days)]
        found = [day for day in there if all(is_drawn_from(row, self._master_seed) for row in self._ledger.rows(day))]
        unasked = [day for day in found if day not in days]
        if unasked:
            self.tidings.remarks.append(
                f"{self._calendar.folder / INDEX}: lacked {len(unasked)} more of the days that the archive has, "
                f"from {min(unasked)} to {max(unasked)}; published as they were, in their order"
            )
        return found

    def publish(self, days: Sequence[date], lost: frozenset[date], workers: int, watch: Watch) -> None:
        """Write the days that are not there; `lost` are those that neither file nor archive tells of."""
        jobs = list(self._jobs(days, lost))
        tasks = [task for job in jobs for task in job.tasks]
        watch.begin(list(dict.fromkeys(task.item.order.genre for task in tasks)), len(jobs))
        with closing(_drawn(tasks, workers)) as results:
            for job in jobs:
                made = list(zip(job.tasks, islice(results, len(job.tasks)), strict=True))
                state = self.tidings.states[job.day] = self._written(job, made)
                watch.done(f"{job.day}: {state}")

    def _jobs(self, days: Sequence[date], lost: frozenset[date]) -> Iterator[Job]:
        """The days that have to be made, or put together once more. What there is to say of the others is said."""
        for each in standings(self._calendar.folder, days, self._index):
            rows = tuple(self._ledger.rows(each.day))
            if each.fault:
                self.tidings.states[each.day] = REFUSED
                self.tidings.trouble(each.day, each.fault, IoFailure.exit_code)
            elif each.is_published:
                self.tidings.states[each.day] = THERE
                self._note_gaps(each, rows)
            elif each.is_altered and each.day not in lost:
                self.tidings.states[each.day] = self._refused(each, ALTERED)
            elif each.entry is None and not all(is_drawn_from(row, self._master_seed) for row in rows):
                self.tidings.states[each.day] = self._refused(each, OTHERS)
            else:
                yield Job(each, rows, self._tasks(each, rows))

    def _note_gaps(self, each: Standing, rows: Sequence[Row]) -> None:
        """Say which slots a published day lacks. Those that the archive lacks of it are entered there once more."""
        assert each.content
        there = slots_in(each.path, each.content)
        if there.keys() - {row.place for row in rows}:
            with self.tidings.of_day(each.day, "its puzzles cannot be put back into the archive"):
                self._ledger.put_back(each.day, there)
        gaps = [slot.name for slot in self._calendar.slots if slot.name not in there]
        if gaps:
            self.tidings.details.append(f"{each.day}: published without {', '.join(gaps)}, and so it stays")

    def _tasks(self, each: Standing, rows: Sequence[Row]) -> tuple[Task, ...]:
        """The slots that lack. A sealed day has no more than what was promised of it, if anything was."""
        there = {row.place for row in rows}
        lacking = [slot for slot in self._calendar.slots if slot.name not in there]
        wanted = [] if each.entry and rows else lacking
        return tuple(task_of(self._calendar, self._master_seed, slot, each.day) for slot in wanted)

    def _refused(self, each: Standing, why: str, exit_code: int = REFUTED) -> str:
        self.tidings.trouble(each.day, f"{each.path}: {why}", exit_code)
        return REFUSED

    def _written(self, job: Job, made: Drawn) -> str:
        """Write a day whose slots have been drawn; returns what became of it."""
        records, failures = self._kept(job, made)
        try:
            state = self._sealed(job, records)
        except Repeat:
            return self._written(job, made)  # another calendar was quicker: now it can be seen in the archive
        for slot, failure in failures.items():
            self.tidings.trouble(job.day, failure.what, failure.exit_code, slot)
        return state

    def _sealed(self, job: Job, records: Mapping[str, Record]) -> str:
        """Reserve and publish what is promised of a day and these records beside it. Raises Repeat."""
        lines = {str(row.place): row.record for row in job.rows}
        lines |= {slot: record_line(to_data(record)) for slot, record in records.items()}
        content, entry = day_bytes(job.day, lines), job.standing.entry
        if not lines:
            return FAILED
        if entry and entry.sha256 != sha256_of(content):
            return self._refused(job.standing, UNLIKE)
        if entry is None and job.standing.content not in (None, content):
            return self._refused(job.standing, IN_THE_WAY)
        try:
            self._ledger.reserve(job.day, records)
        except PlaceTaken:
            return self._refused(job.standing, OTHERS)
        return self._published(job.standing, content)

    def _kept(self, job: Job, made: Drawn) -> tuple[Mapping[str, Record], Mapping[str, Failure]]:
        """The records that stay, none a repeat, and the failures; both by slot."""
        others = self._ledger.others(job.day)
        taken = set(chain.from_iterable(row.keys for row in job.rows))
        kinds = {task.slot: kept(task, each, others, taken, self._calendar.lives) for task, each in made}
        records = {slot: each for slot, each in kinds.items() if isinstance(each, Record)}
        return records, {slot: each for slot, each in kinds.items() if isinstance(each, Failure)}

    def _published(self, each: Standing, content: bytes) -> str:
        """Write a day whose puzzles are reserved, and seal it."""
        if each.is_altered:
            return self._refused(each, ALTERED)
        if each.content is None:
            try:
                make_folder(each.path.parent)
                write_whole(each.path, content)
            except WrongUsage as error:
                return self._refused(each, NO_PLACE, error.exit_code)
        if each.entry:
            return PUT_BACK
        self._index = sealed(self._index, each.day, content)
        write_index(self._calendar.folder, self._index)
        return MADE
