"""Repairs put in words: as text for people, as JSON objects for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from puzzle_factory.conversion import written
from puzzle_factory.desk.proposals import Proposal
from puzzle_factory.desk.repair import Repair
from puzzle_factory.desk.reports import INDENT
from puzzle_factory.desk.verify import INVALID, Case
from puzzle_factory.sources import fault_line
from puzzle_factory.writing import pieces, record_line
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre, InvalidPuzzle
from puzzle_models.kernel.mending import Change
from puzzle_models.kernel.reading import counted

SHOWN = 4  # changes of a proposal that are named in its line
NOTHING = {  # what is said where nothing is proposed
    "unique": "nothing to repair",
    "unknown": "undecided within the time limit",
    "invalid": "no one change makes a puzzle of it",
    "none": "no change of clues and givens gives it an answer",
    "multiple": "too loose: the time limit is spent, and there is no telling what it lacks; try a longer --time-limit",
}
TOO_LATE = "the time limit is spent, and nothing is found; try a longer --time-limit"


def repair_object(repair: Repair) -> dict[str, object]:
    """What `repair --json` says of a case."""
    case = repair.case
    return {
        "source": case.source,
        "number": case.number,
        "genre": case.genre,
        "verdict": repair.verdict,
        "proposals": [_proposal_object(case, proposal) for proposal in repair.proposals],
        "errors": [asdict(fault) for fault in case.faults],
        "complete": repair.in_time,
    }


def repair_text(repair: Repair) -> str:
    """What `repair` says of a case: a line, then each proposal in a line with the puzzle under it."""
    return "\n".join([_heading(repair), *(INDENT + line if line else "" for line in _lines(repair))])


def _proposal_object(case: Case, proposal: Proposal) -> dict[str, object]:
    genre = registry.load(str(case.genre))
    found: dict[str, object] = {
        "kind": proposal.kind,
        "changes": [{"where": each.where, "from": each.before, "to": each.after} for each in proposal.changes],
        "puzzle": genre.unparse(proposal.puzzle),
        "verdict": proposal.verdict,
        "grade": asdict(proposal.grade),
        "written": _puzzle_text(genre, proposal.puzzle, case.format),
    }
    return found | ({"slip": proposal.slip} if proposal.slip else {})


def _heading(repair: Repair) -> str:
    said = counted(len(repair.proposals), "proposal") if repair.proposals else _nothing(repair)
    return f"{repair.case.place}: {repair.verdict}, {said}"


def _nothing(repair: Repair) -> str:
    if repair.verdict == INVALID and repair.case.unsound is None:
        return "not read whole, so it cannot be repaired"
    if repair.verdict in (INVALID, "none") and not repair.in_time:
        return TOO_LATE
    return NOTHING[repair.verdict]


def _lines(repair: Repair) -> Iterator[str]:
    yield from map(fault_line, repair.case.faults)
    for proposal in repair.proposals:
        yield _proposal_line(proposal)
        yield ""
        genre = registry.load(str(repair.case.genre))
        yield from _puzzle_text(genre, proposal.puzzle, repair.case.format).rstrip("\n").split("\n")
        yield ""
    if repair.proposals and not repair.in_time:
        yield "the time limit is spent: a longer --time-limit may find better ones"


def _proposal_line(proposal: Proposal) -> str:
    """`typo, neighbours swapped: row 3 4 → 5, row 4 5 → 4; unique, medium 9.1`."""
    kind = f"{proposal.kind}, {proposal.slip}" if proposal.slip else proposal.kind
    changes = [_change(each) for each in proposal.changes[:SHOWN]]
    more = len(proposal.changes) - SHOWN
    score = "" if proposal.grade.score is None else f" {proposal.grade.score:g}"
    said = ", ".join([*changes, f"and {more} more"] if more > 0 else changes)
    return f"{kind}: {said}; {proposal.verdict}, {proposal.grade.level}{score}"


def _change(change: Change) -> str:
    return f"{change.where} {change.before} → {change.after}"


def _puzzle_text(genre: Genre, puzzle: Any, notation: str) -> str:
    """A puzzle in the notation that the faulty one came in: of records a bare one, and so where it cannot hold it."""
    bare = {"genre": genre.name, "puzzle": genre.unparse(puzzle)}
    if notation == "yaml":
        return b"".join(pieces([bare], notation)).decode()
    try:
        return written(genre, puzzle, notation)[0]
    except InvalidPuzzle:
        return record_line(bare)
