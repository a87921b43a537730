"""A run of `verify` as a document: the summary, a line a puzzle, and what the verdict rests on where that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from puzzle_factory.desk.reports import evidence
from puzzle_factory.desk.verify import Report

COLUMNS = ("puzzle", "genre", "verdict", "level", "score")
STYLE = (
    "body{font:16px/1.4 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid #ccc}"
    "pre{font:14px/1.25 monospace;background:#f4f4f4;padding:.8rem;overflow-x:auto}"
)


@dataclass(frozen=True)
class Entry:
    """What the document says of one puzzle."""

    place: str
    genre: str
    verdict: str
    level: str
    score: str
    evidence: tuple[str, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of the table."""
        return self.place, self.genre, self.verdict, self.level, self.score


def entry_of(report: Report) -> Entry:
    """The entry of a report."""
    case, grade = report.case, report.grade
    score = "" if grade is None or grade.score is None else f"{grade.score:g}"
    level = grade.level if grade else ""
    return Entry(case.place, case.genre or "", report.verdict, level, score, tuple(evidence(report)))


def document(entries: Sequence[Entry], summary: str, form: str) -> bytes:
    """The document as Markdown (`md`) or `html`."""
    lines = _markdown(entries, summary) if form == "md" else _html(entries, summary)
    return "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace")


def _markdown(entries: Sequence[Entry], summary: str) -> Iterator[str]:
    yield from ("# Verdicts", "", summary, "")
    yield from (_row(COLUMNS), _row(["---"] * len(COLUMNS)))
    yield from (_row(map(_plain, entry.cells)) for entry in entries)
    for entry in _told(entries):
        yield from ("", f"## {_plain(entry.place)}", "")
        yield from (f"    {line}" for line in entry.evidence)  # indented: no fence that a line could close


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """A text in which no character means anything to Markdown."""
    return "".join(f"\\{char}" if char in r"\`*_{}[]<>()#+-!|~&" else char for char in text)


def _html(entries: Sequence[Entry], summary: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>Verdicts</title>\n<style>{STYLE}</style>\n<h1>Verdicts</h1>\n<p>{escape(summary)}</p>\n<table>"
    yield f"<tr>{''.join(f'<th>{column}</th>' for column in COLUMNS)}</tr>"
    for entry in entries:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in entry.cells)}</tr>"
    yield "</table>"
    for entry in _told(entries):
        yield f"<h2>{escape(entry.place)}</h2>\n<pre>{escape(chr(10).join(entry.evidence))}</pre>"
    yield "</html>"


def _told(entries: Sequence[Entry]) -> Iterator[Entry]:
    return (entry for entry in entries if entry.evidence)
