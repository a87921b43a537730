"""The walkthrough: the lines of a trace, put in words that a player understands.

Lines that share a reason make one sentence. The table at the end says, for each technique, what shares a reason and
how the sentence runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from puzzle_models.kernel.contract import Deduction, Path
from puzzle_models.kernel.grid import line_cells
from puzzle_models.kernel.languages import TONGUES, Several, Speech, upper_first
from puzzle_models.kernel.words import Left, Marks, Strike, told
from puzzle_models.tracks import ladder
from puzzle_models.tracks.board import BITS, EMPTY_BIT, PRESENT, TRACK_BITS, board, neighbours
from puzzle_models.tracks.pieces import PIECES, SYMBOLS
from puzzle_models.tracks.puzzle import TracksPuzzle
from puzzle_models.tracks.suppose import sweeps_to_clash
from puzzle_models.tracks.techniques import room_for
from puzzle_models.tracks.texts import texts


@dataclass(frozen=True)
class Scene:
    """What a sentence may look at: the puzzle, the marks as the round starts, and the strikes that share a reason."""

    speech: Speech
    puzzle: TracksPuzzle
    seen: Marks
    strikes: Sequence[Strike]

    @property
    def first(self) -> Strike:
        return self.strikes[0]

    def name(self, cell: int) -> str:
        return self.speech.cell(*divmod(cell, self.puzzle.width))

    def names(self, cells: Iterable[int]) -> Several:
        return self.speech.every(map(self.name, cells))

    @property
    def cells(self) -> Several:
        return self.names(strike.cell for strike in self.strikes)

    def of_line(self, phrase: str, **facts: object) -> str:
        """A phrase about the line that is the strikes' reason."""
        line = self.speech.line(self.first.why, self.puzzle.height)
        return self.speech.say(phrase, line=line, Line=upper_first(line), **facts)

    def beyond(self, strike: Strike) -> int:
        """The neighbour on the side that is a strike's reason."""
        return int(neighbours(*self.puzzle.shape)[0][strike.cell, strike.why])

    def pair(self) -> Several:
        """The two neighbours between which a rail is struck, the reason being its side."""
        return self.names(sorted((self.first.cell, self.beyond(self.first))))


def deductions(puzzle: TracksPuzzle, path: Path, language: str) -> list[list[Deduction]]:
    """The sentences of each round of a path, in one of LANGUAGES."""
    speech = Speech(TONGUES[language], texts(language).phrases)

    def reason(rung: int, seen: Marks, strike: Strike) -> object:
        return SENTENCES[rung][0](Scene(speech, puzzle, seen, [strike]))

    def tell(rung: int, seen: Marks, strikes: Sequence[Strike], left: Left) -> str:
        scene = Scene(speech, puzzle, seen, strikes)
        pieces = [(scene.name(cell), SYMBOLS[value]) for cell, value in left if value in PIECES]
        known = (speech.say("left", piece=piece, cell=cell) for cell, piece in pieces)
        return SENTENCES[rung][1](scene) + "".join(known)

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
    say, source = scene.speech.say, scene.beyond(scene.first)
    left = int(scene.seen[source])
    rails = say("and-rail").join(_shared_rails(scene))
    pieces = "".join(SYMBOLS[value] for value in PIECES if left >> value & 1)
    if not pieces:
        return say("rail-empty", cell=scene.name(source), rails=rails)
    if len(pieces) == 1 and not left & EMPTY_BIT:
        return say("rail-is", cell=scene.name(source), piece=pieces, rails=rails)
    phrase = "rail-part-or-empty" if left & EMPTY_BIT else "rail-part"
    return say(phrase, cell=scene.name(source), pieces=pieces, rails=rails)


def _shared_rails(scene: Scene) -> list[str]:
    with_rail = [strike.cell for strike in scene.strikes if strike.whence == PRESENT]
    without = [strike.cell for strike in scene.strikes if strike.whence != PRESENT]
    said = (("must-rail", with_rail), ("no-rail", without))
    return [scene.speech.say(phrase, cells=scene.names(cells)) for phrase, cells in said if cells]


def _full_line(scene: Scene) -> str:
    clue = scene.puzzle.clues[scene.first.why]
    count = scene.speech.number(clue)
    return scene.of_line(f"full-{clue}" if clue <= 2 else "full-many", cells=scene.cells, count=count)


def _last_cells(scene: Scene) -> str:
    cells = line_cells(scene.first.why, *scene.puzzle.shape)
    still_open = [cell for cell in cells if scene.seen[cell] & EMPTY_BIT and scene.seen[cell] & TRACK_BITS]
    names = scene.names(still_open)  # also those that another line has told of in this round
    phrase = f"last-{names.count}" if names.count <= 2 else "last-many"
    return scene.of_line(phrase, cells=names, count=scene.speech.number(names.count))


def _no_loop(scene: Scene) -> str:
    return scene.speech.say("loop", pair=scene.pair())


def _early_join(scene: Scene) -> str:
    return scene.speech.say("early-join", pair=scene.pair())


def _loose_end(scene: Scene) -> str:
    phrase = "loose-end-between" if len(scene.strikes) > 1 else "loose-end-at"
    return scene.of_line(phrase, cells=scene.cells)


def _neighbours(scene: Scene) -> str:
    return scene.of_line("neighbours", cell=scene.name(scene.first.cell), other=scene.name(scene.first.whence))


def _spare_cell(scene: Scene) -> str:
    return scene.of_line("spare-cell", cell=scene.name(scene.first.cell), other=scene.name(scene.first.whence))


def _parity(scene: Scene) -> str:
    return scene.speech.say("parity-rail" if scene.first.whence == PRESENT else "parity-none", pair=scene.pair())


def _gap(scene: Scene) -> str:
    return scene.of_line("gap", pair=scene.names(sorted((scene.first.cell, scene.first.whence))))


def _pocket(scene: Scene) -> str:
    if scene.first.why == 1:
        return scene.speech.say("pocket-track", cells=scene.cells)
    return scene.speech.say("pocket-empty", neck=scene.name(scene.first.whence), cells=scene.cells)


def _contradiction(scene: Scene) -> str:
    say, outcome = scene.speech.say, _outcome(scene)
    if scene.first.why == 4:
        phrase = "suppose-empty" if scene.first.bits == EMPTY_BIT else "suppose-track"
        return say(phrase, cells=scene.cells, outcome=outcome)
    phrase = "suppose-no-rail" if scene.first.whence == PRESENT else "suppose-rail"
    return say(phrase, pair=scene.pair(), outcome=outcome)


def _outcome(scene: Scene) -> str:
    """Where the board breaks: what a supposition was refuted by is just what was struck for it."""
    facts, marks = board(scene.puzzle), scene.seen.copy()
    for strike in scene.strikes:
        marks[strike.cell] = strike.bits
    sweeps_to_clash(facts, marks, marks.copy(), room_for(facts).trace, BITS * len(marks))
    return scene.speech.say("outcome", cell=scene.name(int(np.flatnonzero(marks == 0)[0])))


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
