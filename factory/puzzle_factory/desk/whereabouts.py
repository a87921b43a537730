"""Where a puzzle was published: the rows of the archive that have its key, or the key of its answer.

sought       a puzzle to look for, with its keys, or what is wrong with it
relation     how the puzzle in the archive lies beside the one in hand, in words
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from puzzle_factory.archive import Archive
from puzzle_factory.errors import OK, UNREADABLE
from puzzle_factory.executors import in_order
from puzzle_factory.published import Row, board_of
from puzzle_factory.records import identity, keys_of
from puzzle_factory.sources import Item, complaints
from puzzle_factory.uniqueness import Unique, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, Genre, InvalidPuzzle, Violation

PUZZLE, ANSWER = "puzzle", "answer"  # what two have in common


@dataclass(frozen=True)
class Sought:
    """A puzzle to look for. `answer` is empty where none is known; `complaints` say why there is no puzzle."""

    source: str
    number: int
    genre: str | None
    puzzle: Any
    answer: Answer = ()
    faults: tuple[Violation, ...] = ()
    complaints: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """A row that has the puzzle (`relation` says how it lies there), or another one with the same answer."""

    row: Row
    same: str
    relation: str | None = None


@dataclass(frozen=True)
class Whereabouts:
    """All places of a puzzle, in order of date; `id` and `key` are None where it cannot be read."""

    sought: Sought
    id: str | None = None
    key: str | None = None
    found: tuple[Place, ...] = ()

    @property
    def exit_code(self) -> int:
        return UNREADABLE if self.sought.faults else OK


def sought_in(items: Iterable[Item]) -> Iterator[Sought]:
    """What items ask after, with the answers that came with them, if they keep the rules."""
    for item in items:
        if item.genre is None or item.faults:
            name = item.genre.name if item.genre else None
            lines = tuple(complaints(item))
            yield Sought(item.source, item.number, name, None, faults=item.faults, complaints=lines)
        else:
            answer = answer_of(item.genre, item.puzzle, item.answer)
            yield Sought(item.source, item.number, item.genre.name, item.puzzle, answer)


def answer_of(genre: Genre, puzzle: Any, claimed: object) -> Answer:
    """The answer claimed; empty where there is none, or none that keeps the rules."""
    if claimed is None:
        return ()
    try:
        answer = genre.read_answer(puzzle, claimed)
    except InvalidPuzzle:
        return ()
    return () if genre.violations(puzzle, answer) else answer


def solved(sought: Iterable[Sought], budget_s: float, workers: int) -> Iterator[Sought]:
    """The same, each with its answer where it has just one; `budget_s` seconds a puzzle."""
    return in_order(partial(_solved, budget_s=budget_s), list(sought), workers)


def _solved(sought: Sought, budget_s: float) -> Sought:
    if sought.puzzle is None or sought.answer:
        return sought
    verdict = prove(registry.load(str(sought.genre)), sought.puzzle, budget_s)
    return replace(sought, answer=verdict.answer) if isinstance(verdict, Unique) else sought


def find(archive: Archive, sought: Iterable[Sought]) -> Iterator[Whereabouts]:
    """The places of each puzzle."""
    return (_find(archive, each) for each in sought)


def _find(archive: Archive, sought: Sought) -> Whereabouts:
    if sought.puzzle is None:
        return Whereabouts(sought)
    genre = registry.load(str(sought.genre))
    key = genre.key(sought.puzzle)
    answer_key = genre.answer_key(sought.puzzle, sought.answer) if sought.answer else None
    rows = archive.holders(keys_of(key, answer_key))
    found = tuple(place(genre, sought.puzzle, key, row) for row in rows)
    return Whereabouts(sought, identity(genre, sought.puzzle, key), key, found)


def place(genre: Genre, puzzle: Any, key: str, row: Row) -> Place:
    """What a row that shares a key with a puzzle is to it."""
    if row.key != key:
        return Place(row, ANSWER)
    try:
        there = genre.parse(board_of(row))
        if genre.key(there) == key:
            return Place(row, PUZZLE, genre.image_words(puzzle, there))
    except InvalidPuzzle:
        return Place(row, PUZZLE)
    return Place(row, PUZZLE)  # a record that was tampered with: `archive check` says how


def where(found: Place) -> str:
    """A place in words, for a line that names the puzzle."""
    row = found.row
    of = f"{row.where} of {row.publication.name}"
    if found.same == ANSWER:
        return f"its answer is that of {of} on {row.publication.date}, with other givens"
    printed = "printed as" if isinstance(row.place, int) else "published in"
    lies = f", there {found.relation}" if found.relation else ""
    return f"{printed} {of} on {row.publication.date}{lies}"


def whereabouts_text(whereabouts: Whereabouts) -> str:
    """What `archive find` says of a puzzle: a line for each place."""
    sought = whereabouts.sought
    if sought.faults:
        return "\n".join(sought.complaints)
    lines: Sequence[str] = [where(found) for found in whereabouts.found] or ["not in the archive"]
    return "\n".join(f"{sought.source} {sought.number}: {line}" for line in lines)


def whereabouts_object(whereabouts: Whereabouts) -> dict[str, object]:
    """What `archive find --json` says of a puzzle."""
    sought = whereabouts.sought
    return {
        "source": sought.source,
        "number": sought.number,
        "genre": sought.genre,
        "id": whereabouts.id,
        "key": whereabouts.key,
        "found": [_place_object(found) for found in whereabouts.found],
        "errors": [{"code": fault.code, "where": fault.where, "message": fault.message} for fault in sought.faults],
    }


def _place_object(found: Place) -> dict[str, object]:
    row = found.row
    return {
        "publication": row.publication.name,
        "place": row.place,
        "date": row.publication.date,
        "relation": found.relation,
        "same": found.same,
    }
