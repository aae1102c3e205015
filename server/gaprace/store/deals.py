"""Deals, and how games were played on them, in SQL.

Each deal is stored once, under a digest of everything in it. How a game was played is kept packed once the game has
ended long ago. Its row, and so its result, stays where it is: leaderboards and statistics do not notice. Whoever reads
how it was played does so by `PLAY` and `play_of`, and does not notice either.
"""

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlalchemy import RowMapping, bindparam, select, update

from gaprace.rules.deal import Deal
from gaprace.rules.draw import SEED_BYTES, Draw, Origin
from gaprace.rules.packing import PlayedGame, packed, unpacked
from gaprace.rules.variants import Variant, parse_variant, variant_data
from gaprace.store.base import SqlRepository
from gaprace.store.tables import deals, games

DEAL = (deals.c.variant.label("rules"), deals.c.code, deals.c.secret, deals.c.origin, deals.c.seeds)
"""The columns that `stored_deal` reads."""


def variant_text(variant: Variant) -> str:
    """Return a variant as it stands in a row."""
    return json.dumps(variant_data(variant), sort_keys=True)


def deal_row(deal: Deal) -> dict[str, Any]:
    """Return a deal as a row."""
    variant = variant_text(deal.variant)
    origin, seeds = deal.draw.origin.text, b"".join(deal.draw.seeds)
    digest = sha256(b"\0".join([variant.encode(), deal.code.encode(), deal.secret, origin.encode(), seeds])).hexdigest()
    return {
        "id": digest,
        "variant": variant,
        "code": deal.code,
        "secret": deal.secret,
        "origin": origin,
        "seeds": seeds,
    }


def stored_deal(row: RowMapping) -> Deal:
    """Read a deal from a row with the columns `DEAL`."""
    return Deal(stored_variant(row["rules"]), row["code"], row["secret"], _stored_draw(row))


@lru_cache(maxsize=256)
def stored_variant(rules: str) -> Variant:
    """Read a variant from the first of the columns `DEAL`. Many deals have the same one."""
    return parse_variant(json.loads(rules))


def _stored_draw(row: RowMapping) -> Draw:
    seeds = row["seeds"]
    parts = tuple(seeds[at : at + SEED_BYTES] for at in range(0, len(seeds), SEED_BYTES))
    return Draw(Origin.parse(row["origin"]), parts)


# The archive

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
