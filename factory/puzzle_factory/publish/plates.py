"""Puzzles made ready to be shown: each sound, with a name of its own and with its answer where that is shown too."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from puzzle_factory.errors import REFUTED, UNDECIDED, UNREADABLE
from puzzle_factory.records import identity
from puzzle_factory.sources import Item, complaints
from puzzle_models.kernel.contract import Answer, Genre, InvalidPuzzle


@dataclass(frozen=True)
class Plate:
    """What one picture is made of.

    `name` is the puzzle's id, with its presentation, and with a number where it comes again. `answer` is None where it
    is not to be shown.
    """

    item: Item
    name: str
    answer: Answer | None = None

    @property
    def genre(self) -> Genre:
        assert self.item.genre is not None
        return self.item.genre

    @property
    def puzzle(self) -> Any:
        return self.item.puzzle

    @property
    def place(self) -> str:
        """Where the puzzle came from, for a message."""
        return place_of(self.item)


@dataclass(frozen=True)
class Missing:
    """A puzzle that is not shown: lines that say why, and the exit code for it."""

    lines: tuple[str, ...]
    exit_code: int


class NotShown(Exception):
    """A puzzle cannot be shown; `code` is the exit code for it."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message, code)  # both, so that it travels between processes
        self.message, self.code = message, code

    def __str__(self) -> str:
        return self.message


def plates(items: Iterable[Item], with_answer: bool, budget_s: float) -> Iterator[Plate | Missing]:
    """A plate for each puzzle, or why there is none; `budget_s` seconds for an answer that did not come along."""
    taken: set[str] = set()
    for item in items:
        if item.genre is None or item.faults:
            yield Missing(tuple(complaints(item)), UNREADABLE)
            continue
        try:
            answer = _answer(item, budget_s) if with_answer else None
        except NotShown as reason:
            yield missing(item, reason)
            continue
        name = _fresh(_name(item), taken)
        taken.add(name)
        yield Plate(item, name, answer)


def missing(item: Item, reason: NotShown) -> Missing:
    return Missing((f"{place_of(item)}: not drawn, {reason}",), reason.code)


def place_of(item: Item) -> str:
    return f"{item.source}, puzzle {item.number}"


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
    """The answer that the item brought, where it keeps the rules, else the one that there is. Raises NotShown."""
    assert item.genre is not None
    if item.answer is None:
        return proven_answer(item.genre, item.puzzle, budget_s)
    try:
        answer = item.genre.read_answer(item.puzzle, item.answer)
    except InvalidPuzzle as broken:
        raise NotShown(f"its answer cannot be read: {broken}", UNREADABLE) from broken
    wrong = item.genre.violations(item.puzzle, answer)
    if wrong:
        raise NotShown(f"its answer is wrong: {wrong[0].message}", REFUTED)
    return answer


def proven_answer(genre: Genre, puzzle: Any, budget_s: float) -> Answer:
    """The one answer that both engines find. Raises NotShown where there is not one."""
    from puzzle_factory.uniqueness import Multiple, NoAnswer, Unique, prove

    match prove(genre, puzzle, budget_s):
        case Unique(answer):
            return answer
        case Multiple():
            raise NotShown("it has several answers", REFUTED)
        case NoAnswer():
            raise NotShown("it has no answer", REFUTED)
    raise NotShown(f"no answer found within {budget_s:g} s", UNDECIDED)
