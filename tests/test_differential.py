"""Both engines, the third encoding and brute force agree on small puzzles, and a fault in any rule shows."""

from __future__ import annotations

import pytest

import third_encoding
from differential import compare_many
from puzzle_factory.uniqueness import engines_of_this_process
from puzzle_models import registry

A_SHORT_RUN = 240  # tests/bench/differential.py makes the long one


@pytest.mark.parametrize("genre", registry.names())
def test_engines_third_encoding_and_brute_force_agree(genre: str) -> None:
    counts, wrong = compare_many(genre, range(A_SHORT_RUN), engines_of_this_process())
    assert wrong == []
    assert {kind.partition(", ")[2] for kind in counts} == {"none", "unique", "multiple"}


@pytest.mark.parametrize("bits", third_encoding.TAPS)
def test_a_register_comes_round_after_all_its_states(bits: int) -> None:
    """Else a closed loop could be numbered."""
    state = first = (1,) + (0,) * (bits - 1)
    for step in range(1, 2**bits):  # noqa: B007
        state = (state[-1] ^ state[third_encoding.TAPS[bits] - 1], *state[:-1])
        if state == first:
            break
    assert step == 2**bits - 1
