"""Certificates to test on, and the checker for strangers, run as they run it but in this process."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import sys
from functools import cache
from pathlib import Path

from puzzle_factory.desk.certificate import PROOF, README, Files, checksums
from puzzle_factory.desk.certifying import certificate
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.opening import Opened
from puzzle_factory.sources import read_opened
from puzzle_factory.uniqueness import Unique, prove

TWO_LOOPS = "5x5:5tAc,3,S5,2,2,2,S2,2,5,4,1"  # without two lazy clauses it would have other answers
LONG_PROOF = "##F.2#\n#1....\n.2.#65\n..#...\n.....#\n#..##B"  # ten lemmas
GIVEN_WHOLE = "123\n231\n312"
WIDE = "   1\n→  ─ →  1"
PUZZLES = {"tracks": TWO_LOOPS, "str8ts": LONG_PROOF, "given whole": GIVEN_WHOLE, "one cell": WIDE}


@cache
def made(text: str) -> Files:
    """The files of the certificate of a puzzle in any notation."""
    (item,) = read_opened(Opened("puzzle", text.encode()))
    assert item.genre
    verdict = prove(item.genre, item.puzzle, budget_s=20.0)
    assert isinstance(verdict, Unique)
    files = certificate(item.genre, item.puzzle, verdict.answer, Deadline.after(20.0))
    assert files is not None
    return files


def sealed_again(files: Files) -> Files:
    """Changed files with checksums that fit them, as one who means harm would write them."""
    sums = checksums({name: content for name, content in files.items() if name != README})
    return {**files, README: re.sub(rb"SHA-256: .*", b"SHA-256: " + sums.encode(), files[README])}


def write(folder: Path, files: Files) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def strangers_say(folder: Path) -> str:
    """What `python3 check.py` ends in: "" where it accepts, else why not."""
    hook = sys.excepthook
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            runpy.run_path(str(folder / "check.py"), run_name="__main__")
        except SystemExit as leaving:
            return str(leaving.code)
        except Exception as error:  # which ends in code 1 by itself, in one line by the script's own hook
            return f"refused: {error}"
        finally:
            sys.excepthook = hook
    assert out.getvalue().startswith("accepted: ")
    return ""


def lemmas(files: Files) -> list[bytes]:
    return files[PROOF].splitlines(keepends=True)
