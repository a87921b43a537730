"""Train Tracks as clauses, written from the rulebook: rails first, cells by their rails, lines by counting.

    literal      a variable or minus it, as in DIMACS
    rail         a variable for each side that two cells share and for each outer side: a rail leads across
    track        a variable a cell: it is a track cell
    holds        a variable a cell and value: the cell holds it, 0 empty, 1 to 6 the pieces
    at least     variables a line, k = 1 .. length: it has at least k track cells

All that makes a puzzle (clues, ends, givens) is assumed on top, so one set of clauses serves all puzzles of a shape.
That nothing lies beside the line is left to `cuts`: lazy clauses that hold for every puzzle of the shape.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, count

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import SIDES, beyond, cell_name, line_cells
from puzzle_models.tracks.pieces import EMPTY, OPEN, RAILS
from puzzle_models.tracks.puzzle import TracksPuzzle, clue_words, end_faults, ends_words, given_words

Clause = list[int]
VALUES = len(RAILS)


class Encoding:
    """The clauses of all puzzles of one width and height."""

    def __init__(self, width: int, height: int) -> None:
        cells, fresh = range(width * height), count(1)
        self.holds = [[next(fresh) for _ in range(VALUES)] for _ in cells]  # first of all: `read` counts on it
        self._track = [next(fresh) for _ in cells]
        self._beyond = [[beyond(cell, side, width, height) for side in range(4)] for cell in cells]
        self._rails = _rails(self._beyond, fresh)
        self.clauses = [*cells_hold_what_their_rails_make(self.holds, self._track, self._rails)]
        self.clauses += line_does_not_break_off(self._track, self._rails)
        self._width, self._counted = width, list[tuple[list[int], list[int]]]()
        lines = ([self._track[cell] for cell in line_cells(k, width, height)] for k in range(height + width))
        self._at_least = [at_least(line, fresh, self.clauses, self._counted) for line in lines]
        self.variables = next(fresh) - 1

    def printed(self, puzzle: TracksPuzzle) -> list[tuple[str, list[int]]]:
        """What makes the clauses mean `puzzle`: all that is printed, by its name in messages, as literals to assume."""
        return [(ends_words(puzzle), list(self._ends(puzzle))), *self._clues(puzzle), *self._givens(puzzle)]

    def parts(self, puzzle: TracksPuzzle) -> tuple[list[int], list[list[int]]]:
        """The ends stay as they are; each clue and each given may be changed."""
        never = [self._track[0], -self._track[0]]
        if next(end_faults(puzzle), None):
            return never, []
        longest = [len(reached) for reached in self._at_least]
        clues = [
            literals if 0 <= clue <= most else never
            for clue, most, (_, literals) in zip(puzzle.clues, longest, self._clues(puzzle), strict=True)
        ]
        return list(self._ends(puzzle)), [*clues, *(literals for _, literals in self._givens(puzzle))]

    def blocking(self, answer: Answer) -> Clause:
        """The clause that forbids `answer`: a cell holds another value."""
        return [-values[value] for values, value in zip(self.holds, answer, strict=True)]

    def read(self, model: Sequence[int]) -> Answer:
        """The answer in a model, given as pysat gives it: literal of variable v at index v - 1."""
        held = model[: VALUES * len(self.holds)]
        return tuple([(literal - 1) % VALUES for literal in held if literal > 0])

    def cuts(self, answer: Answer) -> list[Clause]:
        """Lazy clauses: where track lies in a set of cells, the line leads out of it. Those that closed loops break."""
        return [clause for cells in self.breaches(answer) for clause in self.cut(cells)]

    def breaches(self, answer: Answer) -> list[tuple[int, ...]]:
        """The cells of each closed loop."""
        return [tuple(sorted(loop)) for loop in self._loops(answer)]

    def cut(self, cells: Sequence[int]) -> list[Clause]:
        """No cell of the set is track unless a rail leads out of the set.

        That holds of any set: the line comes in from beyond the border, and leaves the grid again.
        """
        inside, sides = set(cells), ((cell, side) for cell in cells for side in range(4))
        out = [self._rails[cell][side] for cell, side in sides if self._beyond[cell][side] not in inside]
        return [[-self._track[cell], *out] for cell in cells]

    def legend(self) -> Iterator[tuple[int, str]]:
        """Each variable but those of `holds`, in order, and what it says, for people."""
        names = [cell_name(*divmod(cell, self._width)) for cell in range(len(self.holds))]
        for track, name in zip(self._track, names, strict=True):
            yield track, f"{name} is a track cell"
        for cell, (rails, others) in enumerate(zip(self._rails, self._beyond, strict=True)):
            for side, rail, other in zip(SIDES, rails, others, strict=True):
                if other is None or other > cell:
                    yield rail, f"a rail leads out of {names[cell]} on its side {side}"
        for members, total in self._counted:
            first, last = names[members[0] - self._track[0]], names[members[-1] - self._track[0]]
            for number, variable in enumerate(total, 1):
                yield variable, f"track cells from {first} to {last}: {number} or more"

    def _ends(self, puzzle: TracksPuzzle) -> Iterator[int]:
        """The line crosses the border at its ends and nowhere else."""
        doors = {self._rails[puzzle.cell(end)][end.side] for end in puzzle.ends}
        for neighbours, rails in zip(self._beyond, self._rails, strict=True):
            for other, rail in zip(neighbours, rails, strict=True):
                if other is None:
                    yield rail if rail in doors else -rail

    def _clues(self, puzzle: TracksPuzzle) -> Iterator[tuple[str, list[int]]]:
        """A line of the grid has as many track cells as its clue says: at least so many, and not one more."""
        for line, (reached, clue) in enumerate(zip(self._at_least, puzzle.clues, strict=True)):
            enough = reached[clue - 1 : clue] if clue else []
            yield clue_words(puzzle, line), enough + [-more for more in reached[clue : clue + 1]]

    def _givens(self, puzzle: TracksPuzzle) -> Iterator[tuple[str, list[int]]]:
        """A given piece stays as printed."""
        for cell, piece in enumerate(puzzle.givens):
            if piece != OPEN:
                yield given_words(puzzle, cell), [self.holds[cell][piece]]

    def _loops(self, answer: Answer) -> Iterator[set[int]]:
        """The cells of each closed loop of an answer in which every rail meets a rail."""
        apart = {cell for cell, piece in enumerate(answer) if piece != EMPTY}
        while apart:
            chain = self._chain(answer, min(apart))
            apart -= chain
            if all(self._beyond[cell][side] is not None for cell in chain for side in RAILS[answer[cell]]):
                yield chain

    def _chain(self, answer: Answer, start: int) -> set[int]:
        """The cells joined to `start` by rails, itself included."""
        chain, fresh = {start}, [start]
        while fresh:
            cell = fresh.pop()
            joined = {other for side in RAILS[answer[cell]] if (other := self._beyond[cell][side]) is not None} - chain
            chain |= joined
            fresh += joined
        return chain


def encode(shape: Hashable) -> Encoding:
    """The clauses of a shape, (width, height)."""
    assert isinstance(shape, tuple)
    width, height = shape
    return Encoding(width, height)


def cells_hold_what_their_rails_make(
    holds: list[list[int]], track: list[int], rails: list[list[int]]
) -> Iterator[Clause]:
    """A piece is the two rails it is named after; an empty cell has none."""
    for values, is_track, sides in zip(holds, track, rails, strict=True):
        yield from ([values[EMPTY], is_track], [-values[EMPTY], -is_track])
        for piece, (one, other) in enumerate(RAILS[1:], 1):
            yield from ([-values[piece], sides[one]], [-values[piece], sides[other]])
            yield [values[piece], -sides[one], -sides[other]]


def line_does_not_break_off(track: list[int], rails: list[list[int]]) -> Iterator[Clause]:
    """A track cell has two rails, any other none: of three sides one has a rail at least, and one has none."""
    for is_track, sides in zip(track, rails, strict=True):
        for rail in sides:
            yield [-rail, is_track]
        for three in combinations(sides, 3):
            yield [-is_track, *three]
            yield [-rail for rail in three]


def at_least(
    members: list[int], fresh: Iterator[int], clauses: list[Clause], counted: list[tuple[list[int], list[int]]]
) -> list[int]:
    """Variables that say "at least k of `members`", k = 1 .. their number: a totalizer, added to `clauses`.

    Members and variables of each of its sums are noted in `counted`, in the order of the variables' numbers.
    Source: Bailleux and Boufkhad, 2003.
    """
    if len(members) == 1:
        return members
    middle = len(members) // 2
    left, right = (at_least(half, fresh, clauses, counted) for half in (members[:middle], members[middle:]))
    total = [next(fresh) for _ in members]
    counted.append((members, total))
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i + j:  # i of the left and j of the right make i + j
                clauses.append([*(-k for k in left[i - 1 : i]), *(-k for k in right[j - 1 : j]), total[i + j - 1]])
            if i + j < len(members):  # without one more of either, there is not one more in all
                clauses.append([*left[i : i + 1], *right[j : j + 1], -total[i + j]])
    return total


def _rails(neighbours: list[list[int | None]], fresh: Iterator[int]) -> list[list[int]]:
    """By cell, the rail variables of its sides N E S W; the two cells of an inner side share one."""
    rails: list[list[int]] = []
    for cell, others in enumerate(neighbours):
        rails.append([])
        for side, other in enumerate(others):
            rails[cell].append(next(fresh) if other is None or other > cell else rails[other][side ^ 2])
    return rails
