"""Where certificates are: folders found, read with care, judged, and what was found out put in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzle_factory.desk.certificate import FILES, LONGEST_PROOF, PROOF, Files
from puzzle_factory.desk.certificate_check import Holds, Refused, check
from puzzle_factory.errors import OK, REFUTED, UNREADABLE, Unreadable, WrongUsage
from puzzle_factory.executors import in_order

ACCEPTED, REFUSED, NOT_READ = "accepted", "refused", "unreadable"
EXIT_CODES = {ACCEPTED: OK, REFUSED: REFUTED, NOT_READ: UNREADABLE}
LARGEST = 32_000_000  # bytes of a file; the clauses of the largest puzzle take a third of that


@dataclass(frozen=True)
class Judged:
    """What a certificate is worth, and the reason where it is not accepted."""

    folder: str
    verdict: str
    reason: str = ""
    holds: Holds | None = None

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]


def judge_all(folders: Sequence[str], workers: int) -> Iterator[Judged]:
    """What each certificate is worth, in their order."""
    return in_order(judged, folders, workers)


def judged(folder: str) -> Judged:
    """What one certificate is worth."""
    try:
        return Judged(folder, ACCEPTED, holds=check(read_folder(Path(folder))))
    except Refused as error:
        return Judged(folder, REFUSED, str(error))
    except Unreadable as error:
        return Judged(folder, NOT_READ, str(error))


def folders_in(paths: Sequence[str]) -> list[str]:
    """The certificates at some places: each is one, or a folder that holds them. Raises WrongUsage."""
    found: list[str] = []
    for path in map(Path, paths):
        if not path.is_dir():
            raise WrongUsage(f"{path} is a file; name its folder" if path.exists() else f"{path}: no such folder")
        inside = [each for each in path.iterdir() if each.is_dir() and not each.name.startswith(".")]
        alone = not inside or any((path / name).exists() for name in FILES)
        found += [str(path)] if alone else map(str, sorted(inside, key=_by_number))
    return found


def _by_number(path: Path) -> list[tuple[int, str]]:
    """A key for names with numbers in them: 2 before 10."""
    return [(int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", path.name)]


def read_folder(folder: Path) -> Files:
    """The files of a certificate, as they stand in its folder. Raises Unreadable, with the name of what is wrong."""
    if folder.is_symlink():
        raise Unreadable("a link; name the folder that it leads to")
    return {name: _read(folder / name) for name in FILES}


def _read(path: Path) -> bytes:
    if path.is_symlink():
        raise Unreadable(f"{path.name} is a link; a certificate holds its files itself")
    if not path.is_file():  # a pipe would be read for ever
        raise Unreadable(f"{path.name} is no file" if path.exists() else f"{path.name} is missing")
    most = LONGEST_PROOF if path.name == PROOF else LARGEST
    if path.stat().st_size > most:
        raise Unreadable(f"{path.name} has more than {most:,} bytes")
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path.name} cannot be read, {error.strerror or error}") from error


def judged_object(found: Judged) -> dict[str, object]:
    """What `check-certificate --json` says of a certificate."""
    holds = found.holds
    return {
        "certificate": found.folder,
        "verdict": found.verdict,
        "genre": holds.genre if holds else None,
        "id": holds.name if holds else None,
        "checkers": list(holds.checkers) if holds else [],
        "reason": found.reason or None,
    }


def judged_text(found: Judged) -> str:
    """What `check-certificate` says of a certificate: a line."""
    if found.holds is None:
        return f"{found.folder}: {found.verdict}: {found.reason}"
    return f"{found.folder}: accepted, {found.holds.name} has one answer (proof checked by {_listed(found.holds)})"


def _listed(holds: Holds) -> str:
    return " and ".join(holds.checkers)


def summary(found: Sequence[Judged]) -> str:
    """How many there are of each verdict."""
    verdicts = [each.verdict for each in found]
    return ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in EXIT_CODES)
