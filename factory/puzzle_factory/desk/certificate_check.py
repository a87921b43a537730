"""Certificates judged, whoever made them. What is trusted is the rules, the encoding made from them, and dratify.

The puzzle is read from puzzle.json, all else is made anew from it and held against what is there. Only two things are
taken from the other files, and both are proven here: the sets of cells that the cuts come from, and the proof.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import zip_longest
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from puzzle_factory.desk.certificate import CHECKER, CLAUSES, PROOF, PUZZLE, README, Files, checksums, sealed
from puzzle_factory.desk.dimacs import Cells, Statement, sets_in
from puzzle_factory.documents import Malformed, one_line
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.errors import Unreadable
from puzzle_factory.intake import Claim, claims_of, data_in
from puzzle_factory.records import identity
from puzzle_factory.sources import decoded, fault_line, genres
from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.kernel.encodings import CnfEncoding

DRATIFY, DRAT_TRIM = "dratify", "drat-trim"
LEMMA = re.compile(rb"(-?[1-9][0-9]{0,8} )*0\n")
END = b"0\n"
BYTES_A_LITERAL = 2  # at least
NEVER = Deadline(inf)
TAKING_UP = 4  # times as long as reading clauses it takes dratify to take them up, which nothing can stop
VERIFIED = b"s VERIFIED"  # what drat-trim prints


class Refused(Exception):
    """A certificate that does not hold, and why."""


@dataclass(frozen=True)
class Holds:
    """A certificate that holds: the genre and id of its puzzle, and the programs that checked the proof."""

    genre: str
    name: str
    checkers: tuple[str, ...]


def check(files: Files, deadline: Deadline = NEVER) -> Holds:
    """Check a certificate. Raises Refused; Unreadable where the puzzle cannot be read; OutOfTime."""
    deadline.leave()
    claim = _claim(files[PUZZLE])
    genre, puzzle, answer = claim.genre, claim.puzzle, _answer(claim)
    assert genre
    encoding = genre.encode_cnf(puzzle.shape)
    try:
        sets = sets_in(files[CLAUSES].decode("utf-8", "replace"), puzzle.width, puzzle.height)
        _check_room(encoding, sets, len(files[CLAUSES]))
        statement = Statement(genre, puzzle, answer, encoding, sets)
        expected = {**files, CLAUSES: statement.text().encode()}
    except ValueError as error:
        raise Refused(f"{CLAUSES}: {error}") from error
    expected = sealed(statement, expected)
    for name in (PUZZLE, CLAUSES):
        _hold_against(name, files[name], expected[name])
    _check_proof(files[PROOF], encoding.variables)
    deadline.leave()
    _refute(statement.clauses, files[PROOF], deadline)
    checkers = (DRATIFY, *_by_drat_trim(files))
    _hold_against(CHECKER, files[CHECKER], expected[CHECKER])
    if checksums({name: expected[name] for name in (PUZZLE, CLAUSES, PROOF, CHECKER)}).encode() not in files[README]:
        raise Refused(f"{README}: a checksum is not that of the file; something was changed since it was made")
    return Holds(genre.name, identity(genre, puzzle, genre.key(puzzle)), checkers)


def _claim(content: bytes) -> Claim:
    """The one record in puzzle.json, with a puzzle that is sound."""
    try:
        claims = list(claims_of(data_in(decoded(content), "json"), genres()))
    except Malformed as error:
        raise Unreadable(f"{PUZZLE}: {error}") from error
    if len(claims) != 1:
        raise Unreadable(f"{PUZZLE}: {len(claims)} records; a certificate is about one")
    (claim,) = claims
    if claim.genre is None:
        raise Unreadable(f"{PUZZLE}: {fault_line(claim.faults[0])}")
    if claim.puzzle is None:
        raise Refused(f"{PUZZLE}: {claim.faults[0].message}")
    return claim


def _answer(claim: Claim) -> Answer:
    """The answer in puzzle.json, which keeps the rules."""
    if claim.answer is None:
        raise Refused(f"{PUZZLE}: the answer is missing")
    assert claim.genre
    try:
        answer = claim.genre.read_answer(claim.puzzle, claim.answer)
    except InvalidPuzzle as broken:
        raise Refused(f"{PUZZLE}: the answer: {broken.faults[0].message}") from broken
    for violation in claim.genre.violations(claim.puzzle, answer):
        raise Refused(f"{PUZZLE}: the answer breaks a rule: {violation.message}")
    return answer


def _hold_against(name: str, found: bytes, expected: bytes) -> None:
    """Raise Refused, with the first line that differs, where a file is not what it has to be."""
    if found == expected:
        return
    lines = zip_longest(found.split(b"\n"), expected.split(b"\n"))
    number, (here, there) = next((number, pair) for number, pair in enumerate(lines, 1) if pair[0] != pair[1])
    raise Refused(f"{name}, line {number}: {_quoted(here)} stands where the puzzle gives {_quoted(there)}")


def _quoted(line: bytes | None) -> str:
    return "nothing" if line is None else f"'{one_line(line.decode('utf-8', 'replace'), 60)}'"


def _check_room(encoding: CnfEncoding, sets: Sequence[Cells], size_bytes: int) -> None:
    """Raise ValueError where sets have more cuts than a file of that size can: a short line may ask for millions."""
    literals = 0
    for cells in sets:
        literals += sum(map(len, encoding.cut(cells)))
        if literals * BYTES_A_LITERAL > size_bytes:
            raise ValueError("it has fewer clauses than its sets of cells give")


def _check_proof(content: bytes, variables: int) -> None:
    """Raise Refused where a proof is anything but lemmas on variables that there are, the last of them empty."""
    number, line = 0, b""
    for number, line in enumerate(BytesIO(content), 1):
        if not LEMMA.fullmatch(line):
            raise Refused(f"{PROOF}, line {number}: {_quoted(line)} is no clause in DIMACS")
        if any(abs(literal) > variables for literal in _literals(line)):
            raise Refused(f"{PROOF}, line {number}: a variable that {CLAUSES} does not have")
    if line != END:
        raise Refused(f"{PROOF}: it does not end in the empty clause, so nothing is proven")


def _literals(line: bytes) -> list[int]:
    return [int(word) for word in line.split()[:-1]]


def _refute(clauses: Sequence[Sequence[int]], content: bytes, deadline: Deadline) -> None:
    """Check by dratify that a proof shows that clauses cannot be met. Raises Refused, OutOfTime."""
    from dratify import CNF, DRATChecker, from_dimacs

    formula, started = CNF(), monotonic()
    for clause in clauses:
        formula.add_dimacs(clause)
    deadline.leave(TAKING_UP * (monotonic() - started))

    def steps() -> Iterator[tuple[str, list[int]]]:
        for line in BytesIO(content):
            deadline.leave()
            yield "a", [from_dimacs(literal) for literal in _literals(line)]

    result: Any = DRATChecker(formula, check_rat=False).check(steps())
    if result.failed_step > 0:
        raise Refused(f"{PROOF}, line {result.failed_step}: it does not follow from what stands before it")
    if not (result.ok and result.reached_empty):
        raise Refused(f"{PROOF}: {DRATIFY} does not verify it")


def _by_drat_trim(files: Files) -> tuple[str, ...]:
    """Check the proof by drat-trim too, where it is installed: its name. Raises Refused."""
    program = shutil.which(DRAT_TRIM)
    if program is None:
        return ()
    with tempfile.TemporaryDirectory() as folder:
        for name in (CLAUSES, PROOF):
            Path(folder, name).write_bytes(files[name])
        done = subprocess.run([program, CLAUSES, PROOF], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
    if VERIFIED not in done.stdout:
        raise Refused(f"{PROOF}: {DRAT_TRIM} does not verify it")
    return (DRAT_TRIM,)
