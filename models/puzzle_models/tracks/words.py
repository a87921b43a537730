"""The walkthrough: the lines of a trace, put in words that a player understands.

Lines that share a reason make one sentence. The table at the end says, for each technique, what shares a reason and
how the sentence runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from puzzle_models.kernel.contract import Deduction, Path
from puzzle_models.kernel.grid import cell_name, line_cells, line_name
from puzzle_models.kernel.words import Left, Marks, Strike, count_word, listed, told
from puzzle_models.tracks import ladder
from puzzle_models.tracks.board import BITS, EMPTY_BIT, PRESENT, TRACK_BITS, board, neighbours
from puzzle_models.tracks.pieces import PIECES, SYMBOLS
from puzzle_models.tracks.puzzle import TracksPuzzle
from puzzle_models.tracks.suppose import sweeps_to_clash
from puzzle_models.tracks.techniques import room_for


@dataclass(frozen=True)
class Scene:
    """What a sentence may look at: the puzzle, the marks as the round starts, and the strikes that share a reason."""

    puzzle: TracksPuzzle
    seen: Marks
    strikes: Sequence[Strike]

    @property
    def first(self) -> Strike:
        return self.strikes[0]

    def name(self, cell: int) -> str:
        return cell_name(*divmod(cell, self.puzzle.width))

    def cells(self) -> str:
        return listed(self.name(strike.cell) for strike in self.strikes)

    def line(self) -> str:
        return line_name(self.first.why, self.puzzle.height).capitalize()

    def beyond(self, strike: Strike) -> int:
        """The neighbour on the side that is a strike's reason."""
        return int(neighbours(*self.puzzle.shape)[0][strike.cell, strike.why])

    def pair(self) -> str:
        """The two neighbours between which a rail is struck, the reason being its side."""
        return listed(self.name(cell) for cell in sorted((self.first.cell, self.beyond(self.first))))


def deductions(puzzle: TracksPuzzle, path: Path) -> list[list[Deduction]]:
    """The sentences of each round of a path."""

    def reason(rung: int, seen: Marks, strike: Strike) -> object:
        return SENTENCES[rung][0](Scene(puzzle, seen, [strike]))

    def tell(rung: int, seen: Marks, strikes: Sequence[Strike], left: Left) -> str:
        scene = Scene(puzzle, seen, strikes)
        pieces = [(scene.name(cell), SYMBOLS[value]) for cell, value in left if value in PIECES]
        return SENTENCES[rung][1](scene) + "".join(f" That leaves {piece} at {cell}." for cell, piece in pieces)

    return told(path, reason, tell)


def marks_rows(puzzle: TracksPuzzle, marks: Marks) -> list[str]:
    """Marks as a player notes them: a piece, × for empty, + for track of a piece still open, · for all else."""
    notes = [_note(int(mark)) for mark in marks]
    return ["".join(notes[row * puzzle.width : (row + 1) * puzzle.width]) for row in range(puzzle.height)]


def _note(mark: int) -> str:
    if mark == EMPTY_BIT:
        return "×"
    known = [SYMBOLS[piece] for piece in PIECES if mark == 1 << piece]
    return known[0] if known else "·" if mark & EMPTY_BIT else "+"


def _rail(scene: Scene) -> str:
    """A cell tells its neighbours what rails they share with it."""
    source = scene.beyond(scene.first)
    known = [SYMBOLS[value] for value in PIECES if scene.seen[source] == 1 << value]
    with_rail = [scene.name(s.cell) for s in scene.strikes if s.whence == PRESENT]
    without = [scene.name(s.cell) for s in scene.strikes if s.whence != PRESENT]
    rails = [f"{listed(with_rail)} must have a rail to it"] if with_rail else []
    rails += [f"{listed(without)} can have no rail to it"] if without else []
    if scene.seen[source] == EMPTY_BIT:
        return f"{scene.name(source)} is empty: {', and '.join(rails)}."
    return f"{scene.name(source)} is {known[0]}: {', and '.join(rails)}." if known else _part_rail(scene, source, rails)


def _part_rail(scene: Scene, source: int, rails: Sequence[str]) -> str:
    left = "".join(SYMBOLS[value] for value in PIECES if scene.seen[source] >> value & 1)
    or_empty = " or empty" if scene.seen[source] & EMPTY_BIT else ""
    return f"{scene.name(source)} can only be {left}{or_empty}: {', and '.join(rails)}."


def _full_line(scene: Scene) -> str:
    clue = scene.puzzle.clues[scene.first.why]
    words = {0: "has no track", 1: "has its one track cell", 2: "has both of its track cells"}
    has = words.get(clue, f"has all {count_word(clue)} of its track cells")
    are = "are" if len(scene.strikes) > 1 else "is"
    return f"{scene.line()} {has}: {scene.cells()} {are} empty."


def _last_cells(scene: Scene) -> str:
    cells = line_cells(scene.first.why, *scene.puzzle.shape)
    still_open = [cell for cell in cells if scene.seen[cell] & EMPTY_BIT and scene.seen[cell] & TRACK_BITS]
    names = listed(map(scene.name, still_open))  # also those that another line has told of in this round
    if len(still_open) == 1:
        return f"{scene.line()} needs one more track cell and has one open cell: {names} is track."
    many = count_word(len(still_open))
    all_of = "both" if len(still_open) == 2 else f"all {many}"
    return f"{scene.line()} needs {many} more track cells and has {many} open cells: {all_of} are track ({names})."


def _no_loop(scene: Scene) -> str:
    return f"A rail between {scene.pair()} would close a loop, so there is none."


def _early_join(scene: Scene) -> str:
    return f"A rail between {scene.pair()} would join entry and exit while track is still missing, so there is none."


def _loose_end(scene: Scene) -> str:
    where = f"the rail between {scene.cells()}" if len(scene.strikes) > 1 else f"at {scene.cells()}"
    start = f"{scene.line()} needs one more track cell and nothing can cross it"
    return f"{start}: the only way on along it is {where}, so it is there."


def _neighbours(scene: Scene) -> str:
    cell, other = scene.name(scene.first.cell), scene.name(scene.first.whence)
    return f"{scene.line()} needs one more track cell: {cell} as track would need {other} too, so {cell} is empty."


def _spare_cell(scene: Scene) -> str:
    cell, other = scene.name(scene.first.cell), scene.name(scene.first.whence)
    return f"{scene.line()} has one more empty cell: were it {cell}, {other} would be empty too, so {cell} is track."


def _parity(scene: Scene) -> str:
    is_there = "there is one" if scene.first.whence == PRESENT else "there is none"
    return (
        "The line crosses every closed boundary an even number of times; "
        f"all rails but that between {scene.pair()} are known across one, so {is_there}."
    )


def _gap(scene: Scene) -> str:
    pair = listed(scene.name(cell) for cell in sorted((scene.first.cell, scene.first.whence)))
    return f"{scene.line()} needs one more track cell: a rail between {pair} would bring two, so there is none."


def _pocket(scene: Scene) -> str:
    if scene.first.why == 1:
        return f"Every way from entry to exit leads through {scene.cells()}, so it is track."
    neck = scene.name(scene.first.whence)
    cells = scene.cells()
    return f"Only {neck} leads in and out at {cells}, and the line passes no cell twice: nothing there is track."


def _contradiction(scene: Scene) -> str:
    if scene.first.why == 4:
        supposed, so = ("empty", "track") if scene.first.bits == EMPTY_BIT else ("track", "empty")
        return f"Suppose {scene.cells()} were {supposed}: {_outcome(scene)}. So it is {so}."
    rail, so = ("no rail", "there is one") if scene.first.whence == PRESENT else ("a rail", "there is none")
    return f"Suppose there were {rail} between {scene.pair()}: {_outcome(scene)}. So {so}."


def _outcome(scene: Scene) -> str:
    """Where the board breaks: what a supposition was refuted by is just what was struck for it."""
    facts, marks = board(scene.puzzle), scene.seen.copy()
    for strike in scene.strikes:
        marks[strike.cell] = strike.bits
    sweeps_to_clash(facts, marks, marks.copy(), room_for(facts).trace, BITS * len(marks))
    broken = int(np.flatnonzero(marks == 0)[0])
    return f"by the easy techniques, {scene.name(broken)} could be neither track nor empty"


def _by_line(scene: Scene) -> object:
    return scene.first.why


def _by_cell(scene: Scene) -> object:
    return scene.first.cell


def _by_source(scene: Scene) -> object:
    return scene.beyond(scene.first)


def _by_pair(scene: Scene) -> object:
    return frozenset((scene.first.cell, scene.beyond(scene.first)))


def _by_line_pair(scene: Scene) -> object:
    return scene.first.why, frozenset((scene.first.cell, scene.first.whence))


def _by_neck(scene: Scene) -> object:
    return scene.first.why, scene.first.whence


def _by_supposition(scene: Scene) -> object:
    return scene.first.cell if scene.first.why == 4 else _by_pair(scene)


Reason = Callable[[Scene], object]
SENTENCES: dict[int, tuple[Reason, Callable[[Scene], str]]] = {
    ladder.RAIL: (_by_source, _rail),
    ladder.FULL_LINE: (_by_line, _full_line),
    ladder.LAST_CELLS: (_by_line, _last_cells),
    ladder.NO_LOOP: (_by_pair, _no_loop),
    ladder.EARLY_JOIN: (_by_pair, _early_join),
    ladder.LOOSE_END: (_by_line, _loose_end),
    ladder.NEIGHBOURS: (_by_cell, _neighbours),
    ladder.SPARE_CELL: (_by_cell, _spare_cell),
    ladder.PARITY: (_by_pair, _parity),
    ladder.GAP: (_by_line_pair, _gap),
    ladder.POCKET: (_by_neck, _pocket),
    ladder.CONTRADICTION: (_by_supposition, _contradiction),
}
