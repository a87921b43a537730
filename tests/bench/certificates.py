"""What certificates cost, on one core: `python tests/bench/certificates.py [GENRE...]`.

Puzzles of the corpora, where those lie beside the repository; puzzles of our own where they do not. `made` is clauses,
proof and files, and the check of them; `judged` what `check-certificate` does; `check.py` a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from measuring import drafts, wish

from puzzle_factory.desk.certificate import CLAUSES, PROOF
from puzzle_factory.desk.certificate_check import check
from puzzle_factory.desk.certifying import certificate
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.store import write_folder
from puzzle_factory.uniqueness import Unique, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
MOST = 100  # puzzles of a kind
BUDGET_S = 60.0


def kinds(genre: Genre) -> Iterator[tuple[str, list[Any]]]:
    """Names of kinds of puzzles, and some of each."""
    for path in sorted((CORPORA / genre.name).glob("sgt_*_h.txt")):
        yield path.stem, list(islice(read(genre, "tatham", path.read_text().splitlines()), MOST))
    path = CORPORA / genre.name / f"{genre.name}.jsonl"
    if path.is_file():
        entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        several = ["\n".join(entry["rows"]) for entry in entries if entry["n_solutions"] == "1"]
        nines = [text for text in several if text.count("\n") == 8]
        yield "published 9x9", list(read(genre, "plain", nines[:: len(nines) // MOST]))
    elif not CORPORA.is_dir():
        made = (puzzle for draft in drafts(genre, wish(genre, 9, "hard")) for puzzle in draft.puzzles)
        yield "our own 9x9", list(islice(made, MOST))


def read(genre: Genre, name: str, texts: list[str]) -> Iterator[Any]:
    form = next(each for each in genre.formats if each.name == name)
    for text in texts:
        yield from form.read(text + "\n")


def figures(genre: Genre, puzzle: Any, folder: Path) -> tuple[float, ...]:
    """Milliseconds to make, to judge, and of check.py; bytes of clauses and proof."""
    verdict = prove(genre, puzzle, BUDGET_S)
    assert isinstance(verdict, Unique)
    started = perf_counter()
    files = certificate(genre, puzzle, verdict.answer, Deadline.after(BUDGET_S))
    assert files is not None
    made = perf_counter()
    check(files)
    judged = perf_counter()
    write_folder(folder, files)
    begun = perf_counter()
    subprocess.run([sys.executable, "check.py"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    seconds = (made - started, judged - made, perf_counter() - begun)
    return *(1000 * each for each in seconds), len(files[CLAUSES]), len(files[PROOF])


def main(names: list[str]) -> None:
    for genre in map(registry.load, names or registry.names()):
        for kind, puzzles in kinds(genre):
            with tempfile.TemporaryDirectory() as folder:
                found = list(zip(*(figures(genre, each, Path(folder, "one")) for each in puzzles), strict=True))
            made, judged, stranger, clauses, proof = map(median, found)
            print(
                f"{genre.name} {kind}: made {made:.0f} ms (worst {max(found[0]):.0f}), judged {judged:.0f} ms, check.py"
                f" {stranger:.0f} ms; {clauses:,.0f} bytes of clauses, {proof:,.0f} of proof; {len(puzzles)} puzzles"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
