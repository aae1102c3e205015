"""The tables of arenas, kept in memory, since all players request them often.

The results of a round are computed once, when it has ended. Everything is computed beside the event loop, once for all
who wait for it.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cachetools import LRUCache

from gaprace.play.events.arena import Arena
from gaprace.play.events.arena_table import ArenaGame, Table, tabling
from gaprace.ports import Background, Clock, Store, StoredRound

CACHED_MS = 30_000
"""How long the games of ended rounds are kept: a result that was made void is in the table for so long."""
MAX_CACHED = 200
"""Arenas whose tables are kept."""
_NOTHING = Table({}, [], [])


@dataclass(slots=True)
class _Kept:
    """The table of an arena, and the games from which it was computed."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Requests that come while it is computed wait for that."""
    arena: Arena | None = None
    games: dict[int, list[ArenaGame]] = field(default_factory=dict)
    """By round, as read from the store `at` an instant or later."""
    at: int = 0
    table: Table = _NOTHING


class ArenaTables:
    """Computes tables from the store."""

    def __init__(self, store: Store, clock: Clock, background: Background) -> None:
        """Compare games in the `background`."""
        self._store, self._clock, self._background = store, clock, background
        self._kept: LRUCache[str, _Kept] = LRUCache(MAX_CACHED)

    async def table(self, arena: Arena, rounds: Iterable[StoredRound]) -> Table:
        """Return the table after the ended ones of the rounds."""
        kept = self._kept.setdefault(arena.code, _Kept())
        async with kept.lock:
            await self._update(kept, arena, [each.number for each in rounds if each.ended_at is not None])
            return kept.table

    async def _update(self, kept: _Kept, arena: Arena, ended: Sequence[int]) -> None:
        now = self._clock.now()
        is_old = now - kept.at > CACHED_MS
        read = {
            number: await self._store.arena_games(arena.code, number)
            for number in ended
            if is_old or number not in kept.games
        }
        changed = {number: games for number, games in read.items() if games != kept.games.get(number)}
        if changed or arena != kept.arena:
            steps = sum(map(len, changed.values())) + len(ended)
            kept.table = await self._background.last(tabling(arena, changed, kept.table.scores), steps)
        kept.arena, kept.games, kept.at = arena, kept.games | read, now if is_old else kept.at
