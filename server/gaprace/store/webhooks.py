"""Webhooks in SQL."""

from dataclasses import asdict

from sqlalchemy import ColumnElement, RowMapping, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.notices.webhooks import Endpoint
from gaprace.store.base import SqlRepository, SqlSteps, may_be_id
from gaprace.store.tables import letters, webhooks

_OLDEST_FIRST = (webhooks.c.created_at, webhooks.c.id)


class SqlWebhooks(SqlRepository):
    """Implements `ports.WebhookStore`."""

    async def webhooks(self, group: str | None) -> list[Endpoint]:
        async with self.database.read() as connection:
            return await _webhooks(connection, _of(group))

    async def webhook(self, webhook_id: str) -> Endpoint | None:
        if not may_be_id(webhook_id):
            return None
        async with self.database.read() as connection:
            return next(iter(await _webhooks(connection, webhooks.c.id == webhook_id)), None)


class SqlWebhookSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        if not may_be_id(webhook_id):
            return None
        query = select(webhooks).where(_of(group), webhooks.c.id == webhook_id).with_for_update(key_share=True)
        row = (await self.connection.execute(query)).mappings().first()
        return endpoint_of(row) if row else None

    async def count_webhooks(self, group: str | None) -> int:
        return await self.connection.scalar(select(func.count()).select_from(webhooks).where(_of(group))) or 0

    async def save_webhook(self, webhook: Endpoint) -> None:
        values = {**asdict(webhook), "events": f" {' '.join(webhook.events)} ", "owned_until": None}
        await self.connection.execute(self.database.insert_or_replace(webhooks).values(values))

    async def remove_webhook(self, webhook_id: str) -> None:
        await forget_webhooks(self.connection, webhooks.c.id == webhook_id)


def endpoint_of(row: RowMapping) -> Endpoint:
    """Return the webhook of a row."""
    values = {name: value for name, value in row.items() if name != "owned_until"}
    return Endpoint(**values | {"events": tuple(row["events"].split())})


async def forget_webhooks(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Delete webhooks with their messages."""
    locked = select(webhooks.c.id).where(which).with_for_update()  # before its messages, as those who send them do
    its = [*await connection.scalars(locked)]
    await connection.execute(delete(letters).where(letters.c.channel.in_(its)))
    await connection.execute(delete(webhooks).where(which))


def _of(group: str | None) -> ColumnElement[bool]:
    return webhooks.c.group.is_not_distinct_from(group)


async def _webhooks(connection: AsyncConnection, *which: ColumnElement[bool]) -> list[Endpoint]:
    query = select(webhooks).where(*which).order_by(*_OLDEST_FIRST)
    return [endpoint_of(row) for row in (await connection.execute(query)).mappings()]
