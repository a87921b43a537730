"""A third encoding of both genres, for tests only: as plain as can be, and unlike those of the two engines.

Train Tracks: the line goes from cell to cell, and each step moves a shift register on by one state. Its states come
round only after more steps than there are cells, so a loop cannot close.
Source: A. Johnson, "Stedman and Erin Triples encoded as a SAT Problem", 2018.

Str8ts: of each two cells of a line, the digits that are equal; of each two of a compartment, those too far apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, count, product
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import beyond, line_cells
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle
from puzzle_models.tracks.pieces import EMPTY, OF_RAILS, OPEN, RAILS
from puzzle_models.tracks.puzzle import TracksPuzzle

SOLVER = "cadical195"  # neither of those that the engines have
TAPS = {2: 1, 3: 2, 4: 3, 5: 3, 6: 5, 7: 6, 9: 5, 10: 7, 11: 9, 15: 14}  # bits -> the bit that the last is added to
Clauses = Iterator[list[int]]


def answers(puzzle: Any, most: int = 2) -> set[Answer]:
    """Up to `most` answers of a puzzle of either genre; fewer are all."""
    encoding: Tracks | Str8ts = Tracks(puzzle) if isinstance(puzzle, TracksPuzzle) else Str8ts(puzzle)
    found: set[Answer] = set()
    with Solver(SOLVER, bootstrap_with=encoding.clauses) as solver:
        while len(found) < most and solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            found.add(encoding.read(true))
            solver.add_clause([-literal for literal in encoding.telling & true])
    return found


def register(cells: int) -> int:
    """How many bits a register has whose states come round only after more than so many steps."""
    return next(bits for bits in TAPS if 2**bits - 1 > cells)


class Tracks:
    """The clauses of one puzzle. `telling` are the literals that make its answer."""

    def __init__(self, puzzle: TracksPuzzle) -> None:
        self._puzzle, self._fresh = puzzle, count(1)
        cells = range(puzzle.width * puzzle.height)
        self._track = [next(self._fresh) for _ in cells]
        self._out = [[next(self._fresh) for _ in range(4)] for _ in cells]
        self._into = [[self._way_in(cell, side) for side in range(4)] for cell in cells]
        self._state = [[next(self._fresh) for _ in range(register(len(cells)))] for _ in cells]
        self.telling = {way for ways in self._out for way in ways}
        rules = (self._ends(), self._givens(), self._passes(), self._clues(), self._steps())
        self.clauses = [clause for rule in rules for clause in rule]

    def read(self, true: set[int]) -> Answer:
        """The answer that true literals make."""
        ways = zip(self._out, self._into, strict=True)
        rails = ([side for side in range(4) if {out[side], into[side]} & true] for out, into in ways)
        return tuple(OF_RAILS[frozenset(sides)] if sides else EMPTY for sides in rails)

    def _other(self, cell: int, side: int) -> int | None:
        return beyond(cell, side, self._puzzle.width, self._puzzle.height)

    def _way_in(self, cell: int, side: int) -> int:
        """By an inner side, it is the neighbour's way out."""
        other = self._other(cell, side)
        return next(self._fresh) if other is None else self._out[other][side ^ 2]

    def _ends(self) -> Clauses:
        """The line comes in at the entry, goes out at the exit, and crosses the border nowhere else."""
        entry, exit = ((self._puzzle.cell(end), end.side) for end in self._puzzle.ends)
        for cell, side in product(range(len(self._track)), range(4)):
            if self._other(cell, side) is None:
                yield [self._out[cell][side] * (1 if (cell, side) == exit else -1)]
                yield [self._into[cell][side] * (1 if (cell, side) == entry else -1)]

    def _givens(self) -> Clauses:
        """By each side of a given piece, the line comes or goes."""
        for cell, piece in enumerate(self._puzzle.givens):
            if piece != OPEN:
                yield from ([self._out[cell][side], self._into[cell][side]] for side in RAILS[piece])

    def _passes(self) -> Clauses:
        """A track cell has one way in and one way out, by different sides; any other has none."""
        for is_track, out, into in zip(self._track, self._out, self._into, strict=True):
            for ways in (out, into):
                yield [-is_track, *ways]
                yield from ([-way, is_track] for way in ways)
                yield from ([-one, -other] for one, other in combinations(ways, 2))
            yield from ([-leaves, -comes] for leaves, comes in zip(out, into, strict=True))

    def _clues(self) -> Clauses:
        """So many track cells a line, counted one after the other."""
        for line, clue in enumerate(self._puzzle.clues):
            cells = [self._track[cell] for cell in line_cells(line, self._puzzle.width, self._puzzle.height)]
            top = next(self._fresh)
            counted = CardEnc.equals(cells, clue, top_id=top, encoding=EncType.seqcounter)
            self._fresh = count(max(top, counted.nv) + 1)
            yield from counted.clauses

    def _steps(self) -> Clauses:
        """A step moves the register on: each bit to the next place, and into the first the sum of two."""
        yield from self._state  # from the state of zeros it would not move
        for cell, side in product(range(len(self._track)), range(4)):
            other = self._other(cell, side)
            if other is not None:
                step, before, after = self._out[cell][side], self._state[cell], self._state[other]
                for old, new in zip(before, after[1:], strict=False):
                    yield from ([-step, -old, new], [-step, old, -new])
                yield from self._sum(step, after[0], before[-1], before[TAPS[len(before)] - 1])

    def _sum(self, step: int, total: int, one: int, two: int) -> Clauses:
        for a, b in product((1, -1), repeat=2):  # of one and two the values are those that make both literals false
            yield [-step, a * one, b * two, -total if a == b else total]


class Str8ts:
    """The clauses of one puzzle. `telling` are the literals that make its answer."""

    def __init__(self, puzzle: Str8tsPuzzle) -> None:
        self._puzzle, self._values = puzzle, range(1, puzzle.size + 1)
        white = [cell for cell, black in enumerate(puzzle.blacks) if not black]
        self.telling = {self._holds(cell, digit) for cell, digit in product(white, self._values)}
        self.clauses = [*self._cells(), *self._lines(), *self._compartments()]

    def read(self, true: set[int]) -> Answer:
        """The answer that true literals make."""
        cells = range(len(self._puzzle.blacks))
        held = ((digit for digit in self._values if self._holds(cell, digit) in true) for cell in cells)
        return tuple(next(digits, NO_DIGIT) for digits in held)

    def _holds(self, cell: int, digit: int) -> int:
        return cell * self._puzzle.size + digit

    def _cells(self) -> Clauses:
        """What is printed stays, a black cell without digit has none, a white one has one."""
        for cell, (black, printed) in enumerate(zip(self._puzzle.blacks, self._puzzle.digits, strict=True)):
            literals = [self._holds(cell, digit) for digit in self._values]
            if printed or black:
                yield from ([x if digit == printed else -x] for digit, x in enumerate(literals, 1))
            else:
                yield literals
                yield from ([-one, -other] for one, other in combinations(literals, 2))

    def _lines(self) -> Clauses:
        size = self._puzzle.size
        return self._apart((line_cells(line, size, size) for line in range(2 * size)), lambda a, b, _: a == b)

    def _compartments(self) -> Clauses:
        return self._apart(self._puzzle.compartments, lambda a, b, k: abs(a - b) >= k)

    def _apart(self, groups: Iterable[Iterable[int]], clash: Any) -> Clauses:
        """No two cells of a group hold two digits that clash."""
        for cells in map(list, groups):
            for (one, other), (a, b) in product(combinations(cells, 2), product(self._values, repeat=2)):
                if clash(a, b, len(cells)):
                    yield [-self._holds(one, a), -self._holds(other, b)]
