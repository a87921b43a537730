"""A batch: a recipe carried out into a folder, once. What stands there finished is checked and left alone.

All that is made goes into the journal first. When every item is there the files are written, then the manifest, and
the journal goes; so a folder with a manifest holds a finished batch, and whatever ends a run, the next goes on. A file
that stands in the place of one of the batch is taken over where all is made and it holds just those bytes, as a run
leaves it that is killed while it writes; no other is, for it may be anyone's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from puzzle_factory.arrangement import Card
from puzzle_factory.assembly import Assembly, Maker, Shelf, Watch, assembled, listed
from puzzle_factory.errors import FactoryError, Interrupted, IoFailure, WrongUsage
from puzzle_factory.journal import Journal
from puzzle_factory.manifest import Finished, Layout, Summed, checked, manifest_pieces, read_manifest
from puzzle_factory.production import Item, Taken, items_of
from puzzle_factory.program import program
from puzzle_factory.recipe import Recipe
from puzzle_factory.records import numbered
from puzzle_factory.sharding import Shard
from puzzle_factory.store import Content, make_folder, sweep, write_all
from puzzle_factory.writing import pieces


@dataclass(frozen=True)
class Job:
    """A recipe to be carried out into a folder, whole or one share of it.

    `avoid` is what must not come again; `afresh` drops what an unfinished run of another recipe has left.
    """

    recipe: Recipe
    folder: Path
    maker: Maker
    avoid: Taken | None = None
    watch: Watch = field(default_factory=Watch)
    shard: Shard | None = None
    afresh: bool = False

    @property
    def layout(self) -> Layout:
        return Layout.of(self.recipe, self.folder, self.shard)

    @property
    def items(self) -> list[Item]:
        """What this job makes."""
        items = items_of(self.recipe.orders)
        return self.shard.items(items) if self.shard else items

    @property
    def heading(self) -> dict[str, object]:
        """What the journal has to say of itself, for this job to go on with it."""
        shard = str(self.shard) if self.shard else None
        return {"recipe": self.recipe.sha256, "seed": self.recipe.seed, "shard": shard, "program": program()}


def carry_out(job: Job) -> Finished:
    """The finished batch of a recipe in a folder.

    Raises AlteredBatch where a file of a finished batch was changed, WrongUsage where the folder holds another batch,
    Busy where another run is at work on it, OrderUnfilled where it cannot be made, Interrupted where it is stopped.
    """
    layout = job.layout
    if done := _finished_before(job):
        return done
    make_folder(layout.folder)
    with Journal.open(layout.journal, job.heading, job.afresh) as journal:
        if done := _finished_before(job):  # by the run that held the journal until now
            journal.remove()
            return done
        try:
            if not all(item in journal for item in job.items):
                check_room(layout)
            sweep(layout.folder)
            return _made_and_written(job, journal)
        except KeyboardInterrupt as stop:
            raise _interrupted(job, journal) from stop
        finally:
            if not len(journal):
                journal.remove()


def _finished_before(job: Job) -> Finished | None:
    """The batch where it is finished already; what a run that was killed at its very end left of a journal goes."""
    manifest = read_manifest(job.layout.manifest)
    if manifest is None:
        return None
    done = checked(job.layout, manifest, job.recipe)
    if job.layout.journal.exists():
        with suppress(FactoryError), Journal.open(job.layout.journal, job.heading) as journal:
            journal.remove()
    return done


def _made_and_written(job: Job, journal: Journal) -> Finished:
    started = datetime.now(UTC)
    assembly = Assembly(job.recipe.seed, job.maker, journal, job.avoid, job.watch)
    cards = listed(assembly, job.items, set()) if job.shard else assembled(assembly, job.items, job.recipe.order)
    journal.sync()
    numbering = None if job.shard else job.recipe.numbering

    def content(form: str) -> Iterator[bytes]:
        return pieces(records_of(cards, journal, numbering), form)

    for name, form in job.layout.files.items():
        check_same(job.folder / name, content(form))
    files = {name: Summed(content(form)) for name, form in job.layout.files.items()}
    contents: dict[str, Content] = {**files}
    contents[job.layout.manifest.name] = manifest_pieces(job.recipe, job.shard, len(cards), files, started)
    write_all(job.folder, contents)
    first = next(records_of(cards, journal, numbering), None)
    journal.remove()
    return Finished(job.folder, tuple(job.folder / name for name in files), len(cards), True, first)


def records_of(cards: Sequence[Card], shelf: Shelf, numbering: int | None) -> Iterator[Mapping[str, Any]]:
    """The records of cards, as data, in the order of the cards; with numbers from `numbering` on, if any."""
    for place, card in enumerate(cards):
        record = shelf.records(card.item)[card.at]
        yield record if numbering is None else numbered(record, numbering + place)


def _interrupted(job: Job, journal: Journal) -> Interrupted:
    kept = sum(item in journal for item in job.items)
    if not kept:
        return Interrupted("interrupted; nothing is made yet: the same command begins anew")
    return Interrupted(
        f"interrupted; {kept} of {len(job.items)} are kept in {journal.path}: the same command goes on from there"
    )


def check_room(layout: Layout) -> None:
    """Raise WrongUsage where something stands in the place of a file of the batch, which has none until all is made."""
    for name in layout.files:
        if (layout.folder / name).exists():
            raise _in_the_way(layout.folder / name)


def check_same(path: Path, content: Iterable[bytes]) -> None:
    """Raise WrongUsage where a file is about to be overwritten by other bytes than it holds."""
    if not path.exists():
        return
    if not path.is_file():
        raise _in_the_way(path)
    try:
        with open(path, "rb") as file:
            same = all(file.read(len(piece)) == piece for piece in content) and not file.read(1)
    except OSError as error:
        raise IoFailure(f"{path}: cannot be read, {error.strerror or error}") from error
    if not same:
        raise _in_the_way(path)


def _in_the_way(path: Path) -> WrongUsage:
    return WrongUsage(f"{path}: this is not of the batch and would be overwritten; move it, or name a folder with -o")
