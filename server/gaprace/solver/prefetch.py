"""Reading ahead of need, for the compiled loops: one instruction, for which Python has no operator."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # the builder that Numba hands over is one of its own
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

POINTER, NUMBER = ir.IntType(8).as_pointer(), ir.IntType(32)
WRITE, KEEP, DATA = NUMBER(1), NUMBER(3), NUMBER(1)
"""The arguments of `llvm.prefetch` (LLVM Language Reference): what is read will be written, and stays in all caches."""


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
