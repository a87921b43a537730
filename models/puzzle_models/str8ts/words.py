"""The walkthrough: the lines of a trace, put in words that a player understands.

Strikes that share a reason make one sentence. The table at the end says, for each technique, what shares a reason and
how the sentence runs. The facts behind it are found on the board again, by `reasons`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from puzzle_models.kernel.contract import Deduction, Path
from puzzle_models.kernel.words import Left, Marks, Strike, count_word, listed, told, values_in
from puzzle_models.str8ts import ladder
from puzzle_models.str8ts.board import board
from puzzle_models.str8ts.cells import WIDEST_TIGHT
from puzzle_models.str8ts.phrases import either, ends, few, is_long_run, limited_to, no_other, together
from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from puzzle_models.str8ts.reasons import (
    Shortage,
    broken_cell,
    crowded_out,
    fitting,
    limits,
    shortage,
)
from puzzle_models.str8ts.scene import Scene
from puzzle_models.str8ts.techniques import EASY_RUNGS, HARD_RUNGS


def deductions(puzzle: Str8tsPuzzle, path: Path) -> list[list[Deduction]]:
    """The sentences of each round of a path."""
    facts = board(puzzle)

    def reason(rung: int, seen: Marks, strike: Strike) -> object:
        return SENTENCES[rung][0](Scene(puzzle, facts, seen, [strike]))

    def tell(rung: int, seen: Marks, strikes: Sequence[Strike], left: Left) -> str:
        scene = Scene(puzzle, facts, seen, strikes)
        text = SENTENCES[rung][1](scene)
        if not left or rung == ladder.HIDDEN_SINGLE:  # whose sentence ends in the digit
            return text
        return f"{text} That leaves {listed(f'{digit} at {scene.name(cell)}' for cell, digit in left)}."

    return told(_digit_by_digit(path), reason, tell)


def _digit_by_digit(path: Path) -> Path:
    """A path with a line of the trace for each digit: digits struck in one go may have reasons of their own."""
    trace = path.trace.tolist()
    lines = [(rung, cell, 1 << digit, *why) for rung, cell, bits, *why in trace for digit in values_in(bits)]
    ends = np.cumsum([0, *(int(bits).bit_count() for bits in path.trace[:, 2])])
    rounds = path.rounds.copy()
    rounds[:, 2] = ends[path.rounds[:, 2]]
    return replace(path, rounds=rounds, trace=np.array(lines, dtype=np.int64).reshape(-1, path.trace.shape[1]))


def marks_rows(puzzle: Str8tsPuzzle, marks: Marks) -> list[str]:
    """Marks as a player notes them: the digits left, `2–6` for a long run; `#` black, `#5` with its clue; `×` none."""
    size = puzzle.size
    notes = [_note(int(mark), black, size) for mark, black in zip(marks, puzzle.blacks, strict=True)]
    width = max(map(len, notes))
    rows = (notes[row : row + size] for row in range(0, size * size, size))
    return [" ".join(note.ljust(width) for note in row).rstrip() for row in rows]


def _note(mark: int, black: bool, size: int) -> str:
    digits = [digit for digit in values_in(mark) if digit]
    if black:
        return "#" + "".join(map(str, digits))
    if is_long_run(digits):
        return f"{digits[0]}–{digits[-1]}"
    return ("" if size <= WIDEST_TIGHT else ",").join(map(str, digits)) or "×"


def _limited(scene: Scene, compartment: int) -> str:
    """`In r1c1–r1c4 the straight can only be 3–6 or 4–7`."""
    alone = len(scene.cells(compartment)) == 1
    what = scene.span(compartment) if alone else f"In {scene.span(compartment)} the straight"
    return f"{what} {limited_to(scene.straights(compartment))}"


def _exclusion(scene: Scene) -> str:
    source, digit = _source(scene), either(scene.all_struck)
    lines = either(scene.line(strike.why) for strike in scene.strikes)
    stands = f"is black with the clue {digit}" if scene.puzzle.blacks[source] else f"is {digit}"
    return f"{scene.name(source)} {stands}, so {no_other(lines, [digit])}."


def _source(scene: Scene) -> int:
    """The cell in which a digit stands that is struck from another cell of its line."""
    others = (cell for cell in scene.cells_of(scene.first.why) if cell != scene.first.cell)
    return next(cell for cell in others if scene.seen[cell] == scene.first.bits)


def _range(scene: Scene) -> str:
    compartment = scene.first.why
    ground = f"In {scene.span(compartment)}, {_limits(scene, compartment)}"
    straight = limited_to(scene.straights(compartment))
    return f"{ground}, so the straight {straight}: no cell of it is {either(scene.all_struck)}."


def _limits(scene: Scene, compartment: int) -> str:
    """What rules out the other straights: `r1c1 is 4, r1c2 can only be 5 or 6 and no cell can be 2 or 7`."""
    found = limits(scene.held(compartment), scene.puzzle.size)
    told = [few(scene.name(limit.cell), sorted(limit.digits)) for limit in found if limit.cell is not None]
    missing = [sorted(limit.digits)[0] for limit in found if limit.cell is None]
    return listed([*told, *([f"no cell can be {either(sorted(missing))}"] if missing else [])])


def _must_contain(scene: Scene, compartment: int, digits: Sequence[int]) -> str:
    return f"{_limited(scene, compartment)} and so must contain {listed(digits)}"


def _required(scene: Scene) -> str:
    compartment, digits = scene.first.why, scene.all_struck
    beside = no_other(scene.line(scene.line_of(compartment)), digits)
    return f"{_must_contain(scene, compartment, digits)}: {beside}."


def _hidden_single(scene: Scene) -> str:
    cell, digits = scene.name(scene.first.cell), values_in(scene.first.whence)
    must = _must_contain(scene, scene.first.why, digits)
    return f"{must}: no cell of it but {cell} can be {either(digits)}, so {cell} is {listed(digits)}."


def _hidden(scene: Scene) -> str:
    compartment, digits = scene.first.why, values_in(scene.first.whence)
    cells = [cell for cell in scene.cells(compartment) if not scene.digits(cell).isdisjoint(digits)]
    must, them = _must_contain(scene, compartment, digits), f"these {count_word(len(cells))} cells"
    return f"{must}: only {scene.names(cells)} of it can be {either(digits)}, so {them} are nothing else."


def _naked(scene: Scene) -> str:
    line = scene.first.why
    cells = [scene.cells_of(line)[place] for place in values_in(scene.first.whence)]
    shared = listed(sorted(frozenset[int]().union(*map(scene.digits, cells))))
    return f"{scene.names(cells)} have only {shared} between them, so {no_other(scene.line(line), scene.all_struck)}."


def _unfillable(scene: Scene) -> str:
    """Digits with which no straight can be filled: for each, what every straight would lack."""
    cell, digits = scene.name(scene.first.cell), scene.all_struck
    lacks = "; ".join(f"{digit} at {cell} would leave {_lacks(scene, digit)}" for digit in digits)
    return f"{_limited(scene, scene.first.why)}. {lacks}. So {cell} is not {either(digits)}."


def _lacks(scene: Scene, digit: int) -> str:
    """What a digit would leave its straights without: `3–6 and 4–7 no cell for 5, and 5–8 no digit for r1c3`."""
    held = scene.held(scene.first.why)
    lacks: dict[str, list[str]] = {}
    for straight in scene.straights(scene.first.why):
        if digit in straight:
            lack = _lack(scene, shortage(held, straight, scene.first.cell, digit))
            lacks.setdefault(lack, []).append(ends(straight))
    return ", and ".join(f"{listed(names)} {lack}" for lack, names in lacks.items())


def _lack(scene: Scene, short: Shortage) -> str:
    cells, digits = map(scene.name, short.cells), map(str, short.digits)
    some, many, kind = (cells, digits, "cell") if short.of_digits else (digits, cells, "digit")
    return f"{'only ' + listed(some) if short.cells and short.digits else 'no ' + kind} for {listed(many)}"


def _locked(scene: Scene) -> str:
    one, compartments = scene.first.whence, scene.in_line(scene.first.why)
    choices, at = [scene.straights(each) for each in compartments], compartments.index(one)
    crowded: dict[tuple[int, ...], list[str]] = {}
    fits = fitting(choices, 0)[at]
    for straight in (each for each in choices[at] if each not in fits):
        crowded.setdefault(crowded_out(choices, at, straight), []).append(ends(straight))
    full = ", and ".join(
        f"{either(out)} there would leave no straight for {together([scene.span(compartments[i]) for i in group])}"
        for group, out in crowded.items()
    )
    return f"{_limited(scene, one)}, but {full}. So it {limited_to(fits)}: {_in_and_beside(scene, one)}."


def _in_and_beside(scene: Scene, one: int) -> str:
    """What is struck in a compartment whose straights are limited, and in its line beside it."""
    cells = scene.cells(one)
    within, beside = scene.struck(cells), scene.struck({strike.cell for strike in scene.strikes}.difference(cells))
    parts = [f"{'no cell of it is' if len(cells) > 1 else 'it is not'} {either(within)}"] if within else []
    if beside:
        must = f"it must contain {listed(beside)}, so " if len(cells) > 1 else ""
        parts += [must + no_other(scene.line(scene.line_of(one)), beside)]
    return ", and ".join(parts)


def _fish(scene: Scene) -> str:
    (digit, way), size = divmod(scene.first.why, 2), scene.puzzle.size
    lines = [way * size + at for at in values_in(scene.first.whence)]
    cells = [cell for line in lines for cell in scene.cells_of(line) if digit in scene.digits(cell)]
    across = sorted({cell // size if way else size + cell % size for cell in cells})
    where = [scene.span(each) for line in lines for each in scene.in_line(line) if digit in scene.required(each)]
    must = f"The straights of {scene.lines(lines)} at {listed(where)} must contain {digit}"
    return f"{must}, and have room for it only in {scene.lines(across)}: {no_other(scene.lines(across), [digit])}."


def _setti(scene: Scene) -> str:
    (digit, way), one = divmod(scene.first.why, 2), scene.first.whence
    if one < 0:
        return f"{_count(scene, digit, way)}: no other {'column' if way else 'row'} holds it."
    line = scene.line_of(one)
    choices = [scene.straights(each) for each in scene.in_line(line)]
    fits = limited_to(fitting(choices, digit)[scene.in_line(line).index(one)])
    what = f"the straight in {scene.span(one)}" if len(scene.cells(one)) > 1 else scene.span(one)
    so = f"With {digit} in {scene.line(line)}, {what} {fits}"
    return f"{_count(scene, digit, 1 - way)}: each of these does. {so}: {_in_and_beside(scene, one)}."


def _count(scene: Scene, digit: int, way: int) -> str:
    """The rows (way 0) or columns that must hold a digit, and as many lines across, all that can."""
    must, can = scene.lines_that_must_hold(digit, way), scene.lines_that_can_hold(digit, 1 - way)
    only = "" if len(can) == scene.puzzle.size else "only "
    balance = "A digit is in as many rows as columns"
    return f"{balance}. {scene.lines(must).capitalize()} must hold {digit}, and {only}{scene.lines(can)} can"


def _contradiction(scene: Scene) -> str:
    return _refuted(scene, EASY_RUNGS, "the easy techniques")


def _long_contradiction(scene: Scene) -> str:
    return _refuted(scene, HARD_RUNGS, "the techniques up to hard")


def _refuted(scene: Scene, rungs: int, techniques: str) -> str:
    """Where the board breaks when the supposition is followed."""
    cell, (digit,) = scene.first.cell, scene.all_struck
    broken = scene.name(broken_cell(scene.board, scene.seen, cell, digit, rungs))
    rounds = f"{count_word(scene.first.why)} round{'s' if scene.first.why > 1 else ''}"
    breaks = f"after {rounds} of {techniques}, {broken} has no digit left"
    return f"Suppose {scene.name(cell)} were {digit}: {breaks}. So {scene.name(cell)} is not {digit}."


def _by_reason(scene: Scene) -> object:
    return scene.first.why, scene.first.whence


def _by_reason_and_cell(scene: Scene) -> object:
    return scene.first.why, scene.first.whence, scene.first.cell


def _by_digit_of_cell(scene: Scene) -> object:
    return scene.first.cell, scene.first.bits


Reason = Callable[[Scene], object]
SENTENCES: dict[int, tuple[Reason, Callable[[Scene], str]]] = {
    ladder.EXCLUSION: (_source, _exclusion),
    ladder.RANGE: (_by_reason, _range),
    ladder.HIDDEN_SINGLE: (_by_reason_and_cell, _hidden_single),
    ladder.REQUIRED: (_by_reason, _required),
    ladder.GAP: (_by_reason_and_cell, _unfillable),
    ladder.NAKED_PAIR: (_by_reason, _naked),
    ladder.HIDDEN_PAIR: (_by_reason, _hidden),
    ladder.NAKED_SET: (_by_reason, _naked),
    ladder.HIDDEN_SET: (_by_reason, _hidden),
    ladder.SPLIT: (_by_reason_and_cell, _unfillable),
    ladder.LOCKED: (_by_reason, _locked),
    ladder.FISH: (_by_reason, _fish),
    ladder.SETTI: (_by_reason, _setti),
    ladder.CONTRADICTION: (_by_digit_of_cell, _contradiction),
    ladder.LONG_CONTRADICTION: (_by_digit_of_cell, _long_contradiction),
}
