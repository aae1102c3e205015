"""Arrays that grow at the end."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.encoding import Ints

Number = TypeVar("Number", bound=np.generic)
_FIRST_CAPACITY = 1 << 12
"""Entries that fit at first. The capacity doubles whenever it is exceeded."""


class GrowingArray(Generic[Number]):
    """An array of numbers, or of rows of equal width, that grows at the end."""

    def __init__(self, kind: type[Number], width: int | None = None) -> None:
        shape = (_FIRST_CAPACITY,) if width is None else (_FIRST_CAPACITY, width)
        self._array: NDArray[Number] = np.empty(shape, dtype=kind)
        self._count = 0

    def __len__(self) -> int:
        """Return the number of entries."""
        return self._count

    def extend(self, entries: NDArray[Number]) -> None:
        """Append entries."""
        end = self._count + len(entries)
        if end > len(self._array):
            larger = np.empty((2 * end, *self._array.shape[1:]), dtype=self._array.dtype)
            larger[: self._count] = self._array[: self._count]
            self._array = larger
        self._array[self._count : end] = entries
        self._count = end

    def take(self, numbers: Ints) -> NDArray[Number]:
        """Return a copy of the entries with these numbers."""
        return self._array.take(numbers, axis=0)

    def all(self) -> NDArray[Number]:
        """Return a view of all entries."""
        return self._array[: self._count]

    def pop(self, count: int) -> NDArray[Number]:
        """Remove and return the last `count` entries, or all if there are fewer."""
        end = self._count
        self._count = max(0, end - count)
        return self._array[self._count : end].copy()
