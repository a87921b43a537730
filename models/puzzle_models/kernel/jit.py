"""Compiled kernels: one decorator. Their machine code is kept in `code_cache.CACHE`, where such a folder can be had."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from puzzle_models.kernel.code_cache import CACHE

Function = TypeVar("Function", bound=Callable[..., object])

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
