"""The walkthrough: the lines of a trace, put in words that a player understands.

Strikes that share a reason make one sentence. The table at the end says, for each technique, what shares a reason and
how the sentence runs. The facts behind it are found on the board again, by `reasons`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from puzzle_models.kernel.contract import Deduction, Path
from puzzle_models.kernel.languages import TONGUES, Several, Speech, upper_first
from puzzle_models.kernel.words import Left, Marks, Strike, told, values_in
from puzzle_models.str8ts import ladder
from puzzle_models.str8ts.board import board
from puzzle_models.str8ts.cells import WIDEST_TIGHT
from puzzle_models.str8ts.phrases import ends, few, is_long_run, limited_to, no_other, together
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
from puzzle_models.str8ts.texts import texts


def deductions(puzzle: Str8tsPuzzle, path: Path, language: str) -> list[list[Deduction]]:
    """The sentences of each round of a path, in one of LANGUAGES."""
    facts, speech = board(puzzle), Speech(TONGUES[language], texts(language).phrases)

    def reason(rung: int, seen: Marks, strike: Strike) -> object:
        return SENTENCES[rung][0](Scene(speech, puzzle, facts, seen, [strike]))

    def tell(rung: int, seen: Marks, strikes: Sequence[Strike], left: Left) -> str:
        scene = Scene(speech, puzzle, facts, seen, strikes)
        text = SENTENCES[rung][1](scene)
        if not left or rung == ladder.HIDDEN_SINGLE:  # whose sentence ends in the digit
            return text
        items = speech.every(speech.say("at", digit=digit, cell=scene.name(cell)) for cell, digit in left)
        return text + speech.say("left", items=items)

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
    phrase = "limited-cell" if len(scene.cells(compartment)) == 1 else "limited"
    limited = limited_to(scene.speech, scene.straights(compartment))
    return scene.speech.say(phrase, span=scene.span(compartment), limited=limited)


def _exclusion(scene: Scene) -> str:
    source, digits = _source(scene), scene.all_struck
    lines = scene.speech.either(scene.line(strike.why) for strike in scene.strikes)
    phrase = "exclusion-black" if scene.puzzle.blacks[source] else "exclusion"
    beside = no_other(scene.speech, lines, digits)
    return scene.speech.say(phrase, cell=scene.name(source), digit=digits[0], no_other=beside)


def _source(scene: Scene) -> int:
    """The cell in which a digit stands that is struck from another cell of its line."""
    others = (cell for cell in scene.cells_of(scene.first.why) if cell != scene.first.cell)
    return next(cell for cell in others if scene.seen[cell] == scene.first.bits)


def _range(scene: Scene) -> str:
    compartment, speech = scene.first.why, scene.speech
    return speech.say(
        "range",
        span=scene.span(compartment),
        limits=_limits(scene, compartment),
        straight=limited_to(speech, scene.straights(compartment)),
        digits=speech.either(scene.all_struck),
    )


def _limits(scene: Scene, compartment: int) -> Several:
    """What rules out the other straights: `r1c1 is 4, r1c2 can only be 5 or 6 and no cell can be 2 or 7`."""
    found, speech = limits(scene.held(compartment), scene.puzzle.size), scene.speech
    told = [few(speech, scene.name(limit.cell), sorted(limit.digits)) for limit in found if limit.cell is not None]
    missing = sorted(min(limit.digits) for limit in found if limit.cell is None)
    return speech.every([*told, *([speech.say("missing", digits=speech.either(missing))] if missing else [])])


def _must_contain(scene: Scene, compartment: int, digits: Sequence[int]) -> str:
    return scene.speech.say("must-contain", limited=_limited(scene, compartment), digits=scene.speech.every(digits))


def _required(scene: Scene) -> str:
    compartment, digits = scene.first.why, scene.all_struck
    beside = no_other(scene.speech, scene.line(scene.line_of(compartment)), digits)
    return scene.speech.say("required", must=_must_contain(scene, compartment, digits), no_other=beside)


def _hidden_single(scene: Scene) -> str:
    digits, speech = values_in(scene.first.whence), scene.speech
    return speech.say(
        "hidden-single",
        must=_must_contain(scene, scene.first.why, digits),
        cell=scene.name(scene.first.cell),
        digits=speech.either(digits),
        single=speech.every(digits),
    )


def _hidden(scene: Scene) -> str:
    compartment, digits = scene.first.why, values_in(scene.first.whence)
    cells = [cell for cell in scene.cells(compartment) if not scene.digits(cell).isdisjoint(digits)]
    return scene.speech.say(
        "hidden",
        must=_must_contain(scene, compartment, digits),
        cells=scene.names(cells),
        digits=scene.speech.either(digits),
        count=scene.speech.number(len(cells)),
    )


def _naked(scene: Scene) -> str:
    line = scene.first.why
    cells = [scene.cells_of(line)[place] for place in values_in(scene.first.whence)]
    shared = scene.speech.every(sorted(frozenset[int]().union(*map(scene.digits, cells))))
    beside = no_other(scene.speech, scene.line(line), scene.all_struck)
    return scene.speech.say("naked", cells=scene.names(cells), digits=shared, no_other=beside)


def _unfillable(scene: Scene) -> str:
    """Digits with which no straight can be filled: for each, what every straight would lack."""
    cell, digits, speech = scene.name(scene.first.cell), scene.all_struck, scene.speech
    lacks = [speech.say("would-leave", digit=digit, cell=cell, lacks=_lacks(scene, digit)) for digit in digits]
    limited, named = _limited(scene, scene.first.why), speech.either(digits)
    return speech.say("unfillable", limited=limited, lacks="; ".join(lacks), cell=cell, digits=named)


def _lacks(scene: Scene, digit: int) -> str:
    """What a digit would leave its straights without: `3–6 and 4–7 no cell for 5, and 5–8 no digit for r1c3`."""
    held, speech = scene.held(scene.first.why), scene.speech
    lacks: dict[str, list[str]] = {}
    for straight in scene.straights(scene.first.why):
        if digit in straight:
            lack = _lack(scene, shortage(held, straight, scene.first.cell, digit))
            lacks.setdefault(lack, []).append(ends(straight))
    parts = (speech.say("lacking", straights=speech.every(names), lack=lack) for lack, names in lacks.items())
    return speech.say("and-lack").join(parts)


def _lack(scene: Scene, short: Shortage) -> str:
    speech = scene.speech
    cells, digits = speech.every(map(scene.name, short.cells)) if short.cells else "", short.digits
    named = speech.every(digits) if digits else ""
    some, many, phrase = (cells, named, "lack-cell") if short.of_digits else (named, cells, "lack-digit")
    return speech.say("lack-more" if short.cells and short.digits else phrase, some=some, many=many)


def _locked(scene: Scene) -> str:
    one, compartments, speech = scene.first.whence, scene.in_line(scene.first.why), scene.speech
    choices, at = [scene.straights(each) for each in compartments], compartments.index(one)
    crowded: dict[tuple[int, ...], list[str]] = {}
    fits = fitting(choices, 0)[at]
    for straight in (each for each in choices[at] if each not in fits):
        crowded.setdefault(crowded_out(choices, at, straight), []).append(ends(straight))
    full = speech.say("and-lack").join(
        speech.say(
            "crowded",
            straights=speech.either(out),
            spans=together(speech, [scene.span(compartments[i]) for i in group]),
        )
        for group, out in crowded.items()
    )
    limited, follows = _limited(scene, one), _in_and_beside(scene, one)
    return speech.say("locked", limited=limited, full=full, fits=limited_to(speech, fits), follows=follows)


def _in_and_beside(scene: Scene, one: int) -> str:
    """What is struck in a compartment whose straights are limited, and in its line beside it."""
    cells, speech = scene.cells(one), scene.speech
    within, beside = scene.struck(cells), scene.struck({strike.cell for strike in scene.strikes}.difference(cells))
    phrase = "not-within" if len(cells) > 1 else "not-it"
    parts = [speech.say(phrase, digits=speech.either(within))] if within else []
    if beside:
        other = no_other(speech, scene.line(scene.line_of(one)), beside)
        must = speech.say("must-beside", digits=speech.every(beside), no_other=other)
        parts += [must if len(cells) > 1 else other]
    return speech.say("and-lack").join(parts)


def _fish(scene: Scene) -> str:
    (digit, way), size = divmod(scene.first.why, 2), scene.puzzle.size
    lines = [way * size + at for at in values_in(scene.first.whence)]
    cells = [cell for line in lines for cell in scene.cells_of(line) if digit in scene.digits(cell)]
    across = scene.lines(sorted({cell // size if way else size + cell % size for cell in cells}))
    where = [scene.span(each) for line in lines for each in scene.in_line(line) if digit in scene.required(each)]
    return scene.speech.say(
        "fish",
        lines=scene.lines(lines),
        spans=scene.speech.every(where),
        digit=digit,
        across=across,
        no_other=no_other(scene.speech, across, [digit]),
    )


def _setti(scene: Scene) -> str:
    (digit, way), one, speech = divmod(scene.first.why, 2), scene.first.whence, scene.speech
    if one < 0:
        return speech.say("no-other-column" if way else "no-other-row", balance=_balance(scene, digit, way))
    line = scene.line_of(one)
    choices = [scene.straights(each) for each in scene.in_line(line)]
    return speech.say(
        "each-does" if len(scene.cells(one)) > 1 else "each-does-cell",
        balance=_balance(scene, digit, 1 - way),
        digit=digit,
        line=scene.line(line),
        span=scene.span(one),
        fits=limited_to(speech, fitting(choices, digit)[scene.in_line(line).index(one)]),
        follows=_in_and_beside(scene, one),
    )


def _balance(scene: Scene, digit: int, way: int) -> str:
    """The rows (way 0) or columns that must hold a digit, and as many lines across, all that can."""
    must = scene.lines(scene.lines_that_must_hold(digit, way))
    across = scene.lines_that_can_hold(digit, 1 - way)
    phrase = "balance" if len(across) == scene.puzzle.size else "balance-only"
    return scene.speech.say(phrase, must=must, Must=upper_first(must.text), digit=digit, can=scene.lines(across))


def _contradiction(scene: Scene) -> str:
    return _refuted(scene, EASY_RUNGS, "easy-techniques")


def _long_contradiction(scene: Scene) -> str:
    return _refuted(scene, HARD_RUNGS, "hard-techniques")


def _refuted(scene: Scene, rungs: int, techniques: str) -> str:
    """Where the board breaks when the supposition is followed."""
    cell, (digit,), speech = scene.first.cell, scene.all_struck, scene.speech
    return speech.say(
        "suppose",
        cell=scene.name(cell),
        digit=digit,
        rounds=speech.say("rounds" if scene.first.why > 1 else "round", count=speech.number(scene.first.why)),
        techniques=speech.say(techniques),
        broken=scene.name(broken_cell(scene.board, scene.seen, cell, digit, rungs)),
    )


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
