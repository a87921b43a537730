"""Small random puzzles, and every way we have to count their answers, side by side.

drawn     a puzzle of an answer, some of it printed
changed   the same with a slip or two: a clue, a given, an end, a black cell
random    whatever is sound at sight; most often there is no answer
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import small_str8ts
import third_encoding
import tracks_boards
from puzzle_factory.engines.outcome import Engine
from puzzle_factory.uniqueness import EngineDisagreement, Multiple, Unique, pasteable, prove
from puzzle_models import registry
from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.kernel.grid import beyond
from puzzle_models.str8ts.puzzle import NO_DIGIT, Str8tsPuzzle
from puzzle_models.str8ts.puzzle import build as build_str8ts
from puzzle_models.tracks.pieces import EMPTY, OPEN, PIECES
from puzzle_models.tracks.puzzle import End, TracksPuzzle
from puzzle_models.tracks.puzzle import build as build_tracks

KINDS = ("drawn", "changed", "random")
BUDGET_S = 60.0
VERDICTS = ("none", "unique", "multiple")


def small(genre: str, number: int) -> tuple[str, Any]:
    """The kind and the puzzle of that number, the same each time."""
    draw = random.Random(f"{genre} {number}")
    kind = KINDS[number % len(KINDS)]
    drawn, change, at_random = MAKERS[genre]
    if kind == "random":
        return kind, at_random(draw)
    puzzle = drawn(draw)
    for _ in range(draw.randint(1, 2) if kind == "changed" else 0):
        puzzle = changed(draw, puzzle, change)
    return kind, puzzle


def changed(draw: random.Random, puzzle: Any, change: Callable[[random.Random, Any], Any]) -> Any:
    """The puzzle with one change that leaves it sound at sight; itself where no such change is found."""
    for _ in range(20):
        try:
            return change(draw, puzzle)
        except InvalidPuzzle:
            continue
    return puzzle


def verdict_of(count: int) -> str:
    """What so many answers, two standing for more, make a puzzle."""
    return VERDICTS[min(count, 2)]


def differences(puzzle: Any, answers: set[Answer], engines: Sequence[Engine]) -> Iterator[str]:
    """What the engines, and what they show, have against the answers that a puzzle has: two of them, or all."""
    genre = registry.load("tracks" if isinstance(puzzle, TracksPuzzle) else "str8ts")
    expected = verdict_of(len(answers))
    try:
        found = prove(genre, puzzle, BUDGET_S, engines=engines)
    except EngineDisagreement as error:
        yield str(error)
        return
    if {*found.engines.values()} != {expected}:
        yield f"{dict(found.engines)}, but it is {expected}: {pasteable(genre, puzzle)}"
    elif isinstance(found, Unique) and {found.answer} != answers:
        yield f"the one answer is another: {pasteable(genre, puzzle)}"
    elif isinstance(found, Multiple) and found.first == found.second:
        yield f"two answers are one: {pasteable(genre, puzzle)}"


def compared(puzzle: Any, engines: Sequence[Engine]) -> tuple[str, list[str]]:
    """The verdict of brute force on a small puzzle, and who differs from it: an engine, or the third encoding."""
    is_tracks = isinstance(puzzle, TracksPuzzle)
    answers = set((tracks_boards.all_answers if is_tracks else small_str8ts.all_answers)(puzzle))
    wrong = list(differences(puzzle, answers, engines))
    third = third_encoding.answers(puzzle)
    if len(third) != min(len(answers), 2) or not third <= answers:
        wrong.append(f"the third encoding has {len(third)} of {len(answers)} answers: {puzzle}")
    return verdict_of(len(answers)), wrong


def compare_many(genre: str, numbers: range, engines: Sequence[Engine]) -> tuple[Counter[str], list[str]]:
    """How many puzzles of those numbers there are of each kind and verdict, and all differences."""
    counts: Counter[str] = Counter()
    wrong = []
    for number in numbers:
        kind, puzzle = small(genre, number)
        verdict, differs = compared(puzzle, engines)
        counts[f"{kind}, {verdict}"] += 1
        wrong += differs
    return counts, wrong


def _drawn_tracks(draw: random.Random) -> TracksPuzzle:
    """Clues of a walk, rather a long one, with some of its pieces given."""
    while True:
        width, height = draw.randint(1, 5), draw.randint(1, 4)
        bare = TracksPuzzle(width, height, (), (), *_two_ends(draw, width, height), ())
        walks = list(tracks_boards.walks(bare))
        if walks:
            answer = max(draw.choices(walks, k=4), key=lambda walk: sum(piece != EMPTY for piece in walk))
            share = draw.choice((0.0, 0.1, 0.3))
            shown = [piece != EMPTY and draw.random() < share for piece in answer]
            givens = [piece if seen else OPEN for piece, seen in zip(answer, shown, strict=True)]
            columns, rows = _clues(width, answer)
            return build_tracks(width, height, columns, rows, *bare.ends, givens)


def _two_ends(draw: random.Random, width: int, height: int) -> tuple[End, End]:
    outer = [(c, s) for c in range(width * height) for s in range(4) if beyond(c, s, width, height) is None]
    entry, exit = (End(*divmod(cell, width), side) for cell, side in draw.sample(outer, 2))
    return entry, exit


def _clues(width: int, answer: Answer) -> tuple[list[int], list[int]]:
    filled = [piece != EMPTY for piece in answer]
    rows = [sum(filled[start : start + width]) for start in range(0, len(filled), width)]
    return [sum(filled[col::width]) for col in range(width)], rows


def change_tracks(draw: random.Random, puzzle: TracksPuzzle) -> TracksPuzzle:
    """One slip. Raises InvalidPuzzle where it shows at sight."""
    columns, rows, givens = list(puzzle.columns), list(puzzle.rows), list(puzzle.givens)
    entry, exit = puzzle.ends
    match draw.randrange(6):
        case 0:  # a cell more or less, in a row and a column
            by = draw.choice((-1, 1))
            columns[draw.randrange(puzzle.width)] += by
            rows[draw.randrange(puzzle.height)] += by
        case 1:
            columns[draw.randrange(puzzle.width)] += 1
            columns[draw.randrange(puzzle.width)] -= 1
        case 2:
            draw.shuffle(rows)
        case 3:
            givens[draw.randrange(len(givens))] = draw.choice((OPEN, *PIECES))
        case 4:
            entry, exit = exit, entry
        case _:
            entry, _ = _two_ends(draw, puzzle.width, puzzle.height)
    return build_tracks(puzzle.width, puzzle.height, columns, rows, entry, exit, givens)


def _random_tracks(draw: random.Random) -> TracksPuzzle:
    return tracks_boards.random_puzzle(draw, largest=4)


def _drawn_str8ts(draw: random.Random) -> Str8tsPuzzle:
    """Random black cells, some with clues, and some digits of an answer."""
    while True:
        size = draw.choice((3, 4, 4, 4, 5))
        bare = _bare(draw, size)
        answers = third_encoding.answers(small_str8ts.sprinkled_with(bare, draw, 3), most=1)
        if answers:
            (answer,) = answers
            share = draw.uniform(0.2, 0.7) if size < 5 else draw.uniform(0.5, 0.8)
            shown = [black or draw.random() < share for black in bare.blacks]
            digits = [digit if seen else NO_DIGIT for digit, seen in zip(answer, shown, strict=True)]
            return build_str8ts(size, bare.blacks, digits)


def _bare(draw: random.Random, size: int) -> Str8tsPuzzle:
    share = draw.uniform(0.1, 0.5)
    blacks = [draw.random() < share for _ in range(size * size)]
    blacks[draw.randrange(len(blacks))] = False
    return Str8tsPuzzle(size, tuple(blacks), (NO_DIGIT,) * len(blacks))


def change_str8ts(draw: random.Random, puzzle: Str8tsPuzzle) -> Str8tsPuzzle:
    """One slip. Raises InvalidPuzzle where it shows at sight."""
    printed = [cell for cell, digit in enumerate(puzzle.digits) if digit != NO_DIGIT]
    blacks, digits, cells = list(puzzle.blacks), list(puzzle.digits), range(len(puzzle.blacks))
    match draw.randrange(4):
        case 0 if printed:
            digits[draw.choice(printed)] = NO_DIGIT
        case 1 if printed:
            digits[draw.choice(printed)] = draw.randint(1, puzzle.size)
        case 2:
            cell = draw.choice(cells)
            blacks[cell] = not blacks[cell]
        case _:
            one, other = draw.choice(cells), draw.choice(cells)
            digits[one], digits[other] = digits[other], digits[one]
    return build_str8ts(puzzle.size, blacks, digits)


def _random_str8ts(draw: random.Random) -> Str8tsPuzzle:
    bare = _bare(draw, draw.choice((3, 4)))
    return small_str8ts.sprinkled_with(bare, draw, draw.choice((bare.size, bare.size**2)))


MAKERS: dict[str, tuple[Any, Any, Any]] = {
    "tracks": (_drawn_tracks, change_tracks, _random_tracks),
    "str8ts": (_drawn_str8ts, change_str8ts, _random_str8ts),
}
