"""The rulebook of Train Tracks as code: what an answer breaks, and where. No solver, no technique.

The rules, and the codes of their breaches:
1. A given piece stays as printed.                                       given-changed
2. A line of the grid has as many track cells as its clue says.          line-short, line-over
3. The line comes in at the entry and goes out at the exit.              end-missed
4. It leaves the grid nowhere else.                                      off-grid
5. A rail meets a rail: the line does not break off.                     loose-end
6. There is one line: nothing beside it, open or closed.                 stray-piece, closed-loop
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzle_models.kernel.contract import Answer, Violation
from puzzle_models.kernel.grid import SIDES, beyond, cell_name, line_cells, line_name
from puzzle_models.tracks.pieces import EMPTY, OPEN, RAILS, SYMBOLS, has_rail
from puzzle_models.tracks.puzzle import TracksPuzzle

CODES = frozenset(
    ["given-changed", "line-short", "line-over", "end-missed", "off-grid", "loose-end", "stray-piece", "closed-loop"]
)


def violations(puzzle: TracksPuzzle, answer: Answer) -> list[Violation]:
    """Every breach of every rule, in the rulebook's order; none where the answer is right."""
    return [
        *givens_stay(puzzle, answer),
        *lines_have_their_number(puzzle, answer),
        *line_uses_both_ends(puzzle, answer),
        *line_stays_inside(puzzle, answer),
        *line_does_not_break_off(puzzle, answer),
        *nothing_beside_the_line(puzzle, answer),
    ]


def givens_stay(puzzle: TracksPuzzle, answer: Answer) -> Iterator[Violation]:
    """A given piece stays as printed."""
    for cell, given in enumerate(puzzle.givens):
        if given not in (OPEN, answer[cell]):
            where = _name(puzzle, cell)
            instead = SYMBOLS[answer[cell]] if answer[cell] else "no track"
            yield Violation(
                "given-changed", where, f"{where} is given as {SYMBOLS[given]}, but the answer has {instead} there"
            )


def lines_have_their_number(puzzle: TracksPuzzle, answer: Answer) -> Iterator[Violation]:
    """A line of the grid has as many track cells as its clue says."""
    for line, clue in enumerate(puzzle.clues):
        count = sum(answer[cell] != EMPTY for cell in line_cells(line, puzzle.width, puzzle.height))
        if count != clue:
            where = line_name(line, puzzle.height)
            code, too = ("line-short", "few") if count < clue else ("line-over", "many")
            yield Violation(
                code, where, f"{where} has {count} track cells, {abs(count - clue)} too {too}: its clue is {clue}"
            )


def line_uses_both_ends(puzzle: TracksPuzzle, answer: Answer) -> Iterator[Violation]:
    """The line comes in at the entry and goes out at the exit."""
    for name, end in (("entry", puzzle.entry), ("exit", puzzle.exit)):
        if not has_rail(answer[puzzle.cell(end)], end.side):
            where = cell_name(end.row, end.col)
            yield Violation(
                "end-missed", where, f"the {name} is on side {SIDES[end.side]} of {where}, but no rail leads there"
            )


def line_stays_inside(puzzle: TracksPuzzle, answer: Answer) -> Iterator[Violation]:
    """It leaves the grid nowhere else."""
    doors = {(puzzle.cell(end), end.side) for end in puzzle.ends}
    for cell, piece in enumerate(answer):
        for side in sorted(RAILS[piece]):
            if beyond(cell, side, *puzzle.shape) is None and (cell, side) not in doors:
                where = _name(puzzle, cell)
                message = (
                    f"the {SYMBOLS[piece]} at {where} leaves the grid on side {SIDES[side]}, where the line has no end"
                )
                yield Violation("off-grid", where, message)


def line_does_not_break_off(puzzle: TracksPuzzle, answer: Answer) -> Iterator[Violation]:
    """A rail meets a rail: the line does not break off. Track apart from both ends is the next rule's business."""
    attached = _attached(puzzle, answer)
    for cell in sorted(attached):
        for side in sorted(RAILS[answer[cell]]):
            other = beyond(cell, side, *puzzle.shape)
            if other is not None and not has_rail(answer[other], side ^ 2):
                where = _name(puzzle, cell)
                message = (
                    f"the line breaks off at {where}: no rail of {_name(puzzle, other)} meets it on side {SIDES[side]}"
                )
                yield Violation("loose-end", where, message)


def nothing_beside_the_line(puzzle: TracksPuzzle, answer: Answer) -> Iterator[Violation]:
    """There is one line: nothing beside it, open or closed."""
    seen = _attached(puzzle, answer)
    for cell, piece in enumerate(answer):
        if piece != EMPTY and cell not in seen:
            chain = _chain(puzzle, answer, cell)
            seen |= chain
            where = ", ".join(_name(puzzle, member) for member in sorted(chain))
            if all(len(list(_joined(puzzle, answer, member))) == 2 for member in chain):
                yield Violation("closed-loop", where, f"the track closes on itself at {where}, apart from the line")
            else:
                yield Violation("stray-piece", where, f"the track at {where} is joined to neither entry nor exit")


def _attached(puzzle: TracksPuzzle, answer: Answer) -> set[int]:
    """The track cells joined by rails to the entry's cell or the exit's."""
    attached: set[int] = set()
    for end in puzzle.ends:
        if answer[puzzle.cell(end)] != EMPTY:
            attached |= _chain(puzzle, answer, puzzle.cell(end))
    return attached


def _chain(puzzle: TracksPuzzle, answer: Answer, start: int) -> set[int]:
    """The cells joined to `start` by rails that meet, itself included."""
    chain, fresh = {start}, [start]
    while fresh:
        for cell in _joined(puzzle, answer, fresh.pop()):
            if cell not in chain:
                chain.add(cell)
                fresh.append(cell)
    return chain


def _joined(puzzle: TracksPuzzle, answer: Answer, cell: int) -> Iterator[int]:
    """The neighbours with which a cell shares a rail."""
    for side in RAILS[answer[cell]]:
        other = beyond(cell, side, *puzzle.shape)
        if other is not None and has_rail(answer[other], side ^ 2):
            yield other


def _name(puzzle: TracksPuzzle, cell: int) -> str:
    return cell_name(*divmod(cell, puzzle.width))
