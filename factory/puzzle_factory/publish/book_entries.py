"""Plates as entries of a book: numbered as their records are, and graded."""

from __future__ import annotations

from collections.abc import Sequence

from puzzle_factory.grading import grade
from puzzle_factory.publish.book import Entry
from puzzle_factory.publish.plates import Plate


def entries_of(plates: Sequence[Plate]) -> tuple[list[Entry], list[str]]:
    """The entries in the order of their numbers, and lines about levels that records claim and we do not find."""
    remarks, entries = [], []
    for number, plate in zip(_numbers(plates), plates, strict=True):
        found = grade(plate.genre, plate.puzzle)
        claimed = plate.item.record.get("grade") if plate.item.record else None
        level = claimed.get("level") if isinstance(claimed, dict) else None
        if level not in (None, found.level):
            remarks.append(f"{plate.place}: its record says {level}; {found.level} is printed, as we grade it")
        entries.append(Entry(plate, number, found.level, found.score))
    return sorted(entries, key=lambda entry: entry.number), remarks


def _numbers(plates: Sequence[Plate]) -> list[int]:
    """What the records have, if all have one of their own; else counted from one."""
    said = [plate.item.record.get("number") if plate.item.record else None for plate in plates]
    numbers = [number for number in said if type(number) is int and number > 0]
    if len(set(numbers)) == len(plates):
        return numbers
    return list(range(1, len(plates) + 1))
