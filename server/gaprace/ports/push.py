"""Stored subscriptions to web push."""

from typing import NamedTuple, Protocol

from gaprace.play.notices.push import Subscription


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
