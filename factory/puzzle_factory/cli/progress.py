"""How far the making of puzzles has come: a bar on a terminal, elsewhere a plain line every now and then."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any

from puzzle_factory.assembly import Watch

if TYPE_CHECKING:
    from tqdm import tqdm

    from puzzle_factory.production import Item, Made

LINE_EVERY_S = 30.0


class Progress(Watch):
    """Shows done and total, the rate, the time left, and how many candidates a puzzle took. A context manager."""

    def __init__(self, quiet: bool, verbose: bool) -> None:
        self._quiet, self._verbose = quiet, verbose
        self._bar: tqdm[Any] | None = None
        self._total = self._done = self._items = self._rejected = self._kept = 0
        self._orders, self._missing = Counter[int](), Counter[int]()  # items by the number of their order
        self._started = self._said = monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, traceback: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def begin(self, items: Sequence[Item], kept: Sequence[Item]) -> None:
        """A round of making begins, with these items to come in all, of which some are there already."""
        from tqdm import tqdm

        self._total = sum(item.records for item in items)
        self._done = self._kept = sum(item.records for item in kept)
        self._orders = Counter(item.order.number for item in items)
        self._missing = self._orders - Counter(item.order.number for item in kept)
        self._started = self._said = monotonic()
        if 0 < self._kept < self._total and not self._quiet:
            self._line(f"{self._kept} of {self._total} were made before; going on")
        if self._bar is not None:
            self._bar.close()
        silent = True if self._quiet else None  # None: unless stderr is a terminal
        self._bar = tqdm(total=self._total, initial=self._kept, unit="puzzle", leave=False, disable=silent)

    def made(self, made: Made) -> None:
        """An item is there."""
        assert self._bar is not None
        self._done += len(made.records)
        self._items += 1
        self._rejected += sum(made.tally.values())
        self._bar.update(len(made.records))
        self._bar.set_postfix_str(f"{self._candidates:.1f} candidates for each made", refresh=False)
        self._missing[made.item.order.number] -= 1
        if self._verbose and not self._missing[made.item.order.number]:
            self._line(f"{made.item.order}: {self._orders[made.item.order.number]} made")
        if self._bar.disable and not self._quiet and monotonic() - self._said > LINE_EVERY_S:
            self._said = monotonic()
            self._line(self._in_words())

    @property
    def _candidates(self) -> float:
        return 1 + self._rejected / max(1, self._items)

    def _in_words(self) -> str:
        rate = (self._done - self._kept) / (monotonic() - self._started)
        left_s = (self._total - self._done) / rate
        return (
            f"{self._done} of {self._total} made, {rate:.1f} a second, {left_s:.0f} s left, "
            f"{self._candidates:.1f} candidates for each made"
        )

    def _line(self, text: str) -> None:
        """A line on stderr that leaves the bar whole."""
        from tqdm import tqdm

        tqdm.write(text, file=sys.stderr)
