"""What the subcommands of `archive` say, to people and to scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from puzzle_factory.desk.acquisition import Added
from puzzle_factory.desk.inventory import Fault, Stats, fault_object


def added_text(added: Added) -> str:
    """A line on one file."""
    parts = [f"{added.new} added to {added.publication}"]
    parts += [f"{added.there} there already"] if added.there else []
    parts += [f"{added.refused} not added"] if added.refused else []
    return f"{added.source}: {', '.join(parts)}"


def added_object(added: Added) -> dict[str, object]:
    """The same for scripts."""
    return {
        "source": added.source,
        "publication": added.publication.name,
        "date": added.publication.date,
        "added": added.new,
        "there": added.there,
        "refused": added.refused,
        "messages": list(added.lines),
    }


def stats_text(stats: Stats) -> str:
    """The counts, a line each."""
    lines = [f"{counted(stats.puzzles, 'puzzle')}{_between(stats.first, stats.last)}"]
    for name, counts in (("genres", stats.genres), ("sizes", stats.sizes), ("levels", stats.levels)):
        lines += [f"{name}: {_listed(counts)}"] if counts else []
    for run in stats.publications:
        lines.append(f"  {run.name}: {counted(run.puzzles, 'puzzle')}{_between(run.first, run.last)}")
    return "\n".join(lines)


def stats_object(stats: Stats) -> dict[str, object]:
    """The same for scripts."""
    return {**asdict(stats), "first": stats.first, "last": stats.last}


def check_summary(path: Path, records: int, faults: int) -> str:
    """The last line of a check."""
    verdict = counted(faults, "fault") if faults else "all is well"
    return f"{path}: {counted(records, 'record')} checked, {verdict}"


def check_object(path: Path, records: int, faults: Sequence[Fault]) -> dict[str, object]:
    """A check for scripts."""
    return {"archive": str(path), "records": records, "faults": [fault_object(fault) for fault in faults]}


def counted(count: int, word: str) -> str:
    """`1 puzzle`, `2 puzzles`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{word} {count}" for word, count in counts.items())


def _between(first: str | None, last: str | None) -> str:
    if first is None:
        return ""
    return f", of {first}" if first == last else f", of {first} to {last}"
