"""A sequence that never changes, and of which a longer one can be made in constant time.

A game leads on from the one before by one more action. As tuples, every action would copy all earlier ones, so that a
move of a long game would cost more than one of a short game. As slices of Go do (https://go.dev/blog/slices-intro),
histories that lead on from each other share one list, and each knows how much of it is its own.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, Self, TypeVar, overload

Item = TypeVar("Item")


class History(Sequence[Item], Generic[Item]):
    """An immutable sequence: equal to every sequence with equal items."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    @classmethod
    def _view(cls, items: list[Item], length: int) -> Self:
        view = cls.__new__(cls)
        view._items, view._length = items, length  # noqa: SLF001 - of its own class
        return view

    def with_next(self, item: Item) -> Self:
        """Return the history with one more item. Only the first one that leads on from it shares its list.

        An empty one shares nothing, since it is the beginning of many.
        """
        items, at = self._items, self._length
        if at and len(items) == at:
            items.append(item)
            if items[at] is item:  # and not that of another thread
                return self._view(items, at + 1)
        return self._view([*items[:at], item], at + 1)

    def without_last(self) -> Self:
        """Return the history without its last item; an empty one stays empty."""
        return self._view(self._items, max(0, self._length - 1))

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> Item | Self:
        if isinstance(index, slice):
            return type(self)(self._items[place] for place in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(f"There is no item {index} in a history of {self._length}.")
        return self._items[index if index >= 0 else self._length + index]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History({list(self)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Item, ...]]]:
        """Pickle what is its own."""
        return type(self), (tuple(self),)
