"""A call as it travels to another process, and what became of it as it travels back."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from puzzle_factory.errors import IoFailure


@dataclass(frozen=True)
class Returned:
    """What a function gave."""

    value: Any


@dataclass(frozen=True)
class Raised:
    """What a function raised, and the place where it did, in words; empty where that is of no use."""

    error: BaseException
    place: str = ""


Outcome = Returned | Raised


def called(function: bytes, item: bytes) -> bytes:
    """The outcome of a call, function, item and outcome pickled. It never raises."""
    return _pickled(partial(_call, function, item))


def loaded(function: bytes) -> bytes:
    """The outcome of having a pickled function loaded, pickled. It never raises."""
    return _pickled(partial(_function, function))


def value(outcome: Outcome) -> Any:
    """What the function gave. Raises what the function raised, with the place in a note."""
    if isinstance(outcome, Returned):
        return outcome.value
    if outcome.place:
        outcome.error.add_note(f"In the other process:\n{outcome.place}")
    raise outcome.error


def ended_each_time(name: str, remedy: str) -> IoFailure:
    """What is said where every worker that was given an item has died of it, or beside it."""
    return IoFailure(
        f"{name}: each worker process that had it was ended from outside, perhaps for want of memory; {remedy}"
    )


@lru_cache(maxsize=1)
def _function(pickled: bytes) -> Any:
    return pickle.loads(pickled)


def _call(function: bytes, item: bytes) -> Any:
    return _function(function)(pickle.loads(item))


def _pickled(call: Callable[[], Any]) -> bytes:
    try:
        return pickle.dumps(Returned(call()))
    except BaseException as error:
        return _pickled_error(error, traceback.format_exc())


def _pickled_error(error: BaseException, place: str) -> bytes:
    """An error, or where it does not survive the way there and back, one that says the same."""
    try:
        sent = pickle.dumps(Raised(error, place))
        pickle.loads(sent)
    except Exception:
        return pickle.dumps(Raised(RuntimeError(f"{type(error).__name__}: {error}"), place))
    return sent
