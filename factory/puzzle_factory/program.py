"""Which program this is: what one version makes must not be mixed with what another does."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import puzzle_models
from puzzle_factory import __version__

TOOLS = ("ortools", "python-sat", "numba", "numpy")  # what a result may depend on
PACKAGES = (Path(__file__).parent, Path(str(puzzle_models.__file__)).parent)


@cache
def program() -> str:
    """The version, and twelve hex digits that change with any source file: `0.3.0+1f0c3a5e9b72`."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py"), key=lambda path: path.relative_to(package).as_posix()):
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{__version__}+{digest.hexdigest()[:12]}"


def tools() -> dict[str, str]:
    """The versions of what the program stands on."""
    return {tool: version(tool) for tool in TOOLS}
