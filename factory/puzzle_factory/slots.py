"""One slot of one day: the seed that is derived for it, the drawing of its puzzle, and what stood in the way.

task         one slot of one day that has no puzzle yet
failure      why a slot has none; it stops neither the other slots nor the other days
"""

from __future__ import annotations

import hashlib
import hmac
import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from puzzle_factory.calendars import Calendar, Slot
from puzzle_factory.errors import FAILED, FactoryError, OrderUnfilled, PuzzleBug
from puzzle_factory.production import Item, Made, Taken, make, settled
from puzzle_factory.records import Play, Record


@dataclass(frozen=True)
class Task:
    """The item of a slot and a day, and the seed derived for them: all that a worker need know."""

    day: date
    slot: str
    seed: str
    item: Item


@dataclass(frozen=True)
class Failure:
    """Why there is no puzzle, in a line, and the exit code that it ends in."""

    what: str
    exit_code: int


def derived_seed(master_seed: str, calendar: str, slot: str, day: date) -> str:
    """The seed of one slot and day, in hex: HMAC-SHA-256 of the JSON list of calendar, slot and date.

    It remakes that day's puzzle, and tells nothing of the master seed or of any other day's.
    """
    message = json.dumps([calendar, slot, day.isoformat()])  # a list: however the names are spelt, none is another
    return hmac.digest(master_seed.encode(), message.encode(), hashlib.sha256).hex()


def task_of(calendar: Calendar, master_seed: str, slot: Slot, day: date) -> Task:
    """What is to be done for a slot on a day."""
    return Task(day, slot.name, derived_seed(master_seed, calendar.name, slot.name, day), Item(slot.order(day), 0))


def drawn(task: Task) -> Made | Failure:
    """The first puzzle that is as the rota asks; whether it is a repeat is asked later, in the order of the days."""
    return _guarded(lambda: make(task.seed, task.item))


def kept(task: Task, made: Made | Failure, avoid: Taken, taken: set[str], lives: int) -> Record | Failure:
    """The record that stays: the one drawn, or the next that is no repeat. Its keys go into `taken`."""
    if isinstance(made, Failure) and made.exit_code == FAILED:
        made = drawn(task)  # once more, and alone: it may have been short of memory
    if isinstance(made, Failure):
        return made
    final = _guarded(lambda: settled(task.seed, made, avoid, taken))
    if isinstance(final, Failure):
        return final
    (record,) = final.records
    return replace(record, play=Play(lives, hints=0))


def _guarded(work: Callable[[], Made]) -> Made | Failure:
    """What the work comes to. Errors that are not of this puzzle alone, such as the archive's, are raised."""
    try:
        return work()
    except (OrderUnfilled, PuzzleBug) as error:
        return Failure(str(error), error.exit_code)
    except FactoryError:
        raise
    except Exception as error:  # nobody is there at night: what one puzzle runs into must not cost the others
        *_, place = traceback.extract_tb(error.__traceback__)
        where = f"{Path(place.filename).name}:{place.lineno}"
        return Failure(f"a bug, please report it: {type(error).__name__}: {error} ({where})", FAILED)
