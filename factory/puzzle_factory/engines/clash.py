"""The smallest clash of a puzzle without answer: the fewest things printed in it that cannot all hold.

thing        something printed, by its number
clash        things that no answer has all of
way out      things without which the others have an answer: every clash has one of each way out

So the fewest things that have one of each way out known are a clash, and then a smallest one; or else the others tell
of a way out that was not known. Source: Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with
minimal hitting set dualization, 2015.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from puzzle_factory.engines.maxsat import MaxSat
from puzzle_factory.engines.outcome import Deadline, OutOfTime, Status

ROUNDS = 200  # ways out to look at, after which a minimal clash has to do for a smallest one
Things = frozenset[int]
Met = Callable[[Iterable[int]], Things | None]  # things -> all that an answer with them has; None where there is none


def minimal(things: Iterable[int], met: Met) -> Things:
    """Of a clash what is left when things are dropped one after the other, as long as the rest has no answer.

    A thing of which that cannot be said in time stays.
    """
    needed = frozenset(things)
    for thing in sorted(needed):
        with suppress(OutOfTime):
            needed = needed if met(needed - {thing}) else needed - {thing}
    return needed


def smallest(count: int, met: Met, deadline: Deadline) -> Things | None:
    """A smallest clash among so many things; None where so many rounds do not bring it about.

    Raises OutOfTime, as `met` does where it cannot say.
    """
    search = MaxSat([], {-thing: 1 for thing in range(1, count + 1)})
    for _ in range(ROUNDS):
        found = search.solve(deadline)
        if found.status is Status.UNKNOWN:
            raise OutOfTime
        few = frozenset(literal - 1 for literal in found.model if literal > 0)
        there = met(few)
        if there is None:
            return few
        there = _grown(there, count, met)
        search.add([[thing + 1 for thing in range(count) if thing not in there]])
    return None


def _grown(there: Things, count: int, met: Met) -> Things:
    """Things that have an answer together, and no other thing could be among them."""
    for thing in range(count):
        if thing not in there:
            there = met([*there, thing]) or there
    return there
