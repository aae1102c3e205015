"""The share of a common resource that one address, and one identity, may hold. Pure.

An address may hold a part of what is *free*: the more is taken, the less each may take. So one address that takes all
that it can leaves most to the others (Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet
switches", 1998): with a part of 1 / 8 it holds a ninth, and twenty that do so one after the other leave a tenth.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

Shared = Literal["rooms", "sockets", "analyses"]


class Share(NamedTuple):
    """The parts of what is free that one address, and one identity, may hold."""

    address: float
    identity: float
    least: int = 1
    """As many as these each may hold, as long as any is free."""


SHARES: Mapping[Shared, Share] = {
    "rooms": Share(1 / 8, 1 / 64, least=8),  # of 20 000 rooms, a hall of 2 000 players gets one each
    "sockets": Share(1 / 3, 1 / 128, least=8),  # a house and its tabs fit on a small server
    "analyses": Share(1 / 4, 1 / 16),
}


def allowed(part: float, free: int, least: int = 1) -> int:
    """Return how many one holder may have while `free` are left: at least `least`, if any is left."""
    return max(least, int(part * free)) if free > 0 else 0


class Holdings:
    """The holders of one kind of shared resource."""

    def __init__(self, share: Share, whole: int) -> None:
        """Share `whole` of it."""
        self._share, self._whole = share, whole
        self._holders: dict[str, tuple[str, str]] = {}
        self._of_address, self._of_identity = Counter[str](), Counter[str]()

    def __len__(self) -> int:
        """Return how many are held."""
        return len(self._holders)

    def may_take(self, address: str, identity: str, taken: int = 0) -> bool:
        """Whether one more may be taken; `taken` of them are known to be, perhaps more than by these holders."""
        free = self._whole - max(taken, len(self))
        share, least = self._share, self._share.least
        of_address, of_identity = allowed(share.address, free, least), allowed(share.identity, free, least)
        return self._of_address[address] < of_address and self._of_identity[identity] < of_identity

    def take(self, key: str, address: str, identity: str) -> None:
        """Note the holder of one, unless it is noted already."""
        if key not in self._holders:
            self._holders[key] = address, identity
            self._of_address[address] += 1
            self._of_identity[identity] += 1

    def give_back(self, key: str) -> None:
        """Note that one is free again."""
        address, identity = self._holders.pop(key, (None, None))
        for held, holder in ((self._of_address, address), (self._of_identity, identity)):
            if holder is not None and held[holder] > 1:
                held[holder] -= 1
            elif holder is not None:
                del held[holder]

    def next(self, number: int) -> list[str]:
        """Return some of what is held; the next time, others."""
        keys = [key for key, _ in zip(self._holders, range(number), strict=False)]
        for key in keys:
            self._holders[key] = self._holders.pop(key)
        return keys
