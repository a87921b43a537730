"""What all walkthroughs are made of: strikes that share a reason, as one deduction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.contract import Deduction, Path

Marks = NDArray[np.uint32]
ALL = 0xFFFFFFFF


@dataclass(frozen=True)
class Strike:
    """One line of a trace, without the rung."""

    cell: int
    bits: int
    why: int
    whence: int


Left = Sequence[tuple[int, int]]  # cells that came down to one value, with it
Reason = Callable[[int, Marks, Strike], object]  # rung, marks as the round starts: equal for what makes one sentence
Tell = Callable[[int, Marks, Sequence[Strike], Left], str]  # rung, marks as the round starts, strikes, what they leave


def told(path: Path, reason: Reason, tell: Tell) -> list[list[Deduction]]:
    """The deductions of each round of a path."""
    seen, rounds, start = path.start.copy(), [], 0
    for rung, _, end in path.rounds.tolist():
        strikes = [Strike(*line[1:]) for line in path.trace[start:end].tolist()]
        rounds.append(list(_round(seen, rung, strikes, reason, tell)))
        start = end
    return rounds


def _round(seen: Marks, rung: int, strikes: Iterable[Strike], reason: Reason, tell: Tell) -> Iterator[Deduction]:
    """The deductions of one round; the strikes are made in `seen`."""
    before = seen.copy()
    groups: dict[object, list[Strike]] = {}
    for strike in strikes:
        groups.setdefault(reason(rung, before, strike), []).append(strike)
    for group in groups.values():
        text = tell(rung, before, group, _strike_all(seen, group))
        yield Deduction(tuple(dict.fromkeys(strike.cell for strike in group)), _values(group), text)


def _strike_all(marks: Marks, strikes: Iterable[Strike]) -> Left:
    """Make the strikes; returns the cells that came down to one value, with it."""
    left = []
    for strike in strikes:
        marks[strike.cell] &= np.uint32(ALL ^ strike.bits)
        now = int(marks[strike.cell])
        left += [(strike.cell, now.bit_length() - 1)] if now.bit_count() == 1 else []
    return left


def _values(strikes: Iterable[Strike]) -> dict[int, tuple[int, ...]]:
    gone: dict[int, int] = {}
    for strike in strikes:
        gone[strike.cell] = gone.get(strike.cell, 0) | strike.bits
    return {cell: tuple(values_in(bits)) for cell, bits in gone.items()}


def values_in(bits: int) -> list[int]:
    """The values of a bit mask."""
    return [value for value in range(bits.bit_length()) if bits >> value & 1]
