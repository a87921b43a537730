"""The manifest of a finished batch: the checksums of its files, and all that may differ from machine to machine."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from puzzle_factory import __version__
from puzzle_factory.errors import REFUTED, FactoryError, IoFailure, Unreadable, WrongUsage
from puzzle_factory.program import program, tools
from puzzle_factory.recipe import Recipe
from puzzle_factory.sharding import Shard

SCHEMA = "puzzle-factory/manifest/1"


class AlteredBatch(FactoryError):
    """A finished batch is not what its manifest says it was."""

    exit_code = REFUTED


@dataclass(frozen=True)
class Layout:
    """The names of a batch's files in its folder, or of those of a share of it."""

    folder: Path
    files: dict[str, str]  # name -> format
    manifest: Path
    journal: Path

    @classmethod
    def of(cls, recipe: Recipe, folder: Path, shard: Shard | None) -> Layout:
        if shard is None:
            files = {f"{recipe.name}.{form}": form for form in recipe.formats}
            return cls(folder, files, folder / "manifest.json", folder / "journal.jsonl")
        stem = shard.stem(recipe.name)
        return cls(folder, {f"{stem}.jsonl": "jsonl"}, manifest_beside(folder / stem), folder / f"{stem}.journal.jsonl")


def manifest_beside(stem: Path) -> Path:
    """The manifest of a share of a batch, whose files have that stem."""
    return stem.with_name(f"{stem.name}.manifest.json")


class Summed:
    """Pieces of a file that are summed up as they pass."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self._digest = hashlib.sha256()

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self._digest.update(piece)
            yield piece

    @property
    def sha256(self) -> str:
        """The SHA-256 of what has passed, in hex."""
        return self._digest.hexdigest()


@dataclass(frozen=True)
class Finished:
    """A batch in its folder. `fresh` is False where an earlier run had made it; `first` is its first record, as data,
    where it was made now."""

    folder: Path
    files: tuple[Path, ...]
    count: int
    fresh: bool
    first: Mapping[str, Any] | None = None


def manifest_pieces(
    recipe: Recipe, shard: Shard | None, puzzles: int, files: Mapping[str, Summed], started: datetime
) -> Iterator[bytes]:
    """The manifest, written when all files it tells of are."""
    said: dict[str, object] = {
        "schema": SCHEMA,
        "recipe": {"name": recipe.name, "sha256": recipe.sha256, "seed": recipe.seed},
        "puzzles": puzzles,
        "files": [{"file": name, "sha256": content.sha256} for name, content in files.items()],
        "made": {
            "started": started.isoformat(timespec="seconds"),
            "seconds": round((datetime.now(UTC) - started).total_seconds(), 1),
            "version": __version__,
            "program": program(),
            "python": platform.python_version(),
            "tools": tools(),
            "system": platform.platform(),
        },
    }
    if shard:
        said["shard"] = {"number": shard.number, "of": shard.of, "recipe": recipe.content.decode()}
    yield (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode()


def read_manifest(path: Path) -> Mapping[str, Any] | None:
    """The manifest of a finished batch, None where there is none. Raises Unreadable where it cannot be read."""
    if not path.exists():
        return None
    try:
        said = json.loads(path.read_bytes())
    except OSError as error:
        raise IoFailure(f"{path}: cannot be read, {error.strerror or error}") from error
    except (ValueError, RecursionError):
        said = None
    match said:
        case {"recipe": {"sha256": str(), "seed": str()}, "puzzles": int(), "files": [*files]} if all(
            map(_is_file, files)
        ):
            return dict(said)
    raise Unreadable(f"{path}: no manifest of ours; move it away, or name another folder with -o")


def _is_file(entry: object) -> bool:
    match entry:
        case {"file": str(), "sha256": str()}:
            return True
    return False


def checked(layout: Layout, manifest: Mapping[str, Any], recipe: Recipe) -> Finished:
    """The finished batch that a manifest describes, its files held against their checksums.

    Raises AlteredBatch where one was changed, WrongUsage where it is the batch of another recipe, or lacks a format.
    """
    if (manifest["recipe"]["sha256"], manifest["recipe"]["seed"]) != (recipe.sha256, recipe.seed):
        raise WrongUsage(
            f"{layout.folder} holds the finished batch of another recipe or seed, or of this one before it was "
            "changed; move it away, or name another folder with -o"
        )
    there = tuple(unaltered(layout.manifest, manifest))
    lacking = [name for name in layout.files if name not in [file.name for file in there]]
    if lacking:
        raise WrongUsage(
            f"{layout.folder} holds the finished batch in other formats, without {', '.join(lacking)}; "
            "`convert` makes them of what is there, or name another folder with -o"
        )
    return Finished(layout.folder, there, manifest["puzzles"], False)


def unaltered(path: Path, manifest: Mapping[str, Any]) -> Iterator[Path]:
    """The files that the manifest at `path` tells of. Raises AlteredBatch at one that is gone or was changed."""
    for entry in manifest["files"]:
        file = path.parent / entry["file"]
        if not file.is_file():
            raise AlteredBatch(
                f"{file}: the batch was finished, but this file is gone; put it back, or name another folder with -o"
            )
        if _sha256(file) != entry["sha256"]:
            raise AlteredBatch(f"{file}: altered since the batch was finished; left untouched")
        yield file


def _sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
