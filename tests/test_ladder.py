"""The ladder of each genre: what techniques may do, and what a grade may depend on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from click.testing import Result

from puzzle_factory.grading import grade, score
from puzzle_factory.uniqueness import Multiple, Unique, prove
from puzzle_models.kernel.contract import LEVELS, Genre, Outcome, Path, Technique
from samples import Sample, draw, genres, given_cells, name_of, rungs, samples, struck_from, wish, without

BUDGET_S = 20.0


def worked(genre: Genre, technique: Technique) -> tuple[Any, Path]:
    puzzle = genre.example(technique)
    return puzzle, genre.climb(puzzle, LEVELS[-1])


@pytest.mark.parametrize(("genre", "technique"), rungs(), ids=name_of)
def test_a_worked_board_is_finished_by_its_technique_and_no_harder_one(genre, technique):
    puzzle, path = worked(genre, technique)
    found = grade(genre, puzzle)
    assert path.outcome is Outcome.SOLVED
    assert found.hardest == technique.name
    assert LEVELS.index(found.level) >= LEVELS.index(technique.level)  # a scale may lift it for being long
    assert path.rounds[:, 0].max() == genre.ladder.index(technique)


@pytest.mark.parametrize(("genre", "technique"), rungs(), ids=name_of)
def test_a_worked_board_has_one_answer_and_no_step_strikes_it(genre, technique):
    puzzle, path = worked(genre, technique)
    verdict = prove(genre, puzzle, BUDGET_S)
    assert isinstance(verdict, Unique)
    assert path.marks.tolist() == [1 << value for value in verdict.answer]
    assert struck_from(path, verdict.answer) == []


@pytest.mark.parametrize(("genre", "technique"), rungs(), ids=name_of)
def test_a_technique_is_shown_with_its_worked_board(
    genre: Genre, technique: Technique, run: Callable[..., Result], golden: Callable[[str, str], None]
) -> None:
    shown = run("techniques", technique.name, "--genre", genre.name).stdout
    golden(f"technique-{genre.name}-{technique.name}.txt", shown)


def test_techniques_of_one_name_are_all_shown_and_told_apart_by_their_genre(run: Callable[..., Result]) -> None:
    for name, owners in owners_of_names().items():
        shown = run("techniques", name).output
        assert [f"{name} ({genre.name}, " in shown for genre in owners] == [True] * len(owners)
        assert [f"({genre.name}, " in shown for genre in genres() if genre not in owners] == []
        one = run("techniques", name, "--genre", owners[-1].name).output
        assert f"{name} ({owners[-1].name}, " in one
        assert not any(f"({genre.name}, " in one for genre in owners[:-1])
    assert run("techniques", "--genre", "track").exit_code == 2


def owners_of_names() -> dict[str, list[Genre]]:
    """The genres that have a technique of a name, for each name that several have."""
    owners: dict[str, list[Genre]] = {}
    for genre, technique in rungs():
        owners.setdefault(technique.name, []).append(genre)
    return {name: owning for name, owning in owners.items() if len(owning) > 1}


def test_the_ladder_is_shown(run: Callable[..., Result], golden: Callable[[str, str], None]) -> None:
    golden("techniques.txt", run("techniques").output)
    golden("techniques.jsonl", run("techniques", "--json").output)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_it_is_said_on_what_a_scale_is_calibrated(genre: Genre, run: Callable[..., Result]) -> None:
    assert "calibrated" in genre.scale_note
    shown = run("techniques", "--genre", genre.name).output.splitlines()
    assert shown[:2] == [f"{genre.name}, scale {genre.scale}", genre.scale_note]
    assert len(shown) == 2 + len(genre.ladder)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_rungs_rise_from_level_to_level(genre):
    ranks = [LEVELS.index(technique.level) for technique in genre.ladder]
    assert ranks == sorted(ranks)
    assert set(ranks) == set(range(len(LEVELS)))
    assert len({technique.name for technique in genre.ladder}) == len(genre.ladder)
    assert [genre.bonus[level] for level in LEVELS] == sorted(genre.bonus.values())


@pytest.mark.parametrize("sample", samples(), ids=str)
def test_no_step_strikes_the_answer_and_all_lead_to_it(sample: Sample) -> None:
    path = sample.genre.climb(sample.puzzle, LEVELS[-1])
    assert struck_from(path, sample.answer) == []
    assert path.outcome is Outcome.SOLVED
    assert path.marks.tolist() == [1 << value for value in sample.answer]


@pytest.mark.parametrize("sample", samples(), ids=str)
def test_a_path_accounts_for_every_bit(sample: Sample) -> None:
    path = sample.genre.climb(sample.puzzle, LEVELS[-1])
    marks = path.start.copy()
    for _, cell, bits, *_ in path.trace.tolist():
        assert int(marks[cell]) & bits == bits != 0
        marks[cell] ^= bits
    assert marks.tolist() == path.marks.tolist()
    assert path.rounds[:, 2].tolist() == sorted(set(path.rounds[:, 2].tolist()))
    assert path.rounds[-1, 2] == len(path.trace)


@pytest.mark.parametrize("level", LEVELS)
def test_a_round_uses_the_easiest_technique_that_does_something(level: str) -> None:
    """So a climb that may use less comes as far on the same rounds, and is stuck where the next one is needed."""
    for sample in samples():
        whole = sample.genre.climb(sample.puzzle, LEVELS[-1]).rounds.tolist()
        part = sample.genre.climb(sample.puzzle, level)
        usable = sum(LEVELS.index(each.level) <= LEVELS.index(level) for each in sample.genre.ladder)
        too_hard = next((number for number, (rung, *_) in enumerate(whole) if rung >= usable), len(whole))
        assert part.rounds.tolist() == whole[:too_hard]
        assert part.outcome is (Outcome.SOLVED if too_hard == len(whole) else Outcome.STUCK)


@pytest.mark.parametrize("sample", samples(), ids=str)
def test_a_grade_is_the_same_however_the_board_lies(sample: Sample) -> None:
    genre = sample.genre
    images = [genre.image(sample.puzzle, sample.answer, number) for number in range(genre.images)]
    found = [grade(genre, puzzle) for puzzle, _ in images]
    assert found == [found[0]] * genre.images
    assert found[0].level == sample.level
    assert [genre.violations(puzzle, answer) for puzzle, answer in images] == [[]] * genre.images


def test_enough_puzzles_of_every_level_are_tested() -> None:
    assert len(samples()) >= 60 * len(genres())
    assert all(sum(sample.level == level for sample in samples()) >= 9 * len(genres()) for level in LEVELS)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_puzzle_with_several_answers_is_never_solved(genre):
    """Nor does a step strike the answer of the puzzle that it was spoilt from: it is one of the several."""
    several: Counter[str] = Counter()
    for level in LEVELS:
        for sample in draw(genre, wish(genre, 8, 8, level, givens="few"), count=10):
            for spoilt in spoilt_ones(sample) if several[level] < 6 else ():
                path = genre.climb(spoilt, LEVELS[-1])
                assert struck_from(path, sample.answer) == []
                if isinstance(verdict := prove(genre, spoilt, BUDGET_S), Multiple):
                    several[level] += 1
                    assert path.outcome is Outcome.STUCK
                    assert struck_from(path, verdict.first) == struck_from(path, verdict.second) == []
    assert several.total() > 12


def spoilt_ones(sample: Sample) -> Iterator[Any]:
    """A puzzle with each of its givens taken away, and with all of them taken away."""
    bare = sample.puzzle
    for cell in given_cells(sample.genre, sample.puzzle):
        yield without(sample.genre, sample.puzzle, *cell)
        bare = without(sample.genre, bare, *cell)
    yield bare


def has_bonuses(genre: Genre) -> bool:
    """Whether each level of technique has a bonus of its own; elsewhere the score may make the level."""
    return len(set(genre.bonus.values())) == len(LEVELS)


def test_the_score_is_the_logarithm_of_squared_open_cells_and_the_bonus() -> None:
    assert score([10, 5, 1], 0.0) == 4.836  # ln 126
    assert score([10, 5, 1], 4.0) == 8.836
    assert score([], 0.0) == 0.0


@pytest.mark.parametrize("genre", [genre for genre in genres() if has_bonuses(genre)], ids=name_of)
def test_at_one_size_a_harder_technique_scores_higher(genre):
    scores: dict[str, list[float]] = {level: [] for level in LEVELS}
    for level in LEVELS:
        for sample in draw(genre, wish(genre, 8, 8, level), count=20):
            points = grade(genre, sample.puzzle).score
            assert points is not None
            scores[level].append(points)
    for easier, harder in pairwise(LEVELS):
        assert max(scores[easier]) < min(scores[harder])
