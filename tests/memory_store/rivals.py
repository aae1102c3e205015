"""The part of the store in memory for the deals that players have seen."""

from collections.abc import Collection
from itertools import product

from gaprace.ports import SeenDeal
from tests.memory_store.database import MemoryDatabase


class MemoryRivals:
    """Implements `RivalStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    async def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        seen = (await self._reach()).seen
        for pair in product(players, codes):
            seen.setdefault(pair, at)

    async def seen_deals(self, player: str) -> list[SeenDeal]:
        seen = (await self._reach()).seen
        found = [SeenDeal(code, at) for (by, code), at in seen.items() if by == player]
        return sorted(found, key=lambda each: (each.at, each.code))

    async def puzzle_deals(self, puzzle: str) -> list[str]:
        data = await self._reach()
        games = [each.game for each in data.puzzle_mistakes.values() if each.puzzle == puzzle]
        return [*{data.races[data.race_of[game]].deal.code for game in games if game in data.race_of}]


def forget_seen(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete what was seen by players who are deleted."""
    data.seen = {pair: at for pair, at in data.seen.items() if pair[0] not in players}
