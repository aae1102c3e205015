"""Webhooks as a transport of the outbox: a message is composed, formatted, signed and sent.

The formats are Standard Webhooks for programs, and those of chats. Players choose their names, so anything that a chat
would interpret as a mention or as markup is escaped.

- Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook
- Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import escape
from typing import Any

import msgspec
from standardwebhooks import Webhook as Signer

from gaprace.notices.webhook_news import News, WebhookNews
from gaprace.play.notices.outbox import Letter, Outcome, QueuedNotice
from gaprace.play.notices.webhooks import Endpoint, due_events, event_of, next_event_at
from gaprace.ports import Clock, Store, StoredGroup, WebhookSender
from gaprace.wire.http import WebhookEventType, WebhookKind
from gaprace.wire.http.webhook_messages import GroupName, WebhookMessage

SECRET_PREFIX = "whsec_"  # noqa: S105 (the beginning of all secrets)
MAX_TITLE_LENGTH = 150
"""Slack takes headers up to this length."""
_COLOUR = 0x1F6F4A
_DISCORD_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#@:-])")
_Json = dict[str, Any]


def secret_text(secret: bytes) -> str:
    """Return a secret as its owner keeps it."""
    return SECRET_PREFIX + b64encode(secret).decode()


def headers_of(webhook: Endpoint, letter: str, body: bytes, now: int) -> dict[str, str]:
    """Return the headers of a message: its id, the time of this try, and a signature by each secret."""
    at = datetime.fromtimestamp(now // 1000, UTC)
    signatures = [Signer(secret).sign(letter, at, body.decode()) for secret in webhook.secrets(now)]
    return {
        "content-type": "application/json",
        "webhook-id": letter,
        "webhook-timestamp": str(now // 1000),
        "webhook-signature": " ".join(signatures),
    }


def body_of(webhook: Endpoint, group: StoredGroup | None, event: WebhookEventType, at: int, news: News) -> bytes:
    """Return the body of a message."""
    if webhook.kind == "standard":
        named = GroupName(group.code, group.name) if group else None
        return msgspec.json.encode(WebhookMessage(event, _time(at), news.data, named))
    title = (f"{group.name}: {news.title}" if group else news.title)[:MAX_TITLE_LENGTH]
    return msgspec.json.encode(_FORMS[webhook.kind](title, news))


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // 1000, UTC).isoformat().replace("+00:00", "Z")


def _discord(title: str, news: News) -> _Json:
    embed = {
        "title": _as_discord(title),
        "url": news.url,
        "color": _COLOUR,
        "description": "\n".join([*map(_as_discord, news.lines), f"[{news.button}]({news.url})"]),
    }
    picture = {"image": {"url": news.picture}} if news.picture else {}
    return {"username": "Gaprace", "embeds": [embed | picture], "allowed_mentions": {"parse": []}}


def _as_discord(text: str) -> str:
    return _DISCORD_MARKUP.sub(r"\\\1", text)


def _slack(title: str, news: News) -> _Json:
    parts: list[_Json] = [
        {"type": "header", "text": _slack_text(title)},
        {"type": "section", "text": _slack_text("\n".join(news.lines))},
    ]
    if news.picture:
        parts.append({"type": "image", "image_url": news.picture, "alt_text": title})
    button = {"type": "button", "text": _slack_text(news.button), "url": news.url}
    parts.append({"type": "actions", "elements": [button]})
    return {"text": escape(title, quote=False), "blocks": parts, "unfurl_links": False, "unfurl_media": False}


def _slack_text(text: str) -> _Json:
    return {"type": "plain_text", "text": text, "emoji": False}


_FORMS: Mapping[WebhookKind, Callable[[str, News], _Json]] = {"discord": _discord, "slack": _slack}


GONE = "410"
"""The status with which a receiver says that it wants no more messages."""


class WebhookPost:
    """Implements `notices.delivery.Post`."""

    channel = Endpoint

    def __init__(self, store: Store, clock: Clock, news: WebhookNews, sender: WebhookSender) -> None:
        self._store, self._clock, self._news, self._sender = store, clock, news, sender

    async def send(self, channel: Endpoint, letter: Letter) -> Outcome | None:
        """Attempt to deliver a message; return the outcome, None if it has no content any more."""
        group = await self._store.group(channel.group) if channel.group else None
        if channel.group and group is None:
            return None
        news = await self._news.of(channel, group, event_of(letter), letter.subject)
        if news is None:
            return None
        body = body_of(channel, group, event_of(letter), letter.at, news)
        outcome = await self._sender.send(channel.url, headers_of(channel, letter.id, body, self._clock.now()), body)
        return replace(outcome, is_gone=outcome.failure == GONE)

    async def by_calendar(self, channel: Endpoint) -> tuple[int, Sequence[QueuedNotice]]:
        """Return the dailies and digests that a webhook has to tell now, and when the next one is due."""
        now = self._clock.now()
        if await self._has_own_daily(channel.group):
            return next_event_at(now), []
        due = due_events(channel.group, (channel.next_at or now) - 1, now)
        return next_event_at(now), [each for each in due if each.type in channel.events]

    async def _has_own_daily(self, code: str | None) -> bool:
        """Whether a group has a daily of its own, which is told when it is created and when it ends."""
        group = await self._store.group(code) if code else None
        return group is not None and group.daily_variant is not None

    async def retire(self, channel: Endpoint) -> None:
        """Leave a webhook paused, until an owner resumes it."""
