"""A player's games in SQL: statistics, recent games, milestones, and everything for an export."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Over, RowMapping, Select, exists, func, not_, or_, select

from gaprace.play.leaderboards import Leaderboard
from gaprace.ports import (
    BestGame,
    DailyKey,
    Milestone,
    Milestones,
    OwnGame,
    OwnPlace,
    PlayedGame,
    StoredStatistics,
)
from gaprace.store.archive import play_of
from gaprace.store.base import SqlRepository, shielded
from gaprace.store.deals import DEAL, stored_deal
from gaprace.store.races import IS_PLAYED, OPEN_RACE, OUTCOME, stored_outcome, stored_seal
from gaprace.store.tables import challenges, dailies, deals, games, places, players, races, rooms

_WITH_DEAL = (
    games.join(races, races.c.id == games.c.race)
    .join(deals, deals.c.id == races.c.deal)
    .outerjoin(dailies, dailies.c.deal == deals.c.id)
    .outerjoin(challenges, challenges.c.code == races.c.challenge)
)


class SqlStatistics(SqlRepository):
    """Implements `ports.StatisticsStore`."""

    @shielded
    async def totals(self, player_id: str) -> tuple[int, int]:
        """Return how many ranked games with a move a player has ended, and how many of them were won."""
        query = select(func.count(), func.count().filter(games.c.won)).where(*_ranked_games_of(player_id))
        async with self.database.read() as connection:
            played, won = (await connection.execute(query)).one()
        return played, won

    @shielded
    async def statistics(self, player_id: str) -> list[StoredStatistics]:
        """Return a player's statistics, by the name of the variant."""
        of_variant: dict[str, list[RowMapping]] = defaultdict(list)
        async with self.database.read() as connection:
            for row in (await connection.execute(_best_games(player_id))).mappings():
                of_variant[stored_deal(row).variant.name].append(row)
        return [_statistics(variant, rows) for variant, rows in sorted(of_variant.items())]

    @shielded
    async def last_ended_at(self, player_id: str) -> int | None:
        """Return when a player's last game ended (ms since 1970); None if none has."""
        query = select(func.max(games.c.ended_at)).where(games.c.player == player_id)
        async with self.database.read() as connection:
            last: int | None = await connection.scalar(query)
            return last

    @shielded
    async def recent_games(self, player_id: str, limit: int) -> list[PlayedGame]:
        """Return the last games that a player has ended, newest first."""
        query = (
            select(games, races.c.ended_at.label("race_ended_at"), rooms.c.listed, *DEAL, *OPEN_RACE)
            .select_from(_WITH_DEAL.join(rooms, rooms.c.code == races.c.room))
            .where(games.c.player == player_id, games.c.ended_at.is_not(None))
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self.database.read() as connection:
            rows = [*(await connection.execute(query)).mappings()]
            others = select(games.c.race, games.c.id, *OUTCOME).where(games.c.race.in_([row["race"] for row in rows]))
            raced: dict[str, list[RowMapping]] = defaultdict(list)
            for other in (await connection.execute(others)).mappings():
                raced[other["race"]].append(other)
        return [_played(row, raced[row["race"]]) for row in rows]

    @shielded
    async def milestones(self, player_id: str, giant: int) -> Milestones:
        """Return a player's milestones; `giant` is the least number of people in a race of many."""
        async with self.database.read() as connection:

            async def first(*which: ColumnElement[bool]) -> Milestone | None:
                row = (await connection.execute(_first_win(player_id, *which))).first()
                return Milestone(row.id, row.ended_at) if row else None

            return Milestones(
                win=await first(),
                without_shuffle=await first(games.c.shuffles == 0),
                giant=await first(*_first_of_many(giant)),
            )

    @shielded
    async def game_ids(self, player_id: str) -> list[str]:
        """Return the ids of all games of a player, in the order of their start."""
        query = (
            select(games.c.id)
            .join(races, races.c.id == games.c.race)
            .where(games.c.player == player_id)
            .order_by(races.c.starts_at, games.c.id)
        )
        async with self.database.read() as connection:
            return [*(await connection.scalars(query))]

    @shielded
    async def own_games(self, player_id: str, game_ids: Sequence[str]) -> list[OwnGame]:
        """Return games of a player, in the order of their start. Games of other players are left out."""
        query = (
            select(games, races.c.room, races.c.starts_at, races.c.challenge, *DEAL, *OPEN_RACE)
            .select_from(_WITH_DEAL)
            .where(games.c.id.in_(game_ids), games.c.player == player_id)
            .order_by(races.c.starts_at, games.c.id)
        )
        async with self.database.read() as connection:
            return [_own(row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def own_places(self, player_id: str) -> list[OwnPlace]:
        """Return all places of a player, by the leaderboard's text."""
        query = (
            select(places.c.leaderboard, places.c.key, places.c.game)
            .where(places.c.player == player_id)
            .order_by(places.c.leaderboard)
        )
        async with self.database.read() as connection:
            rows = await connection.execute(query)
            return [OwnPlace(Leaderboard.from_text(text), key, game) for text, key, game in rows]


# Statistics


def _ranked_games_of(player_id: str) -> tuple[ColumnElement[bool], ...]:
    return games.c.player == player_id, games.c.ranked, IS_PLAYED


def _best_games(player_id: str) -> Select[Any]:
    """Select a player's fastest win and highest score in each variant, with the numbers of ranked games and wins."""

    def place(*order: ColumnElement[Any]) -> Over[int]:
        return func.row_number().over(partition_by=deals.c.variant, order_by=[*order, games.c.ended_at, games.c.id])

    wins = func.count().filter(games.c.won).over(partition_by=deals.c.variant)
    ranked = (
        select(
            games.c.id,
            games.c.won,
            games.c.time_ms,
            games.c.score,
            *DEAL,
            func.count().over(partition_by=deals.c.variant).label("games"),
            wins.label("wins"),
            place(games.c.won.desc(), games.c.time_ms).label("fastest"),
            place(games.c.score.desc(), games.c.time_ms).label("best"),
        )
        .select_from(_WITH_DEAL)
        .where(*_ranked_games_of(player_id))
        .subquery()
    )
    return select(ranked).where(or_(ranked.c.fastest == 1, ranked.c.best == 1))


def _statistics(variant: str, rows: Sequence[RowMapping]) -> StoredStatistics:
    fastest = next(row for row in rows if row["fastest"] == 1)
    best = next(row for row in rows if row["best"] == 1)
    return StoredStatistics(
        variant=variant,
        games=best["games"],
        wins=best["wins"],
        fastest=BestGame(fastest["time_ms"], fastest["id"]) if fastest["won"] else None,
        best=BestGame(best["score"], best["id"]),
    )


# Milestones


def _first_win(player_id: str, *which: ColumnElement[bool]) -> Select[tuple[str, int]]:
    return (
        select(games.c.id, games.c.ended_at)
        .where(games.c.player == player_id, games.c.ranked, games.c.won, *which)
        .order_by(games.c.ended_at, games.c.id)
        .limit(1)
    )


def _first_of_many(giant: int) -> list[ColumnElement[bool]]:
    """Return what makes a win rank 1 (see `rules.ranking.race_rank`) in an ended race of at least `giant` people."""
    rivals = games.alias("rivals")
    people = select(func.count()).select_from(rivals).join(players, players.c.id == rivals.c.player)
    many = people.where(rivals.c.race == games.c.race, not_(players.c.program)).scalar_subquery() >= giant
    beaten = exists().where(rivals.c.race == games.c.race, rivals.c.won, rivals.c.reached_ms < games.c.reached_ms)
    is_over = exists().where(races.c.id == games.c.race, races.c.ended_at.is_not(None))
    return [is_over, many, ~beaten]


# Rows


def _played(row: RowMapping, raced: Sequence[RowMapping]) -> PlayedGame:
    others = tuple(stored_outcome(other) for other in raced if other["id"] != row["id"])
    return PlayedGame(
        id=row["id"],
        variant=stored_deal(row).variant,
        ranked=row["ranked"],
        ended_at=row["ended_at"],
        locked=row["locked"],
        outcome=stored_outcome(row),
        players=len(raced),
        rivals=None if row["race_ended_at"] is None else others,
        daily=_daily(row),
        race=row["race"],
        is_listed=row["listed"],
        void=row["voided_by"] is not None,
        challenge_seal=stored_seal(row),
    )


def _own(row: RowMapping) -> OwnGame:
    same = (
        "id",
        "race",
        "room",
        "starts_at",
        "ranked",
        "hinted",
        "locked",
        "shuffles",
        "ended_at",
        "challenge",
    )
    play = play_of(row)
    return OwnGame(
        transcript=play.transcript if play else None,
        deal=stored_deal(row),
        daily=_daily(row),
        outcome=None if row["ended_at"] is None else stored_outcome(row),
        challenge_seal=stored_seal(row),
        **{name: row[name] for name in same},
    )


def _daily(row: RowMapping) -> DailyKey | None:
    return None if row["date"] is None else DailyKey(row["date"], row["daily_variant"])
