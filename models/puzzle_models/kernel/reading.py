"""Foreign data read with all its faults noted on the way, so that one look tells all that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from puzzle_models.kernel.contract import InvalidPuzzle, Violation


class Reading:
    """Reads parts of foreign data. What cannot be read is a fault noted, and nothing (or 0) in its place."""

    def __init__(self) -> None:
        self.faults: list[Violation] = []

    def fault(self, code: str, where: str, message: str) -> None:
        self.faults.append(Violation(code, where, message))

    def check(self, puzzle: object = None) -> None:
        """Raise InvalidPuzzle where a fault was noted, with the `puzzle` where all of it has been read."""
        if self.faults:
            raise InvalidPuzzle(self.faults, puzzle)

    def member(self, data: Mapping[str, object], key: str, owner: str) -> object:
        """A key's value; None, and a fault, where it is missing."""
        if data.get(key) is None:
            close = get_close_matches(key, [name for name in data if len(name) < 40], n=1, cutoff=0.75)
            hint = f"; is {shown(close[0])} meant for it?" if close and close[0] != key else ""
            self.fault("missing", key, f"the key '{key}' of {owner} is missing{hint}")
        return data.get(key)

    def number(self, value: object, where: str) -> int:
        """A whole number; 0, and a fault, where it is none."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not None:
            self.fault("type", where, f"{where} is {shown(value)}; it is a whole number")
        return 0

    def rows(self, value: object, needed: int, side: str) -> dict[int, str]:
        """The rows of a grid that are texts, by number; `side` is the puzzle's word for how many it needs."""
        if not isinstance(value, list):
            if value is not None:
                self.fault("type", "grid", f"'grid' is {shown(value)}; it is a list of rows")
            return {}
        if len(value) != needed:
            self.fault("grid-size", "grid", f"the grid has {counted(len(value), 'row')}; its {side} is {needed}")
        for row, text in enumerate(value[:needed], 1):
            if not isinstance(text, str):
                self.fault("type", f"row {row}", f"row {row} of the grid is {shown(text)}; it is a text in quotes")
        return {row: text for row, text in enumerate(value[:needed]) if isinstance(text, str)}

    def row_width(self, row: int, found: int, needed: int, side: str) -> None:
        """A fault where a row has not as many cells as it needs."""
        if found != needed:
            message = f"row {row + 1} of the grid has {counted(found, 'cell')}; its {side} is {needed}"
            self.fault("grid-size", f"row {row + 1}", message)


def counted(number: int, noun: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shown(value: object) -> str:
    """Foreign data in a message: short, on one line."""
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    text = "".join(char if char.isprintable() else "?" for char in str(value)[:31])
    return f"'{text}'" if len(text) < 31 else f"'{text[:30]}…'"
