"""Stored subscriptions to web push, and the messages that wait for them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from gaprace.play.push import PushEvent, PushMessage, Subscription


class DuePush(NamedTuple):
    """A message that is to be tried, and where it goes."""

    message: PushMessage
    subscription: Subscription


class PushUse(NamedTuple):
    """How web push is used."""

    devices: int
    waiting: int
    """Messages that are tried again."""
    failing: int
    """Devices for which the last try has failed."""


class PushStore(Protocol):
    """The store of web push. Events are added by `Transaction.add_push_event`.

    A subscription holds as long as the session in its browser is open; all methods leave out those that do not.
    """

    async def push_subscriptions(self, player: str) -> list[Subscription]:
        """Return the subscriptions of a player, the latest first."""

    async def push_subscription(self, endpoint: str) -> Subscription | None:
        """Return the subscription of an endpoint, even if its session has ended."""

    async def save_push_subscription(self, subscription: Subscription, limit: int) -> None:
        """Add a subscription instead of others with its session or its endpoint, and keep the player's latest ones."""

    async def remove_push_subscription(self, subscription_id: str) -> bool:
        """Delete a subscription with its messages; return False if there is none."""

    async def due_push_events(self, now: int, limit: int) -> list[PushEvent]:
        """Return events that are due, the earliest first."""

    async def spread_push(self, event: PushEvent, players: Sequence[str], vapid: str) -> bool:
        """Make messages of an event for the devices of players that show its kind; return False if that was done."""

    async def add_push_message(self, message: PushMessage) -> None:
        """Add a message."""

    async def due_streaks(self, now: int, limit: int) -> list[Subscription]:
        """Return subscriptions whose player's streak is to be looked at."""

    async def note_streak(self, subscription: Subscription, next_at: int, message: PushMessage | None) -> bool:
        """Replace `streak_at`, and add a message; return False if another server has done so."""

    async def claim_push_messages(self, now: int, until: int, limit: int) -> list[DuePush]:
        """Claim messages that are to be tried now, until then. Those without a subscription are deleted."""

    async def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        """Count a message on a UTC day, counted from 1970; return False if that would be more than `limit`."""

    async def save_push_try(self, subscription: Subscription, message_id: str, message: PushMessage | None) -> None:
        """Store how a try ended for a subscription and its message, which is deleted unless it is tried again."""

    async def forget_pushes(self, now: int) -> None:
        """Delete subscriptions whose session has ended, and what is too late by now."""

    async def push_use(self) -> PushUse:
        """Return how web push is used."""
