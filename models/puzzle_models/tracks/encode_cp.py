"""Train Tracks as a CP-SAT model: the line is travelled from entry to exit, a flow along it forbids what lies apart.

    side         N E S W as 0 to 3; side d of a cell is side d ^ 2 of the neighbour there
    place        a cell, counted row by row, and a side of it
    out, into    by place: the line leaves the cell by that side, or comes into it there
    rail         by place: either of the two; the two places of one rail share it
    outer place  a place on the border; no line crosses it, except at the ends

The model is built once a shape, a function a rule. `fit` then changes domains of what those functions made, in place.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ortools.sat.python.cp_model import Constraint, CpModel, IntVar, LinearExpr

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import beyond, line_cells
from puzzle_models.tracks.pieces import EMPTY, OF_RAILS, OPEN, RAILS, has_rail
from puzzle_models.tracks.puzzle import TracksPuzzle

Place = tuple[int, int]
At = dict[Place, IntVar]
PIECE = {0: EMPTY} | {sum(1 << side for side in rails): piece for rails, piece in OF_RAILS.items()}  # by mask of sides


class Encoding:
    """The model of all puzzles of one width and height."""

    def __init__(self, width: int, height: int) -> None:
        self.model = CpModel()
        track = [self.model.new_bool_var("") for _ in range(width * height)]
        out, into, rail = _crossings(self.model, width, height)
        rails_are_travelled_one_way(self.model, out, into, rail)
        counts = lines_have_their_number(self.model, track, width, height)
        line_does_not_break_off(self.model, track, out, into)
        poured = nothing_beside_the_line(self.model, track, out, width, height)
        self._track = [var.index for var in track]
        self._out, self._into, self._rail = ({place: at[place].index for place in at} for at in (out, into, rail))
        self._counts, self._poured = [line.index for line in counts], [cell.index for cell in poured]
        self._true = self.model.new_constant(1).index
        self._blocked = self.model.add_bool_or(True).index
        self._fitted: TracksPuzzle | None = None

    def fit(self, puzzle: TracksPuzzle) -> None:
        """Set clues, ends and givens to those of `puzzle`, with nothing forbidden."""
        if self._fitted:
            self._open(self._fitted)
        for count, clue in zip(self._counts, puzzle.clues, strict=True):
            self._sum_to(count, clue)
        self._allow(self._into[puzzle.cell(puzzle.entry), puzzle.entry.side], 1, 1)
        self._allow(self._out[puzzle.cell(puzzle.exit), puzzle.exit.side], 1, 1)
        self._sum_to(self._poured[puzzle.cell(puzzle.entry)], -sum(puzzle.rows))
        for cell, side, laid in _given_rails(puzzle):
            self._allow(self._rail[cell, side], laid, laid)
        self._require_one_of([self._true])
        self._fitted = puzzle

    def forbid(self, answer: Answer) -> None:
        """Add the blocking clause of `answer`: one of its rails is missing.

        It needs no more: an answer with all those rails has no track cell left for others.
        """
        laid = {self._rail[cell, side] for cell, piece in enumerate(answer) for side in RAILS[piece]}
        self._require_one_of([-rail - 1 for rail in sorted(laid)])

    def read(self, values: Sequence[int]) -> Answer:
        """The answer in a solution, given as the value of each variable by index."""
        rail = self._rail
        masks = (sum(values[rail[cell, side]] << side for side in range(4)) for cell in range(len(self._track)))
        return tuple([PIECE[mask] for mask in masks])

    def _open(self, puzzle: TracksPuzzle) -> None:
        """Take back what fitting `puzzle` closed or laid, its clues excepted."""
        self._allow(self._into[puzzle.cell(puzzle.entry), puzzle.entry.side], 0, 0)
        self._allow(self._out[puzzle.cell(puzzle.exit), puzzle.exit.side], 0, 0)
        self._sum_to(self._poured[puzzle.cell(puzzle.entry)], 0)
        for cell, side, _ in _given_rails(puzzle):
            self._allow(self._rail[cell, side], 0, 1)

    def _allow(self, variable: int, lowest: int, highest: int) -> None:
        domain = self.model.Proto().variables[variable].domain
        domain[0], domain[1] = lowest, highest

    def _sum_to(self, constraint: int, total: int) -> None:
        domain = self.model.Proto().constraints[constraint].linear.domain
        domain[0] = domain[1] = total

    def _require_one_of(self, literals: list[int]) -> None:
        clause = self.model.Proto().constraints[self._blocked].bool_or.literals
        clause.clear()
        clause.extend(literals)


def encode(shape: Hashable) -> Encoding:
    """The model of a shape, (width, height)."""
    assert isinstance(shape, tuple)
    width, height = shape
    return Encoding(width, height)


def rails_are_travelled_one_way(model: CpModel, out: At, into: At, rail: At) -> None:
    """A rail is laid where the line crosses, once. Givens say of the rails of their cells whether they are laid."""
    for place, laid in _each_once(rail):
        model.add(out[place] + into[place] == laid)


def lines_have_their_number(model: CpModel, track: list[IntVar], width: int, height: int) -> list[Constraint]:
    """A line of the grid has as many track cells as its clue says: one sum a line, to be set."""
    lines = (line_cells(line, width, height) for line in range(height + width))
    return [model.add(LinearExpr.sum([track[cell] for cell in line]) == 0) for line in lines]


def line_does_not_break_off(model: CpModel, track: list[IntVar], out: At, into: At) -> None:
    """The line comes into each track cell by one side and leaves it by one; elsewhere it does neither."""
    for cell, is_track in enumerate(track):
        for ways in (out, into):
            model.add_exactly_one([~is_track, *(ways[cell, side] for side in range(4))])


def nothing_beside_the_line(model: CpModel, track: list[IntVar], out: At, width: int, height: int) -> list[Constraint]:
    """The entry pours in one unit a track cell and each keeps one; what lies apart gets none to keep.

    One balance a cell, `in - out - kept == 0`; at the entry it is to be set to minus the units poured in.
    """
    most = width * height - 1
    balance: list[list[LinearExpr]] = [[-is_track] for is_track in track]
    for (cell, side), way in out.items():
        other = beyond(cell, side, width, height)
        if other is not None:
            flow = model.new_int_var(0, most, "")
            model.add(flow <= most * way)
            balance[cell].append(-flow)
            balance[other].append(flow)
    return [model.add(LinearExpr.sum(terms) == 0) for terms in balance]


def _crossings(model: CpModel, width: int, height: int) -> tuple[At, At, At]:
    """`out`, `into` and `rail` of every place. Outer places are closed both ways until `fit` opens the ends."""
    out, into, rail = {}, {}, {}
    for cell in range(width * height):
        for side in range(4):
            other = beyond(cell, side, width, height)
            if other is None:
                out[cell, side], into[cell, side] = (model.new_int_var(0, 0, "") for _ in range(2))
                rail[cell, side] = model.new_bool_var("")
            else:
                out[cell, side] = into[other, side ^ 2] = model.new_bool_var("")
                if other > cell:
                    rail[cell, side] = rail[other, side ^ 2] = model.new_bool_var("")
    return out, into, rail


def _each_once(rail: At) -> Iterator[tuple[Place, IntVar]]:
    """Every rail, with one of its places."""
    yield from {laid.index: (place, laid) for place, laid in rail.items()}.values()


def _given_rails(puzzle: TracksPuzzle) -> Iterator[tuple[int, int, int]]:
    """What the givens say: cell, side, and 1 where a rail is laid there, else 0."""
    for cell, piece in enumerate(puzzle.givens):
        if piece != OPEN:
            for side in range(4):
                yield cell, side, int(has_rail(piece, side))
