"""Files that somebody or something has spoilt, and what may never come of reading and judging one."""

from __future__ import annotations

import json
import random
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter

from puzzle_factory.conversion import written
from puzzle_factory.desk.reports import verify_object, verify_text
from puzzle_factory.desk.verify import Inquiry, cases_of, examined
from puzzle_factory.opening import Opened
from puzzle_factory.records import record_of
from puzzle_factory.sources import read_opened
from puzzle_factory.writing import EXTENSIONS, write_batch
from puzzle_models.kernel.contract import InvalidPuzzle
from samples import samples

CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"
LONGEST_S = 2.0  # for one puzzle, its limit of a second included
LONGEST_LINE = 600  # characters of a complaint
INQUIRY = Inquiry(budget_s=1.0)
HOSTILE = [
    b"\0", b"\xef\xbb\xbf", b"\r\n", b"\r", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"\x1b[2J", b"NaN", b"-Infinity",
    b"1e9", b"1e999", b"9" * 10_000, b"-1", b"0x10", b"true", b"null", b"[" * 200, b"{" * 200, b"*a", b"&a [*a]",
    b"!!python/object/apply:os.system [id]", b"<<: *a", b"../../etc/passwd", b"'", b'"', b"---", b"...", b"\t", b"#",
    "┼".encode(), "٣".encode(), "𝟙".encode(), b"S" * 50, b"z" * 5000, b":", b",", b"|", b"x5", b"? ", b"- - - ",
]  # fmt: skip
Mutation = Callable[[random.Random, bytes], bytes]


def flip(lots: random.Random, content: bytes) -> bytes:
    """One byte becomes another."""
    at = lots.randrange(len(content))
    return content[:at] + bytes([lots.randrange(256)]) + content[at + 1 :]


def cut(lots: random.Random, content: bytes) -> bytes:
    """Some bytes are gone."""
    at = lots.randrange(len(content))
    return content[:at] + content[at + lots.choice([1, 1, 2, 5, 50]) :]


def break_off(lots: random.Random, content: bytes) -> bytes:
    """The rest is gone."""
    return content[: lots.randrange(len(content)) + 1]


def insert(lots: random.Random, content: bytes) -> bytes:
    """Something hostile stands in between."""
    at = lots.randrange(len(content) + 1)
    return content[:at] + lots.choice(HOSTILE) + content[at:]


def digits(lots: random.Random, content: bytes) -> bytes:
    """A digit, a letter or a cell becomes another of them: what is spoilt so can often be read."""
    places = [at for at, char in enumerate(content) if chr(char) in "0123456789.#ABCDEFGHI"]
    if not places:
        return content
    at = lots.choice(places)
    return content[:at] + lots.choice(b"0123456789.#ABCDEFGHI").to_bytes() + content[at + 1 :]


def shuffle(lots: random.Random, content: bytes) -> bytes:
    """A line is gone, stands twice, or elsewhere."""
    lines = content.splitlines(keepends=True)
    line = lines.pop(lots.randrange(len(lines)))
    for _ in range(lots.randrange(3)):
        lines.insert(lots.randrange(len(lines) + 1), line)
    return b"".join(lines) or content


MUTATIONS: tuple[Mutation, ...] = (flip, cut, break_off, insert, digits, digits, digits, shuffle)


@cache
def originals() -> tuple[bytes, ...]:
    """Sound files: drawn puzzles in every notation, and of the corpora what is there."""
    found = []
    for sample in samples(1):
        record = record_of(sample.genre, sample.puzzle)
        found += [write_batch([record], form) for form in EXTENSIONS]
        for form in sample.genre.formats:
            try:
                found.append((written(sample.genre, sample.puzzle, form.name)[0] + "\n").encode())
            except InvalidPuzzle:
                continue  # this notation has no place for it
    return (*found, *_foreign())


def _foreign() -> Iterator[bytes]:
    for path in sorted(CORPORA.glob("tracks/sgt_*.txt")):
        yield from path.read_bytes().splitlines(keepends=True)[:5]
    for path in sorted(CORPORA.glob("str8ts/*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[:100]:
            yield ("\n".join(json.loads(line)["rows"]) + "\n").encode()


def spoilt(seed: int) -> bytes:
    """One file, spoilt in up to five ways, now and then glued to another."""
    lots = random.Random(seed)
    content = lots.choice(originals())
    if lots.random() < 0.15:
        content += lots.choice([b"", b"\n", b"\n\n"]) + lots.choice(originals())
    for _ in range(lots.randint(1, 5)):
        content = lots.choice(MUTATIONS)(lots, content) or b"\n"
    return content


@dataclass
class Tally:
    """What came of so many files."""

    files: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    longest_s: float = 0.0

    def __str__(self) -> str:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts.most_common())
        return f"{self.files} files: {verdicts}; the longest {self.longest_s:.2f} s, {memory} MB at most"


def judge(content: bytes, tally: Tally) -> None:
    """Read and judge a file. Whatever it is, each puzzle has a verdict, said in plain lines and in time."""
    cases = cases_of(read_opened(Opened("spoilt", content)))
    assert cases
    tally.files += 1
    for case in cases:
        assert (case.puzzle is None) == bool(case.faults)
        started = perf_counter()
        report = examined(case, INQUIRY)
        took_s = perf_counter() - started
        tally.longest_s = max(tally.longest_s, took_s)
        tally.verdicts[report.verdict] += 1
        assert took_s < LONGEST_S
        assert report.exit_code in (0, 3, 4, 5)
        for error in report.errors:
            assert len(error.message) < LONGEST_LINE and error.message.isprintable(), error
        json.dumps(verify_object(report))
        assert verify_text(report)
