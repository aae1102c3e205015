"""Challenges in SQL."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.challenge import Challenge, Entry
from gaprace.play.group import MEMBER_ROLES
from gaprace.ports import DailyKey, StoredRace
from gaprace.store.base import SqlRepository, changes_row, may_be_id, shielded
from gaprace.store.database import Database
from gaprace.store.deals import DEAL, deal_row, stored_deal
from gaprace.store.group_scores import renew_own
from gaprace.store.races import forget_deal, stored_game
from gaprace.store.tables import challenge_players, challenges, dailies, deals, games, group_members, races

_COLUMNS = (
    "code",
    "player",
    "made_at",
    "ends_at",
    "places",
    "ranked",
    "group",
    "ended_at",
    "date",
    "closes_at",
    "arena",
    "round",
)
_ITS_COLUMNS = [challenges.c[name].label(f"challenge_{name}") for name in _COLUMNS]
_IS_OPEN = challenges.c.ended_at.is_(None)
_IS_DAILY = challenges.c.date.is_not(None)
"""Whether it is the daily of a group."""
_IS_SCHEDULED = or_(_IS_DAILY, challenges.c.arena.is_not(None))
"""Whether it was made by the clock: such a daily, or a round of an arena."""


class SqlChallenges(SqlRepository):
    """Implements `ports.ChallengeStore`."""

    @shielded
    async def challenge(self, code: str) -> Challenge | None:
        async with self.database.read() as connection:
            return await _challenge(connection, code)

    @shielded
    async def own_challenge(self, code: str, player: str) -> Challenge | None:
        async with self.database.read() as connection:
            return await _challenge(connection, code, challenge_players.c.player == player)

    @shielded
    async def challenges_of(self, player: str, since: int, limit: int) -> list[Challenge]:
        belongs = (group_members.c.player == player, group_members.c.role.in_(MEMBER_ROLES))
        of_group = challenges.c.group.in_(select(group_members.c.group).where(*belongs))
        own = or_(challenges.c.player == player, challenges.c.code.in_(_entered(player)), of_group)
        which = and_(own, ~_IS_SCHEDULED, or_(_IS_OPEN, challenges.c.ended_at >= since))
        async with self.database.read() as connection:
            return await _challenges(connection, which, challenges.c.ends_at, challenges.c.code, limit=limit)

    @shielded
    async def group_challenges(self, group: str, limit: int) -> list[Challenge]:
        order = (challenges.c.made_at.desc(), challenges.c.code)
        async with self.database.read() as connection:
            return await _challenges(connection, and_(challenges.c.group == group, ~_IS_SCHEDULED), *order, limit=limit)

    @shielded
    async def group_dailies_of(self, player: str) -> list[Challenge]:
        which = and_(challenges.c.code.in_(_entered(player)), _IS_DAILY)
        async with self.database.read() as connection:
            return await _challenges(connection, which, challenges.c.date, challenges.c.code, limit=None)

    @shielded
    async def last_group_daily(self, group: str) -> Challenge | None:
        async with self.database.read() as connection:
            return await last_daily(connection, group)

    @shielded
    async def challenge_race(self, code: str) -> StoredRace | None:
        played = (
            select(games)
            .join(challenge_players, challenge_players.c.game == games.c.id)
            .where(challenge_players.c.challenge == code)
            .order_by(challenge_players.c.at, games.c.id)
        )
        async with self.database.read() as connection:
            challenge = await _challenge(connection, code)
            if challenge is None:
                return None
            rows = (await connection.execute(played)).mappings().all()
        return StoredRace(
            id=code,
            room="",
            number=1,
            deal=challenge.deal,
            starts_at=challenge.made_at,
            ends_at=challenge.ends_at,
            games=tuple(stored_game(row) for row in rows),
            ended_at=challenge.ended_at,
            daily=DailyKey(*challenge.daily) if challenge.daily else None,
            challenge=code,
            challenge_seal=challenge.seal,
            order=challenge.order,
        )

    @shielded
    async def due_challenges(self, now: int) -> Sequence[str]:
        ended, closed = (
            select(challenges.c.code).where(_IS_OPEN, at <= now)
            for at in (challenges.c.ends_at, challenges.c.closes_at)
        )  # each by an index of its own
        query = ended.union(closed)
        async with self.database.read() as connection:
            return sorted(await connection.scalars(query))

    @shielded
    async def is_challenged(self, code: str) -> bool:
        query = select(challenges.c.code).join(deals, deals.c.id == challenges.c.deal)
        query = query.where(_IS_OPEN, challenges.c.ranked, deals.c.code == code).limit(1)
        async with self.database.read() as connection:
            return await connection.scalar(query) is not None


# Reading


def _entered(player: str) -> Select[tuple[str]]:
    return select(challenge_players.c.challenge).where(challenge_players.c.player == player)


async def last_daily(connection: AsyncConnection, group: str) -> Challenge | None:
    """Return the own daily of a group with the latest date."""
    which = and_(challenges.c.group == group, _IS_DAILY)
    found = await _challenges(connection, which, challenges.c.date.desc(), limit=1)
    return found[0] if found else None


async def _challenge(connection: AsyncConnection, code: str, *of_entries: ColumnElement[bool]) -> Challenge | None:
    if not may_be_id(code):
        return None
    its = challenges.c.code == code
    found = await _challenges(connection, its, challenges.c.code, limit=1, of_entries=of_entries)
    return found[0] if found else None


async def _challenges(
    connection: AsyncConnection,
    which: ColumnElement[bool],
    *order: ColumnElement[Any],
    limit: int | None,
    of_entries: Sequence[ColumnElement[bool]] = (),
) -> list[Challenge]:
    query = (
        select(*_ITS_COLUMNS, *DEAL, dailies.c.date, dailies.c.variant.label("daily_variant"))
        .join(deals, deals.c.id == challenges.c.deal)
        .outerjoin(dailies, dailies.c.deal == challenges.c.deal)
        .where(which)
        .order_by(*order)
        .limit(limit)
    )
    rows = (await connection.execute(query)).mappings().all()
    entries = await _entries(connection, [row["challenge_code"] for row in rows], *of_entries)
    return [_stored_challenge(row, tuple(entries[row["challenge_code"]])) for row in rows]


async def _entries(
    connection: AsyncConnection, codes: Sequence[str], *which: ColumnElement[bool]
) -> dict[str, list[Entry]]:
    query = (
        select(challenge_players, races.c.room, games.c.ended_at)
        .outerjoin(games, games.c.id == challenge_players.c.game)
        .outerjoin(races, races.c.id == games.c.race)
        .where(challenge_players.c.challenge.in_(codes), *which)
        .order_by(challenge_players.c.at, challenge_players.c.player)
    )
    found = defaultdict[str, list[Entry]](list)
    for row in await connection.execute(query):
        entry = Entry(row.player, row.at, row.game, row.room, row.ended_at is not None)
        found[row.challenge].append(entry)
    return found


def _stored_challenge(row: RowMapping, entries: tuple[Entry, ...]) -> Challenge:
    daily = None if row["date"] is None else (row["date"], row["daily_variant"])
    same = {name: row[f"challenge_{name}"] for name in _COLUMNS}
    return Challenge(deal=stored_deal(row), daily=daily, entries=entries, **same)


# Steps of a transaction


async def lock_challenge(connection: AsyncConnection, code: str) -> Challenge | None:
    """Return a challenge and lock it with its places."""
    await connection.execute(select(challenges.c.code).where(challenges.c.code == code).with_for_update(key_share=True))
    return await _challenge(connection, code)


async def count_challenges(connection: AsyncConnection, player: str) -> int:
    """Return the number of challenges that a player has made and that have not ended."""
    query = select(func.count()).select_from(challenges).where(challenges.c.player == player, _IS_OPEN, ~_IS_SCHEDULED)
    return await connection.scalar(query) or 0


async def find_round(connection: AsyncConnection, arena: str, number: int) -> Challenge | None:
    """Return a round of an arena."""
    which = and_(challenges.c.arena == arena, challenges.c.round == number)
    found = await _challenges(connection, which, challenges.c.code, limit=1)
    return found[0] if found else None


async def add_challenge(database: Database, connection: AsyncConnection, challenge: Challenge) -> None:
    """Add a challenge with its deal and its places."""
    deal = deal_row(challenge.deal)
    await connection.execute(database.insert_new(deals).values(deal))
    row = {"deal": deal["id"], **{name: getattr(challenge, name) for name in _COLUMNS}}
    await connection.execute(insert(challenges).values(row))
    for entry in challenge.entries:
        await save_entry(connection, challenge.code, entry.player, entry.at, entry.game)


async def save_entry(connection: AsyncConnection, challenge: str, player: str, at: int, game: str | None) -> None:
    """Store a player's place in a challenge, or the game that was begun in it."""
    place = (challenge_players.c.challenge == challenge, challenge_players.c.player == player)
    if not await changes_row(connection, update(challenge_players).where(*place).values(game=game)):
        row = {"challenge": challenge, "player": player, "at": at, "game": game}
        await connection.execute(insert(challenge_players).values(row))


async def remove_entry(connection: AsyncConnection, challenge: str, player: str) -> None:
    """Take back a place in which no game has begun."""
    place = (challenge_players.c.challenge == challenge, challenge_players.c.player == player)
    await connection.execute(delete(challenge_players).where(*place, challenge_players.c.game.is_(None)))


async def end_challenge(database: Database, connection: AsyncConnection, code: str, ended_at: int) -> None:
    """Note that a challenge has ended; the scores of a group's daily are to be stored then."""
    await connection.execute(update(challenges).where(challenges.c.code == code, _IS_OPEN).values(ended_at=ended_at))
    await renew_own(database, connection, challenges.c.code == code)


async def forget_challenge(connection: AsyncConnection, challenge: Challenge) -> None:
    """Delete a challenge in which no game has begun, with its deal if nothing else refers to it."""
    await connection.execute(delete(challenge_players).where(challenge_players.c.challenge == challenge.code))
    await connection.execute(delete(challenges).where(challenges.c.code == challenge.code))
    await forget_deal(connection, challenge.deal)


async def forget_entries(connection: AsyncConnection, player: str) -> None:
    """Take back the places of a player in which no game has begun."""
    own = (challenge_players.c.player == player, challenge_players.c.game.is_(None))
    await connection.execute(delete(challenge_players).where(*own))


async def forget_group_challenges(connection: AsyncConnection, group: str) -> None:
    """Delete the challenges of a group. Their games stay, as games of their players alone."""
    codes = select(challenges.c.code).where(challenges.c.group == group)
    await connection.execute(delete(challenge_players).where(challenge_players.c.challenge.in_(codes)))
    await connection.execute(delete(challenges).where(challenges.c.group == group))
