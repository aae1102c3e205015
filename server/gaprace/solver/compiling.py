"""Compilation of the inner loops, by Numba.

Looking into a board takes a few hundred steps on small integers, each of them cheap and none of them like the next:
Python is slow at that, and NumPy cannot express it. Numba translates such loops, as they stand, into machine code when
they are first called. It keeps the code in the folder that `numba.config.CACHE_DIR` names, for as long as the sources
stay the same (see `gaprace.engine.compiled_code`). Without a folder, every process compiles for itself.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import config, njit

Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled(loop: Loop) -> Loop:
    """Have a function compiled when it is first called, and into each compiled one that calls it.

    It cannot make arrays: without Numba's runtime (`_nrt`), nothing counts how often they are in use. That took a sixth
    of the time of an enumeration, and calls a quarter, since each hands over some fifty words that describe arrays.
    """
    options: dict[str, Any] = {"cache": bool(config.CACHE_DIR), "forceinline": True, "_nrt": False}  # type: ignore[attr-defined]  # set when the module is run
    return cast("Loop", njit(loop, **options))
