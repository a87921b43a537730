"""Where the machine code of the kernels is kept, and whether it is there: asked without loading the compiler.

numba notices a change of the file that holds a kernel, but not of the kernels it calls. The cache folder is therefore
named after the text of every source file beside it: changed code never meets old machine code.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

SOURCES = Path(__file__).parent.parent


def _fingerprint() -> str:
    """Sixteen hex digits that change with any source file of the models, its place, the Python and numba."""
    compiler = version("numba")
    digest = hashlib.sha256(f"{compiler} {sys.version} {SOURCES}".encode())
    for path in sorted(SOURCES.rglob("*.py")):
        digest.update(str(path.relative_to(SOURCES)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _private(folder: Path) -> bool:
    """Whether `folder` exists or can be made, is ours alone, and takes a file: cached code is code that will be run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = folder.stat()
        if hasattr(os, "getuid") and (held.st_uid != os.getuid() or held.st_mode & 0o002):
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path | None:
    """The first folder that will do: the one numba is told of, the user's cache, the system's temporary folder."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    user = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    wanted = [Path(named)] if named else []
    wanted += [user / "puzzle-factory", Path(tempfile.gettempdir()) / f"puzzle-factory-{owner}"]
    return next((folder / _fingerprint() for folder in wanted if _private(folder)), None)


CACHE = _cache_folder()


def is_compiled(name: str) -> bool:
    """Whether the kernels called `name` were compiled before, by this or another process."""
    return CACHE is not None and (CACHE / f"{name}.compiled").exists()


def note_compiled(name: str) -> None:
    """Leave word that the kernels called `name` are in the cache. Best effort: without a folder there is no cache."""
    if CACHE is not None and _private(CACHE):
        with suppress(OSError):
            (CACHE / f"{name}.compiled").touch()
