"""Spoilt files, a few hundred of them: `tests/bench/fuzz.py` judges as many as one likes."""

from __future__ import annotations

import pytest

from fuzz import Tally, judge, spoilt

PARTS, FILES = 4, 100


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_spoilt_is_more_than_refused(part: int) -> None:
    tally = Tally()
    for seed in range(part * FILES, (part + 1) * FILES):
        try:
            judge(spoilt(seed), tally)
        except Exception as error:
            raise AssertionError(f"file {seed}: {spoilt(seed)!r}") from error
    assert tally.files == FILES
    assert tally.verdicts["unique"] and tally.verdicts["invalid"]
