"""The part of the store in memory for the outbox."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gaprace.play.notices.outbox import MAX_LETTERS, AnyChannel, Channel, Letter, QueuedNotice, letter_of
from gaprace.play.notices.push import KIND_OF
from gaprace.play.notices.webhooks import tells
from gaprace.ports import Mail
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps
from tests.memory_store.push import forget_subscriptions, is_open


class MemoryOutbox(MemoryRepository):
    """Implements `OutboxStore`."""

    async def due_notices(self, now: int, limit: int) -> list[QueuedNotice]:
        due = [each for each in (await self._reach()).notices.values() if each.at <= now]
        return sorted(due, key=lambda each: (each.at, each.id))[:limit]

    async def spread(self, notice: QueuedNotice, players: Sequence[str], vapid: str) -> bool:
        data = await self._reach()
        if data.notices.pop(notice.id, None) is None:
            return False
        for webhook in data.webhooks.values():
            if tells(webhook, notice) and len(_letters(data, webhook.id)) < MAX_LETTERS:
                _add(data, notice, webhook.id)
        for each in data.push_subscriptions.values():
            shows = each.player in players and KIND_OF.get(notice.type) in each.kinds
            if shows and each.vapid == vapid and is_open(data, each):
                _add(data, notice, each.id, notice.expires_at)
        return True

    async def add_letter(self, letter: Letter) -> None:
        (await self._reach()).letters[letter.id] = letter

    async def claim_channels(self, of: type[AnyChannel], now: int, until: int, limit: int) -> list[AnyChannel]:
        data = await self._reach()
        return _claimed(data, _channels(data, of), now, until, limit)

    async def due_letters(self, channel_id: str, now: int, limit: int) -> list[Letter]:
        return _due(await self._reach(), channel_id, now)[:limit]

    async def save_try(self, channel: Channel, letter_id: str, letter: Letter | None) -> None:
        data = await self._reach()
        tried = {name: getattr(channel, name) for name in ("failures", "failing_since", "failure", "delivered_at")}
        _change(data, channel, rests_until=channel.rests_until, **tried)
        if channel.paused:
            _change(data, channel, paused=channel.paused)
        if letter is None:
            data.letters.pop(letter_id, None)
        elif letter_id in data.letters:
            data.letters[letter_id] = letter

    async def release(self, channel: Channel) -> None:
        (await self._reach()).channel_owners.pop(channel.id, None)

    async def mail(self, channel_id: str, limit: int) -> Mail:
        its = _letters(await self._reach(), channel_id)
        dead = sorted((each for each in its if each.is_dead), key=lambda each: (-each.at, each.id))
        return Mail(len(its) - len(dead), dead[:limit])

    async def revive_letters(self, channel_id: str, now: int) -> None:
        data = await self._reach()
        dead = [each for each in _letters(data, channel_id) if each.is_dead]
        data.letters |= {each.id: replace(each, is_dead=False, attempts=0, due_at=now) for each in dead}

    async def forget_letters(self, now: int, dead_before: int) -> None:
        data = await self._reach()
        forget_subscriptions(data, lambda each: not is_open(data, each))
        for each in [*data.letters.values()]:
            is_late = each.expires_at is not None and each.expires_at <= now
            if is_late or (each.is_dead and each.at < dead_before):
                del data.letters[each.id]

    async def due_channels(self, of: type[AnyChannel], now: int, limit: int) -> list[AnyChannel]:
        return _by_calendar(_channels(await self._reach(), of), now, limit)

    async def tell_by_calendar(self, channel: Channel, next_at: int, notices: Sequence[QueuedNotice]) -> bool:
        data = await self._reach()
        known = data.webhooks.get(channel.id) or data.push_subscriptions.get(channel.id)
        if known is None or known.next_at != channel.next_at:
            return False
        _change(data, channel, next_at=next_at)
        for notice in notices:
            _add(data, notice, channel.id, notice.expires_at)
        return True


class MemoryOutboxSteps(MemorySteps):
    """Implements the part of `Transaction` for the outbox."""

    async def queue(self, notice: QueuedNotice) -> None:
        if notice.type in KIND_OF or any(tells(each, notice) for each in self._data.webhooks.values()):
            stored = replace(notice, id=secrets.token_hex(16))
            self._data.notices[stored.id] = stored


def _change(data: MemoryDatabase, channel: Channel, **values: object) -> None:
    if hook := data.webhooks.get(channel.id):
        data.webhooks[hook.id] = replace(hook, **values)  # type: ignore[arg-type]
    if browser := data.push_subscriptions.get(channel.id):
        data.push_subscriptions[browser.id] = replace(browser, **values)  # type: ignore[arg-type]


def _letters(data: MemoryDatabase, channel: str) -> list[Letter]:
    return [each for each in data.letters.values() if each.channel == channel]


def _due(data: MemoryDatabase, channel: str, now: int) -> list[Letter]:
    due = [each for each in _letters(data, channel) if not each.is_dead and each.due_at <= now]
    return sorted(due, key=lambda each: (each.at, each.id))


def _add(data: MemoryDatabase, notice: QueuedNotice, channel: str, expires_at: int | None = None) -> None:
    letter = letter_of(notice, channel, f"msg_{secrets.token_hex(16)}", expires_at)
    data.letters[letter.id] = letter


def _channels(data: MemoryDatabase, of: type[AnyChannel]) -> list[AnyChannel]:
    browsers = [each for each in data.push_subscriptions.values() if is_open(data, each)]
    return [each for each in (*data.webhooks.values(), *browsers) if isinstance(each, of)]


def _claimed(
    data: MemoryDatabase, channels: Iterable[AnyChannel], now: int, until: int, limit: int
) -> list[AnyChannel]:
    ready = [each for each in channels if not each.paused and each.rests_until <= now and _due(data, each.id, now)]
    free = [each for each in ready if data.channel_owners.get(each.id, -1) < now]
    claimed = sorted(free, key=lambda each: (each.rests_until, each.id))[:limit]
    data.channel_owners |= {each.id: until for each in claimed}
    return claimed


def _by_calendar(channels: Iterable[AnyChannel], now: int, limit: int) -> list[AnyChannel]:
    due = [each for each in channels if each.next_at is not None and each.next_at <= now and not each.paused]
    return sorted(due, key=lambda each: each.next_at or 0)[:limit]
