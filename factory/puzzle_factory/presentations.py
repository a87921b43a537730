"""One puzzle laid before people several times: as it was drawn, and turned, mirrored or otherwise laid out anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from puzzle_models.kernel.contract import Answer, Draft, Genre, Wish


@dataclass(frozen=True)
class Presentation:
    """A puzzle laid out; `number` is the genre's own, None where no presentations were asked for."""

    number: int | None
    puzzle: Any
    answer: Answer


def check_presentations(genre: Genre, wish: Wish, wanted: int) -> None:
    """Raise ValueError where boards of the size wished for have fewer presentations than wanted."""
    most = len(_numbers(genre, wish.width, wish.height))
    if wanted > most:
        raise ValueError(
            f"a {genre.name} puzzle of {wish.width}x{wish.height} has {most} presentations of that size, "
            f"not {wanted}; ask for fewer"
        )


def presented(genre: Genre, puzzle: Any, answer: Answer, wanted: int) -> list[Presentation]:
    """The first presentations that differ, in order of number; fewer than wanted where a puzzle is like itself.

    The first is the puzzle as it was drawn; with 0 wanted it is there all the same, without a number.
    """
    if not wanted:
        return [Presentation(None, puzzle, answer)]
    return list(islice(_distinct(genre, puzzle, answer), wanted))


def can_be_presented(genre: Genre, draft: Draft, wanted: int) -> bool:
    """Whether each puzzle of a draft has as many presentations as are wanted."""
    return all(len(presented(genre, puzzle, draft.answer, wanted)) >= wanted for puzzle in draft.puzzles)


def _numbers(genre: Genre, width: int, height: int) -> list[int]:
    """The numbers of the presentations in which a board keeps its width and height."""
    return [number for number in range(genre.images) if width == height or number not in genre.turned]


def _distinct(genre: Genre, puzzle: Any, answer: Answer) -> Iterator[Presentation]:
    seen = set()
    for number in _numbers(genre, puzzle.width, puzzle.height):
        laid = Presentation(number, *genre.image(puzzle, answer, number))
        if laid.puzzle not in seen:
            seen.add(laid.puzzle)
            yield laid
