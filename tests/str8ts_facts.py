"""What is true of a Str8ts board in the middle of a walkthrough, found by plain means: rules and counting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from puzzle_models.kernel.grid import line_cells
from puzzle_models.str8ts.puzzle import Str8tsPuzzle

CELL = r"r\d+c\d+"
WINDOW, DIGITS = r"\d+(?:–\d+)?", r"\d+(?:(?:, | and | or | to )\d+)*"
SPAN = rf"{CELL}(?:–{CELL})?"
Struck = set[tuple[int, int]]  # (cell, digit)


class Board(NamedTuple):
    """A puzzle and the digits that each cell has left; black cells have their clue or nothing."""

    puzzle: Str8tsPuzzle
    marks: Sequence[frozenset[int]]

    def cells(self, text: str) -> list[int]:
        places = re.findall(r"r(\d+)c(\d+)", text)
        return [(int(row) - 1) * self.puzzle.size + int(col) - 1 for row, col in places]

    def span(self, text: str) -> tuple[int, ...]:
        """The cells of a compartment; it must be a whole one."""
        first, last = (self.cells(text) * 2)[:2] if "–" not in text else self.cells(text)
        step = 1 if last - first < self.puzzle.size and first // self.puzzle.size == last // self.puzzle.size else 0
        cells = tuple(range(first, last + 1, step or self.puzzle.size))
        assert cells in self.puzzle.compartments, f"{text} is no compartment"
        return cells

    def spans(self, text: str) -> list[tuple[int, ...]]:
        return [self.span(each) for each in re.findall(SPAN, text)]

    def lines(self, text: str) -> list[int]:
        size = self.puzzle.size
        if text in ("all rows", "all columns"):
            return list(range(size)) if text == "all rows" else list(range(size, 2 * size))
        if " or " in text:
            return [line for each in text.split(" or ") for line in self.lines(each)]
        return [int(each) - 1 + (0 if text.startswith("row") else size) for each in re.findall(r"\d+", text)]

    def in_lines(self, lines: Iterable[int]) -> set[int]:
        return {cell for line in lines for cell in line_cells(line, self.puzzle.size, self.puzzle.size)}

    def compartments_of(self, line: int) -> list[tuple[int, ...]]:
        rows = sum(not black for black in self.puzzle.blacks)
        done, found = 0, []
        for cells in self.puzzle.compartments:
            is_row = done < rows
            done += len(cells)
            if is_row == (line < self.puzzle.size) and set(cells) <= self.in_lines([line]):
                found.append(cells)
        return found

    def windows(self, cells: Sequence[int]) -> list[range]:
        """The straights whose digits have cells and whose cells have digits."""
        size, length = self.puzzle.size, len(cells)
        every = [range(low, low + length) for low in range(1, size - length + 2)]
        held = [self.marks[cell] for cell in cells]
        return [one for one in every if all(set(one) & has for has in held) and set(one) <= set().union(*held)]

    def must_hold(self, line: int, digit: int) -> bool:
        if any(self.marks[cell] == {digit} for cell in self.in_lines([line])):
            return True
        return any(all(digit in one for one in self.windows(cells)) for cells in self.compartments_of(line))

    def has(self, cells: Iterable[int], digits: Iterable[int]) -> Struck:
        return {(cell, digit) for cell in cells for digit in digits}


@cache
def fillable(held: tuple[frozenset[int], ...]) -> bool:
    """Whether cells can all have different digits."""
    if not held:
        return True
    return any(fillable(tuple(sorted((has - {digit} for has in held[1:]), key=_order))) for digit in held[0])


def _order(has: frozenset[int]) -> tuple[int, list[int]]:
    return len(has), sorted(has)


def filled(board: Board, cells: Sequence[int], one: range) -> bool:
    """Whether a compartment can be filled with a straight."""
    return fillable(tuple(sorted((board.marks[cell] & frozenset(one) for cell in cells), key=_order)))


def numbers(text: str) -> list[int]:
    """`1, 2 or 4` and `4 to 7` as digits."""
    low, to, high = text.partition(" to ")
    return list(range(int(low), int(high) + 1)) if to else [int(each) for each in re.findall(r"\d+", text)]


def windows(text: str) -> list[range]:
    """`3–6 or 4–7`, and `2–5 or higher, up to 6–9`."""
    ends = [list(map(int, each.split("–"))) for each in re.findall(WINDOW, text)]
    found = [range(each[0], each[-1] + 1) for each in ends]
    if "or higher" not in text:
        return found
    return [range(low, low + len(found[0])) for low in range(found[0][0], found[1][0] + 1)]


def required(only: Sequence[range], digits: Iterable[int]) -> bool:
    """Whether all straights have all digits."""
    return all(digit in one for digit in digits for one in only)


def easy_rounds(puzzle: Str8tsPuzzle, marks: Sequence[frozenset[int]], rounds: int) -> list[frozenset[int]]:
    """The marks after some rounds of the easy techniques, done once more by hand: the first that does anything."""
    now = list(marks)
    for _ in range(rounds):
        board = Board(puzzle, tuple(now))
        for strikes in (_standing(board), _out_of_range(board), _hidden_singles(board)):
            struck = {(cell, digit) for cell, digit in strikes if digit in now[cell]}
            if struck:
                now = [has - {digit for at, digit in struck if at == cell} for cell, has in enumerate(now)]
                break
    return now


def _standing(board: Board) -> Iterator[tuple[int, int]]:
    for line in range(2 * board.puzzle.size):
        cells = board.in_lines([line])
        for source in cells:
            if len(board.marks[source]) == 1:
                yield from board.has(cells - {source}, board.marks[source])


def _out_of_range(board: Board) -> Iterator[tuple[int, int]]:
    for cells in board.puzzle.compartments:
        yield from board.has(cells, set(range(1, board.puzzle.size + 1)).difference(*map(set, board.windows(cells))))


def _hidden_singles(board: Board) -> Iterator[tuple[int, int]]:
    for cells in board.puzzle.compartments:
        only = board.windows(cells)
        places = {digit: [cell for cell in cells if digit in board.marks[cell]] for digit in (only[0] if only else ())}
        single = {digit for digit, few in places.items() if required(only, [digit]) and len(few) == 1}
        for cell in (places[digit][0] for digit in single):
            yield from board.has([cell], board.marks[cell] - single)
