"""Every kind of puzzle that can be made is made once, and then doubted: rules, proof, grade and keys, however it lies.

kind         a genre, a size, a level (or a family) and a style, as an order for one of it
plan         the kinds that a run tries, and what it leaves out
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import pairwise

from puzzle_factory.errors import REFUTED, PuzzleBug
from puzzle_factory.executors import in_order
from puzzle_factory.finishing import decided, proven
from puzzle_factory.grading import Grade, is_more_work
from puzzle_factory.production import Item, Order, make
from puzzle_factory.records import Record
from puzzle_factory.uniqueness import Unique, pasteable
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Answer, Genre, Wish
from puzzle_models.kernel.grid import parse_size

LARGEST = 12  # cells a side: up to there a kind takes some seconds at most, with all its presentations
Size = tuple[int, int]


class Fault(PuzzleBug):
    """A puzzle that does not stand up to the test."""

    exit_code = REFUTED

    def __str__(self) -> str:
        return f"{self.what}; the puzzle is on standard output"


@dataclass(frozen=True)
class Plan:
    """The kinds of one genre that are tried. `left_out` says in words which sizes are not; empty where all are."""

    genre: Genre
    kinds: tuple[Order, ...]
    left_out: str


@dataclass(frozen=True)
class Tried:
    """What became of a kind: how many puzzles of it were checked, 0 where it is not to be had."""

    kind: Order
    puzzles: int


@dataclass(frozen=True)
class Summary:
    """What a run came to. `presentations` is in how many each puzzle was checked, `not_to_be_had` names kinds."""

    genre: str
    kinds: int
    puzzles: int
    presentations: int
    not_to_be_had: tuple[str, ...]
    left_out: str

    def __str__(self) -> str:
        said = [
            f"{self.genre}: {self.puzzles} puzzles checked, each in {self.presentations} ways",
            f"not to be had: {len(self.not_to_be_had)} of {self.kinds} kinds",
            *([f"not tried: {self.left_out}"] if self.left_out else []),
        ]
        return "; ".join(said)


def whole_plan(genre: Genre, largest: int) -> Plan:
    """Every size, up to a length of the sides, with every level and style."""
    sides = genre.sizes[1]
    styles = _styles(genre)
    kinds = [kind for size in _sizes(genre, largest) for style in styles for kind in _levels(genre, size, style)]
    left_out = f"sides of {max(largest, sides[0] - 1) + 1} to {sides[-1]}" if largest < sides[-1] else ""
    return Plan(genre, tuple(kinds), left_out)


def quick_plan(genre: Genre) -> Plan:
    """The smallest and the usual size with every level, and every style at the usual size and the easiest level."""
    usual = parse_size(genre.usual_size)
    smallest = _sizes(genre, genre.sizes[1][0])[0]
    plain, *styles = _styles(genre)
    kinds = [kind for size in dict.fromkeys((smallest, usual)) for kind in _levels(genre, size, plain)]
    kinds += [kind for style in styles for kind in _levels(genre, usual, style)[:1]]
    return Plan(genre, tuple(kinds), f"all sizes but {_shown(smallest)} and {_shown(usual)}")


def run(seed: str, plan: Plan, workers: int) -> Iterator[Tried]:
    """Each kind of a plan, in order. Raises Fault at the first that is not as it should be."""
    return in_order(partial(tried, seed), plan.kinds, workers)


def summary(plan: Plan, results: Sequence[Tried]) -> Summary:
    """What all results of a plan come to."""
    return Summary(
        genre=plan.genre.name,
        kinds=len(plan.kinds),
        puzzles=sum(result.puzzles for result in results),
        presentations=plan.genre.images,
        not_to_be_had=tuple(name_of(result.kind) for result in results if not result.puzzles),
        left_out=plan.left_out,
    )


def tried(seed: str, kind: Order) -> Tried:
    """One puzzle or family of a kind, made and checked. Raises Fault; a kind that does not come up is none."""
    genre = registry.load(kind.genre)
    try:
        records = make(seed, Item(kind, 0)).records
        for record in records:
            _check(genre, kind, record)
    except Fault:
        raise
    except PuzzleBug as bug:
        raise Fault(f"{name_of(kind)}: {bug.what}", bug.puzzle) from bug
    if kind.wish.level == NESTED and records:
        _check_family(genre, kind, records)
    return Tried(kind, len(records))


def name_of(kind: Order) -> str:
    """A kind in words: genre, size, level, and what of its style is not the usual."""
    options = registry.load(kind.genre).options
    style = [f"{each.name} {kind.wish.style[each.name]}" for each in options]
    usual = [f"{each.name} {each.default}" for each in options]
    return ", ".join([str(kind), *(word for word in style if word not in usual)])


def _sizes(genre: Genre, largest: int) -> list[Size]:
    """Boards like the usual one: square with every side, or as high with every width; a long and a high one more."""
    width, height = parse_size(genre.usual_size)
    sides = [side for side in genre.sizes[1] if side <= largest]
    if width != height:
        return [(side, height) for side in sides]
    oblong = [] if genre.square or largest < width else [(width, sides[0]), (sides[0], width)]
    return [(side, side) for side in sides] + oblong


def _styles(genre: Genre) -> list[dict[str, str]]:
    """The usual style, and for each other word of each option the usual style with that."""
    usual = {option.name: option.default for option in genre.options}
    words = [(each.name, word) for each in genre.options for word in each.choices if word != each.default]
    return [usual, *(usual | {name: word} for name, word in words)]


def _levels(genre: Genre, size: Size, style: dict[str, str]) -> list[Order]:
    """The kinds of a size and style, one a level; without those that the genre refuses to make."""
    levels = (*LEVELS, NESTED) if genre.families else LEVELS
    wishes = [Wish(*size, level, style) for level in levels]
    return [Order(genre.name, wish, 1) for wish in wishes if _can_be_wished(genre, wish)]


def _can_be_wished(genre: Genre, wish: Wish) -> bool:
    try:
        genre.check_wish(wish)
    except ValueError:
        return False
    return True


def _check(genre: Genre, kind: Order, record: Record) -> None:
    """Raise Fault where a record, laid out in any way, is not what it says; or another PuzzleBug, from the engines."""
    puzzle = genre.parse(record.puzzle)
    answer = genre.read_answer(puzzle, record.answer)
    for number in range(genre.images):
        laid, laid_answer = genre.image(puzzle, answer, number)
        what = next(_differences(genre, record, laid, laid_answer), None)
        if what:
            raise Fault(f"{name_of(kind)}, presentation {number}: {what}", pasteable(genre, laid))


def _differences(genre: Genre, record: Record, puzzle: object, answer: Answer) -> Iterator[str]:
    """What of a puzzle, found out anew, is not as its record says."""
    again = proven(genre, puzzle, answer)
    for name in (each.name for each in fields(Grade)):
        now, first = getattr(again.grade, name), getattr(record.grade, name)
        if now != first:
            yield f"graded again, its {name} is {now}, and was {first}"
    if genre.key(puzzle) != record.key:
        yield "its key is not that of its record"
    if genre.answer_key(puzzle, answer) != record.answer_key:
        yield "the key of its answer is not that of its record"
    verdict = decided(genre, puzzle)
    if not isinstance(verdict, Unique) or verdict.answer != answer:
        yield "with its answer kept from the engines they find another, or none"


def _check_family(genre: Genre, kind: Order, records: Sequence[Record]) -> None:
    """Raise Fault where records are no family."""
    origins = [record.origin for record in records if record.origin]
    last = pasteable(genre, genre.parse(records[-1].puzzle))
    if [origin.step for origin in origins] != [*range(1, len(LEVELS) + 1)]:
        raise Fault(f"{name_of(kind)}: the steps of the family are not 1 to {len(LEVELS)}", last)
    if len({record.answer_key for record in records}) != 1 or len({origin.family for origin in origins}) != 1:
        raise Fault(f"{name_of(kind)}: the family has not one answer", last)
    for before, step in pairwise(records):
        assert before.grade and step.grade
        if not is_more_work(step.grade, before.grade):
            what = f"graded {_grade(step)}, and the step before {_grade(before)}"
            raise Fault(f"{name_of(kind)}: {what}", pasteable(genre, genre.parse(step.puzzle)))


def _grade(record: Record) -> str:
    return f"{record.grade.level} {record.grade.score}" if record.grade else "not at all"


def _shown(size: Size) -> str:
    return f"{size[0]}x{size[1]}"
