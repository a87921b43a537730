"""Repair: what was spoilt is proposed again, and no fewer changes would do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from puzzle_factory.desk.amends import amended
from puzzle_factory.desk.repair import Repair, repaired
from puzzle_factory.desk.verify import Case
from puzzle_factory.engines.outcome import Deadline
from puzzle_factory.uniqueness import Unique, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import BEYOND, LEVELS, Answer, Genre, InvalidPuzzle
from puzzle_models.kernel.slips import digit_lost_or_added, misread
from puzzle_models.str8ts.puzzle import Str8tsPuzzle
from puzzle_models.str8ts.puzzle import build as build_str8ts
from puzzle_models.tracks.puzzle import TracksPuzzle
from samples import Sample, genres, name_of, samples
from tracks_boards import all_answers, random_puzzle, walks

TRACKS, STR8TS = registry.load("tracks"), registry.load("str8ts")
BUDGET_S = 20.0
SIZES = (6, 7)  # large enough that a slip shows, small enough to be quick


def repair_of(genre: Genre, spoilt: Any, answer: object = None, level: str | None = None) -> Repair:
    """The repair of a puzzle, sound or not."""
    sound = spoilt if genre.mending.is_sound(spoilt) else None
    case = Case("here", 1, genre.name, sound, (), answer, level, "jsonl", None if sound else spoilt)
    return repaired(case, BUDGET_S, 5)


def spoilt(chance: random.Random, genre: Genre) -> Iterator[tuple[str, Sample, Any]]:
    """Drawn puzzles, each spoilt by one slip of every name that there is."""
    for sample in samples(1):
        if sample.genre is genre and sample.puzzle.width in SIZES and sample.level in ("medium", "hard"):
            by_name: dict[str, list[Any]] = {}
            for slip in genre.mending.slips(sample.puzzle):
                by_name.setdefault(slip.name, []).append(slip.puzzle)
            for name, puzzles in by_name.items():
                yield name, sample, chance.choice(puzzles)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_what_one_slip_spoilt_is_proposed_again(genre: Genre) -> None:
    found = {True: 0, False: 0}
    for _, sample, puzzle in spoilt(random.Random(3), genre):
        repair = repair_of(genre, puzzle)
        assert [proposal.verdict for proposal in repair.proposals] == ["unique"] * len(repair.proposals)
        if repair.verdict != "unique":
            found[sample.puzzle in [proposal.puzzle for proposal in repair.proposals]] += 1
    assert found[True] > 12
    assert found[False] <= 0.15 * found[True]  # other slips, or nothing but a given taken away, say as much


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_proposal_is_sound_unique_and_told_as_it_is(genre: Genre) -> None:
    for _, _, puzzle in list(spoilt(random.Random(4), genre))[::4]:
        for proposal in repair_of(genre, puzzle).proposals:
            assert genre.parse(genre.unparse(proposal.puzzle)) == proposal.puzzle
            assert isinstance(prove(genre, proposal.puzzle, BUDGET_S), Unique)
            assert proposal.changes == genre.mending.changes(puzzle, proposal.puzzle) != ()
            assert proposal.kind in ("typo", "given", "clue")
            assert (proposal.slip is None) == (proposal.kind != "typo")


def test_a_clue_one_off_is_put_right_though_the_puzzle_is_not_sound() -> None:
    for sample in samples(1):
        if sample.genre is TRACKS and sample.puzzle.width in SIZES:
            puzzle = sample.puzzle
            wrong = TracksPuzzle(
                puzzle.width,
                puzzle.height,
                puzzle.columns,
                (puzzle.rows[0] + 1, *puzzle.rows[1:]),
                puzzle.entry,
                puzzle.exit,
                puzzle.givens,
            )
            repair = repair_of(TRACKS, wrong)
            assert repair.verdict == "invalid"
            assert puzzle in [proposal.puzzle for proposal in repair.proposals[:3]]
            assert repair.proposals[0].slip == "a clue one off"


def tiny(count: int, genre_answers: int) -> Iterator[tuple[TracksPuzzle, set[Answer]]]:
    """Random boards of up to 4×4 with their answers; several, or none at all."""
    chance = random.Random(genre_answers)
    while count:
        puzzle = random_puzzle(chance, 4)
        answers = all_answers(puzzle)
        if min(len(answers), 2) == genre_answers:
            count -= 1
            yield puzzle, answers


def test_no_fewer_givens_make_it_unique() -> None:
    for puzzle, answers in tiny(40, 2):
        repair = repair_of(TRACKS, puzzle)
        given = [proposal for proposal in repair.proposals if proposal.kind == "given"]
        assert len(given[0].changes) == fewest_givens(puzzle, answers)


def fewest_givens(puzzle: TracksPuzzle, answers: set[Answer]) -> int:
    """By trying all sets of givens, the smallest first."""
    for size in range(1, len(puzzle.givens)):
        for cells in combinations(range(len(puzzle.givens)), size):
            values = [tuple(answer[cell] for cell in cells) for answer in answers]
            if any(values.count(each) == 1 and all(each) for each in values):
                return size
    raise AssertionError("two answers differ in no cell")


def test_no_fewer_changes_give_it_an_answer() -> None:
    for puzzle, _ in tiny(40, 0):
        every = list(walks(puzzle))
        fewest = min(
            (len(TRACKS.mending.changes(puzzle, TRACKS.mending.fitted(puzzle, walk))) for walk in every), default=0
        )
        found = list(amended(TRACKS, puzzle, Deadline.after(BUDGET_S)))
        assert bool(found) == bool(every)
        for changed, answer in found:
            assert len(TRACKS.mending.changes(puzzle, changed)) == fewest > 0
            assert not TRACKS.violations(changed, answer)
        assert len({changed for changed, _ in found}) == len(found)


def tiny_str8ts(count: int) -> Iterator[Str8tsPuzzle]:
    """Random boards of 3×3 without an answer."""
    chance = random.Random(7)
    while count:
        blacks = [chance.random() < 0.3 for _ in range(9)]
        digits = [chance.randint(1, 3) if chance.random() < 0.5 else 0 for _ in range(9)]
        try:
            puzzle = build_str8ts(3, blacks, digits)
        except InvalidPuzzle:
            continue
        if not has_answer(puzzle, digits):
            count -= 1
            yield puzzle


def has_answer(puzzle: Str8tsPuzzle, digits: Any) -> bool:
    """Whether there is a filling, whatever is printed beyond `digits`; found by trying all."""
    open_to = [[digit] if digit or black else [1, 2, 3] for black, digit in zip(puzzle.blacks, digits, strict=True)]
    bare = Str8tsPuzzle(3, puzzle.blacks, tuple(digits))
    return any(not STR8TS.violations(bare, answer) for answer in product(*open_to))


def test_no_fewer_digits_can_be_wrong() -> None:
    for puzzle in tiny_str8ts(25):
        printed = [cell for cell, digit in enumerate(puzzle.digits) if digit]
        gone = next(
            (
                size
                for size in range(1, len(printed) + 1)
                for cells in combinations(printed, size)
                if has_answer(puzzle, [0 if cell in cells else digit for cell, digit in enumerate(puzzle.digits)])
            ),
            0,
        )
        found = list(amended(STR8TS, puzzle, Deadline.after(BUDGET_S)))
        assert {len(STR8TS.mending.changes(puzzle, changed)) for changed, _ in found} == ({gone} if gone else set())


def test_an_answer_that_came_with_it_says_what_was_meant() -> None:
    puzzle, answers = next(each for each in tiny(200, 2) if 3 <= len(each[1]) < 9)
    for meant in sorted(answers):
        proposals = repair_of(TRACKS, puzzle, answer=TRACKS.write_answer(puzzle, meant)).proposals
        best = next(proposal for proposal in proposals if proposal.kind == "given")
        assert prove(TRACKS, best.puzzle, BUDGET_S).answer == meant  # type: ignore[union-attr]


def test_a_level_that_came_with_it_is_kept_where_it_can_be() -> None:
    drawn = (each for each in samples(1) if each.genre is STR8TS and each.puzzle.width == 8)
    sample = next(each for each in drawn if each.level == "medium")
    printed = [cell for cell, digit in enumerate(sample.puzzle.digits) if digit]
    gone = set(random.Random(1).sample(printed, 5))
    digits = [0 if cell in gone else digit for cell, digit in enumerate(sample.puzzle.digits)]
    loose = build_str8ts(8, sample.puzzle.blacks, digits)
    ranks = []
    for level in LEVELS:
        proposals = [each for each in repair_of(STR8TS, loose, level=level).proposals if each.kind != "typo"]
        best = next(each for each in proposals if len(each.changes) == len(proposals[0].changes))
        ranks.append((*LEVELS, BEYOND).index(best.grade.level))
    assert ranks == sorted(ranks)
    assert ranks[0] < ranks[-1]


def test_numbers_are_misread_by_their_looks() -> None:
    assert misread(1)[0] == 7
    assert misread(6)[0] == 9
    assert set(misread(16)) >= {76, 19}
    assert {1, 2} <= set(digit_lost_or_added(12, 15))
    assert {10, 13} <= set(digit_lost_or_added(1, 15))
    assert 16 not in digit_lost_or_added(1, 15)
