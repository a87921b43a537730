"""The shared corpora and slips in them: the verdict of both engines is that of the third encoding."""

from __future__ import annotations

import os

import pytest

import corpora
import third_encoding
from differential import differences, verdict_of
from puzzle_factory.uniqueness import engines_of_this_process
from test_tracks_corpora import CORPORA

EACH = int(
    os.environ.get("CORPORA_EACH", "3")
)  # puzzles of each file; with 10000, and 3 slips each, it takes half an hour
SLIPS = int(os.environ.get("CORPORA_SLIPS", "1"))
pytestmark = pytest.mark.skipif(not CORPORA.is_dir(), reason="the shared corpora are not beside the repository")


def test_verdicts_on_the_corpora_and_on_slips_in_them_are_right() -> None:
    counts: dict[str, int] = {}
    wrong = []
    for number, puzzle in enumerate(corpora.puzzles(EACH)):
        for kind, one in enumerate([puzzle, *corpora.slips(puzzle, number, SLIPS)]):
            answers = third_encoding.answers(one)
            wrong += differences(one, answers, engines_of_this_process())
            name = f"{'slip' if kind else 'as it is'}, {verdict_of(len(answers))}"
            counts[name] = counts.get(name, 0) + 1
    print(counts)
    assert wrong == []
    assert {"slip, none", "slip, unique", "slip, multiple"} <= counts.keys()
