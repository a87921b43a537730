"""Reports put in words: as text for people, as JSON objects for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import zip_longest

from puzzle_factory.desk.load import DECORATION, LEVEL, UNDECIDED, UNIQUENESS, Load
from puzzle_factory.desk.quarrel import Quarrel
from puzzle_factory.desk.verify import Case, Report
from puzzle_factory.sources import fault_line
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, Answer, Violation

SAME, DIFFERS = "·", "×"
LOADS = {
    UNIQUENESS: "needed for the one answer",
    LEVEL: "needed for the level",
    DECORATION: "could each be left out",
    UNDECIDED: "not decided within the time limit",
}
INDENT = "  "


def verify_object(report: Report) -> dict[str, object]:
    """What `verify --json` says of a case."""
    said = {
        **_head(report),
        "engines": dict(report.engines),
        "answers": _grids(report),
        "grade": asdict(report.grade) if report.grade else None,
        "clash": list(report.clash),
        "errors": [asdict(error) for error in report.errors],
        "certificate": report.certificate,
    }
    if report.judgement:
        said["answer"] = asdict(report.judgement)
    if report.quarrel:
        said["quarrel"] = {"cells": report.quarrel.cells, "least": report.quarrel.least}
    if report.count:
        said["count"] = asdict(report.count)
    if report.load:
        said["load"] = [asdict(each) for each in report.load]
    if report.same_as:
        said["same_as"] = list(report.same_as)
    return said


def solve_object(report: Report) -> dict[str, object]:
    """What `solve --json` says of a case."""
    return {**_head(report), "answers": _grids(report), "errors": [asdict(error) for error in report.errors]}


def verify_text(report: Report) -> str:
    """What `verify` says of a case: a line, and under it what the verdict rests on."""
    return "\n".join([heading(report), *(INDENT + line for line in evidence(report))])


def solve_text(report: Report) -> str:
    """What `solve` says of a case: a line, and the answers drawn."""
    case = report.case
    if report.verdict == "unique":
        drawing = registry.load(case.genre or "").text(case.puzzle, report.answers[0])
        return f"{heading(report)}\n\n{drawing.rstrip()}\n"
    return verify_text(report)


def _head(report: Report) -> dict[str, object]:
    case = report.case
    return {"source": case.source, "number": case.number, "genre": case.genre, "verdict": report.verdict}


def _grids(report: Report) -> list[list[str]]:
    case = report.case
    return [registry.load(case.genre or "").write_answer(case.puzzle, answer) for answer in report.answers]


def heading(report: Report) -> str:
    """Source, number, verdict; level and score, and what the answer given is worth, where there are any."""
    parts = [f"{report.case.place}: {report.verdict}"]
    if report.grade:
        score = "" if report.grade.score is None else f" {report.grade.score:g}"
        agreed = " as claimed" if report.case.level == report.grade.level else ""
        parts.append(f"{report.grade.level}{agreed}{score}")
    if report.verdict == "multiple":
        parts.append(str(report.count or "at least 2 answers"))
    if report.judgement:
        parts.append("the answer given is right" if report.judgement.correct else "the answer given is wrong")
    return ", ".join(parts)


def evidence(report: Report) -> Iterator[str]:
    """What a person wants to see under the verdict."""
    if report.verdict == "unknown" and report.engines:
        yield "undecided within the time limit: " + ", ".join(f"{name} {says}" for name, says in report.engines.items())
    if report.grade and report.grade.level == BEYOND:
        yield "the techniques do not finish it: it may take a guess"
    if report.quarrel:
        yield _quarrel_line(report.quarrel)
    if report.verdict == "multiple":
        yield from side_by_side(report.case, *report.answers)
    if report.clash:
        yield "these cannot all hold: " + "; ".join(report.clash)
    elif report.verdict == "none":
        yield "the grid itself has no answer, whatever is printed in it"
    yield from report.same_as
    yield from _load_lines(report.load)
    yield from map(_sentence, report.errors)
    if report.judgement:
        yield from map(_sentence, report.judgement.violations)


def _quarrel_line(quarrel: Quarrel) -> str:
    cells = "1 cell" if quarrel.cells == 1 else f"{quarrel.cells} cells"
    return f"they differ in {cells}" + (", and no two answers in fewer" if quarrel.least else "")


def _load_lines(load: Sequence[Load]) -> Iterator[str]:
    """What the things of a puzzle are needed for, kind by kind."""
    for needed_for, words in LOADS.items():
        names = [_without(each) for each in load if each.needed_for == needed_for]
        if names:
            yield f"{words}: {'; '.join(names)}"


def _without(load: Load) -> str:
    return f"{load.what} ({load.level} without)" if load.needed_for == LEVEL else load.what


def _sentence(violation: Violation) -> str:
    return f"{fault_line(violation)} [{violation.code}]"


def side_by_side(case: Case, first: Answer, second: Answer) -> Iterator[str]:
    """Two answers, and beside them where they differ."""
    genre = registry.load(case.genre or "")
    marks = [SAME if one == other else DIFFERS for one, other in zip(first, second, strict=True)]
    grids = [*(_cells(genre.write_answer(case.puzzle, answer)) for answer in (first, second)), marks]
    titles = ("one answer", "another", f"{DIFFERS} they differ")
    columns = [[title, *_rows(grid, case.puzzle.width)] for title, grid in zip(titles, grids, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    for row in zip_longest(*columns, fillvalue=""):
        yield "   ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _cells(rows: Sequence[str]) -> list[str]:
    """The cells of a grid's rows, which are words between spaces or a character each."""
    return [cell for row in rows for cell in (row.split() if " " in row else row)]


def _rows(cells: Sequence[str], width: int) -> Iterator[str]:
    """The rows of a grid of symbols, with blanks between them where a symbol is more than one character."""
    longest = max(map(len, cells))
    gap = " " if longest > 1 else ""
    for start in range(0, len(cells), width):
        yield gap.join(cell.rjust(longest) for cell in cells[start : start + width])
