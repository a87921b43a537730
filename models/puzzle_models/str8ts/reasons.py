"""Why a technique is right about a board, in facts that a player can look up: what the walkthrough's sentences say.

Plain Python on sets: said once a sentence, never in the inner loop.

straight   consecutive digits, as a range: those of one window
held       by cell of a compartment, the digits it has left; or by digit the cells left for it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from puzzle_models.kernel.trace import FIELDS
from puzzle_models.kernel.words import Marks
from puzzle_models.str8ts.board import Board
from puzzle_models.str8ts.suppose import one_round

Straight = range
Held = Mapping[int, frozenset[int]]


@dataclass(frozen=True)
class Limit:
    """What rules straights out of a compartment: the few digits of a cell, or (cell None) a digit that no cell has."""

    cell: int | None
    digits: frozenset[int]

    def rules_out(self, straight: Straight) -> bool:
        return self.digits.isdisjoint(straight) if self.cell is not None else not self.digits.isdisjoint(straight)


@dataclass(frozen=True)
class Shortage:
    """More cells than digits for them, or (`of_digits`) more digits than cells: the straight cannot be filled."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    of_digits: bool


def straights(held: Held, size: int) -> list[Straight]:
    """The straights possible in a compartment: each cell can take a digit from it, each of its digits has a cell."""
    every = frozenset().union(*held.values())
    windows = _windows(len(held), size)
    return [one for one in windows if every.issuperset(one) and not any(map(frozenset(one).isdisjoint, held.values()))]


def limits(held: Held, size: int) -> list[Limit]:
    """A few facts that rule out all straights but the possible ones; cells settled come before others."""
    possible = straights(held, size)
    left = [one for one in _windows(len(held), size) if one not in possible]
    missing = frozenset(range(1, size + 1)).difference(*held.values())
    known = [Limit(cell, digits) for cell, digits in sorted(held.items(), key=lambda each: len(each[1]))]
    known += [Limit(None, frozenset([digit])) for digit in sorted(missing)]
    chosen: list[Limit] = []
    while left:
        chosen.append(max(known, key=lambda limit: sum(map(limit.rules_out, left))))
        left = [one for one in left if not chosen[-1].rules_out(one)]
    return chosen


def shortage(held: Held, straight: Straight, cell: int, digit: int) -> Shortage:
    """The smallest lack that a digit in a cell leaves in a straight that cannot be filled with it (Hall's theorem)."""
    others = {other: digits & frozenset(straight) - {digit} for other, digits in held.items() if other != cell}
    cells_for = {each: frozenset(c for c in others if each in others[c]) for each in straight if each != digit}
    for count in range(1, len(others) + 1):
        for digits, cells in _short(cells_for, count):
            return Shortage(tuple(sorted(cells)), digits, of_digits=True)
        for cells_short, shared in _short(others, count):
            return Shortage(cells_short, tuple(sorted(shared)), of_digits=False)
    raise ValueError("the straight can be filled")


def _short(has: Held, count: int) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
    """Each choice of so many owners that have fewer others between them, with these."""
    for owners in combinations(has, count):
        between = frozenset().union(*map(has.__getitem__, owners))
        if len(between) < count:
            yield owners, between


def fitting(choices: Sequence[Sequence[Straight]], must: int) -> list[list[Straight]]:
    """For each compartment of a line the straights of choices that share no digit and hold the digit `must`, 0: any."""
    whole = [chosen for chosen in _disjoint(choices, frozenset()) if not must or any(must in one for one in chosen)]
    return [sorted({chosen[i] for chosen in whole}, key=min) for i in range(len(choices))]


def crowded_out(choices: Sequence[Sequence[Straight]], one: int, straight: Straight) -> tuple[int, ...]:
    """The fewest other compartments of a line that find no straights beside `straight` in compartment `one`."""
    others = [i for i in range(len(choices)) if i != one]
    groups = (group for count in range(1, len(others) + 1) for group in combinations(others, count))
    taken = frozenset(straight)
    return next(group for group in groups if not any(_disjoint([choices[i] for i in group], taken)))


def broken_cell(board: Board, seen: Marks, cell: int, digit: int, rungs: int) -> int:
    """The first cell left without a digit when the lowest rungs follow a supposition until the board breaks."""
    marks, room = seen.copy(), np.empty((len(seen) * board.size, FIELDS), np.int64)
    marks[cell] = 1 << digit
    while marks.all():
        one_round(board, marks.copy(), marks, rungs, room)
    return int(np.flatnonzero(marks == 0)[0])


def _windows(length: int, size: int) -> list[Straight]:
    return [range(low, low + length) for low in range(1, size - length + 2)]


def _disjoint(choices: Sequence[Sequence[Straight]], taken: frozenset[int]) -> Iterator[tuple[Straight, ...]]:
    """Every choice of one straight each, none with a digit of another or of those taken."""
    if not choices:
        yield ()
        return
    for straight in choices[0]:
        if taken.isdisjoint(straight):
            for rest in _disjoint(choices[1:], taken.union(straight)):
                yield straight, *rest
