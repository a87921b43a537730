"""How faulty puzzles of the third genre are mended; see `toy_genre`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.mending import Addition, Change, Mending, Slip

if TYPE_CHECKING:
    from toy_genre import BinaryLine

GIVENS = ".o#"  # open, light, dark


def slips(puzzle: BinaryLine) -> Iterator[Slip]:
    for dark in (puzzle.dark - 1, puzzle.dark + 1):
        yield Slip("one off", replace(puzzle, dark=dark))
    for cell, given in enumerate(puzzle.givens):
        if given:
            yield Slip("the other colour", with_given(puzzle, cell, 3 - given))


def additions(puzzle: BinaryLine, answer: Answer) -> list[Addition]:
    cells = [cell for cell, given in enumerate(puzzle.givens) if not given]
    return [Addition(cell, answer[cell], ((cell, 1 - answer[cell]),)) for cell in cells]


def with_printed(puzzle: BinaryLine, added: Sequence[Addition]) -> BinaryLine:
    for each in added:
        puzzle = with_given(puzzle, each.cell, each.value + 1)
    return puzzle


def with_given(puzzle: BinaryLine, cell: int, given: int) -> BinaryLine:
    return replace(puzzle, givens=(*puzzle.givens[:cell], given, *puzzle.givens[cell + 1 :]))


def fitted(puzzle: BinaryLine, answer: Answer) -> BinaryLine:
    givens = tuple(given and value + 1 for given, value in zip(puzzle.givens, answer, strict=True))
    return replace(puzzle, dark=sum(answer), givens=givens)


def changes(puzzle: BinaryLine, other: BinaryLine) -> tuple[Change, ...]:
    dark = [Change("clue", "dark", puzzle.dark, other.dark)] if puzzle.dark != other.dark else []
    cells = enumerate(zip(puzzle.givens, other.givens, strict=True))
    return (*dark, *(Change("given", f"r1c{cell + 1}", GIVENS[a], GIVENS[b]) for cell, (a, b) in cells if a != b))


MENDING = Mending(
    is_sound=lambda puzzle: 0 <= puzzle.dark <= puzzle.width,
    slips=slips,
    additions=additions,
    with_printed=with_printed,
    fitted=fitted,
    printed=lambda puzzle: frozenset(cell for cell, given in enumerate(puzzle.givens) if given),
    changes=changes,
)
