"""How far a run over the calendar has come: a bar on a terminal, and with -v a line for each thing that is done."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any

from puzzle_factory.tidings import Watch

if TYPE_CHECKING:
    from tqdm import tqdm


@dataclass
class Bar(Watch):
    """A bar of so many units, for which the techniques are compiled that there is `need` of. A context manager."""

    unit: str
    need: str
    quiet: bool
    verbose: bool
    _bar: tqdm[Any] | None = field(default=None, init=False)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, traceback: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def begin(self, genres: Sequence[str], total: int) -> None:
        from tqdm import tqdm

        from puzzle_factory.cli.making import progress
        from puzzle_factory.warmup import warm_up
        from puzzle_models import registry

        for name in genres:
            warm_up(registry.load(name), self.need, progress(self.quiet))
        self._bar = tqdm(total=total, unit=self.unit, leave=False, disable=True if self.quiet else None)

    def done(self, line: str) -> None:
        assert self._bar is not None
        self._bar.update()
        if self.verbose:
            self._bar.write(line, file=sys.stderr)
