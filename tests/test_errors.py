"""Errors travel: a worker process raises them, and the one that waits for it must get them whole."""

from __future__ import annotations

import pickle

import pytest
import yaml

from puzzle_factory.configuration import ConfigError
from puzzle_factory.documents import Malformed
from puzzle_factory.errors import OrderUnfilled, PuzzleBug
from puzzle_factory.publish.plates import NotShown
from puzzle_models.kernel.contract import InvalidPuzzle, Violation

FAULTS = [Violation("size", "width", "the width is 0"), Violation("size", "height", "the height is 0")]
ERRORS = [
    (InvalidPuzzle(FAULTS), "the width is 0; the height is 0"),
    (Malformed("not JSON", 3), "not JSON"),
    (NotShown("it has no answer", 4), "it has no answer"),
    (OrderUnfilled("none found"), "none found"),
    (PuzzleBug("it has two answers", "5x5:x"), "a bug, please report it: it has two answers: 5x5:x"),
    (ConfigError(yaml.Mark("book.yaml", 0, 2, 0, None, None), "no level"), "book.yaml:3: no level"),
]


@pytest.mark.parametrize(("error", "says"), ERRORS, ids=[type(error).__name__ for error, _ in ERRORS])
def test_an_error_travels_between_processes(error: Exception, says: str) -> None:
    arrived = pickle.loads(pickle.dumps(error))
    assert (type(arrived), str(arrived), str(error)) == (type(error), says, says)
    assert arrived.__dict__.keys() == error.__dict__.keys()
