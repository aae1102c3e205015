"""Sets of small numbers as the bits of one number, for the compiled loops: bit n is set where n belongs to it."""

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic


def _lowest_of(_typing: Any, _bits: Any) -> Any:  # noqa: ANN401  # the interface of Numba
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        has_any = context.get_constant(types.boolean, 1)
        return builder.cttz(arguments[0], has_any)

    return types.int64(types.int64), code


lowest_of = cast("Callable[[int], int]", intrinsic(_lowest_of))
"""Returns the lowest number of a set that is not empty: one instruction, for which Python has no operator."""
