"""Answers out of a file of their own: records, the `answer` part of one, or plain grids with a blank line between."""

from __future__ import annotations

from collections.abc import Iterator

from puzzle_factory.documents import Malformed
from puzzle_factory.errors import Unreadable
from puzzle_factory.intake import data_in
from puzzle_factory.notation import DATA_NOTATIONS, blocks, recognised
from puzzle_factory.opening import LARGEST, opened
from puzzle_factory.sources import decoded, genres
from puzzle_models.kernel.contract import InvalidPuzzle


def read_answers(path: str) -> list[object]:
    """The answers of a file, each as the data of a record's `answer`; they are not judged here.

    Raises WrongUsage where there is no such file, Unreadable where it holds no answer.
    """
    try:
        taken = opened(path)
        if taken.more:
            raise Malformed(f"larger than {LARGEST >> 20} MB; split it")
        found = list(_answers(decoded(taken.head), path))
    except Malformed as error:
        line = f"line {error.line}: " if error.line else ""
        raise Unreadable(f"{path}: {line}{error.message}") from error
    if not found:
        raise Unreadable(f"{path}: no answer in it; give a record with its answer, or a plain grid")
    return found


def _answers(text: str, path: str) -> Iterator[object]:
    notation = _notation(text, path)
    if notation not in DATA_NOTATIONS:
        yield from map(_grid, blocks(text))
        return
    for data in data_in(text, notation):
        if isinstance(data, dict) and ("answer" in data or "grid" in data):
            yield data.get("answer", data)


def _notation(text: str, path: str) -> str:
    try:
        return recognised(text, path, genres())
    except Malformed:
        return "plain"  # bare rows, without clues


def _grid(block: str) -> object:
    """A grid: that of a puzzle whose givens fill it; else (an answer can be wrong) the text, for the genre to read."""
    for genre in genres():
        for form in genre.formats:
            if form.recognises(block):
                puzzle = next(iter(form.read(block)))
                if not isinstance(puzzle, InvalidPuzzle):
                    return {"grid": genre.unparse(puzzle)["grid"]}
    return block
