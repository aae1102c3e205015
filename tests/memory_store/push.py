"""The part of the store in memory for web push."""

from collections.abc import Callable, Collection

from gaprace.play.notices.push import Subscription
from gaprace.ports import PushUse
from tests.memory_store.database import MemoryDatabase, MemoryRepository


class MemoryPush(MemoryRepository):
    """Implements `PushStore`."""

    async def push_subscriptions(self, player: str) -> list[Subscription]:
        data = await self._reach()
        return [each for each in _of(data, player) if is_open(data, each)]

    async def push_subscription(self, endpoint: str) -> Subscription | None:
        data = await self._reach()
        return next((each for each in data.push_subscriptions.values() if each.endpoint == endpoint), None)

    async def save_push_subscription(self, subscription: Subscription, limit: int) -> None:
        data = await self._reach()
        forget_subscriptions(
            data, lambda each: each.session == subscription.session or each.endpoint == subscription.endpoint
        )
        data.push_subscriptions[subscription.id] = subscription
        oldest = _of(data, subscription.player)[limit:]
        forget_subscriptions(data, lambda each: each in oldest)

    async def remove_push_subscription(self, subscription_id: str) -> bool:
        return forget_subscriptions(await self._reach(), lambda each: each.id == subscription_id)

    async def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        data = await self._reach()
        count = data.push_counts.get((subscription_id, day), 0)
        data.push_counts[subscription_id, day] = count + (count < limit)
        return count < limit

    async def push_use(self) -> PushUse:
        data = await self._reach()
        devices = [each for each in data.push_subscriptions.values() if is_open(data, each)]
        failing = sum(each.failing_since is not None for each in devices)
        waiting = sum(each.channel in data.push_subscriptions for each in data.letters.values())
        return PushUse(len(devices), waiting, failing)


def _of(data: MemoryDatabase, player: str) -> list[Subscription]:
    own = [each for each in data.push_subscriptions.values() if each.player == player]
    return sorted(own, key=lambda each: (-each.created_at, each.id))


def is_open(data: MemoryDatabase, each: Subscription) -> bool:
    """Whether the session in the browser of a subscription is open."""
    session, player = data.sessions.get(each.session), data.players.get(each.player)
    if session is None or player is None or player.deleted_at is not None or session.player != player.id:
        return False
    return session.ended_at is None and session.generation == player.generation


def forget_subscriptions(data: MemoryDatabase, which: Callable[[Subscription], bool]) -> bool:
    """Delete subscriptions with their letters; return whether there were any."""
    gone = {each.id for each in data.push_subscriptions.values() if which(each)}
    data.push_subscriptions = {key: each for key, each in data.push_subscriptions.items() if key not in gone}
    data.letters = {key: each for key, each in data.letters.items() if each.channel not in gone}
    return bool(gone)


def forget_push_of(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete the subscriptions of players who are deleted."""
    forget_subscriptions(data, lambda each: each.player in players)
