"""The outbox in SQL: notices, the letters of channels, and the channels: webhooks and browsers."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    Table,
    case,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    true,
    update,
)

from gaprace.play.notices.outbox import MAX_LETTERS, AnyChannel, Channel, Letter, QueuedNotice, Transport, letter_of
from gaprace.play.notices.push import KIND_OF, Subscription
from gaprace.play.notices.webhooks import Endpoint
from gaprace.ports import Mail, PushUse
from gaprace.store.base import Executor, SqlRepository, SqlSteps, claim, may_be_id
from gaprace.store.tables import letters, notices, players, push_subscriptions, sessions, webhooks

_ID_BYTES = 16
_CHANNELS: Mapping[Transport, Table] = {"webhook": webhooks, "push": push_subscriptions}
_TRIED = ("failures", "failing_since", "failure", "delivered_at", "rests_until")
"""The columns that a try changes. It may pause a channel, but never resumes one that an owner has paused meanwhile."""


class SqlOutbox(SqlRepository):
    """Implements `ports.OutboxStore`."""

    # Notices

    async def due_notices(self, now: int, limit: int) -> list[QueuedNotice]:
        query = select(notices).where(notices.c.at <= now).order_by(notices.c.at, notices.c.id).limit(limit)
        return [_notice(row) for row in await self.rows(query)]

    async def spread(self, notice: QueuedNotice, players: Sequence[str], vapid: str) -> bool:
        held = select(func.count()).select_from(letters).where(letters.c.channel == webhooks.c.id).scalar_subquery()
        async with self.writing() as executor:
            if not await executor.change(delete(notices).where(notices.c.id == notice.id)):
                return False
            query: Select[Any] = select(webhooks.c.id).where(*_tells(notice), held < MAX_LETTERS)
            hooks = await executor.scalars(query)
            found = [letter_of(notice, each, _new_id()) for each in hooks]
            if players and notice.type in KIND_OF:
                browsers = await executor.scalars(_browsers(notice, players, vapid))
                found += [letter_of(notice, each, _new_id(), notice.expires_at) for each in browsers]
            await _add(executor, found)
        return True

    async def add_letter(self, letter: Letter) -> None:
        async with self.writing() as executor:
            await _add(executor, [letter])

    # Letters

    async def claim_channels(self, of: type[AnyChannel], now: int, until: int, limit: int) -> list[AnyChannel]:
        table, is_open, read = _channels(of)
        query = _with_mail(table, now, limit).where(is_open)
        return [read(row) for row in await claim(self, table, query, now, until)]

    async def due_letters(self, channel_id: str, now: int, limit: int) -> list[Letter]:
        is_due = (letters.c.channel == channel_id, not_(letters.c.is_dead), letters.c.due_at <= now)
        query = select(letters).where(*is_due).order_by(letters.c.at, letters.c.id).limit(limit)
        return await self.all(Letter, query)

    async def save_try(self, channel: Channel, letter_id: str, letter: Letter | None) -> None:
        tried: dict[str, Any] = {name: getattr(channel, name) for name in _TRIED}
        tried |= {"paused": channel.paused} if channel.paused else {}
        its = letters.c.id == letter_id
        async with self.writing() as executor:
            await executor.execute(_change(channel, **tried))
            change = update(letters).where(its).values(asdict(letter)) if letter else delete(letters).where(its)
            await executor.execute(change)

    async def release(self, channel: Channel) -> None:
        await self.change(_change(channel, owned_until=None))

    async def mail(self, channel_id: str, limit: int) -> Mail:
        its = letters.c.channel == channel_id
        dead = select(letters).where(its, letters.c.is_dead).order_by(letters.c.at.desc(), letters.c.id).limit(limit)
        async with self.reading() as executor:
            return Mail(await executor.count(letters, its, not_(letters.c.is_dead)), await executor.all(Letter, dead))

    async def revive_letters(self, channel_id: str, now: int) -> None:
        dead = letters.c.channel == channel_id, letters.c.is_dead
        await self.change(update(letters).where(*dead).values(is_dead=False, attempts=0, due_at=now))

    async def forget_letters(self, now: int, dead_before: int) -> None:
        is_old = letters.c.is_dead & (letters.c.at < dead_before)
        async with self.writing() as executor:
            await forget_subscriptions(executor, not_(IS_OPEN))
            await executor.execute(delete(letters).where(or_(letters.c.expires_at <= now, is_old)))

    # The calendar

    async def due_channels(self, of: type[AnyChannel], now: int, limit: int) -> list[AnyChannel]:
        table, is_open, read = _channels(of)
        due = (table.c.next_at <= now, table.c.paused == "", is_open)
        return [read(row) for row in await self.rows(select(table).where(*due).order_by(table.c.next_at).limit(limit))]

    async def tell_by_calendar(self, channel: Channel, next_at: int, notices: Sequence[QueuedNotice]) -> bool:
        is_known = _CHANNELS[channel.transport].c.next_at == channel.next_at
        async with self.writing() as executor:
            is_mine = await executor.change(_change(channel, next_at=next_at).where(is_known))
            if is_mine:
                await _add(executor, [letter_of(each, channel.id, _new_id(), each.expires_at) for each in notices])
            return is_mine


class SqlOutboxSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def queue(self, notice: QueuedNotice) -> None:
        is_wanted = select(webhooks.c.id).where(*_tells(notice)).limit(1)
        if notice.type in KIND_OF or await self.scalar(is_wanted) is not None:
            players = None if notice.players is None else " ".join(notice.players)
            row = asdict(notice) | {"id": secrets.token_hex(_ID_BYTES), "players": players}
            await self.execute(insert(notices).values(row))


def _channels(of: type[AnyChannel]) -> tuple[Table, ColumnElement[bool], Callable[[RowMapping], AnyChannel]]:
    """Return the table of the channels of a kind, which of them are open, and the reader of one."""
    return (webhooks, true(), endpoint_of) if of is Endpoint else (push_subscriptions, IS_OPEN, subscription_of)  # type: ignore[return-value]


def _tells(notice: QueuedNotice) -> Sequence[ColumnElement[bool]]:
    """Whether a webhook tells a notice."""
    owners = [webhooks.c.group == notice.group] if notice.group else []
    owners += [webhooks.c.group.is_(None)] if notice.is_public else []
    wants = webhooks.c.events.contains(f" {notice.type} ", autoescape=True)
    return or_(False, *owners), webhooks.c.paused == "", wants  # noqa: FBT003 (nobody, without an owner)


def _browsers(notice: QueuedNotice, players: Sequence[str], vapid: str) -> Select[Any]:
    its = push_subscriptions.c
    shows = its.kinds.contains(f" {KIND_OF[notice.type]} ", autoescape=True)
    return select(its.id).where(its.player.in_(players), shows, its.vapid == vapid, IS_OPEN)


def _with_mail(table: Table, now: int, limit: int) -> Select[Any]:
    """Return channels that have a letter to try now, and neither rest nor are paused."""
    due = select(letters.c.channel).where(not_(letters.c.is_dead), letters.c.due_at <= now)
    ready = (table.c.paused == "", table.c.rests_until <= now, table.c.id.in_(due))
    return select(table).where(*ready).order_by(table.c.rests_until, table.c.id).limit(limit)


def _change(channel: Channel, **values: object) -> Any:  # noqa: ANN401 (an UPDATE; its type has no public name)
    table = _CHANNELS[channel.transport]
    return update(table).where(table.c.id == channel.id).values(**values)


async def _add(executor: Executor, new: Sequence[Letter]) -> None:
    if new:
        await executor.execute(insert(letters), [asdict(each) for each in new])


def _notice(row: RowMapping) -> QueuedNotice:
    players = row["players"]
    return QueuedNotice(**{**row, "players": None if players is None else tuple(players.split())})


def _new_id() -> str:
    return f"msg_{secrets.token_hex(_ID_BYTES)}"


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
        async with self.writing() as executor:
            await executor.execute(lock)  # two tabs may subscribe their browser at once
            counted = await executor.tuples(select(_subscriptions.day, _subscriptions.sent).where(same))
            day, sent = max(map(tuple, counted), default=(0, 0))
            await forget_subscriptions(executor, same)
            row = asdict(subscription) | {"kinds": f" {' '.join(subscription.kinds)} ", "day": day, "sent": sent}
            await executor.execute(insert(push_subscriptions).values(row))
            oldest = [*await executor.scalars(ids.offset(limit))]
            await forget_subscriptions(executor, _subscriptions.id.in_(oldest))

    async def remove_push_subscription(self, subscription_id: str) -> bool:
        if not may_be_id(subscription_id):
            return False
        async with self.writing() as executor:
            return await forget_subscriptions(executor, _subscriptions.id == subscription_id)

    async def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        is_today = _subscriptions.day == day
        free = (_subscriptions.id == subscription_id, or_(not_(is_today), _subscriptions.sent < limit))
        counted = case((is_today, _subscriptions.sent + 1), else_=1)
        return await self.change(update(push_subscriptions).where(*free).values(day=day, sent=counted))

    async def push_use(self) -> PushUse:
        async with self.reading() as executor:
            return PushUse(
                await executor.count(push_subscriptions, IS_OPEN),
                await executor.count(letters, letters.c.channel.in_(select(_subscriptions.id))),
                await executor.count(push_subscriptions, IS_OPEN, _subscriptions.failing_since.is_not(None)),
            )


def subscription_of(row: RowMapping) -> Subscription:
    """Return the subscription of a row."""
    values = {name: value for name, value in row.items() if name not in _INNER}
    return Subscription(**values | {"kinds": tuple(row["kinds"].split())})


async def forget_subscriptions(executor: Executor, which: ColumnElement[bool]) -> bool:
    """Delete subscriptions with their messages; return whether there were any."""
    its = select(_subscriptions.id).where(which)
    await executor.execute(delete(letters).where(letters.c.channel.in_(its)))
    return await executor.change(delete(push_subscriptions).where(which))


def _latest_first(query: Select[Any]) -> Select[Any]:
    return query.order_by(_subscriptions.created_at.desc(), _subscriptions.id)


_OLDEST_FIRST = (webhooks.c.created_at, webhooks.c.id)


class SqlWebhooks(SqlRepository):
    """Implements `ports.WebhookStore`."""

    async def webhooks(self, group: str | None) -> list[Endpoint]:
        return await _webhooks(self, _of(group))

    async def webhook(self, webhook_id: str) -> Endpoint | None:
        if not may_be_id(webhook_id):
            return None
        return next(iter(await _webhooks(self, webhooks.c.id == webhook_id)), None)


class SqlWebhookSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        if not may_be_id(webhook_id):
            return None
        query = select(webhooks).where(_of(group), webhooks.c.id == webhook_id)
        row = await self.row(query.with_for_update(key_share=True))
        return endpoint_of(row) if row else None

    async def count_webhooks(self, group: str | None) -> int:
        return await self.count(webhooks, _of(group))

    async def save_webhook(self, webhook: Endpoint) -> None:
        values = {**asdict(webhook), "events": f" {' '.join(webhook.events)} ", "owned_until": None}
        await self.execute(self.database.insert_or_replace(webhooks).values(values))

    async def remove_webhook(self, webhook_id: str) -> None:
        await forget_webhooks(self, webhooks.c.id == webhook_id)


def endpoint_of(row: RowMapping) -> Endpoint:
    """Return the webhook of a row."""
    values = {name: value for name, value in row.items() if name != "owned_until"}
    return Endpoint(**values | {"events": tuple(row["events"].split())})


async def forget_webhooks(executor: Executor, which: ColumnElement[bool]) -> None:
    """Delete webhooks with their messages."""
    locked = select(webhooks.c.id).where(which).with_for_update()  # before its messages, as in sending them
    its = [*await executor.scalars(locked)]
    await executor.execute(delete(letters).where(letters.c.channel.in_(its)))
    await executor.execute(delete(webhooks).where(which))


def _of(group: str | None) -> ColumnElement[bool]:
    return webhooks.c.group.is_not_distinct_from(group)


async def _webhooks(executor: Executor, *which: ColumnElement[bool]) -> list[Endpoint]:
    query = select(webhooks).where(*which).order_by(*_OLDEST_FIRST)
    return [endpoint_of(row) for row in await executor.rows(query)]
