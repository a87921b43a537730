"""One candidate: a black pattern in the wished style, a random answer, and digits that make a puzzle of the level.

A family is made from its hardest puzzle down: each step keeps the givens of the one before and adds its own.
"""

from __future__ import annotations

import math

import numpy as np

from puzzle_models.kernel.contract import BEYOND, LEVELS, NESTED, NOT_DRAWN, Draft, Outcome, Wish
from puzzle_models.kernel.random import Stream, below, stream
from puzzle_models.kernel.symmetry import sources
from puzzle_models.str8ts.board import board_of
from puzzle_models.str8ts.cyclic import draw_cyclic
from puzzle_models.str8ts.fill import fill
from puzzle_models.str8ts.ladder import BONUS, CONTRADICTION, LADDER, RUNGS_UP_TO, SMALLEST_FULL, band, level
from puzzle_models.str8ts.patterns import MEANT, QUARTER_TURN, Cells, draw_blacks, partners
from puzzle_models.str8ts.planting import MISSED, Aim, Ground, plant, plant_clues
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle
from puzzle_models.str8ts.techniques import Room, climb, room_for
from puzzle_models.str8ts.wishes import Style, style_of

PATTERN_TRIES = 10  # patterns that cannot be drawn, filled or given their clues, before an attempt ends
STEPS = 1000  # to a band of scores: how finely an aim is drawn
EASING = 0.6  # of the work of one step is what the next may have, on boards too small for the levels' bands
ANY_WORK = 1 << 40


def draw(wish: Wish, seed: bytes) -> Draft:
    """The candidate that belongs to a wish and a seed; the same on every machine."""
    style, random = style_of(wish), stream(seed)
    ground = draw_ground(wish.width, style, random)
    if ground is None:
        return Draft(NOT_DRAWN)
    if wish.level == NESTED:
        return draw_family(ground, style, random)
    given = np.zeros(len(ground.answer), np.int64)
    if plant(ground, given.copy(), draw_aim(wish.width, wish.level, style, random), random, given) == MISSED:
        return Draft(_level_of(_puzzle(ground, given)))
    return Draft(wish.level, (_puzzle(ground, given),), _answer(ground), (wish.level,))


def draw_family(ground: Ground, style: Style, random: Stream) -> Draft:
    """A puzzle for each level from easy to expert, each with the givens of the next harder one among its own."""
    puzzles, size, most = [], ground.board.size, ANY_WORK
    given, fixed = np.zeros(len(ground.answer), np.int64), np.zeros(len(ground.answer), np.int64)
    is_full = size >= SMALLEST_FULL
    for name in reversed(LEVELS):
        aim = draw_aim(size, name, style, random) if is_full else Aim(RUNGS_UP_TO[name], 0, 1, most, most)
        work = plant(ground, fixed, aim, random, given)
        puzzles.append(_puzzle(ground, given))
        if work == MISSED:
            return Draft(_level_of(puzzles[-1]))
        most = int(EASING * work)
        fixed[:] = given
    return Draft(NESTED, tuple(reversed(puzzles)), _answer(ground), LEVELS if is_full else ())


def draw_ground(size: int, style: Style, random: Stream) -> Ground | None:
    """A random pattern with a random answer and the clues of its black cells; None where none came out."""
    room = room_for(size)
    for _ in range(PATTERN_TRIES):
        meant = MEANT[style.symmetry]
        partner = partners(size, meant[below(random, len(meant))])
        wanted = _between(random, *style.blacks)
        ground = (_cyclic if style.cyclic else _free)(size, wanted, partner, random, room)
        clues = min(_between(random, *style.black_clues), wanted)
        if ground and plant_clues(ground, clues, random):
            return ground
    return None


def _free(size: int, wanted: int, partner: Cells, random: Stream, room: Room) -> Ground | None:
    """A random pattern, filled at random."""
    blacks, answer = np.zeros(size * size, np.int64), np.zeros(size * size, np.int64)
    turned = np.array(sources(size, size, QUARTER_TURN), dtype=np.int64)
    if not draw_blacks(size, wanted, partner, turned, random, blacks):
        return None
    ground = _ground(size, blacks, answer, room)
    return ground if fill(ground.board, ground.start, random, room, answer) else None


def _cyclic(size: int, wanted: int, partner: Cells, random: Stream, room: Room) -> Ground | None:
    """The old web recipe."""
    found = draw_cyclic(size, wanted, partner, random)
    return _ground(size, *found, room) if found else None


def _ground(size: int, blacks: Cells, answer: Cells, room: Room) -> Ground:
    start = np.where(blacks == 1, 1 << NO_DIGIT, (1 << size + 1) - 2).astype(np.uint32)
    return Ground(board_of(size, blacks), start, answer, np.empty_like(start), room)


def draw_aim(size: int, name: str, style: Style, random: Stream) -> Aim:
    """What the givens of a level are planted for: a score is drawn in its band, so that its puzzles differ."""
    rungs, below_rungs = RUNGS_UP_TO[name], 0
    if name == "expert":
        below_rungs = CONTRADICTION if style.supposition else RUNGS_UP_TO["hard"]
        rungs = rungs if style.supposition else CONTRADICTION
    elif name == "hard" and size >= SMALLEST_FULL:
        below_rungs = RUNGS_UP_TO["easy"]  # not merely long: some technique above the easy ones is needed
    low, high = (bound - BONUS[name] for bound in band(size, name))
    aimed = low + (high - low) * below(random, STEPS) / STEPS
    return Aim(rungs, below_rungs, math.ceil(math.exp(low)), math.ceil(math.exp(aimed)), math.floor(math.exp(high)))


def _puzzle(ground: Ground, given: Cells) -> Str8tsPuzzle:
    """The puzzle that prints the given cells of the answer, and the clues."""
    blacks = ground.board.blacks == 1
    printed = np.where(blacks | (given == 1), ground.answer, NO_DIGIT)
    return Str8tsPuzzle(ground.board.size, tuple(blacks.tolist()), tuple(printed.tolist()))


def _answer(ground: Ground) -> tuple[int, ...]:
    return tuple(ground.answer.tolist())


def _level_of(puzzle: Str8tsPuzzle) -> str:
    """The level of a puzzle that came out otherwise than wished."""
    path = climb(puzzle, LEVELS[-1])
    if path.outcome is not Outcome.SOLVED:
        return BEYOND
    hardest = LADDER[int(path.rounds[:, 0].max(initial=0))].level
    work = int((path.rounds[:, 1] ** 2).sum())
    return level(puzzle, hardest, math.log(work) + BONUS[hardest] if work else 0.0)


def _between(random: Stream, least: int, most: int) -> int:
    """A number from `least` to `most`, both included."""
    return least + below(random, most - least + 1)
