"""What the verbs that make puzzles share: the progress, and finished records in words."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, Genre

if TYPE_CHECKING:
    from puzzle_factory.assembly import Maker
    from puzzle_factory.production import Item, Made, Order, Taken
    from puzzle_factory.recipe import Recipe
    from puzzle_factory.records import Record


def say(line: str) -> None:
    """A line for people, on stderr."""
    click.echo(line, err=True)


def progress(quiet: bool) -> Callable[[str], None]:
    """What is told of the progress: `say`, or under -q nothing."""
    return (lambda line: None) if quiet else say


def counted(seed: str, orders: Sequence[Order], workers: int, quiet: bool, verbose: bool) -> Generator[Record]:
    """The records of orders as they are made, with the progress on stderr."""
    from puzzle_factory.cli.progress import Progress
    from puzzle_factory.production import items_of, produce

    with Progress(quiet, verbose) as watch:
        watch.begin(items_of(orders), ())
        yield from produce(seed, orders, workers, watch.made)


def maker_for(seed: str, avoid: Taken | None, workers: int, scheduler: str | None, quiet: bool) -> Maker:
    """What makes items by several workers. Nothing is loaded or compiled before there is an item to make."""

    def made(items: Sequence[Item]) -> Generator[Made]:
        if not items:
            return
        from puzzle_factory.executors import in_order
        from puzzle_factory.production import make, worth_a_process
        from puzzle_factory.warmup import DRAW, warm_up

        for name in dict.fromkeys(item.order.genre for item in items):
            warm_up(registry.load(name), DRAW, progress(quiet))
        yield from in_order(partial(make, seed, avoid=avoid), items, workers, worth_a_process(items), scheduler)

    return made


def avoided(recipe: Recipe) -> Taken | None:
    """What a recipe's puzzles must not repeat; None where it names nothing."""
    if not recipe.avoid:
        return None
    from puzzle_factory.archive import Avoid

    return Avoid(recipe.avoid)


def typed(record: Record) -> tuple[Genre, Any, Answer]:
    """Genre, puzzle and answer of a record of our own."""
    genre = registry.load(record.genre)
    puzzle = genre.parse(record.puzzle)
    return genre, puzzle, genre.read_answer(puzzle, record.answer)


def heading(record: Record) -> str:
    """One line about a finished puzzle."""
    assert record.grade is not None and record.grade.score is not None
    needed = record.grade.hardest or "no technique"
    said = f"{record.id}  {record.grade.level} {record.grade.score:.1f}, needs {needed}"
    if record.origin and record.origin.step is not None:
        said += f", step {record.origin.step} of family {record.origin.family}"
    if record.origin and record.origin.presentation is not None:
        said += f", presentation {record.origin.presentation}"
    return said


def drawing(record: Record) -> str:
    """A finished puzzle as people read it in a terminal."""
    genre, puzzle, _ = typed(record)
    return f"{heading(record)}\n\n{genre.text(puzzle, None)}"


def content(records: Iterable[Record], form: str) -> bytes:
    """Finished puzzles as a file in a format: records, drawings, or a notation of their genre.

    Raises WrongUsage at the first that the notation cannot hold, before the next is made.
    """
    from puzzle_factory.conversion import joined
    from puzzle_factory.writing import EXTENSIONS, write_batch

    if form in EXTENSIONS:
        return write_batch(records, form)
    texts = [drawing(record) if form == "text" else _in_notation(record, form) for record in records]
    return joined(texts).encode()


def _in_notation(record: Record, form: str) -> str:
    """A puzzle in a notation of its genre. Raises WrongUsage where that cannot hold it."""
    from puzzle_factory.conversion import written
    from puzzle_factory.errors import WrongUsage
    from puzzle_models.kernel.contract import InvalidPuzzle

    genre, puzzle, _ = typed(record)
    try:
        text, remarks = written(genre, puzzle, form)
    except InvalidPuzzle as error:
        raise WrongUsage(f"{record.id}: {error}") from error
    for remark in remarks:
        say(f"{record.id}: {remark}")
    return text
