"""Our own random numbers: the same on every machine, compiled or not.

The generator is sfc32 (Chris Doty-Humphrey, PractRand): adds, shifts and exclusive-ors of 32-bit words, here held in
int64 so that nothing overflows in plain Python either. A stream is an int64 array of shape (4,).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzle_models.kernel.jit import kernel

WORD = 0xFFFFFFFF
Stream = NDArray[np.int64]


def stream(seed: bytes) -> Stream:
    """A stream from 12 bytes or more of seed (those after the twelfth are not used)."""
    words = [int.from_bytes(seed[at : at + 4], "little") for at in (0, 4, 8)]
    made = np.array([*words, 1], dtype=np.int64)
    for _ in range(12):  # the author's warm-up: poor seeds are mixed in well
        word(made)
    return made


@kernel
def word(stream: Stream) -> int:
    """The next 32 random bits."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    result = (a + b + counter) & WORD
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & WORD
    stream[2] = ((((c << 21) | (c >> 11)) & WORD) + result) & WORD
    stream[3] = (counter + 1) & WORD
    return result


@kernel
def below(stream: Stream, n: int) -> int:
    """A number from 0 to n - 1; n is small beside 2**32, so that the bias of one multiplication does not matter."""
    return (word(stream) * n) >> 32


@kernel
def shuffle(stream: Stream, items: NDArray[np.int64], count: int) -> None:
    """Put the first `count` items into random order, in place."""
    for last in range(count - 1, 0, -1):
        other = below(stream, last + 1)
        items[last], items[other] = items[other], items[last]
