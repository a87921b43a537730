"""A batch: a recipe carried out into a folder, once. What stands there finished is checked and left alone.

The manifest is written last, so that a folder without one holds no finished batch. A run that is cut short takes its
files away again; only one that is killed while it writes them leaves some, each whole. Files are therefore taken over
where they hold the bytes that this run would write, and no others: they may be anyone's, a batch by `generate` too.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from puzzle_factory import __version__
from puzzle_factory.errors import REFUTED, FactoryError, IoFailure, Unreadable, WrongUsage
from puzzle_factory.recipe import Recipe
from puzzle_factory.records import Record
from puzzle_factory.store import write_all
from puzzle_factory.writing import opening, write_batch

SCHEMA = "puzzle-factory/manifest/1"
MANIFEST = "manifest.json"
TOOLS = ("ortools", "python-sat", "numba", "numpy")


class AlteredBatch(FactoryError):
    """A finished batch is not what its manifest says it was."""

    exit_code = REFUTED


@dataclass(frozen=True)
class Finished:
    """A batch in its folder. `fresh` is False where an earlier run had made it."""

    folder: Path
    files: tuple[Path, ...]
    count: int
    fresh: bool


def carry_out(recipe: Recipe, folder: Path, make: Callable[[], Iterable[Record]]) -> tuple[Finished, Record | None]:
    """The finished batch of a recipe in a folder, and its first record where it was made now.

    Raises AlteredBatch where a file of a finished batch was changed, WrongUsage where the folder holds another batch.
    """
    manifest = read_manifest(folder)
    if manifest is not None:
        return checked(folder, manifest, recipe), None
    make_folder(folder)
    check_room(folder, {f"{recipe.name}.{form}": b"" for form in recipe.formats})
    started = datetime.now(UTC)
    made = iter(make())
    first = next(made)  # tells what stands in the way before the long work is done
    check_room(folder, {f"{recipe.name}.{form}": opening(first, form) for form in recipe.formats})
    records = [first, *made]
    contents = {f"{recipe.name}.{form}": write_batch(records, form) for form in recipe.formats}
    said = manifest_of(recipe, records, contents, started)
    manifest_bytes = (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode()
    check_same(folder, contents)
    write_all(folder, {**contents, MANIFEST: manifest_bytes})
    return Finished(folder, tuple(folder / name for name in contents), len(records), True), records[0]


def make_folder(folder: Path) -> None:
    """Make the folder of a batch before the work that fills it. Raises WrongUsage or IoFailure."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise WrongUsage(
            f"{folder}: a file stands in the way of this folder; move it, or name another with -o"
        ) from error
    except OSError as error:
        raise IoFailure(f"{folder}: the folder cannot be made, {error.strerror or error}") from error


def check_room(folder: Path, openings: Mapping[str, bytes]) -> None:
    """Raise WrongUsage where something stands in the place of a file of the batch and does not begin as that will."""
    for name, start in openings.items():
        path = folder / name
        if path.exists() and not (path.is_file() and _head(path, len(start)) == start):
            raise _in_the_way(path)


def check_same(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Raise WrongUsage where a file is about to be overwritten by other bytes than it holds."""
    for name, content in contents.items():
        if (folder / name).exists() and (folder / name).read_bytes() != content:
            raise _in_the_way(folder / name)


def _head(path: Path, length: int) -> bytes:
    with open(path, "rb") as file:
        return file.read(length)


def _in_the_way(path: Path) -> WrongUsage:
    return WrongUsage(f"{path}: this is not of the batch and would be overwritten; move it, or name a folder with -o")


def read_manifest(folder: Path) -> Mapping[str, Any] | None:
    """The manifest of a finished batch, None where there is none. Raises Unreadable where it cannot be read."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        said = json.loads(path.read_bytes())
        _ = {entry["file"]: entry["sha256"] for entry in said["files"]}, said["recipe"]["sha256"], said["puzzles"]
    except OSError as error:
        raise IoFailure(f"{path}: cannot be read, {error.strerror or error}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise Unreadable(f"{path}: no manifest of ours; move it away, or name another folder with -o") from error
    return said if isinstance(said, dict) else None


def checked(folder: Path, manifest: Mapping[str, Any], recipe: Recipe) -> Finished:
    """The finished batch that a manifest describes, its files held against their checksums."""
    if (manifest["recipe"]["sha256"], manifest["recipe"].get("seed")) != (recipe.sha256, recipe.seed):
        raise WrongUsage(
            f"{folder} holds the finished batch of another recipe or seed, or of this one before it was changed; "
            "move it away, or name another folder with -o"
        )
    files = []
    for entry in manifest["files"]:
        path = folder / entry["file"]
        if not path.is_file():
            raise AlteredBatch(
                f"{path}: the batch was finished, but this file is gone; put it back, or remove {MANIFEST}"
            )
        if hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
            raise AlteredBatch(f"{path}: altered since the batch was finished; left untouched")
        files.append(path)
    return Finished(folder, tuple(files), manifest["puzzles"], False)


def manifest_of(
    recipe: Recipe, records: Iterable[Record], contents: Mapping[str, bytes], started: datetime
) -> dict[str, object]:
    """All about a batch that may differ from machine to machine, and the checksums of its files."""
    return {
        "schema": SCHEMA,
        "recipe": {"name": recipe.name, "sha256": recipe.sha256, "seed": recipe.seed},
        "puzzles": len(list(records)),
        "files": [{"file": name, "sha256": hashlib.sha256(text).hexdigest()} for name, text in contents.items()],
        "made": {
            "started": started.isoformat(timespec="seconds"),
            "seconds": round((datetime.now(UTC) - started).total_seconds(), 1),
            "version": __version__,
            "python": platform.python_version(),
            "tools": {tool: version(tool) for tool in TOOLS},
            "system": platform.platform(),
        },
    }
