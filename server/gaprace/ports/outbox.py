"""The stored outbox: notices, the webhooks and browsers that get them, their messages, and the way out."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from gaprace.play.notices.outbox import AnyChannel, Channel, Letter, Outcome, QueuedNotice
from gaprace.play.notices.push import Subscription
from gaprace.play.notices.webhooks import Endpoint


class Mail(NamedTuple):
    """The messages of a channel that have not arrived."""

    waiting: int
    """Number of messages that are tried again."""
    dead: Sequence[Letter]
    """The latest of those that are not, the latest first."""


class OutboxStore(Protocol):
    """The store of notices and messages. Notices are added by `Transaction.queue`.

    A browser is a channel as long as its session is open; all methods leave out those that are not.
    """

    async def due_notices(self, now: int, limit: int) -> list[QueuedNotice]:
        """Return notices that are due, the earliest first."""

    async def spread(self, notice: QueuedNotice, players: Sequence[str], vapid: str) -> bool:
        """Make the messages of a notice, and delete it; return False if another server has done so.

        They are for the webhooks that tell it, and for the browsers of `players` that show it and were subscribed with
        the public key `vapid`.
        """

    async def add_letter(self, letter: Letter) -> None:
        """Add a message."""

    async def claim_channels(self, of: type[AnyChannel], now: int, until: int, limit: int) -> list[AnyChannel]:
        """Claim channels of a kind that have a message to try now, neither rest nor are paused or claimed."""

    async def due_letters(self, channel_id: str, now: int, limit: int) -> list[Letter]:
        """Return the messages of a channel that are to be tried now, the oldest first."""

    async def save_try(self, channel: Channel, letter_id: str, letter: Letter | None) -> None:
        """Store how a try ended for a channel and its message, which is deleted unless it is kept."""

    async def release(self, channel: Channel) -> None:
        """Release a claimed channel to other servers."""

    async def due_channels(self, of: type[AnyChannel], now: int, limit: int) -> list[AnyChannel]:
        """Return channels for which the calendar has brought something to tell; paused ones are left out."""

    async def tell_by_calendar(self, channel: Channel, next_at: int, notices: Sequence[QueuedNotice]) -> bool:
        """Add messages for a channel and replace its `next_at`; return False if another server has done so."""

    async def mail(self, channel_id: str, limit: int) -> Mail:
        """Return the messages of a channel that have not arrived, with at most `limit` dead ones."""

    async def revive_letters(self, channel_id: str, now: int) -> None:
        """Retry the dead messages of a channel, from now on."""

    async def forget_letters(self, now: int, dead_before: int) -> None:
        """Delete browsers whose session has ended, messages that are too late by now, and old dead ones."""


class WebhookSender(Protocol):
    """Sends requests to addresses that players have chosen, and only there where they may lead."""

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        """Post a body; return how it ended. It takes no longer than some seconds, and follows no redirect."""


class WebhookStore(Protocol):
    """The store of webhooks. They are changed by steps of a transaction."""

    async def webhooks(self, group: str | None) -> list[Endpoint]:
        """Return the webhooks of a group, or of the installation, the oldest first."""

    async def webhook(self, webhook_id: str) -> Endpoint | None:
        """Return a webhook."""


class PushUse(NamedTuple):
    """How web push is used."""

    devices: int
    waiting: int
    """Messages that are tried again."""
    failing: int
    """Devices for which the last try has failed."""


class PushStore(Protocol):
    """The store of the browsers with web push, each as long as its session is open."""

    async def push_subscriptions(self, player: str) -> list[Subscription]:
        """Return the subscriptions of a player, the latest first."""

    async def push_subscription(self, endpoint: str) -> Subscription | None:
        """Return the subscription of an endpoint, even if its session has ended."""

    async def save_push_subscription(self, subscription: Subscription, limit: int) -> None:
        """Add a subscription instead of others with its session or its endpoint, and keep the player's latest ones."""

    async def remove_push_subscription(self, subscription_id: str) -> bool:
        """Delete a subscription with its messages; return False if there is none."""

    async def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        """Count a message on a UTC day, counted from 1970; return False if that would be more than `limit`."""

    async def push_use(self) -> PushUse:
        """Return how web push is used."""
