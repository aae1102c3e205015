"""Reads of the store that are shared by the requests of about the same second."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cachetools import LRUCache

from gaprace.ports import Clock

SHARED_MS = 1_000
"""The maximum age of an answer. Peers change the store without telling this server."""
MAX_SHARED = 200
"""Answers that are kept."""
Read = TypeVar("Read")


@dataclass(slots=True)
class _Kept(Generic[Read]):
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Requests that come during a read wait for it."""
    answers: list[Read] = field(default_factory=list)
    """The latest one, if there is any."""
    at: int = 0
    """When its read began."""


class SharedReads(Generic[Read]):
    """Reads by key. An answer is shared for `SHARED_MS`, but not from the instant on at which it expires."""

    def __init__(
        self, read: Callable[[str], Awaitable[Read]], clock: Clock, expires_at: Callable[[Read], int | None]
    ) -> None:
        self._read, self._clock, self._expires_at = read, clock, expires_at
        self._kept: LRUCache[str, _Kept[Read]] = LRUCache(MAX_SHARED)

    async def get(self, key: str) -> Read:
        """Return what the store has, or had a moment ago. It may raise what the read does."""
        kept = self._kept.setdefault(key, _Kept())
        async with kept.lock:
            if not self._is_fresh(kept):
                kept.at = self._clock.now()
                kept.answers = [await self._read(key)]
            return kept.answers[0]

    def forget(self, key: str) -> None:
        """Forget what was read: the next caller reads it again."""
        self._kept.pop(key, None)

    def _is_fresh(self, kept: _Kept[Read]) -> bool:
        now = self._clock.now()
        ends = [self._expires_at(answer) for answer in kept.answers]
        return 0 <= now - kept.at < SHARED_MS and bool(ends) and (ends[0] is None or now < ends[0])
