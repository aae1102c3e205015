"""Subscriptions to web push and their messages in SQL."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, case, delete, exists, func, insert, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.push import KIND_OF, PushEvent, PushMessage, Subscription, message_of
from gaprace.ports import DuePush, PushUse
from gaprace.store.base import SqlRepository, SqlSteps, changes_row, may_be_id, shielded
from gaprace.store.tables import players, push_events, push_messages, push_subscriptions, sessions

_ID_BYTES = 16
_subscriptions, _messages, _events = push_subscriptions.c, push_messages.c, push_events.c
_KEPT = [column for column in push_subscriptions.c if column.name not in {"day", "sent"}]
_HOLDS = (
    exists()
    .where(sessions.c.id == _subscriptions.session, sessions.c.player == _subscriptions.player)
    .where(sessions.c.ended_at.is_(None), players.c.id == sessions.c.player)
    .where(players.c.generation == sessions.c.generation, players.c.deleted_at.is_(None))
)
"""Whether the session in its browser is open."""


class SqlPush(SqlRepository):
    """Implements `ports.PushStore`."""

    @shielded
    async def push_subscriptions(self, player: str) -> list[Subscription]:
        query = _latest_first(select(*_KEPT).where(_subscriptions.player == player, _HOLDS))
        async with self.database.read() as connection:
            return [_subscription(row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def push_subscription(self, endpoint: str) -> Subscription | None:
        query = select(*_KEPT).where(_subscriptions.endpoint == endpoint)
        async with self.database.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _subscription(row) if row else None

    @shielded
    async def save_push_subscription(self, subscription: Subscription, limit: int) -> None:
        same = or_(
            _subscriptions.session == subscription.session,
            _subscriptions.endpoint == subscription.endpoint,
        )
        ids = _latest_first(select(_subscriptions.id).where(_subscriptions.player == subscription.player))
        lock = select(players.c.id).where(players.c.id == subscription.player).with_for_update(key_share=True)
        async with self.database.write() as connection:
            await connection.execute(lock)  # two tabs may subscribe their browser at once
            counted = (await connection.execute(select(_subscriptions.day, _subscriptions.sent).where(same))).all()
            day, sent = max(map(tuple, counted), default=(0, 0))
            await _forget(connection, same)
            row = _row(subscription) | {"day": day, "sent": sent}
            await connection.execute(insert(push_subscriptions).values(row))
            oldest = [*await connection.scalars(ids.offset(limit))]
            await _forget(connection, _subscriptions.id.in_(oldest))

    @shielded
    async def remove_push_subscription(self, subscription_id: str) -> bool:
        if not may_be_id(subscription_id):
            return False
        async with self.database.write() as connection:
            return await _forget(connection, _subscriptions.id == subscription_id)

    # Events

    @shielded
    async def due_push_events(self, now: int, limit: int) -> list[PushEvent]:
        query = select(push_events).where(_events.due_at <= now).order_by(_events.due_at, _events.id).limit(limit)
        async with self.database.read() as connection:
            return [_event(row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def spread_push(self, event: PushEvent, players: Sequence[str], vapid: str) -> bool:
        shows = _subscriptions.kinds.contains(f" {KIND_OF[event.type]} ", autoescape=True)
        theirs = (_subscriptions.player.in_(players), shows, _subscriptions.vapid == vapid, _HOLDS)
        async with self.database.write() as connection:
            if not await changes_row(connection, delete(push_events).where(_events.id == event.id)):
                return False
            found = [*await connection.scalars(select(_subscriptions.id).where(*theirs))] if players else []
            if found:
                await connection.execute(
                    insert(push_messages), [asdict(message_of(event, each, _new_id())) for each in found]
                )
        return True

    @shielded
    async def add_push_message(self, message: PushMessage) -> None:
        async with self.database.write() as connection:
            await connection.execute(insert(push_messages).values(asdict(message)))

    @shielded
    async def due_streaks(self, now: int, limit: int) -> list[Subscription]:
        query = select(*_KEPT).where(_subscriptions.streak_at <= now, _HOLDS)
        async with self.database.read() as connection:
            rows = await connection.execute(query.order_by(_subscriptions.streak_at).limit(limit))
            return [_subscription(row) for row in rows.mappings()]

    @shielded
    async def note_streak(self, subscription: Subscription, next_at: int, message: PushMessage | None) -> bool:
        known = (_subscriptions.id == subscription.id, _subscriptions.streak_at == subscription.streak_at)
        async with self.database.write() as connection:
            is_mine = await changes_row(connection, update(push_subscriptions).where(*known).values(streak_at=next_at))
            if is_mine and message:
                await connection.execute(insert(push_messages).values(asdict(message)))
        return is_mine

    # Messages

    @shielded
    async def claim_push_messages(self, now: int, until: int, limit: int) -> list[DuePush]:
        is_free = or_(_messages.owned_until.is_(None), _messages.owned_until < now)
        query = (
            select(push_messages)
            .where(_messages.due_at <= now, is_free)
            .order_by(_messages.due_at, _messages.id)
            .limit(limit)
        )
        async with self.database.read() as connection:
            if (await connection.execute(query.limit(1))).first() is None:
                return []  # the usual case, and nobody has to wait for it
        async with self.database.write() as connection:
            rows = [*(await connection.execute(query.with_for_update(skip_locked=True))).mappings()]
            its = select(*_KEPT).where(_subscriptions.id.in_([each["subscription"] for each in rows]))
            found = (_subscription(row) for row in (await connection.execute(its.where(_HOLDS))).mappings())
            devices = {each.id: each for each in found}
            lost = [each["id"] for each in rows if each["subscription"] not in devices]
            await connection.execute(delete(push_messages).where(_messages.id.in_(lost)))
            claimed = [each for each in rows if each["subscription"] in devices]
            mine = _messages.id.in_([each["id"] for each in claimed])
            await connection.execute(update(push_messages).where(mine).values(owned_until=until))
        return [DuePush(_message(each), devices[each["subscription"]]) for each in claimed]

    @shielded
    async def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        is_today = _subscriptions.day == day
        free = (_subscriptions.id == subscription_id, or_(not_(is_today), _subscriptions.sent < limit))
        counted = case((is_today, _subscriptions.sent + 1), else_=1)
        async with self.database.write() as connection:
            change = update(push_subscriptions).where(*free).values(day=day, sent=counted)
            return await changes_row(connection, change)

    @shielded
    async def save_push_try(self, subscription: Subscription, message_id: str, message: PushMessage | None) -> None:
        its = _messages.id == message_id
        async with self.database.write() as connection:
            change = update(push_subscriptions).where(_subscriptions.id == subscription.id)
            await connection.execute(change.values(failing_since=subscription.failing_since))
            if message is None:
                await connection.execute(delete(push_messages).where(its))
            else:
                again = {**asdict(message), "owned_until": None}
                await connection.execute(update(push_messages).where(its).values(again))

    @shielded
    async def forget_pushes(self, now: int) -> None:
        async with self.database.write() as connection:
            await _forget(connection, not_(_HOLDS))
            await connection.execute(delete(push_messages).where(_messages.expires_at <= now))
            await connection.execute(delete(push_events).where(_events.expires_at <= now))

    @shielded
    async def push_use(self) -> PushUse:
        devices = select(func.count()).select_from(push_subscriptions).where(_HOLDS)
        waiting = select(func.count()).select_from(push_messages)
        async with self.database.read() as connection:
            return PushUse(
                await connection.scalar(devices) or 0,
                await connection.scalar(waiting) or 0,
                await connection.scalar(devices.where(_subscriptions.failing_since.is_not(None))) or 0,
            )


def _latest_first(query: Select[Any]) -> Select[Any]:
    return query.order_by(_subscriptions.created_at.desc(), _subscriptions.id)


async def _forget(connection: AsyncConnection, which: ColumnElement[bool]) -> bool:
    """Delete subscriptions with their messages; return whether there were any."""
    its = select(_subscriptions.id).where(which)
    await connection.execute(delete(push_messages).where(_messages.subscription.in_(its)))
    return await changes_row(connection, delete(push_subscriptions).where(which))


async def forget_push_of(connection: AsyncConnection, gone: Sequence[str]) -> None:
    """Delete the subscriptions of players who are deleted."""
    await _forget(connection, _subscriptions.player.in_(gone))


class SqlPushSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def add_push_event(self, event: PushEvent) -> None:
        row = asdict(event) | {"id": _new_id(), "players": " ".join(event.players)}
        await self.connection.execute(insert(push_events).values(row))


def _row(subscription: Subscription) -> dict[str, Any]:
    return asdict(subscription) | {"kinds": f" {' '.join(subscription.kinds)} "}


def _subscription(row: RowMapping) -> Subscription:
    return Subscription(**{**row, "kinds": tuple(row["kinds"].split())})


def _event(row: RowMapping) -> PushEvent:
    return PushEvent(**{**row, "players": tuple(row["players"].split())})


def _message(row: RowMapping) -> PushMessage:
    return PushMessage(**{name: value for name, value in row.items() if name != "owned_until"})


def _new_id() -> str:
    return secrets.token_hex(_ID_BYTES)
