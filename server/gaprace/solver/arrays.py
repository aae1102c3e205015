"""Arrays that grow."""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)
Arrays = TypeVar("Arrays", bound=NamedTuple)


def with_room(array: NDArray[Number], count: int) -> NDArray[Number]:
    """Return an array with at least `count` entries that begins with those of the given one.

    It is twice as long as needed, so that growing entry by entry copies each entry twice on average. Memory to which
    nothing was written costs nothing.
    """
    if count <= len(array):
        return array
    larger = np.empty((2 * count, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def all_with_room(arrays: Arrays, count: int) -> Arrays:
    """Return the same arrays, each with at least `count` entries."""
    return arrays._make(with_room(each, count) for each in arrays)
