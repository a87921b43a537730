"""The rulebook of Str8ts as code: what an answer breaks, and where. No solver, no technique.

The rules, and the codes of their breaches:
1. A given digit stays as printed.                                       given-changed
2. A black cell keeps its clue, or holds nothing.                        black-changed
3. Every white cell holds a digit.                                       cell-empty
4. No row or column has a digit twice, those of black cells included.    digit-repeated
5. A compartment holds a straight: consecutive digits, in any order.     not-straight
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzle_models.kernel.contract import Answer, Violation
from puzzle_models.kernel.grid import cell_name, line_name
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle, repeats

CODES = frozenset(["given-changed", "black-changed", "cell-empty", "digit-repeated", "not-straight"])


def violations(puzzle: Str8tsPuzzle, answer: Answer) -> list[Violation]:
    """Every breach of every rule, in the rulebook's order; none where the answer is right."""
    return [
        *givens_stay(puzzle, answer),
        *blacks_stay(puzzle, answer),
        *white_cells_are_filled(puzzle, answer),
        *lines_have_no_digit_twice(puzzle, answer),
        *compartments_are_straights(puzzle, answer),
    ]


def givens_stay(puzzle: Str8tsPuzzle, answer: Answer) -> Iterator[Violation]:
    """A given digit stays as printed. One left out is an empty cell, and another rule's business."""
    for cell, given in enumerate(puzzle.digits):
        if given != NO_DIGIT and not puzzle.blacks[cell] and answer[cell] not in (given, NO_DIGIT):
            where = _name(puzzle, cell)
            message = f"{where} is given as {given}, but the answer has {answer[cell]} there"
            yield Violation("given-changed", where, message)


def blacks_stay(puzzle: Str8tsPuzzle, answer: Answer) -> Iterator[Violation]:
    """A black cell keeps its clue, or holds nothing."""
    for cell, clue in enumerate(puzzle.digits):
        if puzzle.blacks[cell] and answer[cell] != clue:
            where = _name(puzzle, cell)
            printed = f"with the clue {clue}" if clue != NO_DIGIT else "without a clue"
            message = f"{where} is black {printed}, but the answer has {answer[cell] or 'no digit'} there"
            yield Violation("black-changed", where, message)


def white_cells_are_filled(puzzle: Str8tsPuzzle, answer: Answer) -> Iterator[Violation]:
    """Every white cell holds a digit."""
    for cell, digit in enumerate(answer):
        if digit == NO_DIGIT and not puzzle.blacks[cell]:
            where = _name(puzzle, cell)
            yield Violation("cell-empty", where, f"{where} is white and has no digit")


def lines_have_no_digit_twice(puzzle: Str8tsPuzzle, answer: Answer) -> Iterator[Violation]:
    """No row or column has a digit twice, those of black cells included."""
    for line, first, second in repeats(puzzle.size, answer):
        here, there = _name(puzzle, first), _name(puzzle, second)
        message = f"{line_name(line, puzzle.size)} has the digit {answer[first]} twice, at {here} and at {there}"
        yield Violation("digit-repeated", f"{here} {there}", message)


def compartments_are_straights(puzzle: Str8tsPuzzle, answer: Answer) -> Iterator[Violation]:
    """A compartment holds a straight. Empty cells and digits twice are other rules' business."""
    for cells in puzzle.compartments:
        digits = sorted(answer[cell] for cell in cells)
        if digits[0] != NO_DIGIT and digits[-1] - digits[0] >= len(cells):
            where = f"{_name(puzzle, cells[0])}–{_name(puzzle, cells[-1])}"
            message = f"the digits {' '.join(map(str, digits))} at {where} are not consecutive"
            yield Violation("not-straight", where, message)


def _name(puzzle: Str8tsPuzzle, cell: int) -> str:
    return cell_name(*divmod(cell, puzzle.size))
