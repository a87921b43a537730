"""Puzzles to test on, whatever the genre: drawn ones of every level and size, and the same with a given taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from puzzle_factory.production import Order, item_seed
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Answer, Genre, Path, Technique, Wish

SIZES = range(4, 13)
A_SIZE = 60  # candidates of one size and level that are looked at; a small board may have none of a level


@dataclass(frozen=True)
class Sample:
    """A drawn puzzle with its answer, and the level it was drawn for."""

    genre: Genre
    puzzle: Any
    answer: Answer
    level: str

    def __str__(self) -> str:
        return f"{self.genre.name} {self.puzzle.width}x{self.puzzle.height} {self.level}"


def genres() -> list[Genre]:
    return [registry.load(name) for name in registry.names()]


def rungs() -> list[tuple[Genre, Technique]]:
    """Every technique of every genre."""
    return [(genre, technique) for genre in genres() for technique in genre.ladder]


def name_of(case: Any) -> str:
    """The name of a genre, a technique or a sample in the name of a test."""
    return str(getattr(case, "name", case))


def wish(genre: Genre, width: int, height: int, level: str, **style: str) -> Wish:
    """A wish in the usual style but for what `style` says, `_` written for `-`."""
    usual = {option.name: option.default for option in genre.options}
    return Wish(width, height, level, usual | {name.replace("_", "-"): value for name, value in style.items()})


def draw(genre: Genre, wanted: Wish, count: int, attempts: int = A_SIZE) -> Iterator[Sample]:
    """Up to `count` puzzles that answer a wish, out of so many attempts."""
    seeds = (item_seed("samples", Order(genre.name, wanted, 1), 0, attempt) for attempt in range(attempts))
    drafts = (genre.draw(wanted, seed) for seed in seeds)
    found = (Sample(genre, puzzle, each.answer, each.level) for each in drafts for puzzle in each.puzzles)
    yield from islice(found, count)


@cache
def samples(each: int = 2) -> tuple[Sample, ...]:
    """Puzzles of every genre, level and size, so many of each kind where there are any."""
    return tuple(
        sample
        for genre in genres()
        for size in SIZES
        if size in genre.sizes[1]
        for level in LEVELS
        for sample in draw(genre, wish(genre, size, size, level), each, attempts=A_SIZE if size < 8 else 2 * each)
    )


def without(genre: Genre, puzzle: Any, row: int, col: int) -> Any:
    """A puzzle with the given at a cell taken away."""
    rows = grid_of(genre, puzzle)
    words = words_of(rows[row])
    changed = (" " if " " in rows[row] else "").join([*words[:col], ".", *words[col + 1 :]])
    return genre.parse({**genre.unparse(puzzle), "grid": [*rows[:row], changed, *rows[row + 1 :]]})


def given_cells(genre: Genre, puzzle: Any) -> list[tuple[int, int]]:
    """Where a value is given, as (row, col)."""
    rows, given = grid_of(genre, puzzle), genre.symbols[1:]
    return [(row, col) for row, text in enumerate(rows) for col, word in enumerate(words_of(text)) if word in given]


def grid_of(genre: Genre, puzzle: Any) -> list[str]:
    """The rows of a puzzle's grid as a record has them."""
    rows = genre.unparse(puzzle)["grid"]
    assert isinstance(rows, list)
    return rows


def words_of(row: str) -> list[str]:
    """The cells of a row: a word between spaces each, or a character each where there are none."""
    return row.split() if " " in row else list(row)


def struck_from(path: Path, answer: Answer) -> list[list[int]]:
    """The lines of a trace that strike the answer's own value: [rung, cell, ...]. There must be none."""
    return [line for line in path.trace.tolist() if line[2] >> answer[line[1]] & 1]
