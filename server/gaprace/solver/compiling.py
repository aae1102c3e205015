"""Compilation of the inner loops, by Numba.

Looking into a board takes a few hundred steps on small integers, each of them cheap and none of them like the next:
Python is slow at that, and NumPy cannot express it. Numba translates such loops, as they stand, into machine code when
they are first called. It keeps the code in the folder that `numba.config.CACHE_DIR` names, for as long as the sources
stay the same (see `gaprace.engine.compiled_code`). Without a folder, every process compiles for itself.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # the builder that Numba hands over is one of its own
from numba import config, njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled(loop: Loop) -> Loop:
    """Have a function compiled when it is first called, and into each compiled one that calls it.

    It cannot make arrays: without Numba's runtime (`_nrt`), nothing counts how often they are in use. That took a sixth
    of the time of an enumeration, and calls a quarter, since each hands over some fifty words that describe arrays.
    """
    options: dict[str, Any] = {"cache": bool(config.CACHE_DIR), "forceinline": True, "_nrt": False}  # type: ignore[attr-defined]  # set when the module is run
    return cast("Loop", njit(loop, **options))


def _lowest_of(_typing: Any, _bits: Any) -> Any:  # noqa: ANN401  # the interface of Numba
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        has_any = context.get_constant(types.boolean, 1)
        return builder.cttz(arguments[0], has_any)

    return types.int64(types.int64), code


lowest_of = cast("Callable[[int], int]", intrinsic(_lowest_of))
"""Returns the lowest number of a set that is not empty: one instruction, for which Python has no operator."""


POINTER, NUMBER = ir.IntType(8).as_pointer(), ir.IntType(32)
WRITE, KEEP, DATA = NUMBER(1), NUMBER(3), NUMBER(1)
"""The arguments of `llvm.prefetch` (LLVM Language Reference): the data will be written, and stay in all caches."""


def _prefetch(_typing: Any, items: Any, index: Any) -> Any:  # noqa: ANN401  # the interface of Numba
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        first = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        item = builder.bitcast(builder.gep(first, (arguments[1],)), POINTER)
        call = ir.FunctionType(ir.VoidType(), (POINTER, NUMBER, NUMBER, NUMBER))
        prefetching = builder.module.declare_intrinsic("llvm.prefetch", (POINTER,), call)
        builder.call(prefetching, (item, WRITE, KEEP, DATA))
        return context.get_dummy_value()

    return types.void(items, index), code


prefetch = cast("Callable[[NDArray[Any], int | np.integer[Any]], None]", intrinsic(_prefetch))
"""Has the processor read an item of an array into its caches, without waiting for it."""
