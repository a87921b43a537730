"""Foreign notations of Train Tracks: whatever is written reads back, and whatever is broken says where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given

from puzzle_models import registry
from puzzle_models.kernel.contract import Format, InvalidPuzzle
from puzzle_models.kernel.grid import SIDES
from puzzle_models.tracks.puzzle import TracksPuzzle
from random_puzzles import puzzles

DATA = Path(__file__).parent / "data"
CORPORA = Path(__file__).parents[2] / "shared" / "corpora" / "tracks"
TRACKS = registry.load("tracks")
NOTED_IDS = ("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2", "8x8:d9s5c6zgAa,1,4,1,4,4,3,S3,5,2,2,4,S5,3,3,5,1")
SGT_IDS = [
    line.partition("\t")[0] for path in sorted(CORPORA.glob("sgt_*.txt")) for line in path.read_text().splitlines()
]


def notation(name: str) -> Format:
    return next(form for form in TRACKS.formats if form.name == name)


def faults(name: str) -> list[Any]:
    cases = yaml.safe_load((DATA / f"{name}-faults.yaml").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["says"]) for case in cases]


@given(puzzles())
def test_a_game_id_reads_back_as_a_presentation_of_the_puzzle(puzzle: TracksPuzzle) -> None:
    tatham = notation("tatham")
    if (puzzle.entry.side ^ puzzle.exit.side) & 1:
        (back,) = tatham.read(tatham.write(puzzle, None))
        assert TRACKS.key(back) == TRACKS.key(puzzle)
        assert bool(tatham.remarks(puzzle, None)) == (back != puzzle)
    else:
        with pytest.raises(InvalidPuzzle, match="a game ID has its ends on two sides that meet"):
            tatham.write(puzzle, None)


@pytest.mark.parametrize("word", NOTED_IDS)
def test_a_game_id_is_written_as_it_was_read(word: str) -> None:
    (puzzle,) = notation("tatham").read(word)
    assert (SIDES[puzzle.entry.side], SIDES[puzzle.exit.side]) == ("W", "S")
    assert notation("tatham").write(puzzle, None) == word + "\n"


@pytest.mark.skipif(not SGT_IDS, reason="the shared corpora are not beside the repository")
def test_every_id_of_the_corpora_is_written_as_it_was_read() -> None:
    back = [notation("tatham").write(puzzle, None).rstrip() for puzzle in notation("tatham").read("\n".join(SGT_IDS))]
    assert back == SGT_IDS
    assert len(back) == 1050


def test_lines_of_comment_blank_lines_and_what_follows_a_tab_are_no_game_ids() -> None:
    text = f"# two of them\n\n{NOTED_IDS[0]}\tNNN\n   \n  {NOTED_IDS[1]}  \n"
    assert len([puzzle for puzzle in notation("tatham").read(text) if isinstance(puzzle, TracksPuzzle)]) == 2


@pytest.mark.parametrize("case", faults("tatham"))
def test_a_broken_game_id_says_where(case: dict[str, str]) -> None:
    (broken,) = notation("tatham").read(case["id"])
    assert isinstance(broken, InvalidPuzzle)
    assert broken.faults[0].code == case["code"]
    assert case["says"] in broken.faults[0].message


@pytest.mark.parametrize("case", faults("plain"))
def test_a_broken_plain_grid_says_where(case: dict[str, str]) -> None:
    (broken,) = notation("plain").read(case["text"])
    assert isinstance(broken, InvalidPuzzle)
    assert broken.faults[0].code == case["code"]
    assert case["says"] in broken.faults[0].message


def test_pieces_in_another_hand_and_tight_spacing_are_taken() -> None:
    (loose,) = notation("plain").read("#! comment\n1 1\n→━═→2\n")
    assert isinstance(loose, TracksPuzzle)
    assert loose.givens == (2, 2)


@pytest.mark.parametrize(
    "claim",
    [
        {"grid": ["──", ".."]},
        ["──", ".."],
        "──\n..\n",
        "#! an answer\n\n  1 1\n→ ─ ─ →  2\n  . .    0\n",
    ],
    ids=["part of a record", "rows", "bare rows", "plain grid"],
)
def test_an_answer_is_read_in_every_form(claim: object) -> None:
    (puzzle,) = notation("plain").read("  1 1\n→ . . →  2\n  . .    0\n")
    assert TRACKS.read_answer(puzzle, claim) == (2, 2, 0, 0)


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ({}, "the key 'grid' of the answer is missing"),
        (7, "'grid' is '7'; it is a list of rows"),
        ({"grid": ["──"]}, "the grid has 1 row; its height is 2"),
        ({"grid": ["──", ".x"]}, "'x' at r2c2 is no piece"),
    ],
)
def test_an_answer_that_cannot_be_read_says_why(claim: object, says: str) -> None:
    (puzzle,) = notation("plain").read("  1 1\n→ . . →  2\n  . .    0\n")
    with pytest.raises(InvalidPuzzle, match=says):
        TRACKS.read_answer(puzzle, claim)
