"""Arenas in SQL."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, and_, delete, exists, func, insert, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.arena import Arena, ArenaEntry, ArenaRole
from gaprace.play.arena_table import ArenaGame
from gaprace.play.challenge import Challenge
from gaprace.play.group import MEMBER_ROLES
from gaprace.ports import StoredRound
from gaprace.store.base import SqlRepository, SqlSteps, changes_row, may_be_id, shielded
from gaprace.store.challenges import find_round
from gaprace.store.races import IS_PLAYED, RESULT, stored_result
from gaprace.store.tables import arena_players, arena_roles, arenas, challenge_players, challenges, games, group_members

_COLUMNS = [field.name for field in fields(Arena) if field.name not in {"entries", "cohosts", "removed"}]
_CHANGED = ("name", "starts_at", "due_at", "round_ms", "rounds", "last_round")
_PROGRESS = ("round", "settled", "due_at", "ended_at", "next")
_HAS_NOT_ENDED = arenas.c.ended_at.is_(None)


class SqlArenas(SqlRepository):
    """Implements `ports.ArenaStore`."""

    @shielded
    async def arena(self, code: str) -> Arena | None:
        async with self.database.read() as connection:
            return await _arena(connection, code)

    @shielded
    async def arenas_of(self, player: str, since: int, limit: int) -> list[Arena]:
        which = and_(arenas.c.code.in_(_own(player)), or_(_HAS_NOT_ENDED, arenas.c.ended_at >= since))
        async with self.database.read() as connection:
            return await _arenas(connection, which, arenas.c.starts_at.desc(), arenas.c.code, limit=limit)

    @shielded
    async def listed_arenas(self, limit: int) -> list[Arena]:
        async with self.database.read() as connection:
            which = and_(arenas.c.listed, _HAS_NOT_ENDED)
            return await _arenas(connection, which, arenas.c.starts_at, arenas.c.code, limit=limit)

    @shielded
    async def group_arenas(self, group: str, limit: int) -> list[Arena]:
        order = (arenas.c.starts_at.desc(), arenas.c.code)
        async with self.database.read() as connection:
            return await _arenas(connection, arenas.c.group == group, *order, limit=limit)

    @shielded
    async def due_arenas(self, now: int) -> Sequence[str]:
        query = select(arenas.c.code).where(arenas.c.due_at <= now).order_by(arenas.c.due_at, arenas.c.code)
        async with self.database.read() as connection:
            return [*await connection.scalars(query)]

    @shielded
    async def arena_rounds(self, code: str) -> list[StoredRound]:
        table = challenges.c
        begun = select(func.count(_GAME)).where(challenge_players.c.challenge == table.code).scalar_subquery()
        columns = (table.round, table.code, table.made_at, table.ends_at, table.ended_at)
        query = select(*columns, begun).where(table.arena == code).order_by(table.round)
        async with self.database.read() as connection:
            return [StoredRound(*row) for row in await connection.execute(query)]

    @shielded
    async def arena_games(self, code: str, number: int) -> list[ArenaGame]:
        query = (
            select(games.c.player, *RESULT)
            .join(challenge_players, challenge_players.c.challenge == challenges.c.code)
            .join(games, games.c.id == challenge_players.c.game)
            .where(challenges.c.arena == code, challenges.c.round == number, challenges.c.ended_at.is_not(None))
            .where(IS_PLAYED, games.c.voided_by.is_(None))
            .order_by(games.c.player)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [ArenaGame(row["player"], stored_result(row)) for row in rows]


_GAME = challenge_players.c.game


def _own(player: str) -> CompoundSelect[tuple[str]]:
    """Return the codes of a player's arenas, each kind by an index of its own."""
    belongs = (group_members.c.player == player, group_members.c.role.in_(MEMBER_ROLES))
    return union(
        select(arenas.c.code).where(arenas.c.player == player),
        select(arena_players.c.arena).where(arena_players.c.player == player),
        select(arena_roles.c.arena).where(arena_roles.c.player == player, arena_roles.c.role == "cohost"),
        select(arenas.c.code).join(group_members, group_members.c.group == arenas.c.group).where(*belongs),
    )


async def _arena(connection: AsyncConnection, code: str) -> Arena | None:
    if not may_be_id(code):
        return None
    found = await _arenas(connection, arenas.c.code == code, arenas.c.code, limit=1)
    return found[0] if found else None


async def _arenas(
    connection: AsyncConnection, which: ColumnElement[bool], *order: ColumnElement[Any], limit: int
) -> list[Arena]:
    rows = (await connection.execute(select(arenas).where(which).order_by(*order).limit(limit))).mappings().all()
    codes = [row["code"] for row in rows]
    entries, roles = await _entries(connection, codes), await _roles(connection, codes)
    return [
        Arena(
            entries=tuple(entries[row["code"]]),
            cohosts=frozenset(roles[row["code"], "cohost"]),
            removed=frozenset(roles[row["code"], "removed"]),
            **row,
        )
        for row in rows
    ]


async def _roles(connection: AsyncConnection, codes: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Return the players who have a role in arenas, by arena and role."""
    found = defaultdict[tuple[str, str], list[str]](list)
    for row in await connection.execute(select(arena_roles).where(arena_roles.c.arena.in_(codes))):
        found[row.arena, row.role].append(row.player)
    return found


async def _entries(connection: AsyncConnection, codes: Sequence[str]) -> dict[str, list[ArenaEntry]]:
    query = (
        select(arena_players)
        .where(arena_players.c.arena.in_(codes))
        .order_by(arena_players.c.at, arena_players.c.player)
    )
    found = defaultdict[str, list[ArenaEntry]](list)
    for row in await connection.execute(query):
        found[row.arena].append(ArenaEntry(row.player, row.at, row.team, row.out_after))
    return found


class SqlArenaSteps(SqlSteps):
    """Implements `ports.ArenaSteps`."""

    async def count_arenas(self, player: str) -> int:
        query = select(func.count()).select_from(arenas).where(arenas.c.player == player, _HAS_NOT_ENDED)
        return await self.connection.scalar(query) or 0

    async def add_arena(self, arena: Arena) -> None:
        await self.connection.execute(insert(arenas).values({name: getattr(arena, name) for name in _COLUMNS}))

    async def lock_arena(self, code: str) -> Arena | None:
        locked = select(arenas.c.code).where(arenas.c.code == code).with_for_update(key_share=True)
        await self.connection.execute(locked)
        return await _arena(self.connection, code)

    async def save_arena(self, arena: Arena) -> None:
        progress = {name: getattr(arena, name) for name in _PROGRESS}
        await self.connection.execute(update(arenas).where(arenas.c.code == arena.code).values(progress))
        out = [each.player for each in arena.entries if each.out_after == arena.settled]
        if arena.settled and out:
            its = (arena_players.c.arena == arena.code, arena_players.c.player.in_(out))
            await self.connection.execute(update(arena_players).where(*its).values(out_after=arena.settled))

    async def edit_arena(self, arena: Arena) -> None:
        changed = {name: getattr(arena, name) for name in _CHANGED}
        await self.connection.execute(update(arenas).where(arenas.c.code == arena.code).values(changed))

    async def set_arena_role(self, code: str, player: str, role: ArenaRole) -> None:
        its = (arena_roles.c.arena == code, arena_roles.c.player == player)
        await self.connection.execute(delete(arena_roles).where(*its))
        if role != "player":
            await self.connection.execute(insert(arena_roles).values(arena=code, player=player, role=role))

    async def hasten_arena(self, code: str, now: int) -> None:
        its = (arenas.c.code == code, arenas.c.form == "cup", arenas.c.due_at > now)
        await self.connection.execute(update(arenas).where(*its).values(due_at=now))

    async def save_arena_entry(self, code: str, entry: ArenaEntry) -> None:
        its = (arena_players.c.arena == code, arena_players.c.player == entry.player)
        row = asdict(entry)
        if not await changes_row(self.connection, update(arena_players).where(*its).values(row)):
            await self.connection.execute(insert(arena_players).values(arena=code, **row))

    async def remove_arena_entry(self, code: str, player: str) -> None:
        its = (arena_players.c.arena == code, arena_players.c.player == player)
        await self.connection.execute(delete(arena_players).where(*its))

    async def forget_arena(self, code: str) -> None:
        await _forget(self.connection, arenas.c.code == code)

    async def arena_round(self, code: str, number: int) -> Challenge | None:
        return await find_round(self.connection, code, number)


async def _forget(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    codes = select(arenas.c.code).where(which)
    for of in (arena_players, arena_roles):
        await connection.execute(delete(of).where(of.c.arena.in_(codes)))
    await connection.execute(delete(arenas).where(which))


async def forget_group_arenas(connection: AsyncConnection, group: str) -> None:
    """Delete the arenas of a group. Their games stay, as games of their players alone."""
    await _forget(connection, arenas.c.group == group)


async def forget_arenas_of(connection: AsyncConnection, player: str) -> None:
    """Take back the entries of a player who has not played there, and call off the own arenas that have not begun.

    The others lose the name that the player gave them, and do not come again.
    """
    has_played = (
        exists()
        .where(challenges.c.arena == arena_players.c.arena)
        .where(challenge_players.c.challenge == challenges.c.code)
        .where(challenge_players.c.player == player, _GAME.is_not(None))
    )
    await connection.execute(delete(arena_players).where(arena_players.c.player == player, ~has_played))
    await connection.execute(delete(arena_roles).where(arena_roles.c.player == player))
    await _forget(connection, and_(arenas.c.player == player, arenas.c.round == 0, _HAS_NOT_ENDED))
    await connection.execute(update(arenas).where(arenas.c.player == player).values(name="", repeat_days=0))
