"""One candidate: a random line in the wished style, and givens that make it a puzzle of the wished level."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzle_models.kernel.contract import BEYOND, LEVELS, NOT_DRAWN, Draft, Outcome, Path, Wish
from puzzle_models.kernel.jit import inlined, kernel
from puzzle_models.kernel.random import Stream, below, stream
from puzzle_models.tracks.board import CLUE, Board, board
from puzzle_models.tracks.ends import border_end, draw_ends
from puzzle_models.tracks.ladder import LADDER, RUNGS_UP_TO
from puzzle_models.tracks.pieces import OPEN
from puzzle_models.tracks.planting import Cells, plant_level, plant_more
from puzzle_models.tracks.puzzle import TracksPuzzle
from puzzle_models.tracks.sampler import (
    BEND_COSTS,
    EMPTY_COST,
    FLIPS_AGAIN,
    FLIPS_AT_FIRST,
    first_banks,
    has_consecutive_ones,
    read_line,
    wander,
)
from puzzle_models.tracks.techniques import climb
from puzzle_models.tracks.wishes import Style, style_of

LINE_TRIES = 40  # a line that does not suit, or is too easy, is wandered on from this often before the attempt ends
PLANT_TRIES = 2  # givens for one line that come out too easy
SUITED, TOO_EASY, UNSUITED = 0, 1, 2  # what a search comes to


class Aim(NamedTuple):
    """A wish in the numbers that the compiled search takes. Fill is counted in track cells."""

    least: int
    most: int
    track: int
    bend_cost: int
    empty_cost: int  # 0 where a clue may be 0
    consecutive_ones: bool
    show_ends: bool
    rungs: int
    below_rungs: int
    extra: int
    exact: int


def draw(wish: Wish, seed: bytes) -> Draft:
    """The candidate that belongs to a wish and a seed; the same on every machine."""
    style, random = style_of(wish), stream(seed)
    places = draw_ends(random, wish.width, wish.height, style.ends)
    entry, exit = (border_end(wish.width, wish.height, place) for place in places)
    blank = TracksPuzzle(wish.width, wish.height, (0,) * wish.width, (0,) * wish.height, entry, exit, ())
    facts = board(blank)
    cells = wish.width * wish.height
    answer, given = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    found = search(facts, places[0], places[1], draw_aim(random, wish, style), random, answer, given)
    if found == UNSUITED:
        return Draft(NOT_DRAWN)
    clues, givens = facts.lines[:, CLUE].tolist(), np.where(given == 1, answer, OPEN).tolist()
    rows, columns = tuple(clues[: wish.height]), tuple(clues[wish.height :])
    puzzle = TracksPuzzle(wish.width, wish.height, columns, rows, entry, exit, tuple(givens))
    if found == TOO_EASY:
        return Draft(_level_of(climb(puzzle, LEVELS[-1])))
    return Draft(wish.level, (puzzle,), tuple(answer.tolist()), (wish.level,))


def _level_of(path: Path) -> str:
    """The level of the hardest technique on a path that leads to the end."""
    return LADDER[int(path.rounds[:, 0].max(initial=0))].level if path.outcome is Outcome.SOLVED else BEYOND


def draw_aim(random: Stream, wish: Wish, style: Style) -> Aim:
    """The aim of one candidate: fill and taste differ from one to the next."""
    least, most = style.fill
    rank = LEVELS.index(wish.level)
    return Aim(
        least=least,
        most=most,
        track=least + below(random, most - least + 1),
        bend_cost=BEND_COSTS[0] + below(random, BEND_COSTS[1] - BEND_COSTS[0] + 1),
        empty_cost=0 if style.empty_lines else EMPTY_COST,
        consecutive_ones=style.consecutive_ones,
        show_ends=style.show_ends,
        rungs=RUNGS_UP_TO[wish.level],
        below_rungs=RUNGS_UP_TO[LEVELS[rank - 1]] if rank else 0,
        extra=style.extra,
        exact=style.exact,
    )


@kernel
def search(board: Board, one: int, two: int, aim: Aim, stream: Stream, answer: Cells, given: Cells) -> int:
    """Wander from line to line between two places of the border until one suits and takes givens of the level.

    Fills in the board's clues, the answer and which of its cells are given: those of the last line that suited.
    """
    width, height = board.width, board.height
    banks, found = first_banks(width, height, one, two), UNSUITED
    clues = np.empty(len(board.lines), np.int64)
    read_line(banks, width, height, answer, clues)
    flips = FLIPS_AT_FIRST * width * height
    for _ in range(LINE_TRIES):
        wander(banks, width, height, clues, aim.track, aim.bend_cost, aim.empty_cost, flips, stream)
        if suits(clues, height, aim):
            read_line(banks, width, height, answer, clues)
            board.lines[:, CLUE] = clues
            found = plant_wished(board, answer, aim, stream, given)
            if found != TOO_EASY:
                return found
        flips = FLIPS_AGAIN * width * height
    return found


@kernel
def suits(clues: Cells, height: int, aim: Aim) -> bool:
    """Whether a line has the wished fill and clues."""
    if not aim.least <= clues[:height].sum() <= aim.most:
        return False
    if aim.empty_cost > 0 and clues.min() == 0:
        return False
    return aim.consecutive_ones or not has_consecutive_ones(clues, height)


@inlined
def plant_wished(board: Board, answer: Cells, aim: Aim, stream: Stream, given: Cells) -> int:
    """Plant givens as the aim has them. UNSUITED where their wished number cannot be had."""
    fixed, barred = np.zeros(len(answer), np.int64), np.zeros(len(answer), np.int64)
    ends = fixed if aim.show_ends else barred
    ends[board.entry] = ends[board.exit] = 1
    if not plant_level(board, answer, fixed, barred, aim.rungs, aim.below_rungs, PLANT_TRIES, stream, given):
        return TOO_EASY
    more = aim.extra if aim.exact < 0 else aim.exact - given.sum()
    if more > 0:
        plant_more(board, answer, given, barred, more, aim.below_rungs, stream)
    return SUITED if aim.exact < 0 or given.sum() == aim.exact else UNSUITED
