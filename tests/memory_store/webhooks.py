"""The part of the store in memory for webhooks."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from gaprace.play.webhooks import MAX_LETTERS, Endpoint, Letter, WebhookEvent, tells
from gaprace.ports import Mail
from tests.memory_store.database import MemoryDatabase


class MemoryWebhooks:
    """Implements `WebhookStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    async def webhooks(self, group: str | None) -> list[Endpoint]:
        return of_group(await self._reach(), group)

    async def webhook(self, webhook_id: str) -> Endpoint | None:
        return (await self._reach()).webhooks.get(webhook_id)

    async def mail(self, webhook_id: str, limit: int) -> Mail:
        its = _letters(await self._reach(), webhook_id)
        dead = sorted((each for each in its if each.is_dead), key=lambda each: (-each.at, each.id))
        return Mail(len(its) - len(dead), dead[:limit])

    async def claim_webhooks(self, now: int, until: int, limit: int) -> list[Endpoint]:
        data = await self._reach()
        free = [
            each
            for each in data.webhooks.values()
            if not each.paused and each.rests_until <= now and data.webhook_owners.get(each.id, -1) < now
        ]
        due = [each for each in free if _due(data, each.id, now)]
        claimed = sorted(due, key=lambda each: (each.rests_until, each.id))[:limit]
        data.webhook_owners |= {each.id: until for each in claimed}
        return claimed

    async def due_letters(self, webhook_id: str, now: int, limit: int) -> list[Letter]:
        return _due(await self._reach(), webhook_id, now)[:limit]

    async def save_try(self, webhook: Endpoint, letter_id: str, letter: Letter | None) -> None:
        data = await self._reach()
        if known := data.webhooks.get(webhook.id):
            data.webhooks[webhook.id] = replace(
                known,
                paused=webhook.paused or known.paused,
                failures=webhook.failures,
                failing_since=webhook.failing_since,
                failure=webhook.failure,
                delivered_at=webhook.delivered_at,
                rests_until=webhook.rests_until,
            )
        if letter is None:
            data.letters.pop(letter_id, None)
        elif letter_id in data.letters:
            data.letters[letter_id] = letter

    async def release_webhook(self, webhook_id: str) -> None:
        (await self._reach()).webhook_owners.pop(webhook_id, None)

    async def webhooks_by_calendar(self, now: int, limit: int) -> list[Endpoint]:
        all_ = (await self._reach()).webhooks.values()
        due = [each for each in all_ if each.next_at <= now and not each.paused]
        return sorted(due, key=lambda each: each.next_at)[:limit]

    async def tell_by_calendar(self, webhook: Endpoint, next_at: int, events: Sequence[WebhookEvent]) -> bool:
        data = await self._reach()
        known = data.webhooks.get(webhook.id)
        if known is None or known.next_at != webhook.next_at:
            return False
        data.webhooks[webhook.id] = replace(known, next_at=next_at)
        for event in events:
            _add(data, webhook.id, event)
        return True

    async def revive_letters(self, webhook_id: str, letter_id: str | None, now: int) -> int:
        data = await self._reach()
        dead = [each for each in _letters(data, webhook_id) if each.is_dead and letter_id in {None, each.id}]
        data.letters |= {each.id: replace(each, is_dead=False, attempts=0, due_at=now) for each in dead}
        return len(dead)

    async def forget_dead_letters(self, before: int) -> int:
        letters = (await self._reach()).letters
        old = [each.id for each in letters.values() if each.is_dead and each.at < before]
        for letter in old:
            del letters[letter]
        return len(old)


def of_group(data: MemoryDatabase, group: str | None) -> list[Endpoint]:
    its = [each for each in data.webhooks.values() if each.group == group]
    return sorted(its, key=lambda each: (each.created_at, each.id))


def _letters(data: MemoryDatabase, webhook: str) -> list[Letter]:
    return [each for each in data.letters.values() if each.webhook == webhook]


def _due(data: MemoryDatabase, webhook: str, now: int) -> list[Letter]:
    due = [each for each in _letters(data, webhook) if not each.is_dead and each.due_at <= now]
    return sorted(due, key=lambda each: (each.at, each.id))


def _add(data: MemoryDatabase, webhook: str, event: WebhookEvent) -> None:
    letter = Letter(f"msg_{secrets.token_hex(16)}", webhook, event.type, event.subject, event.at, event.at)
    data.letters[letter.id] = letter


def remove_webhook(data: MemoryDatabase, webhook: str) -> None:
    """Delete a webhook with its messages."""
    data.webhooks.pop(webhook, None)
    for letter in _letters(data, webhook):
        del data.letters[letter.id]


class MemoryWebhookSteps:
    """Implements the part of `Transaction` for webhooks."""

    _data: MemoryDatabase

    async def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        found = self._data.webhooks.get(webhook_id)
        return found if found and found.group == group else None

    async def count_webhooks(self, group: str | None) -> int:
        return len(of_group(self._data, group))

    async def save_webhook(self, webhook: Endpoint) -> None:
        self._data.webhooks[webhook.id] = webhook

    async def remove_webhook(self, webhook_id: str) -> None:
        remove_webhook(self._data, webhook_id)

    async def announce(self, event: WebhookEvent) -> None:
        for webhook in self._data.webhooks.values():
            if tells(webhook, event) and len(_letters(self._data, webhook.id)) < MAX_LETTERS:
                _add(self._data, webhook.id, event)
