"""Puzzles as pictures, each with a name of its own; and what could not be drawn said aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzle_factory.errors import OK, REFUTED, UNDECIDED, UNREADABLE, heaviest
from puzzle_factory.records import identity
from puzzle_factory.sources import Item, complaints
from puzzle_models.kernel.contract import Answer, InvalidPuzzle


@dataclass(frozen=True)
class Picture:
    """One drawing. `name` is the puzzle's id, with a number behind it where the id comes more than once."""

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
        super().__init__(message)
        self.code = code


def draw(items: Iterable[Item], with_answer: bool, budget_s: float) -> Gallery:
    """The pictures of all sound puzzles; `budget_s` seconds for the answer of one that did not bring it."""
    pictures: list[Picture] = []
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
        name = identity(item.genre, item.puzzle, item.genre.key(item.puzzle))
        pictures.append(Picture(_fresh(name, pictures), item.genre.svg(item.puzzle, answer)))
    return Gallery(tuple(pictures), tuple(lines), heaviest(codes))


def _fresh(name: str, pictures: list[Picture]) -> str:
    """A name that no picture has yet: presentations of one puzzle share an id."""
    times = sum(picture.name == name or picture.name.startswith(f"{name}-") for picture in pictures)
    return f"{name}-{times + 1}" if times else name


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
