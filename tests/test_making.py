"""Making: an order becomes the records that it says, the same on every machine, or nothing at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from puzzle_factory import production
from puzzle_factory.errors import OrderUnfilled
from puzzle_factory.executors import WORTH_A_PROCESS
from puzzle_factory.finishing import UnsoundLadder
from puzzle_factory.grading import grade
from puzzle_factory.production import Item, Made, Order, Taken, make, produce
from puzzle_factory.records import Record
from puzzle_factory.writing import write_batch
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, Draft, Genre
from samples import draw, genres, name_of, samples, wish

Run = Callable[..., Result]
FORMS = ("yaml", "json", "jsonl")


def order(genre: Genre, size: int, level: str, count: int, number: int = 0, **style: str) -> Order:
    return Order(genre.name, wish(genre, size, size, level, **style), count, number)


@pytest.fixture(scope="module")
def made() -> list[Record]:
    """Four puzzles of each level of each genre, in one batch, by one process."""
    return list(produce("2026", orders(), workers=1))


def orders() -> list[Order]:
    kinds = [(genre, level) for genre in genres() for level in LEVELS]
    return [order(genre, 6, level, 4, number) for number, (genre, level) in enumerate(kinds)]


def test_every_record_is_what_was_ordered(made: list[Record]) -> None:
    wanted = [(each, index) for each in orders() for index in range(each.count)]
    for record, (asked, index) in zip(made, wanted, strict=True):
        genre = registry.load(record.genre)
        puzzle = genre.parse(record.puzzle)
        assert record.grade is not None and record.proof is not None and record.origin is not None
        assert (record.genre, record.grade.level) == (asked.genre, asked.wish.level)
        assert record.grade == grade(genre, puzzle)
        assert (record.proof.verdict, record.proof.engines) == ("unique", ("cp-sat", "sat"))
        assert (record.origin.seed, record.origin.order, record.origin.index) == ("2026", asked.number, index)
        assert genre.violations(puzzle, genre.read_answer(puzzle, record.answer)) == []


def test_no_puzzle_and_no_answer_comes_twice(made: list[Record]) -> None:
    assert len({record.key for record in made}) == len(made)
    assert len({record.answer_key for record in made}) == len(made)


@pytest.mark.parametrize("form", FORMS)
def test_two_workers_make_the_same_bytes(made: list[Record], form: str) -> None:
    assert len(made) >= 2 * WORTH_A_PROCESS
    assert write_batch(produce("2026", orders(), workers=2), form) == write_batch(made, form)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_an_item_does_not_depend_on_how_many_there_are(genre):
    five = list(produce("prefix", [order(genre, 8, "hard", 5)], workers=1))
    ten = list(produce("prefix", [order(genre, 8, "hard", 10)], workers=1))
    assert ten[:5] == five


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_another_seed_makes_other_puzzles(genre):
    one, two = ({record.key for record in produce(seed, [order(genre, 8, "hard", 5)], 1)} for seed in ("1", "2"))
    assert not one & two


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_an_order_that_stands_twice_makes_no_puzzle_twice(genre):
    """Both orders draw from the same seeds, so that each item of the second repeats one of the first."""
    twice = [order(genre, 5, "easy", 8, 0), order(genre, 5, "easy", 8, 1)]
    tallies: list[Made] = []
    records = list(produce("twice", twice, 1, tallies.append))
    assert len({record.key for record in records}) == len({record.answer_key for record in records}) == 16
    assert [bool(each.tally.get(production.REPEAT)) for each in tallies] == [False] * 8 + [True] * 8
    assert records == list(produce("twice", twice, 1))
    assert write_batch(produce("twice", twice, 2), "jsonl") == write_batch(records, "jsonl")


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_where_all_is_a_repeat_the_order_stays_unfilled(genre, monkeypatch: pytest.MonkeyPatch) -> None:
    """A genre that knows one puzzle only, in all its presentations."""
    (sample,) = draw(genre, wish(genre, 6, 6, "easy"), count=1)

    def one_and_the_same(_: object, seed: bytes) -> Draft:
        puzzle, answer = genre.image(sample.puzzle, sample.answer, seed[0] % genre.images)
        return Draft("easy", (puzzle,), answer, ("easy",))

    narrow = replace(genre, draw=one_and_the_same, attempts=lambda _: 30)
    monkeypatch.setattr(registry, "load", lambda _: narrow)
    watched: list[Made] = []
    with pytest.raises(OrderUnfilled, match=r"6x6 easy: 1 of 2 found, .* attempts came to: a repeat 30$"):
        list(produce("s", [order(genre, 6, "easy", 2)], 1, watched.append))
    assert len(watched) == 1


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_draft_of_another_level_than_asked_is_a_bug_and_no_record(genre, monkeypatch: pytest.MonkeyPatch) -> None:
    (sample,) = draw(genre, wish(genre, 6, 6, "easy"), count=1)
    wrong = replace(genre, draw=lambda *_: Draft("hard", (sample.puzzle,), sample.answer, ("hard",)))
    monkeypatch.setattr(registry, "load", lambda _: wrong)
    with pytest.raises(UnsoundLadder, match="made as hard, graded easy"):
        make("s", Item(order(genre, 6, "hard", 1), 0))


def unfillable(genre: Genre) -> Genre:
    """A genre in which nothing but easy puzzles come up."""
    return replace(genre, draw=lambda *_: Draft("easy"), attempts=lambda _: 9)


@pytest.fixture
def narrow_genre(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a genre that finds easy puzzles only."""
    genre = genres()[0]
    monkeypatch.setattr(registry, "load", lambda _: unfillable(genre))
    return genre.name


def test_an_order_that_cannot_be_filled_says_what_was_found(narrow_genre: str, run: Run) -> None:
    result = run("generate", narrow_genre, "--size", "5", "--level", "expert", "--count", "3", "--seed", "s")
    assert (result.exit_code, result.stdout) == (5, "")
    assert result.stderr.splitlines()[-1] == (
        f"puzzle-factory: {narrow_genre} 5x5 expert: 0 of 3 found, and no more within the budget; "
        "the last 9 attempts came to: easy 9"
    )


@pytest.mark.parametrize("name", [f"book.{form}" for form in (*FORMS, "txt")])
def test_an_order_that_cannot_be_filled_leaves_the_file_as_it_was(
    name: str, narrow_genre: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / name
    args = ("generate", narrow_genre, "--level", "hard", "--seed", "s", "-o", str(path))
    assert run(*args).exit_code == 5
    assert list(tmp_path.iterdir()) == []
    path.write_text("mine")
    assert run(*args).exit_code == 5
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [(name, "mine")]


def test_a_real_order_that_cannot_be_filled(run: Run) -> None:
    """As many givens as there are cells, where the usual fill leaves a third of them empty at least."""
    result = run("generate", "tracks", "--size", "12", "--level", "easy", "--givens", "144", "--seed", "s")
    assert (result.exit_code, result.stdout) == (5, "")
    assert "0 of 1 found" in result.stderr and "nothing in that style" in result.stderr


@pytest.mark.parametrize("genre", genres(), ids=name_of)
@pytest.mark.parametrize("form", FORMS)
def test_a_file_and_standard_output_hold_the_same_bytes(genre, form: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / f"one.{form}"
    args = ("generate", genre.name, "--size", "5", "--count", "2", "--seed", "2026")
    assert run(*args, "-o", str(path)).exit_code == 0
    printed = run(*args, "--format", form)
    assert path.read_bytes() == printed.stdout_bytes
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_seed_makes_the_bytes_it_always_made(genre, run: Run, golden: Callable[[str, str], None]) -> None:
    """A change here means that no puzzle published before can be made again: say so in the changelog."""
    lines = [
        run("generate", genre.name, "--size", "8", "--level", level, "--seed", "2026", "--format", "yaml").stdout
        for level in LEVELS
    ]
    golden(f"made-{genre.name}.yaml", "---\n".join(lines))


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_the_drawing_of_a_made_puzzle(genre, run: Run, golden: Callable[[str, str], None]) -> None:
    golden(
        f"made-{genre.name}.txt", run("generate", genre.name, "--size", "5", "--count", "2", "--seed", "2026").stdout
    )


def test_a_seed_left_out_is_drawn_and_printed(run: Run) -> None:
    result = run("generate", "tracks", "--size", "5", "--json")
    seed = result.stderr.splitlines()[0].removeprefix("seed ")
    assert run("generate", "tracks", "--size", "5", "--json", "--seed", seed).stdout == result.stdout
    assert re.fullmatch("[0-9a-f]{8}", seed)


@pytest.mark.parametrize("sample", samples(each=1), ids=str)
def test_level_asked_is_level_got(sample) -> None:
    assert grade(sample.genre, sample.puzzle).level == sample.level
    assert sample.genre.violations(sample.puzzle, sample.answer) == []


def test_the_first_puzzle_that_the_notation_cannot_hold_ends_the_order(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Item] = []

    def noted(seed: str, item: Item, avoid: Taken | None) -> Made:
        assert avoid is None
        made.append(item)
        return make(seed, item)

    monkeypatch.setattr(production, "make", noted)
    result = run("generate", "tracks", "--size", "5", "--ends", "opposite", "--format", "tatham",
                 "--count", "50", "--workers", "1", "--seed", "2026")  # fmt: skip
    assert (result.exit_code, result.stdout, len(made)) == (2, "", 1)
    assert "a game ID has its ends on two sides that meet" in result.stderr
