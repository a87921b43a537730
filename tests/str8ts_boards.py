"""Str8ts boards written by hand, in the middle of a walkthrough, and the shared corpus where it is there."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Answer
from puzzle_models.kernel.contract import Path as Climb
from puzzle_models.kernel.grid import cell_name
from puzzle_models.kernel.trace import FIELDS
from puzzle_models.str8ts.board import board_of
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle
from puzzle_models.str8ts.techniques import apply

CORPUS = Path(__file__).parents[2] / "shared" / "corpora" / "str8ts" / "str8ts.jsonl"
LEVEL_OF = {"Gentle": "easy", "Moderate": "medium", "Tough": "hard", "Diabolical": "hard", "Weekly Extreme": "expert"}
STR8TS = registry.load("str8ts")


class Published(NamedTuple):
    """A puzzle of the corpus with one answer; the label is its makers', where known."""

    puzzle: Str8tsPuzzle
    answer: Answer
    label: str | None


@cache
def published() -> tuple[Published, ...]:
    """The puzzles of the corpus that have one answer; none where the corpus is not there."""
    lines = CORPUS.read_text(encoding="utf-8").splitlines() if CORPUS.is_file() else []
    return tuple(_published(entry) for entry in map(json.loads, lines) if entry["n_solutions"] == "1")


def _published(entry: dict[str, Any]) -> Published:
    puzzle = STR8TS.parse({"size": entry["size"], "grid": list(map(_spaced, entry["rows"]))})
    answer = STR8TS.read_answer(puzzle, {"grid": list(map(_spaced, entry["solution"]))})
    return Published(puzzle, answer, entry["label"])


def _spaced(row: str) -> str:
    """A row as words: the corpus goes on with letters beyond 9, small ones for white cells."""
    return " ".join(f"#{ord(x) - 64}" if x.isupper() else str(ord(x) - 87) if x.islower() else x for x in row)


@cache
def path_of(puzzle: Str8tsPuzzle) -> Climb:
    return STR8TS.climb(puzzle, LEVELS[-1])


def with_fewer(chance: random.Random, puzzle: Str8tsPuzzle, most: int) -> Str8tsPuzzle:
    """A puzzle with one to `most` of its printed digits taken away."""
    printed = [cell for cell, digit in enumerate(puzzle.digits) if digit != NO_DIGIT]
    gone = set(chance.sample(printed, min(len(printed), chance.randint(1, most))))
    digits = tuple(NO_DIGIT if cell in gone else digit for cell, digit in enumerate(puzzle.digits))
    return replace(puzzle, digits=digits)


def strikes(rung: int, rows: str) -> list[tuple[str, str, int, int]]:
    """What one technique strikes on a board, as (cell, digits, the two reasons), in the order of the trace.

    A board is rows of words, as many as the longest row has, black rows left out: the digits that a cell has left,
    `#` black, `#5` black with its clue.
    """
    given = [row.split() for row in rows.strip().splitlines()]
    size = max(map(len, given))
    words = [word for row in given + [["#"] * size] * (size - len(given)) for word in row]
    blacks = np.array([word.startswith("#") for word in words], dtype=np.int64)
    marks = np.array([sum(1 << int(d) for d in word.removeprefix("#")) or 1 for word in words], dtype=np.uint32)
    trace = np.empty((int(sum(map(int.bit_count, marks.tolist()))), FIELDS), np.int64)
    done = apply(rung, board_of(size, blacks), marks.copy(), marks, trace, 0)
    assert (trace[:done, 0] == rung).all()
    return [(cell_name(*divmod(cell, size)), _digits(bits), why, whence) for _, cell, bits, why, whence in trace[:done]]


def _digits(bits: int) -> str:
    return "".join(str(digit) for digit in range(32) if int(bits) >> digit & 1)
