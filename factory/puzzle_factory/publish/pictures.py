"""Puzzles as pictures, each with a name of its own; and what could not be drawn said aloud."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import count

from puzzle_factory.errors import OK, REFUTED, UNDECIDED, UNREADABLE, heaviest
from puzzle_factory.records import identity
from puzzle_factory.sources import Item, complaints
from puzzle_models.kernel.contract import Answer, InvalidPuzzle


@dataclass(frozen=True)
class Picture:
    """One drawing. `name` is the puzzle's id, with its presentation, and with a number where that comes again."""

    name: str
    svg: str


@dataclass(frozen=True)
class Gallery:
    """The drawings of a run, lines about those that are missing, and the exit code."""

    pictures: tuple[Picture, ...]
    lines: tuple[str, ...]
    exit_code: int


class NoAnswerToDraw(Exception):
    """There is not one answer to draw; `code` is the exit code for it."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message, code)  # both, so that it travels between processes
        self.message, self.code = message, code

    def __str__(self) -> str:
        return self.message


def draw(items: Iterable[Item], with_answer: bool, budget_s: float) -> Gallery:
    """The pictures of all sound puzzles; `budget_s` seconds for the answer of one that did not bring it."""
    pictures: dict[str, Picture] = {}
    lines: list[str] = []
    codes = [OK]
    for item in items:
        if item.genre is None or item.faults:
            lines += complaints(item)
            codes.append(UNREADABLE)
            continue
        try:
            answer = _answer(item, budget_s) if with_answer else None
        except NoAnswerToDraw as missing:
            lines.append(f"{item.source}, puzzle {item.number}: not drawn, {missing}")
            codes.append(missing.code)
            continue
        name = _fresh(_name(item), pictures)
        pictures[name] = Picture(name, item.genre.svg(item.puzzle, answer))
    return Gallery(tuple(pictures.values()), tuple(lines), heaviest(codes))


def _name(item: Item) -> str:
    """The puzzle's id, and behind it the presentation that its record says it is, since all of them share the id."""
    assert item.genre is not None
    name = identity(item.genre, item.puzzle, item.genre.key(item.puzzle))
    origin = item.record.get("origin") if item.record else None
    number = origin.get("presentation") if isinstance(origin, Mapping) else None
    return f"{name}-p{number}" if type(number) is int and 0 < number < item.genre.images else name


def _fresh(name: str, taken: Container[str]) -> str:
    """The name, or where it is taken the name with the first number that is not."""
    numbered = (f"{name}-{times}" for times in count(2))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def _answer(item: Item, budget_s: float) -> Answer:
    """The answer that the item brought, where it keeps the rules, else the one that there is. Raises NoAnswerToDraw."""
    assert item.genre is not None
    if item.answer is not None:
        try:
            answer = item.genre.read_answer(item.puzzle, item.answer)
        except InvalidPuzzle as broken:
            raise NoAnswerToDraw(f"its answer cannot be read: {broken}", UNREADABLE) from broken
        wrong = item.genre.violations(item.puzzle, answer)
        if wrong:
            raise NoAnswerToDraw(f"its answer is wrong: {wrong[0].message}", REFUTED)
        return answer
    return _solved(item, budget_s)


def _solved(item: Item, budget_s: float) -> Answer:
    from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, prove

    assert item.genre is not None
    match prove(item.genre, item.puzzle, budget_s):
        case Unique(answer):
            return answer
        case Multiple():
            raise NoAnswerToDraw("it has several answers", REFUTED)
        case NoAnswer():
            raise NoAnswerToDraw("it has no answer", REFUTED)
    raise NoAnswerToDraw(f"no answer found within {budget_s:g} s", UNDECIDED)
