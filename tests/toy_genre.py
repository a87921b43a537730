"""A third genre, made for the tests: the binary line, a row of cells with a known number of dark ones, none touching.

puzzle       `width`, the number of dark cells `dark`, and for each cell 1 light, 2 dark or 0 open
answer       a 0 for each light cell, a 1 for each dark one
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

import toy_drawing
from puzzle_factory.grading import grade
from puzzle_models.kernel.contract import (
    LEVELS,
    NESTED,
    NOT_DRAWN,
    Answer,
    Deduction,
    Draft,
    Genre,
    InvalidPuzzle,
    Option,
    Outcome,
    Path,
    Technique,
    Thing,
    Violation,
    Wish,
)
from puzzle_models.kernel.languages import Texts
from toy_encodings import CnfLine, CpLine
from toy_mending import MENDING

LADDER = (
    Technique("beside-dark", "easy", "Beside a dark cell all is light."),
    Technique("all-dark", "medium", "A line that has all its dark cells is light elsewhere."),
    Technique("all-light", "hard", "A line that needs all its open cells is dark in each of them."),
    Technique("suppose", "expert", "A dark cell that leaves too little room is light."),
)
MOOD = Option("mood", "A style that changes nothing.", "calm", ("calm", "wild"))
SYMBOLS = ".#"
GIVENS = ".o#"  # open, light, dark
PROMISING = 10  # cells; on shorter lines the steps of a family are promised to rise, and no more


@dataclass(frozen=True)
class BinaryLine:
    width: int
    dark: int
    givens: tuple[int, ...]
    height: int = 1

    @property
    def shape(self) -> int:
        return self.width


def parse(data: object) -> BinaryLine:
    if not isinstance(data, Mapping) or not isinstance(data.get("grid"), list) or len(data["grid"]) != 1:
        raise InvalidPuzzle([Violation("shape", "puzzle", "a binary line has one row")])
    row, dark = data["grid"][0], data.get("dark")
    if not isinstance(dark, int) or not 0 <= dark <= len(row):
        raise InvalidPuzzle([Violation("count", "dark", f"{dark} dark cells cannot be")])
    return BinaryLine(len(row), dark, tuple(GIVENS.index(mark) for mark in row))


def unparse(puzzle: BinaryLine) -> dict[str, object]:
    return {"dark": puzzle.dark, "grid": ["".join(GIVENS[given] for given in puzzle.givens)]}


def read_answer(puzzle: BinaryLine, data: Any) -> Answer:
    row = (data["grid"] if isinstance(data, Mapping) else data)[0]
    return tuple(SYMBOLS.index(mark) for mark in row)


def write_answer(puzzle: BinaryLine, answer: Answer) -> list[str]:
    return ["".join(SYMBOLS[value] for value in answer)]


def violations(puzzle: BinaryLine, answer: Answer) -> list[Violation]:
    found = [
        Violation("given-changed", f"r1c{cell + 1}", f"r1c{cell + 1} was given otherwise")
        for cell, given in enumerate(puzzle.givens)
        if given and given != answer[cell] + 1
    ]
    if sum(answer) != puzzle.dark:
        found.append(Violation("count", "row 1", f"{sum(answer)} cells are dark, not {puzzle.dark}"))
    if any(left and right for left, right in pairwise(answer)):
        found.append(Violation("side-by-side", "row 1", "two dark cells are side by side"))
    return found


def image(puzzle: BinaryLine, answer: Answer, number: int) -> tuple[BinaryLine, Answer]:
    step = -1 if number else 1
    return BinaryLine(puzzle.width, puzzle.dark, puzzle.givens[::step]), answer[::step]


def image_words(puzzle: BinaryLine, other: BinaryLine) -> str:
    return "as here" if puzzle == other else "read from its other end"


def key(puzzle: BinaryLine) -> str:
    return f"line {puzzle.dark} " + min(str(unparse(image(puzzle, (), number)[0])["grid"]) for number in (0, 1))


def answer_key(puzzle: BinaryLine, answer: Answer) -> str:
    return key(BinaryLine(puzzle.width, puzzle.dark, tuple(value + 1 for value in answer)))


def things(puzzle: BinaryLine) -> Iterator[Thing]:
    for cell, given in enumerate(puzzle.givens):
        if given:
            without = replace(puzzle, givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))
            yield Thing(f"the given at r1c{cell + 1}", without, partial(climb, without))


def climb(puzzle: BinaryLine, level: str) -> Path:
    """Strike by the easiest rung that does something; bit 0 is light, bit 1 dark."""
    start = np.array([given or 3 for given in puzzle.givens], dtype=np.uint32)
    marks, trace, rounds = start.copy(), [], []
    usable = sum(LEVELS.index(rung.level) <= LEVELS.index(level) for rung in LADDER)
    while (marks == 3).any() and (marks != 0).all():
        for rung in range(usable):
            struck = [(rung, cell, bit, 0, 0) for cell, bit in strikes(puzzle, marks, rung)]
            if struck:
                break
        else:
            break
        rounds.append((rung, int((marks == 3).sum()), len(trace) + len(struck)))
        trace += struck
        for _, cell, bit, *_ in struck:
            marks[cell] ^= bit
    outcome = Outcome.CLASH if (marks == 0).any() else Outcome.STUCK if (marks == 3).any() else Outcome.SOLVED
    return Path(outcome, table(rounds, 3), table(trace, 5), start, marks)


def table(lines: list[tuple[int, ...]], width: int) -> Any:
    return np.array(lines, dtype=np.int64).reshape(-1, width)


def strikes(puzzle: BinaryLine, marks: Any, rung: int) -> list[tuple[int, int]]:
    """The cells and bits that a rung strikes."""
    still_open = [cell for cell in range(puzzle.width) if marks[cell] == 3]
    dark = [cell for cell in range(puzzle.width) if marks[cell] == 2]
    missing = puzzle.dark - len(dark)
    if rung == 0:
        return [(cell, 2) for cell in still_open if cell - 1 in dark or cell + 1 in dark]
    if rung == 1:
        return [(cell, 2) for cell in still_open if missing == 0]
    if rung == 2:
        return [(cell, 1) for cell in still_open if missing == len(still_open)]
    return [(cell, 2) for cell in still_open if room(set(still_open) - {cell - 1, cell, cell + 1}) < missing - 1]


def room(cells: set[int]) -> int:
    """How many of the cells can be dark, no two side by side."""
    count, last = 0, -2
    for cell in sorted(cells):
        if cell > last + 1:
            count, last = count + 1, cell
    return count


def deductions(puzzle: BinaryLine, path: Path, language: str) -> list[list[Deduction]]:
    told, start = [], 0
    for rung, _, end in path.rounds.tolist():
        lines = path.trace[start:end].tolist()
        told.append([Deduction((cell,), {cell: (bit - 1,)}, LADDER[rung].says) for _, cell, bit, *_ in lines])
        start = end
    return told


def draw(wish: Wish, seed: bytes) -> Draft:
    chance = random.Random(seed)
    answer = [0] * wish.width
    for cell in range(wish.width):
        answer[cell] = int(not (cell and answer[cell - 1]) and chance.random() < 0.6)
    if wish.level == NESTED:
        return family(answer, chance)
    share = chance.uniform(0.2, 0.9)
    puzzle = planted(answer, {cell for cell in range(wish.width) if chance.random() < share})
    level = level_of(puzzle)
    return Draft(level, (puzzle,), tuple(answer), (level,)) if level == wish.level else Draft(level)


def planted(answer: list[int], given: set[int]) -> BinaryLine:
    """The puzzle of an answer in which those cells are given."""
    givens = tuple(value + 1 if cell in given else 0 for cell, value in enumerate(answer))
    return BinaryLine(len(answer), sum(answer), givens)


def level_of(puzzle: BinaryLine) -> str:
    """The level of a puzzle; NOT_DRAWN where the ladder has nothing to do."""
    return grade(GENRE, puzzle).level if 0 in puzzle.givens else NOT_DRAWN


def level(puzzle: BinaryLine, hardest: str, score: float) -> str:
    """That of the hardest technique; medium at least where a third of the line is open."""
    return "medium" if hardest == "easy" and 3 * puzzle.givens.count(0) >= puzzle.width else hardest


def family(answer: list[int], chance: random.Random) -> Draft:
    """Givens are taken away one by one, the light cells between two dark ones first, then the dark ones.

    The last puzzle of each level is a step, where all four come up in order.
    """
    between = [cell for cell in range(1, len(answer) - 1) if answer[cell - 1] and answer[cell + 1]]
    dark = [cell for cell, value in enumerate(answer) if value]
    order = chance.sample(between, len(between)) + chance.sample(dark, len(dark))
    chain = [planted(answer, set(range(len(answer))) - set(order[:taken])) for taken in range(len(order) + 1)]
    last = {level_of(puzzle): puzzle for puzzle in chain}
    steps = tuple(last[level] for level in LEVELS if level in last)
    scores = [grade(GENRE, step).score or 0.0 for step in steps]
    if len(steps) < len(LEVELS) or scores != sorted(set(scores)) or list(steps) != sorted(steps, key=chain.index):
        return Draft(NOT_DRAWN)
    return Draft(NESTED, steps, tuple(answer), LEVELS if len(answer) >= PROMISING else ())


def check_wish(wish: Wish) -> None:
    if wish.height != 1 or not 4 <= wish.width <= 20:
        raise ValueError("a binary line is made 4 to 20 cells wide and one high")
    if wish.style["mood"] not in MOOD.choices:
        raise ValueError(f"'{wish.style['mood']}' is not a value of mood; choose from {', '.join(MOOD.choices)}")


def text(puzzle: BinaryLine, answer: Answer | None) -> str:
    shown = write_answer(puzzle, answer) if answer else unparse(puzzle)["grid"]
    return f"{puzzle.dark} dark: {shown[0]}\n"  # type: ignore[index]


GENRE = Genre(
    name="binary-line",
    scale="binary-line/1",
    scale_note="Made up.",
    sizes=(range(1, 51), range(4, 21)),
    square=False,
    usual_size="12x1",
    symbols=tuple(SYMBOLS),
    violation_codes=frozenset(["given-changed", "count", "side-by-side"]),
    puzzle_schema={"type": "object", "required": ["dark", "grid"]},
    parse=parse,
    unparse=unparse,
    read_answer=read_answer,
    write_answer=write_answer,
    violations=violations,
    key=key,
    answer_key=answer_key,
    image=image,
    image_words=image_words,
    images=2,
    turned=frozenset(),
    encode_cp=CpLine,
    encode_cnf=CnfLine,
    ladder=LADDER,
    example=lambda technique: EXAMPLES[technique.name],
    bonus={level: 2.0 * rank for rank, level in enumerate(LEVELS)},
    level=level,
    climb=climb,
    things=things,
    deductions=deductions,
    marks_rows=lambda puzzle, marks: ["".join("?o#*"[int(mark)] for mark in marks)],
    options=(MOOD,),
    families=True,
    check_wish=check_wish,
    draw=draw,
    attempts=lambda wish: 500,
    mending=MENDING,
    formats=(),
    texts=lambda language: Texts("Binary line", ("Dark cells never touch.",)),
    text=text,
    drawing=toy_drawing.drawing,
    proofread=lambda drawing: toy_drawing.proofread(drawing, BinaryLine),
)
EXAMPLES = {
    "beside-dark": parse({"dark": 2, "grid": [".#.#."]}),
    "all-dark": parse({"dark": 1, "grid": ["...#."]}),
    "all-light": parse({"dark": 2, "grid": ["#.o."]}),
    "suppose": parse({"dark": 3, "grid": ["....."]}),
}
