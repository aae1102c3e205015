"""Stored webhooks, the messages that they have to deliver, and the way out of this server."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from gaprace.play.webhooks import Endpoint, Letter, Outcome, WebhookEvent


class Mail(NamedTuple):
    """The messages of a webhook that have not arrived."""

    waiting: int
    """Number of messages that are tried again."""
    dead: Sequence[Letter]
    """The latest of those that are not, the latest first."""


class WebhookStore(Protocol):
    """The store of webhooks. What they have to tell is added by `Transaction.announce`."""

    async def webhooks(self, group: str | None) -> list[Endpoint]:
        """Return the webhooks of a group, or of the installation, the oldest first."""

    async def webhook(self, webhook_id: str) -> Endpoint | None:
        """Return a webhook."""

    async def mail(self, webhook_id: str, limit: int) -> Mail:
        """Return the messages of a webhook that have not arrived, with at most `limit` dead ones."""

    async def claim_webhooks(self, now: int, until: int, limit: int) -> list[Endpoint]:
        """Claim webhooks that have a message to try now, neither rest nor are paused or claimed, until then."""

    async def due_letters(self, webhook_id: str, now: int, limit: int) -> list[Letter]:
        """Return the messages of a webhook that are to be tried now, the oldest first."""

    async def save_try(self, webhook: Endpoint, letter_id: str, letter: Letter | None) -> None:
        """Store how a try ended for a webhook and its message, which is deleted if it has arrived (None)."""

    async def release_webhook(self, webhook_id: str) -> None:
        """Let others claim a webhook."""

    async def webhooks_by_calendar(self, now: int, limit: int) -> list[Endpoint]:
        """Return webhooks for which the calendar has brought something to tell; paused ones are left out."""

    async def tell_by_calendar(self, webhook: Endpoint, next_at: int, events: Sequence[WebhookEvent]) -> bool:
        """Add messages to a webhook and replace its `next_at`; return False if another server has done so."""

    async def revive_letters(self, webhook_id: str, letter_id: str | None, now: int) -> int:
        """Have a dead message of a webhook, or all of them (None), tried again from now on; return how many."""

    async def forget_dead_letters(self, before: int) -> int:
        """Delete dead messages of what happened before a time; return how many."""


class WebhookSender(Protocol):
    """Sends requests to addresses that players have chosen, and only there where they may lead."""

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        """Post a body; return how it ended. It takes no longer than some seconds, and follows no redirect."""
