"""Certificates made: for each unique puzzle of a run a folder, checked before it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from puzzle_factory.desk.certificate import LONGEST_PROOF, PROOF, Files, files_of
from puzzle_factory.desk.certificate_check import Refused, check
from puzzle_factory.desk.dimacs import Statement
from puzzle_factory.desk.verify import Case, Inquiry, Report, examined
from puzzle_factory.engines.drup import MetAfterAll, cuts_needed, proof
from puzzle_factory.engines.outcome import Deadline, OutOfTime
from puzzle_factory.errors import PuzzleBug, WrongUsage
from puzzle_factory.executors import in_order
from puzzle_factory.records import identity
from puzzle_factory.store import STDOUT, make_folder, sweep, write_folder
from puzzle_factory.uniqueness import pasteable
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, Genre

TOO_LONG = "no certificate, its proof takes too long to make and check; a longer --time-limit may help"


def verify_certified(cases: Sequence[Case], inquiry: Inquiry, workers: int, folder: str) -> Iterator[Report]:
    """A report on each case, as `verify` gives it, with a certificate in `folder` for each unique puzzle.

    Raises WrongUsage, before any work, where that names no folder, or two puzzles would have one place in it.
    """
    if folder in ("", STDOUT):
        raise WrongUsage(f"--certificate '{folder}': a certificate is a folder of files; name one to keep them in")
    check_names(cases)
    make_folder(folder)
    sweep(Path(folder))
    return in_order(partial(certified, inquiry=inquiry, folder=folder), cases, workers)


def check_names(cases: Sequence[Case]) -> None:
    """Raise WrongUsage where two different puzzles have one number and one id: they are images of each other."""
    if len({case.source for case in cases}) < 2:
        return
    named: dict[str, Case] = {}
    for case in cases:
        if case.puzzle is not None and (other := named.setdefault(name_of(case), case)).puzzle != case.puzzle:
            raise WrongUsage(
                f"{case.place} is {other.place} laid out anew, so both certificates"
                f" would be {name_of(case)}; verify the files apart, into folders of their own"
            )


def name_of(case: Case) -> str:
    """The name of a case's certificate: number and id."""
    genre = registry.load(str(case.genre))
    return f"{case.number}-{identity(genre, case.puzzle, genre.key(case.puzzle))}"


def certified(case: Case, inquiry: Inquiry, folder: str) -> Report:
    """The report on a case; where it is unique, with a certificate, for which there is what is left of the time."""
    deadline = Deadline.after(inquiry.budget_s)
    report = examined(case, inquiry)
    if report.verdict != "unique":
        return report
    files = certificate(registry.load(str(case.genre)), case.puzzle, report.answers[0], deadline)
    if files is None:
        return replace(report, uncertified=TOO_LONG)
    path = Path(folder, name_of(case))
    write_folder(path, files)
    return replace(report, certificate=str(path))


def certificate(genre: Genre, puzzle: Any, answer: Answer, deadline: Deadline) -> Files | None:
    """The files of a certificate that holds; None past the deadline. Raises PuzzleBug where there can be none."""
    try:
        files = _files(genre, puzzle, answer, deadline)
        if len(files[PROOF]) > LONGEST_PROOF:
            return None
        check(files, deadline)
    except OutOfTime:
        return None
    except (MetAfterAll, Refused) as error:
        raise PuzzleBug(f"a certificate that does not hold ({error})", pasteable(genre, puzzle)) from error
    return files


def _files(genre: Genre, puzzle: Any, answer: Answer, deadline: Deadline) -> Files:
    """The files of a certificate. Raises MetAfterAll, OutOfTime."""
    deadline.leave()
    encoding = genre.encode_cnf(puzzle.shape)
    statement = Statement(genre, puzzle, answer, encoding)
    sets = cuts_needed(encoding, statement.clauses, deadline)
    statement = replace(statement, sets=tuple(sets))
    return files_of(statement, proof(statement.clauses, deadline))
