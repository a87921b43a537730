"""The file that says a puzzle in clauses, so that a stranger can read it: DIMACS with a comment for everything.

part         rules, printed, cuts, answer: what holds for all puzzles of the shape, what makes them mean this one, the
             lazy clauses of the rules that the proof needs, and the clause that forbids the answer
set          the cells that a cut comes from, each in rising order
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from puzzle_models.kernel.contract import Answer, Genre
from puzzle_models.kernel.encodings import CnfEncoding

OPEN = "."  # in a puzzle's grid: nothing is given
CUT = re.compile(r"^c cut((?: \d{1,4},\d{1,4})+)$", re.MULTILINE)
HEAD = """\
c How to read the comments below; rows and columns count from zero, but in words as in r1c1 from one.
c   "value VALUE SYMBOL"           how the grids in puzzle.json show a value
c   "cell ROW COL VALUE VARIABLE"  the variable says: this cell holds this value
c   "variable VARIABLE ..."        what any other variable says
c   "part ..."                     here begin the clauses of the rules, of what is printed, the cuts, the answer's
c   "printed ..."                  what of the puzzle the unit clauses below it say
c   "cut ROW,COL ROW,COL ..."      lazy clauses of the rules: what they say of this set of cells
"""

Cells = tuple[int, ...]


@dataclass(frozen=True)
class Statement:
    """A puzzle in clauses, with the one that forbids `answer`, and the cuts of `sets`."""

    genre: Genre
    puzzle: Any
    answer: Answer
    encoding: CnfEncoding
    sets: tuple[Cells, ...] = ()

    @cached_property
    def clauses(self) -> list[list[int]]:
        """All clauses in the order of the file."""
        return [clause for _, clauses in self._parts() for clause in clauses]

    def text(self) -> str:
        """The file."""
        lines = [*self._legend(), f"p cnf {self.encoding.variables} {len(self.clauses)}"]
        for comment, clauses in self._parts():
            lines += [comment, *(" ".join([*map(str, clause), "0"]) for clause in clauses)]
        return HEAD + "\n".join(lines) + "\n"

    def _parts(self) -> Iterator[tuple[str, list[list[int]]]]:
        """Comments, and the clauses under each."""
        yield "c part rules", self.encoding.clauses
        yield "c part printed", []
        for name, literals in self.encoding.printed(self.puzzle):
            yield f"c printed {name}", [[literal] for literal in literals]
        yield "c part cuts", []
        for cells in self.sets:
            yield cut_line(cells, self.puzzle.width), self.encoding.cut(cells)
        yield "c part answer: another than that in puzzle.json", [self.encoding.blocking(self.answer)]

    def _legend(self) -> Iterator[str]:
        for symbol, value in sorted(self._symbols(), key=lambda pair: (pair[1], pair[0])):
            yield f"c value {value} {symbol}"
        for cell, literals in enumerate(self.encoding.holds):
            row, col = divmod(cell, self.puzzle.width)
            yield from (f"c cell {row} {col} {value} {literal}" for value, literal in enumerate(literals))
        yield from (f"c variable {variable} {says}" for variable, says in self.encoding.legend())

    def _symbols(self) -> set[tuple[str, int]]:
        """The symbols of the genre, and those in the grids of answer and puzzle, each with its value."""
        every = zip(self.genre.symbols, range(len(self.encoding.holds[0])), strict=False)
        answer = zip(cells_of(self.genre.write_answer(self.puzzle, self.answer)), self.answer, strict=True)
        shown = zip(cells_of(self.genre.unparse(self.puzzle)["grid"]), self.answer, strict=True)
        return {*every, *answer, *(pair for pair in shown if pair[0] != OPEN)}


def cells_of(grid: Any) -> list[str]:
    """The symbols of a grid's rows, which are words between blanks or a character each."""
    return [symbol for row in grid for symbol in (row.split() if " " in row else row)]


def cut_line(cells: Cells, width: int) -> str:
    """The comment over the cut of a set."""
    return " ".join(["c cut", *("{},{}".format(*divmod(cell, width)) for cell in cells)])


def sets_in(text: str, width: int, height: int) -> tuple[Cells, ...]:
    """The sets of cells that the cuts of a file come from. Raises ValueError where one is none, with the line."""
    sets = []
    for found in CUT.finditer(text):
        places = [tuple(map(int, place.split(","))) for place in found[1].split()]
        cells = tuple(row * width + col for row, col in places if row < height and col < width)
        if len(cells) < len(places) or list(cells) != sorted(set(cells)):
            raise ValueError(f"'{found[0][:60]}' names no set of cells in rising order")
        sets.append(cells)
    return tuple(sets)
