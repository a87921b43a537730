"""A share of a batch, to be made apart: every Nth item, so that each share has its part of all orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzle_factory.production import Item

MOST = 10_000  # shares


@dataclass(frozen=True)
class Shard:
    """Share `number`, from 1, out of `of`."""

    number: int
    of: int

    @classmethod
    def parse(cls, said: str) -> Shard:
        """The shard that `2/3` means. Raises ValueError."""
        number, slash, of = said.partition("/")
        whole = slash and all(word.isascii() and word.isdigit() and len(word) < 6 for word in (number, of))
        if not whole or not 1 <= int(number) <= int(of) <= MOST:
            raise ValueError(f"'{said}' is no share; write 1/3 for the first of three")
        return cls(int(number), int(of))

    def items(self, items: Sequence[Item]) -> list[Item]:
        """The items of this share."""
        return list(items[self.number - 1 :: self.of])

    def stem(self, name: str) -> str:
        """How the files of this share of a batch are called, without their endings."""
        return f"{name}.shard-{self.number}-of-{self.of}"

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"
