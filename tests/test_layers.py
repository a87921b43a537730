"""Who may know whom: factory -> models -> kernel, no genre another, no genre's name in the factory."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import puzzle_factory
import puzzle_models
from puzzle_models import registry

FACTORY = Path(next(iter(puzzle_factory.__path__)))
MODELS = Path(next(iter(puzzle_models.__path__)))
GENRES = {module.split(".")[1] for module in registry.MODULES.values()}


def modules(root: Path) -> list[Path]:
    found = sorted(root.rglob("*.py"))
    assert found
    return found


def imports(path: Path) -> Iterator[str]:
    """The dotted names that a module imports, wherever in it; `from a import b` gives `a` and `a.b`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def words(path: Path) -> set[str]:
    """The strings of a module."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def top(name: str) -> str:
    return name.partition(".")[0]


@pytest.mark.parametrize("path", modules(MODELS), ids=lambda path: str(path.relative_to(MODELS)))
def test_models_know_neither_factory_nor_its_tools(path: Path) -> None:
    assert not {top(name) for name in imports(path)} & {"puzzle_factory", "click", "yaml", "tqdm", "pysat"}


@pytest.mark.parametrize("path", modules(MODELS), ids=lambda path: str(path.relative_to(MODELS)))
def test_kernel_knows_no_genre_and_genres_not_each_other(path: Path) -> None:
    home = path.relative_to(MODELS).parts[0]
    others = {f"puzzle_models.{genre}" for genre in GENRES - {home}}
    named = {*imports(path), *(words(path) if home != "registry.py" else ())}
    assert not {".".join(name.split(".")[:2]) for name in named} & others


@pytest.mark.parametrize("path", modules(FACTORY), ids=lambda path: str(path.relative_to(FACTORY)))
def test_factory_never_names_a_genre(path: Path) -> None:
    genres = {f"puzzle_models.{genre}" for genre in GENRES}
    assert not {".".join(name.split(".")[:2]) for name in imports(path)} & genres
    assert not words(path) & set(registry.names())


@pytest.mark.parametrize("path", modules(FACTORY), ids=lambda path: str(path.relative_to(FACTORY)))
def test_click_stays_in_the_command_line_and_pysat_in_the_engines(path: Path) -> None:
    used = {top(name) for name in imports(path)}
    assert "click" not in used or path.relative_to(FACTORY).parts[0] == "cli"
    assert "pysat" not in used or path.parent == FACTORY / "engines"


def test_every_genre_has_its_folder() -> None:
    assert all((MODELS / genre / "genre.py").is_file() for genre in GENRES)
