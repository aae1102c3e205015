"""Arenas in SQL."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, and_, delete, exists, func, insert, or_, select, union, update

from gaprace.play.events.arena import Arena, ArenaEntry, ArenaRole
from gaprace.play.events.arena_table import ArenaGame
from gaprace.play.people.group_roles import MEMBER_ROLES
from gaprace.ports import StoredRound
from gaprace.store.base import Executor, SqlRepository, SqlSteps, may_be_id
from gaprace.store.races import IS_PLAYED, RESULT, stored_result
from gaprace.store.tables import arena_roles, arenas, entries, events, games, group_members

_COLUMNS = [field.name for field in fields(Arena) if field.name not in {"entries", "cohosts", "removed"}]
_CHANGED = ("name", "starts_at", "due_at", "round_ms", "rounds", "last_round")
_PROGRESS = ("round", "settled", "due_at", "ended_at", "next")
_HAS_NOT_ENDED = arenas.c.ended_at.is_(None)


class SqlArenas(SqlRepository):
    """Implements `ports.ArenaStore`."""

    async def arena(self, code: str) -> Arena | None:
        return await self.read(_arena, code)

    async def arenas_of(self, player: str, since: int, limit: int) -> list[Arena]:
        which = and_(arenas.c.code.in_(_own(player)), or_(_HAS_NOT_ENDED, arenas.c.ended_at >= since))
        return await self.read(_arenas, which, arenas.c.starts_at.desc(), arenas.c.code, limit=limit)

    async def listed_arenas(self, limit: int) -> list[Arena]:
        which = and_(arenas.c.listed, _HAS_NOT_ENDED)
        return await self.read(_arenas, which, arenas.c.starts_at, arenas.c.code, limit=limit)

    async def group_arenas(self, group: str, limit: int) -> list[Arena]:
        order = (arenas.c.starts_at.desc(), arenas.c.code)
        return await self.read(_arenas, arenas.c.group == group, *order, limit=limit)

    async def due_arenas(self, now: int) -> Sequence[str]:
        query = select(arenas.c.code).where(arenas.c.due_at <= now).order_by(arenas.c.due_at, arenas.c.code)
        return [*await self.scalars(query)]

    async def arena_rounds(self, code: str) -> list[StoredRound]:
        table = events.c
        begun = select(func.count(_GAME)).where(entries.c.event == table.code).scalar_subquery()
        columns = (table.label, table.code, table.opens_at, table.ends_at, table.ended_at)
        query = select(*columns, begun).where(table.parent == code)
        return sorted(StoredRound(int(number), *row) for number, *row in await self.tuples(query))

    async def arena_games(self, code: str, number: int) -> list[ArenaGame]:
        query = (
            select(games.c.player, *RESULT)
            .join(entries, entries.c.event == events.c.code)
            .join(games, games.c.id == entries.c.game)
            .where(events.c.parent == code, events.c.label == str(number), events.c.ended_at.is_not(None))
            .where(IS_PLAYED, games.c.voided_by.is_(None))
            .order_by(games.c.player)
        )
        rows = await self.rows(query)
        return [ArenaGame(row["player"], stored_result(row)) for row in rows]


_GAME = entries.c.game


def _own(player: str) -> CompoundSelect[tuple[str]]:
    """Return the codes of a player's arenas, each kind by an index of its own."""
    belongs = (group_members.c.player == player, group_members.c.role.in_(MEMBER_ROLES))
    return union(
        select(arenas.c.code).where(arenas.c.player == player),
        select(entries.c.event).where(entries.c.player == player),
        select(arena_roles.c.arena).where(arena_roles.c.player == player, arena_roles.c.role == "cohost"),
        select(arenas.c.code).join(group_members, group_members.c.group == arenas.c.group).where(*belongs),
    )


async def _arena(executor: Executor, code: str) -> Arena | None:
    if not may_be_id(code):
        return None
    found = await _arenas(executor, arenas.c.code == code, arenas.c.code, limit=1)
    return found[0] if found else None


async def _arenas(
    executor: Executor, which: ColumnElement[bool], *order: ColumnElement[Any], limit: int
) -> list[Arena]:
    rows = await executor.rows(select(arenas).where(which).order_by(*order).limit(limit))
    codes = [row["code"] for row in rows]
    entries, roles = await _entries(executor, codes), await _roles(executor, codes)
    return [
        Arena(
            entries=tuple(entries[row["code"]]),
            cohosts=frozenset(roles[row["code"], "cohost"]),
            removed=frozenset(roles[row["code"], "removed"]),
            **row,
        )
        for row in rows
    ]


async def _roles(executor: Executor, codes: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Return the players who have a role in arenas, by arena and role."""
    found = defaultdict[tuple[str, str], list[str]](list)
    for row in await executor.tuples(select(arena_roles).where(arena_roles.c.arena.in_(codes))):
        found[row.arena, row.role].append(row.player)
    return found


async def _entries(executor: Executor, codes: Sequence[str]) -> dict[str, list[ArenaEntry]]:
    query = select(entries).where(entries.c.event.in_(codes)).order_by(entries.c.at, entries.c.player)
    found = defaultdict[str, list[ArenaEntry]](list)
    for row in await executor.tuples(query):
        found[row.event].append(ArenaEntry(row.player, row.at, row.team, row.out_after))
    return found


class SqlArenaSteps(SqlSteps):
    """Implements `ports.ArenaSteps`."""

    async def count_arenas(self, player: str) -> int:
        return await self.count(arenas, arenas.c.player == player, _HAS_NOT_ENDED)

    async def add_arena(self, arena: Arena) -> None:
        await self.execute(insert(arenas).values({name: getattr(arena, name) for name in _COLUMNS}))

    async def lock_arena(self, code: str) -> Arena | None:
        locked = select(arenas.c.code).where(arenas.c.code == code).with_for_update(key_share=True)
        await self.execute(locked)
        return await _arena(self, code)

    async def save_arena(self, arena: Arena) -> None:
        progress = {name: getattr(arena, name) for name in _PROGRESS}
        await self.execute(update(arenas).where(arenas.c.code == arena.code).values(progress))
        out = [each.player for each in arena.entries if each.out_after == arena.settled]
        if arena.settled and out:
            its = (entries.c.event == arena.code, entries.c.player.in_(out))
            await self.execute(update(entries).where(*its).values(out_after=arena.settled))

    async def edit_arena(self, arena: Arena) -> None:
        changed = {name: getattr(arena, name) for name in _CHANGED}
        await self.execute(update(arenas).where(arenas.c.code == arena.code).values(changed))

    async def set_arena_role(self, code: str, player: str, role: ArenaRole) -> None:
        its = (arena_roles.c.arena == code, arena_roles.c.player == player)
        await self.execute(delete(arena_roles).where(*its))
        if role != "player":
            await self.execute(insert(arena_roles).values(arena=code, player=player, role=role))

    async def hasten_arena(self, code: str, now: int) -> None:
        its = (arenas.c.code == code, arenas.c.form == "cup", arenas.c.due_at > now)
        await self.execute(update(arenas).where(*its).values(due_at=now))

    async def save_arena_entry(self, code: str, entry: ArenaEntry) -> None:
        its = (entries.c.event == code, entries.c.player == entry.player)
        row = asdict(entry)
        if not await self.change(update(entries).where(*its).values(row)):
            await self.execute(insert(entries).values(event=code, **row))

    async def remove_arena_entry(self, code: str, player: str) -> None:
        its = (entries.c.event == code, entries.c.player == player)
        await self.execute(delete(entries).where(*its))

    async def forget_arena(self, code: str) -> None:
        await _forget(self, arenas.c.code == code)


async def _forget(executor: Executor, which: ColumnElement[bool]) -> None:
    codes = select(arenas.c.code).where(which)
    await executor.execute(delete(entries).where(entries.c.event.in_(codes)))
    await executor.execute(delete(arena_roles).where(arena_roles.c.arena.in_(codes)))
    await executor.execute(delete(arenas).where(which))


async def forget_group_arenas(executor: Executor, group: str) -> None:
    """Delete the arenas of a group. Their games stay, as games of their players alone."""
    await _forget(executor, arenas.c.group == group)


async def forget_arenas_of(executor: Executor, player: str) -> None:
    """Take back the entries of a player who has not played there, and call off the own arenas that have not begun.

    The others lose the name that the player gave them, and do not come again.
    """
    games_of = entries.alias("games_of")
    has_played = (
        exists()
        .where(events.c.parent == entries.c.event)
        .where(games_of.c.event == events.c.code)
        .where(games_of.c.player == player, games_of.c.game.is_not(None))
    )
    of_arenas = entries.c.event.in_(select(arenas.c.code))
    await executor.execute(delete(entries).where(entries.c.player == player, of_arenas, ~has_played))
    await executor.execute(delete(arena_roles).where(arena_roles.c.player == player))
    await _forget(executor, and_(arenas.c.player == player, arenas.c.round == 0, _HAS_NOT_ENDED))
    await executor.execute(update(arenas).where(arenas.c.player == player).values(name="", repeat_days=0))
