"""A player's games in SQL: recent games, and everything for an export."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import RowMapping, func, select

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import DailyKey, EndedGame, OwnGame, OwnPlace
from gaprace.store.base import SqlRepository
from gaprace.store.deals import DEAL, play_of, stored_deal
from gaprace.store.races import IS_SEALING, OPEN_RACE, RESULT, stored_result, stored_seal
from gaprace.store.tables import dailies, deals, events, games, places, races, rooms

_WITH_DEAL = (
    games.join(races, races.c.id == games.c.race)
    .join(deals, deals.c.id == races.c.deal)
    .outerjoin(dailies, dailies.c.deal == deals.c.id)
    .outerjoin(events, IS_SEALING)
)


class SqlStatistics(SqlRepository):
    """Implements `ports.StatisticsStore`."""

    async def last_ended_at(self, player_id: str) -> int | None:
        query = select(func.max(games.c.ended_at)).where(games.c.player == player_id)
        async with self.database.read() as connection:
            last: int | None = await connection.scalar(query)
            return last

    async def recent_games(self, player_id: str, limit: int) -> list[EndedGame]:
        query = (
            select(games, races.c.ended_at.label("race_ended_at"), rooms.c.listed, *DEAL, *OPEN_RACE)
            .select_from(_WITH_DEAL.join(rooms, rooms.c.code == races.c.room))
            .where(games.c.player == player_id, games.c.ended_at.is_not(None))
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self.database.read() as connection:
            rows = [*(await connection.execute(query)).mappings()]
            others = select(games.c.race, games.c.id, *RESULT).where(games.c.race.in_([row["race"] for row in rows]))
            raced: dict[str, list[RowMapping]] = defaultdict(list)
            for other in (await connection.execute(others)).mappings():
                raced[other["race"]].append(other)
        return [_played(row, raced[row["race"]]) for row in rows]

    async def game_ids(self, player_id: str) -> list[str]:
        query = (
            select(games.c.id)
            .join(races, races.c.id == games.c.race)
            .where(games.c.player == player_id)
            .order_by(races.c.starts_at, games.c.id)
        )
        return [*await self.scalars(query)]

    async def own_games(self, player_id: str, game_ids: Sequence[str]) -> list[OwnGame]:
        query = (
            select(games, races.c.room, races.c.starts_at, *DEAL, *OPEN_RACE)
            .select_from(_WITH_DEAL)
            .where(games.c.id.in_(game_ids), games.c.player == player_id)
            .order_by(races.c.starts_at, games.c.id)
        )
        return [_own(row) for row in await self.rows(query)]

    async def own_places(self, player_id: str) -> list[OwnPlace]:
        query = (
            select(places.c.leaderboard, places.c.key, places.c.game)
            .where(places.c.player == player_id)
            .order_by(places.c.leaderboard)
        )
        async with self.database.read() as connection:
            rows = await connection.execute(query)
            return [OwnPlace(Leaderboard.from_text(text), key, game) for text, key, game in rows]


# Rows


def _played(row: RowMapping, raced: Sequence[RowMapping]) -> EndedGame:
    others = tuple(stored_result(other) for other in raced if other["id"] != row["id"])
    return EndedGame(
        id=row["id"],
        variant=stored_deal(row).variant,
        ranked=row["ranked"],
        ended_at=row["ended_at"],
        result=stored_result(row),
        players=len(raced),
        rivals=None if row["race_ended_at"] is None else others,
        daily=_daily(row),
        race=row["race"],
        is_listed=row["listed"],
        void=row["voided_by"] is not None,
        seal=stored_seal(row),
    )


def _own(row: RowMapping) -> OwnGame:
    same = (
        "id",
        "race",
        "room",
        "starts_at",
        "ranked",
        "hinted",
        "ended_at",
    )
    has_ended = row["ended_at"] is not None
    return OwnGame(
        transcript=play_of(row).transcript if has_ended else None,
        deal=stored_deal(row),
        daily=_daily(row),
        result=stored_result(row) if has_ended else None,
        seal=stored_seal(row),
        **{name: row[name] for name in same},
    )


def _daily(row: RowMapping) -> DailyKey | None:
    return None if row["date"] is None else DailyKey(row["date"], row["daily_variant"])
