"""Subscriptions to web push in SQL."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, case, delete, exists, func, insert, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.notices.push import Subscription
from gaprace.ports import PushUse
from gaprace.store.base import SqlRepository, changes_row, may_be_id
from gaprace.store.tables import letters, players, push_subscriptions, sessions

_subscriptions = push_subscriptions.c
_INNER = frozenset({"day", "sent", "owned_until"})
"""Columns that only the store knows."""
IS_OPEN = (
    exists()
    .where(sessions.c.id == _subscriptions.session, sessions.c.player == _subscriptions.player)
    .where(sessions.c.ended_at.is_(None), players.c.id == sessions.c.player)
    .where(players.c.generation == sessions.c.generation, players.c.deleted_at.is_(None))
)
"""Whether the session in the browser of a subscription is open."""


class SqlPush(SqlRepository):
    """Implements `ports.PushStore`."""

    async def push_subscriptions(self, player: str) -> list[Subscription]:
        query = _latest_first(select(push_subscriptions).where(_subscriptions.player == player, IS_OPEN))
        return [subscription_of(row) for row in await self.rows(query)]

    async def push_subscription(self, endpoint: str) -> Subscription | None:
        query = select(push_subscriptions).where(_subscriptions.endpoint == endpoint)
        row = await self.row(query)
        return subscription_of(row) if row else None

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
            await forget_subscriptions(connection, same)
            row = asdict(subscription) | {"kinds": f" {' '.join(subscription.kinds)} ", "day": day, "sent": sent}
            await connection.execute(insert(push_subscriptions).values(row))
            oldest = [*await connection.scalars(ids.offset(limit))]
            await forget_subscriptions(connection, _subscriptions.id.in_(oldest))

    async def remove_push_subscription(self, subscription_id: str) -> bool:
        if not may_be_id(subscription_id):
            return False
        async with self.database.write() as connection:
            return await forget_subscriptions(connection, _subscriptions.id == subscription_id)

    async def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        is_today = _subscriptions.day == day
        free = (_subscriptions.id == subscription_id, or_(not_(is_today), _subscriptions.sent < limit))
        counted = case((is_today, _subscriptions.sent + 1), else_=1)
        async with self.database.write() as connection:
            change = update(push_subscriptions).where(*free).values(day=day, sent=counted)
            return await changes_row(connection, change)

    async def push_use(self) -> PushUse:
        devices = select(func.count()).select_from(push_subscriptions).where(IS_OPEN)
        waiting = select(func.count()).select_from(letters).where(letters.c.channel.in_(select(_subscriptions.id)))
        async with self.database.read() as connection:
            return PushUse(
                await connection.scalar(devices) or 0,
                await connection.scalar(waiting) or 0,
                await connection.scalar(devices.where(_subscriptions.failing_since.is_not(None))) or 0,
            )


def subscription_of(row: RowMapping) -> Subscription:
    """Return the subscription of a row."""
    values = {name: value for name, value in row.items() if name not in _INNER}
    return Subscription(**values | {"kinds": tuple(row["kinds"].split())})


async def forget_subscriptions(connection: AsyncConnection, which: ColumnElement[bool]) -> bool:
    """Delete subscriptions with their messages; return whether there were any."""
    its = select(_subscriptions.id).where(which)
    await connection.execute(delete(letters).where(letters.c.channel.in_(its)))
    return await changes_row(connection, delete(push_subscriptions).where(which))


def _latest_first(query: Select[Any]) -> Select[Any]:
    return query.order_by(_subscriptions.created_at.desc(), _subscriptions.id)
