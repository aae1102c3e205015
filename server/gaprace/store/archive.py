"""The archive: how a game was played is kept packed once the game has ended long ago.

Its row, and so its result, stays where it is: leaderboards and statistics do not notice. Whoever reads how it was
played does so by `PLAY` and `play_of`, and does not notice either.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, select, update

from gaprace.rules.packing import PlayedGame, packed, unpacked
from gaprace.store.base import SqlRepository
from gaprace.store.tables import games

PLAY = (games.c.transcript, games.c.last_board, games.c.shuffled_boards, games.c.packed)
"""The columns of which `play_of` reads how a game was played."""


def play_of(row: Mapping[Any, Any]) -> PlayedGame:
    """Return how a game that has ended was played."""
    if row["packed"] is not None:
        return unpacked(row["packed"])
    return PlayedGame(row["transcript"], f"{row['last_board']} {row['shuffled_boards']}".rstrip())


class SqlArchive(SqlRepository):
    """Implements `ports.ArchiveStore`."""

    async def archive_games(self, before: int, limit: int) -> int:
        old = (
            select(games.c.id, *PLAY)
            .where(games.c.transcript.is_not(None), games.c.ended_at < before)
            .order_by(games.c.ended_at)
            .limit(limit)
        )
        found = await self.rows(old)
        rows = await asyncio.to_thread(lambda: [{"game": row["id"], "bytes": packed(play_of(row))} for row in found])
        if rows:
            # Another process may have packed some of them meanwhile: to the same bytes.
            change = update(games).where(games.c.id == bindparam("game"))
            async with self.database.write() as connection:
                await connection.execute(
                    change.values(packed=bindparam("bytes"), transcript=None, last_board=None, shuffled_boards=None),
                    rows,
                )
        return len(rows)
