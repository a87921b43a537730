"""Tiny Str8ts puzzles, and every answer of one by trying digits: no solver, only the rulebook decides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from puzzle_models.kernel.contract import Answer, InvalidPuzzle, Violation
from puzzle_models.kernel.grid import cell_name, line_cells
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, build


def board(*rows: str) -> Str8tsPuzzle:
    """A puzzle in plain notation: `.` white, `1` a given, `#` black, `A` black with the clue 1."""
    marks = "".join(rows)
    digits = [int(mark) if mark.isdigit() else max(0, "#ABCDEFGHI".find(mark)) for mark in marks]
    return build(len(rows), [mark in "#ABCDEFGHI" for mark in marks], digits)


def lines(puzzle: Str8tsPuzzle) -> list[list[int]]:
    return [line_cells(line, puzzle.size, puzzle.size) for line in range(2 * puzzle.size)]


def broken_rules(puzzle: Str8tsPuzzle, answer: Answer) -> list[Violation]:
    """The rulebook once more, as plainly as can be."""
    found = []
    for cell, (black, printed, value) in enumerate(zip(puzzle.blacks, puzzle.digits, answer, strict=True)):
        allowed = {printed} if black or printed else set(range(1, puzzle.size + 1))
        found += [] if value in allowed else [f"{cell_name(*divmod(cell, puzzle.size))} holds {value}"]
    for cells in lines(puzzle):
        held = [answer[cell] for cell in cells if answer[cell] != NO_DIGIT]
        found += [] if len(held) == len(set(held)) else [f"{cells} hold a digit twice"]
    for cells in puzzle.compartments:
        held = sorted(answer[cell] for cell in cells)
        found += [] if held == [*range(held[0], held[0] + len(held))] else [f"{cells} are no straight"]
    return [Violation("broken", "", message) for message in found]


@lru_cache(1000)
def all_answers(puzzle: Str8tsPuzzle) -> frozenset[Answer]:
    """The answers, by trying every digit in every white cell; a digit that its line has already is passed over."""
    seen_from: list[set[int]] = [set() for _ in puzzle.blacks]
    for cells in lines(puzzle):
        for cell in cells:
            seen_from[cell] |= set(cells)
    held = [digit if black else NO_DIGIT for black, digit in zip(puzzle.blacks, puzzle.digits, strict=True)]

    def fill(cell: int) -> Iterator[Answer]:
        if cell == len(held):
            yield tuple(held)
        elif puzzle.blacks[cell]:
            yield from fill(cell + 1)
        else:
            printed = puzzle.digits[cell]
            for digit in [printed] if printed else range(1, puzzle.size + 1):
                if all(held[other] != digit for other in seen_from[cell]):
                    held[cell] = digit
                    yield from fill(cell + 1)
                    held[cell] = NO_DIGIT

    return frozenset(answer for answer in fill(0) if not broken_rules(puzzle, answer))


def sprinkled(blacks: tuple[bool, ...], size: int, draw: random.Random) -> Str8tsPuzzle:
    """A sound puzzle with some digits printed at random, or, one time in two, those of an answer."""
    bare = Str8tsPuzzle(size, blacks, (NO_DIGIT,) * len(blacks))
    answers = sorted(all_answers(bare)) if draw.random() < 0.5 else []
    source = draw.choice(answers) if answers else [draw.randint(1, size) for _ in blacks]
    puzzle = bare
    for cell in draw.sample(range(len(blacks)), draw.randint(0, size + 1)):
        puzzle = with_digit(puzzle, cell, source[cell])
    return puzzle


def with_digit(puzzle: Str8tsPuzzle, cell: int, digit: int) -> Str8tsPuzzle:
    """The puzzle with another digit printed in a cell, where that is sound."""
    try:
        return build(puzzle.size, puzzle.blacks, (*puzzle.digits[:cell], digit, *puzzle.digits[cell + 1 :]))
    except InvalidPuzzle:
        return puzzle


def sprinkled_with(puzzle: Str8tsPuzzle, draw: random.Random, most: int) -> Str8tsPuzzle:
    """The puzzle with up to `most` random digits printed, where that is sound."""
    for cell in draw.sample(range(len(puzzle.blacks)), draw.randint(0, most)):
        puzzle = with_digit(puzzle, cell, draw.randint(1, puzzle.size))
    return puzzle
