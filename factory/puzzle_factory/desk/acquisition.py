"""Puzzle files into the archive: each puzzle is judged, given its place, and entered unless it is a repeat.

piece        one puzzle of a file as it came, with its place
judged       a piece as the row that it can be; or what keeps it out
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from puzzle_factory.archive import Archive
from puzzle_factory.conversion import record_in
from puzzle_factory.desk.dayfile import Day, day_in, is_iso_date, is_line
from puzzle_factory.desk.whereabouts import place, where
from puzzle_factory.documents import one_line
from puzzle_factory.errors import OK, REFUTED, UNDECIDED, UNREADABLE, WrongUsage, heaviest
from puzzle_factory.executors import in_order
from puzzle_factory.opening import STDIN, opened
from puzzle_factory.published import (
    Place,
    PlaceTaken,
    Publication,
    Repeat,
    Row,
    board_of,
    is_same_board,
    place_of,
    row_of,
)
from puzzle_factory.records import Proof, Record, record_of
from puzzle_factory.sources import Item, complaints, read_opened
from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, Verdict, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre, InvalidPuzzle

DAILY = "daily"  # the name of days that are given none
NEW, THERE, REFUSED = "new", "there", "refused"
BY_KEY = "entered by its key alone, for "


@dataclass(frozen=True)
class Edition:
    """How files are entered. `name` and `date` are None where each file has its own, or else the date is `today`."""

    name: str | None
    date: str | None
    today: str
    budget_s: float
    workers: int


@dataclass(frozen=True)
class Piece:
    """One puzzle of a file, to be told by its label in messages."""

    label: str
    publication: Publication
    place: Place
    item: Item


@dataclass(frozen=True)
class Judged:
    """What a piece came to. `row` is None where it cannot go in; `remarks` say why, or what is to be known of it."""

    label: str
    row: Row | None
    remarks: tuple[str, ...] = ()
    exit_code: int = OK


@dataclass(frozen=True)
class Added:
    """What became of a file: how many of its puzzles are new, stood there before as they are, or were kept out."""

    source: str
    publication: Publication
    new: int
    there: int
    refused: int
    lines: tuple[str, ...]
    exit_code: int


def edition(name: str | None, date: str | None, budget_s: float, workers: int) -> Edition:
    """How files are to be entered. Raises WrongUsage at a date that is none, or a name that is no line of text."""
    if date is not None and not is_iso_date(date):
        raise WrongUsage(f"'{one_line(date)}' is no date; write it like 2026-12-02")
    if name is not None and not is_line(name):
        raise WrongUsage("--name is no line of text; write it in letters and digits")
    return Edition(name, date, datetime.now(UTC).date().isoformat(), budget_s, workers)


def add(archive: Archive, source: str, from_format: str | None, edition: Edition) -> Added:
    """Enter the puzzles of a file, in one transaction. What cannot go in is named in `lines`; the rest goes in.

    Raises WrongUsage and Unreadable, with nothing entered, where the file as a whole cannot be taken.
    """
    taken = opened(source)
    day = None if taken.more else day_in(source, taken.head)
    publication = _publication(source, day, edition)
    pieces = _slots(day, publication) if day else _numbered(read_opened(taken, from_format), publication)
    judged = list(_judged(archive, pieces, edition))
    settle = _as_it_is if day or edition.date else partial(_as_before, archive)
    with archive.transaction():
        results = [_entered(archive, each, settle) for each in judged]
    return _summed(source, publication, results)


def _publication(source: str, day: Day | None, edition: Edition) -> Publication:
    if day is None:
        if source == STDIN and edition.name is None:
            raise WrongUsage("-: standard input has no name; give one with --name")
        name = edition.name or Path(source).stem
        if not is_line(name):
            raise WrongUsage(f"{source}: the name of this file is no line of text; give another with --name")
        return Publication(name, edition.date or edition.today)
    if edition.date not in (None, day.date):
        raise WrongUsage(f"{source}: a day has its own date, {day.date}; leave --date out")
    return Publication(edition.name or DAILY, day.date)


def _slots(day: Day, publication: Publication) -> Iterator[Piece]:
    for slot, item in day.items():
        yield Piece(f"{day.source}, slot {slot}", publication, slot, item)


def _numbered(items: Iterable[Item], publication: Publication) -> Iterator[Piece]:
    for item in items:
        own = place_of((item.record or {}).get("number"), item.number)
        yield Piece(f"{item.source}, puzzle {item.number}", publication, own, item)


def _judged(archive: Archive, pieces: Iterable[Piece], edition: Edition) -> Iterator[Judged]:
    """The pieces judged: in order those that say enough of themselves, and after them those to be solved first."""
    to_solve: list[tuple[Genre, Piece]] = []
    for piece in pieces:
        genre, item = piece.item.genre, piece.item
        if genre is None or item.faults:
            yield Judged(piece.label, None, tuple(complaints(item)), UNREADABLE)
        elif item.answer is not None:
            yield _with_answer(genre, piece)
        elif archive.holds([genre.key(item.puzzle)]):  # there, or a repeat: no need to solve it
            yield _row(piece, record_in(item))
        else:
            to_solve.append((genre, piece))
    cases = [(genre.name, piece.item.puzzle) for genre, piece in to_solve]
    verdicts = in_order(partial(_verdict, edition.budget_s), cases, edition.workers)
    for (genre, piece), verdict in zip(to_solve, verdicts, strict=True):
        yield _solved(genre, piece, verdict)


def _verdict(budget_s: float, case: tuple[str, Any]) -> Verdict:
    name, puzzle = case
    return prove(registry.load(name), puzzle, budget_s)


def _row(piece: Piece, record: Record, remark: str = "", exit_code: int = OK) -> Judged:
    remarks = (f"{piece.label}: {remark}",) if remark else ()
    return Judged(piece.label, row_of(piece.publication, piece.place, record), remarks, exit_code)


def _with_answer(genre: Genre, piece: Piece) -> Judged:
    """A piece that brings its answer, which the rules judge."""
    puzzle = piece.item.puzzle
    try:
        faults = genre.violations(puzzle, genre.read_answer(puzzle, piece.item.answer))
    except InvalidPuzzle as broken:
        faults = list(broken.faults)
    if faults:
        remark = f"{piece.label}: not added, its answer is wrong: {faults[0].message}"
        return Judged(piece.label, None, (remark,), REFUTED)
    return _row(piece, record_in(piece.item))


def _solved(genre: Genre, piece: Piece, verdict: Verdict) -> Judged:
    """A piece whose answer was looked for. Where there is not just one, it goes in all the same, and that is said."""
    record = record_in(piece.item)
    match verdict:
        case Unique(answer, engines):
            return _row(piece, _completed(genre, piece.item, answer, Proof("unique", tuple(engines))))
        case Multiple():
            return _row(piece, record, BY_KEY + "it has several answers")
        case NoAnswer():
            return _row(piece, record, BY_KEY + "it has no answer")
    remark = f"{BY_KEY}its answer was not found in {verdict.spent_s:.1f} s; give it more with --time-limit"
    return _row(piece, record, remark, UNDECIDED)


def _completed(genre: Genre, item: Item, answer: Any, proof: Proof) -> Record:
    """The record of an item that came without its answer, with all else that it came with."""
    came, found = record_in(item), record_of(genre, item.puzzle, answer)
    return replace(came, answer=found.answer, answer_key=found.answer_key, proof=came.proof or proof)


def _as_it_is(row: Row) -> Row:
    return row


def _as_before(archive: Archive, row: Row) -> Row:
    """A row whose date is only a guess: where it stands already, by name, place and puzzle, it has the date it has."""
    for there in archive.holders([row.key]):
        if (there.publication.name, there.place) == (row.publication.name, row.place) and is_same_board(row, there):
            return replace(row, publication=there.publication)
    return row


def _entered(archive: Archive, judged: Judged, settle: Callable[[Row], Row]) -> tuple[str, Judged]:
    """What became of a piece, as a member of `Added`, and the piece with all that is to be said of it."""
    if judged.row is None:
        return REFUSED, judged
    row = settle(judged.row)
    try:
        if archive.enter(row):
            return NEW, judged
    except Repeat as repeat:
        return REFUSED, _kept_out(judged, _whereabouts(row, repeat.there))
    except PlaceTaken as taken:
        return REFUSED, _kept_out(judged, str(taken))
    return THERE, Judged(judged.label, row)


def _kept_out(judged: Judged, why: str) -> Judged:
    return replace(judged, remarks=(f"{judged.label}: not added, {why}",), exit_code=REFUTED)


def _whereabouts(row: Row, there: Row) -> str:
    genre = registry.load(row.genre)
    puzzle = genre.parse(board_of(row))
    return where(place(genre, puzzle, row.key, there))


def _summed(source: str, publication: Publication, results: list[tuple[str, Judged]]) -> Added:
    fates = [fate for fate, _ in results]
    if NEW not in fates:  # then the date was a guess, and those that are there know better
        dated = (judged.row.publication for fate, judged in results if fate == THERE and judged.row)
        publication = next(dated, publication)
    lines = tuple(remark for _, judged in results for remark in judged.remarks)
    code = heaviest(judged.exit_code for _, judged in results)
    return Added(source, publication, fates.count(NEW), fates.count(THERE), fates.count(REFUSED), lines, code)
