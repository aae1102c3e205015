"""The part of the store in memory for webhooks."""

from gaprace.play.notices.webhooks import Endpoint
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps


class MemoryWebhooks(MemoryRepository):
    """Implements `WebhookStore`."""

    async def webhooks(self, group: str | None) -> list[Endpoint]:
        return of_group(await self._reach(), group)

    async def webhook(self, webhook_id: str) -> Endpoint | None:
        return (await self._reach()).webhooks.get(webhook_id)


def of_group(data: MemoryDatabase, group: str | None) -> list[Endpoint]:
    its = [each for each in data.webhooks.values() if each.group == group]
    return sorted(its, key=lambda each: (each.created_at, each.id))


def remove_webhook(data: MemoryDatabase, webhook: str) -> None:
    """Delete a webhook with its messages."""
    data.webhooks.pop(webhook, None)
    data.letters = {key: each for key, each in data.letters.items() if each.channel != webhook}


class MemoryWebhookSteps(MemorySteps):
    """Implements the part of `Transaction` for webhooks."""

    async def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        found = self._data.webhooks.get(webhook_id)
        return found if found and found.group == group else None

    async def count_webhooks(self, group: str | None) -> int:
        return len(of_group(self._data, group))

    async def save_webhook(self, webhook: Endpoint) -> None:
        self._data.webhooks[webhook.id] = webhook

    async def remove_webhook(self, webhook_id: str) -> None:
        remove_webhook(self._data, webhook_id)
