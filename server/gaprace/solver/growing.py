"""Arrays that grow at the end."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from gaprace.solver.layout import Ints

Number = TypeVar("Number", bound=np.generic)
_FIRST = 1 << 12
"""Entries that there is room for at first; room doubles whenever it is short."""


class Growing(Generic[Number]):
    """An array of numbers, or of rows of equal width, that grows at the end."""

    def __init__(self, kind: type[Number], width: int | None = None) -> None:
        self._array: NDArray[Number] = np.empty((_FIRST,) if width is None else (_FIRST, width), dtype=kind)
        self._count = 0

    def __len__(self) -> int:
        """How many entries there are."""
        return self._count

    def extend(self, entries: NDArray[Number]) -> None:
        """Put entries at the end."""
        end = self._count + len(entries)
        if end > len(self._array):
            room = np.empty((2 * end, *self._array.shape[1:]), dtype=self._array.dtype)
            room[: self._count] = self._array[: self._count]
            self._array = room
        self._array[self._count : end] = entries
        self._count = end

    def take(self, numbers: Ints) -> NDArray[Number]:
        """Return the entries of these numbers."""
        return self._array.take(numbers, axis=0)

    def all(self) -> NDArray[Number]:
        """Return all entries, without a copy."""
        return self._array[: self._count]

    def drop(self, count: int) -> NDArray[Number]:
        """Take the last entries off, at most so many."""
        end = self._count
        self._count = max(0, end - count)
        return self._array[self._count : end].copy()
