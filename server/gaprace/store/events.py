"""Events in SQL."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from gaprace.play.events.event import Entry, Event
from gaprace.play.people.group_roles import MEMBER_ROLES
from gaprace.play.seals import Shown
from gaprace.store.base import Executor, SqlRepository, SqlSteps, may_be_id
from gaprace.store.deals import DEAL, deal_row, stored_deal
from gaprace.store.group_scores import renew_own
from gaprace.store.one_of import is_one_of
from gaprace.store.races import forget_deal
from gaprace.store.tables import dailies, deals, entries, events, games, group_members, races

_COLUMNS = tuple(column.name for column in events.c if column.name not in {"deal", "puzzle"})
_ITS_COLUMNS = [events.c[name].label(f"event_{name}") for name in _COLUMNS]
_IS_OPEN = events.c.ended_at.is_(None)
_IS_CHALLENGE = events.c.kind == "challenge"
_IS_DAILY = events.c.kind == "group_daily"
_SEALED = (
    sa.select(entries.c.game)
    .join(events, events.c.code == entries.c.event)
    .where(is_one_of(entries.c.game, "games"))
    .where(sa.or_(_IS_OPEN, events.c.ended_at > sa.bindparam("now", type_=sa.BigInteger)))
)


class SqlEvents(SqlRepository):
    """Implements `ports.EventStore`."""

    async def event(self, code: str) -> Event | None:
        return await self.read(_event, code)

    async def own_event(self, code: str, player: str) -> Event | None:
        return await self.read(_event, code, entries.c.player == player)

    async def entry(self, code: str, player: str) -> Entry | None:
        found = await _entries(self, [code], entries.c.player == player)
        return found[code][0] if found[code] else None

    async def challenges_of(self, player: str, since: int, limit: int) -> list[Event]:
        which = sa.and_(events.c.code.in_(_own(player)), _IS_CHALLENGE, sa.or_(_IS_OPEN, events.c.ended_at >= since))
        return await self.read(_events, which, events.c.ends_at, events.c.code, limit=limit)

    async def challenges_to(self, player: str, makers: Collection[str], now: int, limit: int) -> list[Event]:
        to_all = sa.and_(
            events.c.player.in_(makers), _IS_CHALLENGE, events.c.places.is_(None), events.c.group.is_(None)
        )
        which = sa.and_(to_all, _IS_OPEN, events.c.closes_at > now, events.c.code.not_in(_entered(player)))
        return await self.read(_events, which, events.c.opens_at.desc(), events.c.code, limit=limit)

    async def group_challenges(self, group: str, limit: int) -> list[Event]:
        order = (events.c.opens_at.desc(), events.c.code)
        return await self.read(_events, sa.and_(events.c.group == group, _IS_CHALLENGE), *order, limit=limit)

    async def group_dailies_of(self, player: str) -> list[Event]:
        which = sa.and_(events.c.code.in_(_entered(player)), _IS_DAILY)
        return await self.read(_events, which, events.c.label, events.c.code, limit=None)

    async def last_group_daily(self, group: str) -> Event | None:
        return await self.read(_last_daily, group)

    async def due_events(self, now: int) -> Sequence[str]:
        query = sa.select(events.c.code).where(_IS_OPEN, events.c.closes_at <= now)
        return sorted(await self.scalars(query))

    async def sealed_games(self, games: Collection[str], now: int) -> frozenset[str]:
        return frozenset(await self.scalars(_SEALED.params(games=games, now=now))) if games else frozenset()

    async def is_in_event(self, code: str, now: int) -> bool:
        query = sa.select(events.c.code).join(deals, deals.c.id == events.c.deal)
        query = query.where(sa.or_(_IS_OPEN, events.c.ended_at > now), events.c.ranked, deals.c.code == code).limit(1)
        return await self.scalar(query) is not None


# Reading


def _own(player: str) -> sa.CompoundSelect[tuple[str]]:
    """Return the codes of a player's events, each kind by an index of its own."""
    belongs = (group_members.c.player == player, group_members.c.role.in_(MEMBER_ROLES))
    return sa.union(
        sa.select(events.c.code).where(events.c.player == player),
        _entered(player),
        sa.select(events.c.code).join(group_members, group_members.c.group == events.c.group).where(*belongs),
    )


def _entered(player: str) -> sa.Select[tuple[str]]:
    return sa.select(entries.c.event).where(entries.c.player == player)


async def _last_daily(executor: Executor, group: str) -> Event | None:
    """Return the own daily of a group with the latest date."""
    which = sa.and_(events.c.group == group, _IS_DAILY)
    found = await _events(executor, which, events.c.label.desc(), limit=1)
    return found[0] if found else None


async def _event(executor: Executor, code: str, *of_entries: sa.ColumnElement[bool]) -> Event | None:
    if not may_be_id(code):
        return None
    its = events.c.code == code
    found = await _events(executor, its, events.c.code, limit=1, of_entries=of_entries)
    return found[0] if found else None


async def _events(
    executor: Executor,
    which: sa.ColumnElement[bool],
    *order: sa.ColumnElement[Any],
    limit: int | None,
    of_entries: Sequence[sa.ColumnElement[bool]] = (),
) -> list[Event]:
    query = (
        sa.select(*_ITS_COLUMNS, *DEAL, dailies.c.date, dailies.c.variant.label("daily_variant"))
        .join(deals, deals.c.id == events.c.deal)
        .outerjoin(dailies, dailies.c.deal == events.c.deal)
        .where(which)
        .order_by(*order)
        .limit(limit)
    )
    rows = await executor.rows(query)
    # Everybody may enter the world's daily, so its entries are read one by one.
    few = [row["event_code"] for row in rows if of_entries or row["event_kind"] != "daily"]
    places = await _entries(executor, few, *of_entries)
    return [_stored_event(row, tuple(places[row["event_code"]])) for row in rows]


async def _entries(executor: Executor, codes: Sequence[str], *which: sa.ColumnElement[bool]) -> dict[str, list[Entry]]:
    query = (
        sa.select(entries, races.c.room, games.c.ended_at)
        .outerjoin(games, games.c.id == entries.c.game)
        .outerjoin(races, races.c.id == games.c.race)
        .where(is_one_of(entries.c.event, codes), *which)
        .order_by(entries.c.at, entries.c.player)
    )
    found = defaultdict[str, list[Entry]](list)
    for row in await executor.tuples(query):
        entry = Entry(row.player, row.at, row.game, row.room, row.ended_at is not None)
        found[row.event].append(entry)
    return found


def _stored_event(row: sa.RowMapping, places: tuple[Entry, ...]) -> Event:
    daily = None if row["date"] is None else (row["date"], row["daily_variant"])
    same = {name: row[f"event_{name}"] for name in _COLUMNS}
    same |= {"player": row["event_player"] or "", "shows": Shown(row["event_shows"])}
    return Event(deal=stored_deal(row), daily=daily, entries=places, **same)


def event_row(event: Event, deal: str) -> dict[str, Any]:
    """Return the row of an event on a stored deal."""
    same = {name: getattr(event, name) for name in _COLUMNS}
    return {**same, "deal": deal, "player": event.player or None, "shows": event.shows.value}


# Steps of a transaction


class SqlEventSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def lock_event(self, code: str) -> Event | None:
        lock = sa.select(events.c.code).where(events.c.code == code, _IS_OPEN).with_for_update(key_share=True)
        await self.execute(lock)
        return await _event(self, code)

    async def count_challenges(self, player: str) -> int:
        own = (events.c.player == player, _IS_OPEN, _IS_CHALLENGE)
        return await self.count(events, *own)

    async def last_group_daily(self, group: str) -> Event | None:
        return await _last_daily(self, group)

    async def arena_round(self, code: str, number: int) -> Event | None:
        which = sa.and_(events.c.parent == code, events.c.label == str(number))
        found = await _events(self, which, events.c.code, limit=1)
        return found[0] if found else None

    async def add_event(self, event: Event) -> None:
        deal = deal_row(event.deal)
        await self.execute(self.database.insert_new(deals).values(deal))
        await self.execute(sa.insert(events).values(event_row(event, deal["id"])))
        for entry in event.entries:
            await self.save_entry(event.code, entry.player, entry.at, entry.game)

    async def save_entry(self, event: str, player: str, at: int, game: str | None) -> bool:
        row = {"event": event, "player": player, "at": at, "game": game}
        if await self.change(self.database.insert_new(entries).values(row)):
            return True
        place = (entries.c.event == event, entries.c.player == player, entries.c.game.is_(None))
        return await self.change(sa.update(entries).where(*place).values(game=game))

    async def remove_entry(self, event: str, player: str) -> None:
        place = (entries.c.event == event, entries.c.player == player)
        await self.execute(sa.delete(entries).where(*place, entries.c.game.is_(None)))

    async def end_event(self, code: str, ended_at: int) -> None:
        """Record the end of an event, and queue the scores of a group's daily."""
        change = sa.update(events).where(events.c.code == code, _IS_OPEN).values(ended_at=ended_at)
        await self.execute(change)
        await renew_own(self, events.c.code == code)

    async def forget_event(self, event: Event) -> None:
        await self.execute(sa.delete(entries).where(entries.c.event == event.code))
        await self.execute(sa.delete(events).where(events.c.code == event.code))
        await forget_deal(self, event.deal)


async def forget_entries(executor: Executor, player: str) -> None:
    """Take back the places of a player in which no game has begun."""
    own = (entries.c.player == player, entries.c.game.is_(None), entries.c.event.in_(sa.select(events.c.code)))
    await executor.execute(sa.delete(entries).where(*own))


async def forget_group_events(executor: Executor, group: str) -> None:
    """Delete the events of a group. Their games stay, as games of their players alone."""
    codes = sa.select(events.c.code).where(events.c.group == group)
    await executor.execute(sa.delete(entries).where(entries.c.event.in_(codes)))
    await executor.execute(sa.delete(events).where(events.c.group == group))
