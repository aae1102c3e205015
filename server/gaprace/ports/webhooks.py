"""Stored webhooks."""

from typing import Protocol

from gaprace.play.notices.webhooks import Endpoint


class WebhookStore(Protocol):
    """The store of webhooks. They are changed by steps of a transaction."""

    async def webhooks(self, group: str | None) -> list[Endpoint]:
        """Return the webhooks of a group, or of the installation, the oldest first."""

    async def webhook(self, webhook_id: str) -> Endpoint | None:
        """Return a webhook."""
