"""Compiled kernels: one decorator, and where their machine code is kept.

numba notices a change of the file that holds a kernel, but not of the kernels it calls. The cache folder is therefore
named after the text of every source file beside it: changed code never meets old machine code.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])
SOURCES = Path(__file__).parent.parent


def _fingerprint() -> str:
    """Sixteen hex digits that change with any source file of the models, its place, the Python and numba."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {SOURCES}".encode())
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
if CACHE is not None:
    setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010 - made at run time, unknown to type checkers


IS_PLAIN = bool(os.environ.get("NUMBA_DISABLE_JIT", "0") != "0")  # kernels left as plain Python


def kernel(function: Function) -> Function:
    """Compile a function at its first call, and keep the machine code where a folder for it can be had."""
    compiled = numba.njit(cache=CACHE is not None)(function)
    return cast(Function, compiled if IS_PLAIN else _by_type_alone(compiled))


def inlined(function: Function) -> Function:
    """A kernel that becomes part of each kernel that calls it: a layer less for the compiler to go through again."""
    return cast(Function, numba.njit(inline="always")(function))


def _by_type_alone(dispatcher: Any) -> Any:
    """Let calls with constants share the code for their types.

    Left alone, numba compiles a kernel anew for every constant it is called with: `strike` some fifty times.
    """
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(numba.types.unliteral, args)), kws)
    return dispatcher


def is_compiled(name: str) -> bool:
    """Whether the kernels called `name` were compiled before, by this or another process."""
    return CACHE is not None and (CACHE / f"{name}.compiled").exists()


def note_compiled(name: str) -> None:
    """Leave word that the kernels called `name` are in the cache. Best effort: without a folder there is no cache."""
    if CACHE is not None and _private(CACHE):
        with suppress(OSError):
            (CACHE / f"{name}.compiled").touch()
