"""Str8ts as clauses, written from the rulebook: cells, lines, and for each compartment the window of its digits.

    literal   a variable or minus it, as in DIMACS
    holds     a variable a cell and value: the cell holds it, 0 no digit; variable 1 + cell * (size + 1) + value
    window    the digits that a compartment of k cells holds: k in a row, from its start on
    later     variables a compartment, for the starts from 2 to the last: its window starts there or later
    outside   by digit, the literals that each put it outside the window: at most one above it and one below

What is printed is assumed on top, so one set of clauses serves all puzzles of a shape.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count, pairwise

from puzzle_models.kernel.contract import Answer
from puzzle_models.kernel.grid import cell_name, line_cells
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, compartments, digit_words

Clause = list[int]
SIZES = 4  # whose clauses are kept


class Encoding:
    """The clauses of all puzzles of one size and black pattern."""

    def __init__(self, size: int, blacks: tuple[bool, ...]) -> None:
        self._values = size + 1
        self.holds = _holds(size)
        self._white = [cell for cell, black in enumerate(blacks) if not black]
        self._black = [cell for cell, black in enumerate(blacks) if black]
        self.clauses = [
            *_lines_of_size(size),
            *white_cells_hold_a_digit([self.holds[cell] for cell in self._white]),
            *black_cells_hold_one_value([self.holds[cell] for cell in self._black]),
        ]
        fresh = count(1 + len(blacks) * self._values)
        self._later: list[tuple[tuple[int, ...], list[int]]] = []  # the cells of a compartment, its variables
        for cells in compartments(size, blacks):
            later = [next(fresh) for _ in range(size - len(cells))]
            self._later.append((cells, later))
            outside = _outside(later, len(cells), size)
            held = [[self.holds[cell][digit] for cell in cells] for digit in range(1, size + 1)]
            self.clauses += a_compartment_has_one_window(later)
            self.clauses += no_digit_lies_outside_the_window(held, outside)
            self.clauses += no_digit_of_the_window_is_missing(held, outside)
        self.variables = next(fresh) - 1

    def printed(self, puzzle: Str8tsPuzzle) -> list[tuple[str, list[int]]]:
        """What makes the clauses mean `puzzle`: all that is printed, by its name in messages, as literals to assume.

        The black cells without digit come first: no clash needs them, so they are dropped from it at once.
        """
        blank = [cell for cell, black in enumerate(puzzle.blacks) if black and puzzle.digits[cell] == NO_DIGIT]
        nothing = [("the black cells without a digit", [self.holds[cell][NO_DIGIT] for cell in blank])]
        return (nothing if blank else []) + [
            (digit_words(puzzle, cell), [self.holds[cell][digit]])
            for cell, digit in enumerate(puzzle.digits)
            if digit != NO_DIGIT
        ]

    def parts(self, puzzle: Str8tsPuzzle) -> tuple[list[int], list[list[int]]]:
        """The black cells without a digit stay so; each printed digit may be changed."""
        blank = [cell for cell in self._black if puzzle.digits[cell] == NO_DIGIT]
        printed = [(self.holds[cell], digit) for cell, digit in enumerate(puzzle.digits) if digit != NO_DIGIT]
        return (
            [self.holds[cell][NO_DIGIT] for cell in blank],
            [[values[digit]] if 0 < digit < self._values else [values[0], -values[0]] for values, digit in printed],
        )

    def blocking(self, answer: Answer) -> Clause:
        """The clause that forbids `answer`: a white cell holds another digit."""
        return [-self.holds[cell][answer[cell]] for cell in self._white]

    def read(self, model: Sequence[int]) -> Answer:
        """The answer in a model, given as pysat gives it: literal of variable v at index v - 1."""
        held = model[: self._values * len(self.holds)]
        return tuple([(literal - 1) % self._values for literal in held if literal > 0])

    def cuts(self, answer: Answer) -> list[Clause]:
        """None: every rule is in the clauses."""
        return []

    def breaches(self, answer: Answer) -> list[tuple[int, ...]]:
        """None, likewise."""
        return []

    def cut(self, cells: Sequence[int]) -> list[Clause]:
        """Raises ValueError: no set of cells has a lazy clause."""
        raise ValueError("every rule of this genre is in the clauses, so none is added for a set of cells")

    def legend(self) -> Iterator[tuple[int, str]]:
        """Each variable but those of `holds`, in order, and what it says, for people."""
        for cells, later in self._later:
            first, last = (cell_name(*divmod(cell, self._values - 1)) for cell in (cells[0], cells[-1]))
            for start, variable in enumerate(later, 2):
                yield variable, f"the lowest digit of the compartment {first} to {last} is {start} or higher"


def encode(shape: Hashable) -> Encoding:
    """The clauses of a shape, (size, blacks)."""
    assert isinstance(shape, tuple)
    size, blacks = shape
    return Encoding(size, blacks)


@lru_cache(SIZES)
def _lines_of_size(size: int) -> list[Clause]:
    """The clauses that every black pattern shares; most of all, and dear to build."""
    return list(lines_hold_no_digit_twice(_holds(size), size))


@lru_cache(SIZES)
def _holds(size: int) -> list[list[int]]:
    """The variables of each cell, by value."""
    fresh = count(1)
    return [[next(fresh) for _ in range(size + 1)] for _ in range(size * size)]


def lines_hold_no_digit_twice(holds: list[list[int]], size: int) -> Iterator[Clause]:
    """No row and no column holds a digit twice, those of black cells included."""
    for line in range(2 * size):
        for one, other in combinations(line_cells(line, size, size), 2):
            for here, there in zip(holds[one][1:], holds[other][1:], strict=True):
                yield [-here, -there]


def white_cells_hold_a_digit(holds: list[list[int]]) -> Iterator[Clause]:
    """A white cell does not stay without a digit.

    That it holds no two follows: the k digits of a window are each in one of the k cells of their compartment.
    """
    for nothing, *digits in holds:
        yield [-nothing]
        yield digits


def black_cells_hold_one_value(holds: list[list[int]]) -> Iterator[Clause]:
    """A black cell holds a digit or none, and never two."""
    for values in holds:
        yield values
        for one, other in combinations(values, 2):
            yield [-one, -other]


def a_compartment_has_one_window(later: list[int]) -> Iterator[Clause]:
    """A window that starts at a digit or later starts at the one before it or later: so it starts at one digit."""
    for start, next_start in pairwise(later):
        yield [-next_start, start]


def no_digit_lies_outside_the_window(held: list[list[int]], outside: list[list[int]]) -> Iterator[Clause]:
    """No cell of the compartment holds a digit outside its window."""
    for cells, reasons in zip(held, outside, strict=True):
        for reason in reasons:
            yield from ([-cell, -reason] for cell in cells)


def no_digit_of_the_window_is_missing(held: list[list[int]], outside: list[list[int]]) -> Iterator[Clause]:
    """A digit of the window is in a cell of the compartment; that it is in one only, its line says.

    This follows from the rule before, as that does from this: k digits in k cells. Said as well, it makes a search
    eight times shorter (mean conflicts, published 9x9).
    """
    for cells, reasons in zip(held, outside, strict=True):
        yield [*cells, *reasons]


def _outside(later: list[int], k: int, size: int) -> list[list[int]]:
    """By digit, the literals of `outside` for a compartment of k cells."""
    outside: list[list[int]] = [[] for _ in range(size)]
    for start, starts_later in enumerate(later, 1):  # than at `start`
        outside[start - 1].append(starts_later)
        outside[start - 1 + k].append(-starts_later)  # start + k lies one beyond a window that starts there
    return outside
