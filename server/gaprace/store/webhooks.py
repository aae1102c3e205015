"""Webhooks and their messages in SQL."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.webhooks import MAX_LETTERS, Endpoint, Letter, WebhookEvent
from gaprace.ports import Mail
from gaprace.store.base import SqlRepository, SqlSteps, changes_row, may_be_id, shielded
from gaprace.store.tables import letters, webhooks

_ID_BYTES = 16
_TRIED = ("failures", "failing_since", "failure", "delivered_at", "rests_until")
"""What a try changes; it pauses a webhook, but never lets one go on that an owner has paused meanwhile."""
_OLDEST_FIRST = (webhooks.c.created_at, webhooks.c.id)
_IS_ACTIVE = webhooks.c.paused == ""


class SqlWebhooks(SqlRepository):
    """Implements `ports.WebhookStore`."""

    @shielded
    async def webhooks(self, group: str | None) -> list[Endpoint]:
        async with self.database.read() as connection:
            return await _webhooks(connection, _of(group))

    @shielded
    async def webhook(self, webhook_id: str) -> Endpoint | None:
        if not may_be_id(webhook_id):
            return None
        async with self.database.read() as connection:
            return next(iter(await _webhooks(connection, webhooks.c.id == webhook_id)), None)

    @shielded
    async def mail(self, webhook_id: str, limit: int) -> Mail:
        its = letters.c.webhook == webhook_id
        waiting = select(func.count()).select_from(letters).where(its, not_(letters.c.is_dead))
        dead = select(letters).where(its, letters.c.is_dead).order_by(letters.c.at.desc(), letters.c.id).limit(limit)
        async with self.database.read() as connection:
            n = await connection.scalar(waiting) or 0
            return Mail(n, [Letter(**row) for row in (await connection.execute(dead)).mappings()])

    @shielded
    async def claim_webhooks(self, now: int, until: int, limit: int) -> list[Endpoint]:
        due = select(letters.c.webhook).where(not_(letters.c.is_dead), letters.c.due_at <= now)
        is_free = or_(webhooks.c.owned_until.is_(None), webhooks.c.owned_until < now)
        query = (
            select(webhooks)
            .where(_IS_ACTIVE, webhooks.c.rests_until <= now, is_free, webhooks.c.id.in_(due))
            .order_by(webhooks.c.rests_until, webhooks.c.id)
            .limit(limit)
        )
        async with self.database.read() as connection:
            if (await connection.execute(query.limit(1))).first() is None:
                return []  # the usual case, and nobody has to wait for it
        async with self.database.write() as connection:
            rows = [*(await connection.execute(query.with_for_update(skip_locked=True, key_share=True))).mappings()]
            its = webhooks.c.id.in_([row["id"] for row in rows])
            await connection.execute(update(webhooks).where(its).values(owned_until=until))
        return [_endpoint(row) for row in rows]

    @shielded
    async def due_letters(self, webhook_id: str, now: int, limit: int) -> list[Letter]:
        is_due = (letters.c.webhook == webhook_id, not_(letters.c.is_dead), letters.c.due_at <= now)
        query = select(letters).where(*is_due).order_by(letters.c.at, letters.c.id).limit(limit)
        async with self.database.read() as connection:
            return [Letter(**row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def save_try(self, webhook: Endpoint, letter_id: str, letter: Letter | None) -> None:
        tried: dict[str, Any] = {name: getattr(webhook, name) for name in _TRIED}
        tried |= {"paused": webhook.paused} if webhook.paused else {}
        its = letters.c.id == letter_id
        async with self.database.write() as connection:
            await connection.execute(update(webhooks).where(webhooks.c.id == webhook.id).values(tried))
            await connection.execute(update(letters).where(its).values(asdict(letter)) if letter else _delete(its))

    @shielded
    async def release_webhook(self, webhook_id: str) -> None:
        async with self.database.write() as connection:
            await connection.execute(update(webhooks).where(webhooks.c.id == webhook_id).values(owned_until=None))

    @shielded
    async def webhooks_by_calendar(self, now: int, limit: int) -> list[Endpoint]:
        query = select(webhooks).where(webhooks.c.next_at <= now, _IS_ACTIVE).order_by(webhooks.c.next_at).limit(limit)
        async with self.database.read() as connection:
            return [_endpoint(row) for row in (await connection.execute(query)).mappings()]

    @shielded
    async def tell_by_calendar(self, webhook: Endpoint, next_at: int, events: Sequence[WebhookEvent]) -> bool:
        known = (webhooks.c.id == webhook.id, webhooks.c.next_at == webhook.next_at)
        async with self.database.write() as connection:
            is_mine = await changes_row(connection, update(webhooks).where(*known).values(next_at=next_at))
            if is_mine and events:
                await connection.execute(insert(letters), [_row(webhook.id, each) for each in events])
            return is_mine

    @shielded
    async def revive_letters(self, webhook_id: str, letter_id: str | None, now: int) -> int:
        if letter_id is not None and not may_be_id(letter_id):
            return 0
        dead = [letters.c.webhook == webhook_id, letters.c.is_dead]
        dead += [] if letter_id is None else [letters.c.id == letter_id]
        again = update(letters).where(*dead).values(is_dead=False, attempts=0, due_at=now)
        async with self.database.write() as connection:
            return (await connection.execute(again)).rowcount

    @shielded
    async def forget_dead_letters(self, before: int) -> int:
        async with self.database.write() as connection:
            return (await connection.execute(_delete(letters.c.is_dead, letters.c.at < before))).rowcount


def _delete(*which: ColumnElement[bool]) -> Any:  # noqa: ANN401 (a DELETE; its type has no public name)
    return delete(letters).where(*which)


def _of(group: str | None) -> ColumnElement[bool]:
    return webhooks.c.group.is_not_distinct_from(group)


async def _webhooks(connection: AsyncConnection, *which: ColumnElement[bool]) -> list[Endpoint]:
    query = select(webhooks).where(*which).order_by(*_OLDEST_FIRST)
    return [_endpoint(row) for row in (await connection.execute(query)).mappings()]


def _endpoint(row: RowMapping) -> Endpoint:
    values = {name: value for name, value in row.items() if name != "owned_until"}
    return Endpoint(**values | {"events": tuple(row["events"].split())})


def _row(webhook: str, event: WebhookEvent) -> dict[str, Any]:
    """Return the row of a new message."""
    letter = Letter(f"msg_{secrets.token_hex(_ID_BYTES)}", webhook, event.type, event.subject, event.at, event.at)
    return asdict(letter)


# Steps of a transaction


class SqlWebhookSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        if not may_be_id(webhook_id):
            return None
        query = select(webhooks).where(_of(group), webhooks.c.id == webhook_id).with_for_update(key_share=True)
        row = (await self.connection.execute(query)).mappings().first()
        return _endpoint(row) if row else None

    async def count_webhooks(self, group: str | None) -> int:
        return await self.connection.scalar(select(func.count()).select_from(webhooks).where(_of(group))) or 0

    async def save_webhook(self, webhook: Endpoint) -> None:
        values = {**asdict(webhook), "events": f" {' '.join(webhook.events)} ", "owned_until": None}
        await self.connection.execute(self.database.insert_or_replace(webhooks).values(values))

    async def remove_webhook(self, webhook_id: str) -> None:
        await forget_webhooks(self.connection, webhooks.c.id == webhook_id)

    async def announce(self, event: WebhookEvent) -> None:
        owners = [webhooks.c.group == event.group] if event.group else []
        owners += [webhooks.c.group.is_(None)] if event.is_public else []
        if not owners:
            return
        held = select(func.count()).select_from(letters).where(letters.c.webhook == webhooks.c.id).scalar_subquery()
        wants = webhooks.c.events.contains(f" {event.type} ", autoescape=True)
        query = select(webhooks.c.id).where(or_(*owners), _IS_ACTIVE, wants, held < MAX_LETTERS)
        its = [*await self.connection.scalars(query)]
        if its:
            await self.connection.execute(insert(letters), [_row(each, event) for each in its])


async def forget_webhooks(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Delete webhooks with their messages."""
    locked = select(webhooks.c.id).where(which).with_for_update()  # before its messages, as those who send them do
    its = [*await connection.scalars(locked)]
    await connection.execute(_delete(letters.c.webhook.in_(its)))
    await connection.execute(delete(webhooks).where(which))
