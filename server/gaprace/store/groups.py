"""Groups and their members in SQL. Of a player and a group, the player is locked first."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, delete, exists, func, or_, select, update

from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.people.group_roles import MEMBER_ROLES, Membership, heir
from gaprace.play.seals import Seal, Shown
from gaprace.ports import GroupGame, OwnGroup, StoredGroup
from gaprace.store.arenas import forget_group_arenas
from gaprace.store.base import Executor, SqlRepository, SqlSteps, made, may_be_id
from gaprace.store.deals import DEAL, stored_variant
from gaprace.store.events import forget_group_events
from gaprace.store.group_scores import are_dailies, renew_of_member
from gaprace.store.outbox import forget_webhooks
from gaprace.store.races import IS_PLAYED, RESULT, forget_group_series, stored_result
from gaprace.store.tables import (
    daily_scores,
    deals,
    entries,
    events,
    examinations,
    games,
    group_divisions,
    group_members,
    group_scores,
    groups,
    players,
    webhooks,
)

_IS_MEMBER = group_members.c.role.in_(MEMBER_ROLES)
_IS_FLAGGED = exists().where(examinations.c.game == games.c.id, examinations.c.flagged)
_BY_JOINING = (group_members.c.joined_at, group_members.c.player)


class SqlGroups(SqlRepository):
    """Implements `ports.GroupStore`."""

    async def group(self, handle: str) -> StoredGroup | None:
        if not may_be_id(handle):
            return None
        return await _group(self, or_(groups.c.code == handle, groups.c.invitation == handle))

    async def membership(self, group: str, player: str) -> Membership | None:
        found = await _memberships(self, group_members.c.group == group, group_members.c.player == player)
        return found[0] if found else None

    async def memberships(self, group: str) -> list[Membership]:
        return await _memberships(self, group_members.c.group == group)

    async def groups_of(self, player: str) -> list[OwnGroup]:
        own = (group_members.c.player == player, group_members.c.role != "removed")
        async with self.reading() as executor:
            mine = {each.group: each for each in await _memberships(executor, *own)}
            found = await executor.all(
                StoredGroup, select(groups).where(groups.c.code.in_(mine)).order_by(groups.c.name)
            )
            sizes = {(each[0], bool(each[1])): each[2] for each in await executor.tuples(_sizes([*mine]))}
        return [
            OwnGroup(each, mine[each.code], sizes.get((each.code, True), 0), sizes.get((each.code, False), 0))
            for each in found
        ]

    async def note_seen(self, group: str, player: str, at: int) -> None:
        own = (
            group_members.c.group == group,
            group_members.c.player == player,
            group_members.c.shows_presence,
        )
        await self.change(update(group_members).where(*own).values(seen_at=at))

    async def due_groups(self, now: int, limit: int) -> Sequence[str]:
        query = select(groups.c.code).where(groups.c.daily_due_at <= now).order_by(groups.c.daily_due_at).limit(limit)
        return list(await self.scalars(query))

    async def group_games(self, group: str, daily: str, first: str, last: str) -> list[GroupGame]:
        date = events.c.label
        query = _games_with_results(group, daily).where(date.between(first, last))
        return [_group_game(row) for row in await self.rows(query.order_by(date, entries.c.player))]

    async def group_dates(self, group: str, daily: str, after: str, limit: int) -> Sequence[str]:
        date = events.c.label
        query = _games(group, daily).where(date < after).add_columns(date).distinct().order_by(date.desc()).limit(limit)
        return [*await self.scalars(query)]


def _sizes(codes: Sequence[str]) -> Select[tuple[Any, ...]]:
    """Count the members, and those who wait, of some groups."""
    return (
        select(group_members.c.group, _IS_MEMBER.label("is_member"), func.count())
        .where(group_members.c.group.in_(codes), group_members.c.role != "removed")
        .group_by(group_members.c.group, _IS_MEMBER)
    )


def _games_with_results(group: str, daily: str) -> Select[*tuple[Any, ...]]:
    race = events.c.code if daily == OWN_DAILY else games.c.race
    return (
        _games(group, daily)
        .join(deals, deals.c.id == events.c.deal)
        .outerjoin(daily_scores, daily_scores.c.game == games.c.id)
        .add_columns(events.c.label.label("date"), race.label("race"), entries.c.player, *DEAL[:1])
        .add_columns(events.c.ends_at, events.c.ended_at.label("event_ended_at"), events.c.shows)
        .add_columns(games.c.id, *RESULT, daily_scores.c.score.label("against_world"))
    )


def _games(group: str, daily: str) -> Select[*tuple[()]]:
    """Select from the members' games that count, of the group's own dailies or of the world's in a variant."""
    # As a list, so that each member's entry is looked up: everybody may have one in a daily of the world.
    members = select(group_members.c.player).where(group_members.c.group == group, _IS_MEMBER)
    return (
        select()
        .select_from(events)
        .join(entries, entries.c.event == events.c.code)
        .join(games, games.c.id == entries.c.game)
        .where(are_dailies(group, daily), entries.c.player.in_(members))
        .where(games.c.ranked, IS_PLAYED, ~_IS_FLAGGED)
    )


def _group_game(row: RowMapping) -> GroupGame:
    variant = stored_variant(row["rules"]).name
    seal = Seal(row["ends_at"], row["event_ended_at"], shows=Shown(row["shows"]))
    return made(GroupGame, row, game=row["id"], result=stored_result(row), variant=variant, seal=seal)


async def _group(executor: Executor, which: ColumnElement[bool], *, locks: bool = False) -> StoredGroup | None:
    query = select(groups).where(which)
    return await executor.one(StoredGroup, query.with_for_update() if locks else query)


async def _memberships(executor: Executor, *which: ColumnElement[bool]) -> list[Membership]:
    query = select(group_members).where(*which).order_by(*_BY_JOINING)
    return await executor.all(Membership, query)


# Steps of a transaction


class SqlGroupSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def lock_active_player(self, player: str) -> bool:
        query = select(players.c.id).where(players.c.id == player, players.c.deleted_at.is_(None))
        return await self.scalar(query.with_for_update(key_share=True)) is not None

    async def lock_group(self, code: str) -> StoredGroup | None:
        return await _group(self, groups.c.code == code, locks=True)

    async def memberships(self, group: str) -> list[Membership]:
        return await _memberships(self, group_members.c.group == group)

    async def count_groups(self, player: str) -> int:
        own = (group_members.c.player == player, group_members.c.role != "removed")
        return await self.count(group_members, *own)

    async def save_group(self, group: StoredGroup) -> None:
        await self.execute(self.database.insert_or_replace(groups).values(asdict(group)))

    async def save_membership(self, membership: Membership) -> None:
        was_member = await _is_member(self, membership.group, membership.player)
        await self.execute(self.database.insert_or_replace(group_members).values(asdict(membership)))
        if was_member != membership.is_member:
            await renew_of_member(self, membership.group, membership.player)

    async def leave_group(self, group: str, player: str) -> None:
        await self.lock_group(group)
        its = (group_members.c.group == group, group_members.c.player == player)
        was_member = await _is_member(self, group, player)
        await self.execute(delete(group_members).where(*its))
        if was_member:
            await renew_of_member(self, group, player)
        left = await self.memberships(group)
        if any(each.role == "owner" for each in left):
            return
        owner = heir(left)
        if owner is None:
            await self.delete_group(group)
        else:
            await self.save_membership(replace(owner, role="owner"))

    async def delete_group(self, group: str) -> None:
        for table in (group_scores, group_divisions):
            await self.execute(delete(table).where(table.c.group == group))
        await forget_group_events(self, group)
        await forget_group_arenas(self, group)
        await forget_group_series(self, group)
        await forget_webhooks(self, webhooks.c.group == group)
        await self.execute(delete(group_members).where(group_members.c.group == group))
        await self.execute(delete(groups).where(groups.c.code == group))

    async def take_room(self, group: str, known: str | None, room: str) -> bool:
        change = update(groups).where(groups.c.code == group, groups.c.room.is_not_distinct_from(known))
        return await self.change(change.values(room=room))


async def _is_member(executor: Executor, group: str, player: str) -> bool:
    its = (group_members.c.group == group, group_members.c.player == player)
    return bool(await executor.scalar(select(_IS_MEMBER).where(*its)))


async def leave_all_groups(executor: SqlSteps, player: str) -> None:
    """Remove a player from all groups."""
    query = select(group_members.c.group).where(group_members.c.player == player).order_by(group_members.c.group)
    for group in await executor.scalars(query):
        await SqlGroupSteps(executor.database, executor.connection).leave_group(group, player)
