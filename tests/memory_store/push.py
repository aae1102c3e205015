"""The part of the store in memory for web push."""

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from gaprace.play.push import KIND_OF, PushEvent, PushMessage, Subscription
from gaprace.ports import DuePush, PushUse
from tests.memory_store.database import MemoryDatabase


class MemoryPush:
    """Implements `PushStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    async def push_subscriptions(self, player: str) -> list[Subscription]:
        data = await self._reach()
        return [each for each in _of(data, player) if _holds(data, each)]

    async def push_subscription(self, endpoint: str) -> Subscription | None:
        data = await self._reach()
        return next((each for each in data.push_subscriptions.values() if each.endpoint == endpoint), None)

    async def save_push_subscription(self, subscription: Subscription, limit: int) -> None:
        data = await self._reach()
        _forget(data, lambda each: each.session == subscription.session or each.endpoint == subscription.endpoint)
        data.push_subscriptions[subscription.id] = subscription
        oldest = _of(data, subscription.player)[limit:]
        _forget(data, lambda each: each in oldest)

    async def remove_push_subscription(self, subscription_id: str) -> bool:
        return _forget(await self._reach(), lambda each: each.id == subscription_id)

    async def due_push_events(self, now: int, limit: int) -> list[PushEvent]:
        events = (await self._reach()).push_events.values()
        return sorted((each for each in events if each.due_at <= now), key=lambda each: (each.due_at, each.id))[:limit]

    async def spread_push(self, event: PushEvent, players: Sequence[str], vapid: str) -> bool:
        data = await self._reach()
        if data.push_events.pop(event.id, None) is None:
            return False
        for each in data.push_subscriptions.values():
            shows = each.player in players and KIND_OF[event.type] in each.kinds
            if shows and each.vapid == vapid and _holds(data, each):
                message = PushMessage(
                    secrets.token_hex(16), each.id, event.type, event.subject, event.due_at, event.expires_at
                )
                data.push_messages[message.id] = message
        return True

    async def add_push_message(self, message: PushMessage) -> None:
        (await self._reach()).push_messages[message.id] = message

    async def due_streaks(self, now: int, limit: int) -> list[Subscription]:
        data = await self._reach()
        due = [each for each in data.push_subscriptions.values() if each.streak_at is not None]
        found = [each for each in due if (each.streak_at or 0) <= now and _holds(data, each)]
        return sorted(found, key=lambda each: each.streak_at or 0)[:limit]

    async def note_streak(self, subscription: Subscription, next_at: int, message: PushMessage | None) -> bool:
        data = await self._reach()
        known = data.push_subscriptions.get(subscription.id)
        if known is None or known.streak_at != subscription.streak_at:
            return False
        data.push_subscriptions[known.id] = replace(known, streak_at=next_at)
        if message:
            data.push_messages[message.id] = message
        return True

    async def claim_push_messages(self, now: int, until: int, limit: int) -> list[DuePush]:
        data = await self._reach()
        due = [each for each in data.push_messages.values() if each.due_at <= now]
        free = [each for each in due if data.push_claims.get(each.id, -1) < now]
        claimed = []
        for each in sorted(free, key=lambda each: (each.due_at, each.id))[:limit]:
            device = data.push_subscriptions.get(each.subscription)
            if device is None or not _holds(data, device):
                del data.push_messages[each.id]
                continue
            data.push_claims[each.id] = until
            claimed.append(DuePush(each, device))
        return claimed

    async def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        data = await self._reach()
        count = data.push_counts.get((subscription_id, day), 0)
        data.push_counts[subscription_id, day] = count + (count < limit)
        return count < limit

    async def save_push_try(self, subscription: Subscription, message_id: str, message: PushMessage | None) -> None:
        data = await self._reach()
        if known := data.push_subscriptions.get(subscription.id):
            data.push_subscriptions[known.id] = replace(known, failing_since=subscription.failing_since)
        data.push_claims.pop(message_id, None)
        if message is None:
            data.push_messages.pop(message_id, None)
        elif message_id in data.push_messages:
            data.push_messages[message_id] = message

    async def forget_pushes(self, now: int) -> None:
        data = await self._reach()
        _forget(data, lambda each: not _holds(data, each))
        data.push_messages = {key: each for key, each in data.push_messages.items() if each.expires_at > now}
        data.push_events = {key: each for key, each in data.push_events.items() if each.expires_at > now}

    async def push_use(self) -> PushUse:
        data = await self._reach()
        devices = [each for each in data.push_subscriptions.values() if _holds(data, each)]
        failing = sum(each.failing_since is not None for each in devices)
        return PushUse(len(devices), len(data.push_messages), failing)


def _of(data: MemoryDatabase, player: str) -> list[Subscription]:
    own = [each for each in data.push_subscriptions.values() if each.player == player]
    return sorted(own, key=lambda each: (-each.created_at, each.id))


def _holds(data: MemoryDatabase, each: Subscription) -> bool:
    session, player = data.sessions.get(each.session), data.players.get(each.player)
    if session is None or player is None or player.deleted_at is not None or session.player != player.id:
        return False
    return session.ended_at is None and session.generation == player.generation


def _forget(data: MemoryDatabase, which: Callable[[Subscription], bool]) -> bool:
    gone = {each.id for each in data.push_subscriptions.values() if which(each)}
    data.push_subscriptions = {key: each for key, each in data.push_subscriptions.items() if key not in gone}
    data.push_messages = {key: each for key, each in data.push_messages.items() if each.subscription not in gone}
    return bool(gone)


def forget_push_of(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete the subscriptions of players who are deleted."""
    _forget(data, lambda each: each.player in players)


class MemoryPushSteps:
    """Implements the part of `Transaction` for web push."""

    _data: MemoryDatabase

    async def add_push_event(self, event: PushEvent) -> None:
        stored = replace(event, id=secrets.token_hex(16))
        self._data.push_events[stored.id] = stored
