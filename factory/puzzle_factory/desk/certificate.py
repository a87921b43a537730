"""Certificates: what others need to check that a puzzle has one answer, without trusting us.

certificate  a folder: the puzzle with its answer, both said in clauses, a proof that these allow no other answer, a
             checker for strangers, and what is proven and what is trusted
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from puzzle_factory.desk.dimacs import Statement
from puzzle_factory.records import record_of, to_data
from puzzle_factory.store import sha256_of

PUZZLE, CLAUSES, PROOF, CHECKER, README = "puzzle.json", "puzzle.cnf", "proof.drup", "check.py", "README"
FILES = (PUZZLE, CLAUSES, PROOF, CHECKER, README)
LONGEST_PROOF = 8_000_000  # bytes; dratify would be at it for an hour
WORDS = """\
The puzzle {name} in puzzle.json has the answer that stands beside it, and no other: this folder lets you check that.
Check it with `python3 check.py`; or `drat-trim puzzle.cnf proof.drup`; or after `pip install dratify` with python3 -c \
"from dratify import *; print(check_proof(parse_dimacs(open('puzzle.cnf').read()), open('proof.drup').read()))".
Proven: the clauses of puzzle.cnf, of which the last forbids the answer, cannot all be met; each line of proof.drup \
follows from the clauses and lines before it by unit propagation, and the last line is empty. check.py also sees that \
givens and answer are those of puzzle.json, and that the answer breaks no clause before the last.
Trusted: the checker, and that the clauses say the rules and this puzzle (comments tell what each means). \
`puzzle-factory check-certificate` does not trust that: it makes the clauses anew and judges the answer by the rules.
SHA-256: {sums}
"""

Files = dict[str, bytes]


def files_of(statement: Statement, proof: Sequence[str]) -> Files:
    """The files of a certificate, from the puzzle in clauses and the lines of its proof; always the same bytes."""
    text = {CLAUSES: statement.text(), PROOF: "\n".join([*proof, ""])}
    return sealed(statement, {name: content.encode() for name, content in text.items()})


def sealed(statement: Statement, files: Files) -> Files:
    """The files of a certificate whose clauses and proof are given."""
    record = record_of(statement.genre, statement.puzzle, statement.answer)
    puzzle = json.dumps(to_data(record), ensure_ascii=False, indent=1) + "\n"
    files = {PUZZLE: puzzle.encode(), CLAUSES: files[CLAUSES], PROOF: files[PROOF], CHECKER: checker()}
    return {**files, README: WORDS.format(name=record.id, sums=checksums(files)).encode()}


def checksums(files: Files) -> str:
    """The names of files, each with its checksum, as README has them."""
    return ", ".join(f"{name} {sha256_of(content)}" for name, content in files.items())


@cache
def checker() -> bytes:
    """The checker for strangers: the same file for all puzzles."""
    return Path(__file__).with_name(CHECKER).read_bytes()
