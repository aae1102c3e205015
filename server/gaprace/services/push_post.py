"""One attempt to deliver a push message (RFC 8030): it is composed, encrypted for the browser, signed, and sent."""

import asyncio
from types import ModuleType

import msgspec

from gaprace.play.push import PushMessage, Subscription
from gaprace.play.webhooks import Outcome
from gaprace.ports import Clock, WebhookSender
from gaprace.services.push_news import PushNews

MAX_TTL_S = 28 * 24 * 60 * 60
"""Push services keep messages no longer."""


class PushPost:
    """Sends messages."""

    def __init__(self, clock: Clock, news: PushNews, sender: WebhookSender, key: bytes, contact: str = "") -> None:
        """Sign with a private `key`; push services can write to `contact`, an e-mail or https address."""
        self.news, self._clock, self._sender, self._key = news, clock, sender, key
        self._contact = f"mailto:{contact}" if "@" in contact and "://" not in contact else contact

    async def send(self, subscription: Subscription, message: PushMessage) -> Outcome | None:
        """Attempt to deliver a message; return the outcome, None if the message is no longer relevant."""
        notification = await self.news.of(subscription, message)
        if notification is None:
            return None
        encryption, now = await load_encryption(), self._clock.now()
        body = encryption.encrypted(msgspec.json.encode(notification), subscription.p256dh, subscription.auth)
        headers = {
            "authorization": encryption.authorization(
                self._key, subscription.endpoint, self._contact or _https(subscription.site), now
            ),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(min(max((message.expires_at - now) // 1000, 0), MAX_TTL_S)),
            "topic": message.topic,
            "urgency": message.urgency,
        }
        return await self._sender.send(subscription.endpoint, headers, body)


def _https(site: str) -> str:
    """Return the URL of a server as its contact, if push services accept it."""
    return site if site.startswith("https:") else ""


async def load_encryption() -> ModuleType:
    """Return `push_encryption`, loaded on first use."""
    return await asyncio.to_thread(_import_encryption)


def _import_encryption() -> ModuleType:
    from gaprace.services import push_encryption  # noqa: PLC0415  # 0.1 s that most servers do not need

    return push_encryption
