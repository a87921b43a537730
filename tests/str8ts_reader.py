"""A reader of Str8ts walkthroughs: what a sentence claims is held against the board, by means of its own.

It knows the rules and English, but neither the techniques nor the code that found the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from str8ts_facts import CELL, DIGITS, SPAN, WINDOW, Board, Struck, filled, numbers, required, windows

CELLS = rf"{CELL}(?:(?:, | and ){CELL})*"
SPANS = rf"{SPAN}(?:(?:, | and ){SPAN})*"
WINDOWS = rf"{WINDOW}(?: or higher, up to {WINDOW}|(?:(?:, | or | and ){WINDOW})*)"
LINES = r"(?:all rows|all columns|(?:rows?|columns?) \d+(?:(?:, | and )\d+)*)"
EITHER_LINES = rf"{LINES}(?: or {LINES})?"
ONLY = rf"(?:can only|must) be (?P<only>{WINDOWS})"
LEFT = rf"(?:can only|must) be (?P<left>{WINDOWS})"
LIMITED = rf"(?:In (?P<span>{SPAN}) the straight|(?P<alone>{CELL})) {ONLY}"
NO_OTHER = rf"no other cell of (?P<lines>{EITHER_LINES}) is (?P<gone>{DIGITS})"
IN_AND_BESIDE = (
    rf"(?:(?:no cell of it is|it is not) (?P<within>{DIGITS}))?(?:, and )?"
    rf"(?:(?:it must contain (?P<must>{DIGITS}), so )?{NO_OTHER})?"
)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
LEAVES = re.compile(rf" That leaves ((?:(?:, | and )?\d+ at {CELL})+)\.$")


def limited(board: Board, match: re.Match[str]) -> tuple[tuple[int, ...], list[range]]:
    """A compartment and its straights, none that it can be filled with left out."""
    cells = board.span(match["span"] or match["alone"])
    only = windows(match["only"])
    assert (match["alone"] is not None) == (len(cells) == 1)
    every = [range(low, low + len(cells)) for low in range(1, board.puzzle.size - len(cells) + 2)]
    assert not [one for one in every if one not in only and filled(board, cells, one)]
    assert board.windows(cells) == only
    return cells, only


def exclusion(board: Board, match: re.Match[str]) -> Struck:
    (source,), digits = board.cells(match["cell"]), numbers(match["gone"])
    assert bool(match["black"]) == board.puzzle.blacks[source]
    assert board.marks[source] == set(digits) == {int(match["digit"])}
    lines = board.lines(match["lines"])
    assert all(source in board.in_lines([line]) for line in lines)
    return board.has(board.in_lines(lines) - {source}, digits)


def in_range(board: Board, match: re.Match[str]) -> Struck:
    cells, only, facts = board.span(match["span"]), windows(match["only"]), match["facts"]
    every = [range(low, low + len(cells)) for low in range(1, board.puzzle.size - len(cells) + 2)]
    told = re.sub(
        rf"({CELL}) (?:is|can only be) ({DIGITS})",
        lambda found: _few(board, cells, every, found[1], numbers(found[2])),
        facts,
    )
    told = re.sub(rf"no cell can be ({DIGITS})", lambda found: _missing(board, cells, every, numbers(found[1])), told)
    assert not re.sub(r",| |and", "", told), told
    assert every == only
    return board.has(cells, set(numbers(match["gone"])) - set().union(*only))


def _missing(board: Board, cells: Sequence[int], every: list[range], digits: list[int]) -> str:
    assert not any(board.marks[cell] & set(digits) for cell in cells)
    every[:] = [one for one in every if not set(one) & set(digits)]
    return ""


def _few(board: Board, cells: Sequence[int], every: list[range], name: str, digits: list[int]) -> str:
    (cell,) = board.cells(name)
    assert cell in cells and board.marks[cell] == set(digits)
    every[:] = [one for one in every if set(one) & set(digits)]
    return ""


def needed(board: Board, match: re.Match[str]) -> Struck:
    cells, only = limited(board, match)
    lines = board.lines(match["lines"])
    assert len(lines) == 1 and set(cells) < board.in_lines(lines)
    assert required(only, numbers(match["must"])) and match["must"].replace("and", "or") == match["gone"]
    return board.has(board.in_lines(lines) - set(cells), numbers(match["gone"]))


def hidden_single(board: Board, match: re.Match[str]) -> Struck:
    assert (match["so"], match["digit"]) == (match["owners"], match["must"])
    return hidden(board, match)


def hidden_set(board: Board, match: re.Match[str]) -> Struck:
    assert NUMBERS[match["count"]] == len(board.cells(match["owners"]))
    return hidden(board, match)


def hidden(board: Board, match: re.Match[str]) -> Struck:
    cells, only = limited(board, match)
    owners, digits = board.cells(match["owners"]), set(numbers(match["must"]))
    assert required(only, digits)
    assert {cell for cell in cells if board.marks[cell] & digits} == set(owners)
    assert len(owners) == len(digits) and numbers(match["them"]) == sorted(digits)
    return {(cell, digit) for cell in owners for digit in board.marks[cell] - digits}


def naked(board: Board, match: re.Match[str]) -> Struck:
    owners, digits = board.cells(match["owners"]), set(numbers(match["shared"]))
    assert set().union(*(board.marks[cell] for cell in owners)) == digits
    assert len(owners) == len(digits)
    (line,) = board.lines(match["lines"])
    assert set(owners) < board.in_lines([line]) and set(numbers(match["gone"])) <= digits
    return board.has(board.in_lines([line]) - set(owners), numbers(match["gone"]))


LACK = re.compile(
    rf"({WINDOW}(?:(?:, | and ){WINDOW})*) (no cell|no digit|only {CELLS}|only {DIGITS}) "
    rf"for ({CELLS}|{DIGITS})(?:, and (?=\d+–)|$)"
)


def unfillable(board: Board, match: re.Match[str]) -> Struck:
    cells, only = limited(board, match)
    (cell,), gone, told = board.cells(match["cell"]), numbers(match["gone"]), []
    for item in match["lacks"].split("; "):
        head = re.fullmatch(rf"(\d+) at ({CELL}) would leave (.+)", item)
        assert head and board.cells(head[2]) == [cell]
        digit, lacking = int(head[1]), []
        for names, few, many in LACK.findall(head[3]):
            for one in windows(names):
                lacking.append(one)
                _assert_lack(board, [other for other in cells if other != cell], set(one) - {digit}, few, many)
        assert LACK.sub("", head[3]) == ""
        assert sorted(lacking, key=min) == [one for one in only if digit in one]
        told.append(digit)
    assert told == gone
    return board.has([cell], gone)


def _assert_lack(board: Board, others: list[int], digits: set[int], few: str, many: str) -> None:
    if "r" in many:  # cells short of digits
        short = board.cells(many)
        assert set(short) <= set(others)
        shared = set().union(*(board.marks[cell] & digits for cell in short))
        assert shared == set(numbers(few.removeprefix("only ")) if few != "no digit" else ())
        assert len(shared) < len(short)
    else:
        wanted = set(numbers(many))
        owners = {cell for cell in others if board.marks[cell] & wanted}
        assert wanted <= digits and owners == set(board.cells(few) if few != "no cell" else ())
        assert len(owners) < len(wanted)


def locked(board: Board, match: re.Match[str]) -> Struck:
    cells, only = limited(board, match)
    out = []
    crowds = match["crowds"].split(", and ")
    for crowd in crowds:
        told = re.fullmatch(rf"({WINDOWS}) there would leave no straight for ({SPANS})( together)?", crowd)
        assert told, crowd
        spans = board.spans(told[2])
        assert (told[3] is None) == (len(spans) == 1)
        for one in windows(told[1]):
            out.append(one)
            assert not any(apart([one, *rest]) for rest in product(*map(board.windows, spans)))
        for span in spans:
            assert set(cells) | set(span) <= board.in_lines([common_line(board, cells, span)])
    left = windows(match["left"])
    assert left == [one for one in only if one not in out] and set(out) < set(only)
    return in_and_beside(board, match, cells, left)


def apart(chosen: Sequence[range]) -> bool:
    """Whether straights have no digit in common."""
    return len(set().union(*chosen)) == sum(map(len, chosen))


def common_line(board: Board, cells: Sequence[int], others: Sequence[int]) -> int:
    lines = range(2 * board.puzzle.size)
    return next(line for line in lines if {*cells, *others} <= board.in_lines([line]))


def in_and_beside(board: Board, match: re.Match[str], cells: Sequence[int], left: Sequence[range]) -> Struck:
    """What follows for a compartment with so few straights, and for the line it is in."""
    struck: Struck = set()
    if match["within"]:
        assert not set(numbers(match["within"])) & set().union(*left)
        struck |= board.has(cells, numbers(match["within"]))
    if match["lines"]:
        (line,), gone = board.lines(match["lines"]), numbers(match["gone"])
        assert set(cells) < board.in_lines([line]) and required(left, gone)
        assert (match["must"] is None) == (len(cells) == 1)
        assert match["must"] is None or numbers(match["must"]) == gone
        struck |= board.has(board.in_lines([line]) - set(cells), gone)
    return struck


def fish(board: Board, match: re.Match[str]) -> Struck:
    base, across, digit = board.lines(match["base"]), board.lines(match["across"]), int(match["digit"])
    assert len(base) == len(across) and match["across"] == match["lines"] and numbers(match["gone"]) == [digit]
    spans = board.spans(match["spans"])
    assert len(spans) == len(base)
    for line, span in zip(base, spans, strict=True):
        assert span in board.compartments_of(line) and required(board.windows(span), [digit])
    places = {cell for cell in board.in_lines(base) if digit in board.marks[cell]}
    assert places <= board.in_lines(across)
    return board.has(board.in_lines(across) - board.in_lines(base), [digit])


def setti(board: Board, match: re.Match[str]) -> Struck:
    size, digit = board.puzzle.size, int(match["digit"])
    must, can = board.lines(match["base"].lower()), board.lines(match["can"])
    way = range(size) if can[0] < size else range(size, 2 * size)
    assert len(must) == len(can) and (must[0] < size) != (can[0] < size)
    assert all(board.must_hold(line, digit) for line in must)
    assert can == [line for line in way if any(digit in board.marks[cell] for cell in board.in_lines([line]))]
    if match["other"]:
        assert match["other"] == ("row" if must[0] < size else "column")
        every = range(size) if must[0] < size else range(size, 2 * size)
        return board.has(board.in_lines(set(every) - set(must)), [digit])
    (line,), cells, left = board.lines(match["line"]), board.span(match["span"]), windows(match["left"])
    assert line in can and match["digit"] == match["again"]
    assert (match["straight"] is None) == (len(cells) == 1)
    spans = board.compartments_of(line)
    whole = [one for one in product(*map(board.windows, spans)) if apart(one) and any(digit in each for each in one)]
    assert left == sorted({one[spans.index(cells)] for one in whole}, key=min)
    return in_and_beside(board, match, cells, left)


READERS: dict[str, tuple[str, Callable[[Board, re.Match[str]], Struck]]] = {
    "exclusion": (rf"(?P<cell>{CELL}) is (?P<black>black with the clue )?(?P<digit>\d+), so {NO_OTHER}", exclusion),
    "range": (
        rf"In (?P<span>{SPAN}), (?P<facts>.+), so the straight {ONLY}: no cell of it is (?P<gone>{DIGITS})",
        in_range,
    ),
    "hidden-single": (
        rf"{LIMITED} and so must contain (?P<must>\d+): no cell of it but (?P<owners>{CELL}) can be (?P<them>\d+), "
        rf"so (?P<so>{CELL}) is (?P<digit>\d+)",
        hidden_single,
    ),
    "required-digit": (rf"{LIMITED} and so must contain (?P<must>{DIGITS}): {NO_OTHER}", needed),
    "gap": (rf"{LIMITED}\. (?P<lacks>.+)\. So (?P<cell>{CELL}) is not (?P<gone>{DIGITS})", unfillable),
    "naked-pair": (rf"(?P<owners>{CELLS}) have only (?P<shared>{DIGITS}) between them, so {NO_OTHER}", naked),
    "hidden-pair": (
        rf"{LIMITED} and so must contain (?P<must>{DIGITS}): only (?P<owners>{CELLS}) of it can be (?P<them>{DIGITS}), "
        rf"so these (?P<count>[a-z]+) cells are nothing else",
        hidden_set,
    ),
    "locked-compartments": (
        rf"{LIMITED}, but (?P<crowds>.+)\. So it {LEFT}: {IN_AND_BESIDE}",
        locked,
    ),
    "fish": (
        rf"The straights of (?P<base>{LINES}) at (?P<spans>{SPANS}) must contain (?P<digit>\d+), "
        rf"and have room for it only in (?P<across>{LINES}): {NO_OTHER}",
        fish,
    ),
    "setti": (
        rf"A digit is in as many rows as columns\. (?P<base>(?i:{LINES})) must hold (?P<digit>\d+), and (?:only )?"
        rf"(?P<can>{LINES}) can: (?:no other (?P<other>row|column) holds it|each of these does\. "
        rf"With (?P<again>\d+) in (?P<line>{LINES}), (?P<straight>the straight in )?(?P<span>{SPAN}) {LEFT}: "
        rf"{IN_AND_BESIDE})",
        setti,
    ),
}
SAME_WORDS = {"naked-set": "naked-pair", "hidden-set": "hidden-pair", "split-compartment": "gap"}
SUPPOSED = re.compile(
    rf"Suppose ({CELL}) were (\d+): after (\w+) rounds? of (the easy techniques|the techniques up to hard), "
    rf"({CELL}) has no digit left\. So ({CELL}) is not (\d+)\."
)


def claims(puzzle: Str8tsPuzzle, marks: Sequence[frozenset[int]], technique: str, text: str) -> Struck:
    """What a sentence says is struck, its reasons found true; not for suppositions. Raises AssertionError."""
    pattern, read = READERS[SAME_WORDS.get(technique, technique)]
    match = re.fullmatch(pattern + r"\.", LEAVES.sub("", text))
    assert match, text
    board = Board(puzzle, marks)
    return {(cell, digit) for cell, digit in read(board, match) if digit in marks[cell]}


def left_by(puzzle: Str8tsPuzzle, text: str) -> dict[int, int]:
    """The digits that a sentence says are left, by cell."""
    found = LEAVES.search(text)
    pairs = re.findall(rf"(\d+) at ({CELL})", found[1]) if found else []
    return {Board(puzzle, ()).cells(cell)[0]: int(digit) for digit, cell in pairs}


def supposition(puzzle: Str8tsPuzzle, text: str) -> tuple[int, int, int, str, int]:
    """Cell, digit, rounds, by what techniques, and the cell that breaks."""
    match = SUPPOSED.fullmatch(LEAVES.sub("", text))
    assert match and (match[1], match[2]) == (match[6], match[7]), text
    (cell,), (broken,) = Board(puzzle, ()).cells(match[1]), Board(puzzle, ()).cells(match[5])
    return cell, int(match[2]), NUMBERS.get(match[3]) or int(match[3]), match[4], broken
