"""The part of the store in memory for webhooks, web push, and the outbox."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from gaprace.play.notices.outbox import MAX_LETTERS, AnyChannel, Channel, Letter, QueuedNotice, letter_of
from gaprace.play.notices.push import KIND_OF, Subscription
from gaprace.play.notices.webhooks import Endpoint
from gaprace.ports import Mail, PushUse
from tests.memory_store.database import MemoryPart


class MemoryOutbox(MemoryPart):
    """Implements `WebhookStore`, `PushStore`, `OutboxStore` and the parts of `Transaction` for them."""

    # Webhooks

    def webhooks(self, group: str | None) -> list[Endpoint]:
        return sorted(self.database.webhooks.where(group=group), key=lambda each: (each.created_at, each.id))

    def webhook(self, webhook_id: str) -> Endpoint | None:
        return self.database.webhooks.get(webhook_id)

    def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        found = self.database.webhooks.where(group=group, id=webhook_id)
        return found[0] if found else None

    def count_webhooks(self, group: str | None) -> int:
        return len(self.database.webhooks.where(group=group))

    def save_webhook(self, webhook: Endpoint) -> None:
        self.database.webhooks[webhook.id] = webhook

    def remove_webhook(self, webhook: str) -> None:
        """Delete a webhook with its messages."""
        self.database.webhooks.pop(webhook, None)
        self.database.letters.drop(lambda _, letter: letter.channel == webhook)

    # Push

    def push_subscriptions(self, player: str) -> list[Subscription]:
        return [each for each in self._subscriptions_of(player) if self._has_session(each)]

    def _subscriptions_of(self, player: str) -> list[Subscription]:
        own = self.database.push_subscriptions.where(player=player)
        return sorted(own, key=lambda each: (-each.created_at, each.id))

    def _has_session(self, subscription: Subscription) -> bool:
        """Whether the session in the browser of a subscription is open."""
        session, player = self.database.sessions.get(subscription.session), subscription.player
        if session is None or session.player != player or not self._is_active(player):
            return False
        return session.ended_at is None and session.generation == self.database.players[player].generation

    def push_subscription(self, endpoint: str) -> Subscription | None:
        found = self.database.push_subscriptions.where(endpoint=endpoint)
        return found[0] if found else None

    def save_push_subscription(self, subscription: Subscription, limit: int) -> None:
        browser = subscription.session, subscription.endpoint
        self._forget_subscriptions(lambda each: each.session == browser[0] or each.endpoint == browser[1])
        self.database.push_subscriptions[subscription.id] = subscription
        oldest = self._subscriptions_of(subscription.player)[limit:]
        self._forget_subscriptions(lambda each: each in oldest)

    def remove_push_subscription(self, subscription_id: str) -> bool:
        return self._forget_subscriptions(lambda each: each.id == subscription_id)

    def _forget_subscriptions(self, which: Callable[[Subscription], bool]) -> bool:
        """Delete subscriptions with their letters; return whether there were any."""
        gone = {each.id for each in self.database.push_subscriptions.values() if which(each)}
        self.database.letters.drop(lambda _, letter: letter.channel in gone)
        return self.database.push_subscriptions.drop(lambda key, _: key in gone)

    def count_push(self, subscription_id: str, day: int, limit: int) -> bool:
        counts = self.database.push_counts
        count = counts.get((subscription_id, day), 0)
        counts[subscription_id, day] = count + (count < limit)
        return count < limit

    def push_use(self) -> PushUse:
        devices = self._channels(Subscription)
        failing = sum(each.failing_since is not None for each in devices)
        waiting = sum(each.channel in self.database.push_subscriptions for each in self.database.letters.values())
        return PushUse(len(devices), waiting, failing)

    # Outbox

    def queue(self, notice: QueuedNotice) -> None:
        if notice.type in KIND_OF or any(_tells(each, notice) for each in self.database.webhooks.values()):
            stored = replace(notice, id=secrets.token_hex(16))
            self.database.notices[stored.id] = stored

    def due_notices(self, now: int, limit: int) -> list[QueuedNotice]:
        due = [each for each in self.database.notices.values() if each.at <= now]
        return sorted(due, key=lambda each: (each.at, each.id))[:limit]

    def spread(self, notice: QueuedNotice, players: Sequence[str], vapid: str) -> bool:
        if self.database.notices.pop(notice.id, None) is None:
            return False
        for webhook in self.database.webhooks.values():
            if _tells(webhook, notice) and len(self.database.letters.where(channel=webhook.id)) < MAX_LETTERS:
                self._add_letter(notice, webhook.id)
        for each in self._channels(Subscription):
            if each.player in players and KIND_OF.get(notice.type) in each.kinds and each.vapid == vapid:
                self._add_letter(notice, each.id, notice.expires_at)
        return True

    def _add_letter(self, notice: QueuedNotice, channel: str, expires_at: int | None = None) -> None:
        letter = letter_of(notice, channel, f"msg_{secrets.token_hex(16)}", expires_at)
        self.database.letters[letter.id] = letter

    def add_letter(self, letter: Letter) -> None:
        self.database.letters[letter.id] = letter

    def _channels(self, of: type[AnyChannel]) -> list[AnyChannel]:
        if of is Endpoint:
            return [*self.database.webhooks.values()]
        return [each for each in self.database.push_subscriptions.values() if self._has_session(each)]

    def claim_channels(self, of: type[AnyChannel], now: int, until: int, limit: int) -> list[AnyChannel]:
        ready = {each.id: each for each in self._channels(of) if not each.paused and each.rests_until <= now}
        ordered = sorted((each.rests_until, each.id) for each in ready.values() if self.due_letters(each.id, now, 1))
        free = [channel for _, channel in ordered if self._is_free("channel", channel, now)][:limit]
        return [ready[self._claim("channel", [each], now, until)] for each in free]

    def due_letters(self, channel_id: str, now: int, limit: int) -> list[Letter]:
        waiting = self.database.letters.where(channel=channel_id, is_dead=False)
        return sorted((each for each in waiting if each.due_at <= now), key=lambda each: (each.at, each.id))[:limit]

    def save_try(self, channel: Channel, letter_id: str, letter: Letter | None) -> None:
        tried = ("rests_until", "failures", "failing_since", "failure", "delivered_at")
        self._change_channel(channel, **{name: getattr(channel, name) for name in tried})
        if channel.paused:
            self._change_channel(channel, paused=channel.paused)
        known = self.database.letters.pop(letter_id, None)
        if known and letter:
            self.database.letters[letter_id] = letter

    def _change_channel(self, channel: Channel, **values: object) -> None:
        for channels in (self.database.webhooks, self.database.push_subscriptions):
            if channel.id in channels:
                channels.change(channel.id, **values)

    def release(self, channel: Channel) -> None:
        self.database.claims.pop(("channel", channel.id), None)

    def mail(self, channel_id: str, limit: int) -> Mail:
        dead = self.database.letters.where(channel=channel_id, is_dead=True)
        waiting = self.database.letters.where(channel=channel_id, is_dead=False)
        return Mail(len(waiting), sorted(dead, key=lambda each: (-each.at, each.id))[:limit])

    def revive_letters(self, channel_id: str, now: int) -> None:
        for each in self.database.letters.where(channel=channel_id, is_dead=True):
            self.database.letters.change(each.id, is_dead=False, attempts=0, due_at=now)

    def forget_letters(self, now: int, dead_before: int) -> None:
        self._forget_subscriptions(lambda each: not self._has_session(each))
        self.database.letters.drop(lambda _, each: each.expires_at is not None and each.expires_at <= now)
        self.database.letters.drop(lambda _, each: each.is_dead and each.at < dead_before)

    def due_channels(self, of: type[AnyChannel], now: int, limit: int) -> list[AnyChannel]:
        dated = [each for each in self._channels(of) if each.next_at is not None and not each.paused]
        return sorted((each for each in dated if each.next_at <= now), key=lambda each: each.next_at)[:limit]

    def tell_by_calendar(self, channel: Channel, next_at: int, notices: Sequence[QueuedNotice]) -> bool:
        known = self.database.webhooks.get(channel.id) or self.database.push_subscriptions.get(channel.id)
        if known is None or known.next_at != channel.next_at:
            return False
        self._change_channel(channel, next_at=next_at)
        for notice in notices:
            self._add_letter(notice, channel.id, notice.expires_at)
        return True


def _tells(webhook: Endpoint, notice: QueuedNotice) -> bool:
    """Whether a webhook tells a notice."""
    is_its = notice.group == webhook.group if webhook.group else notice.is_public
    return is_its and not webhook.paused and notice.type in webhook.events
