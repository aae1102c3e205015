"""Webhooks: addresses to which this server sends the news of a group, or of the whole installation."""

from typing import Literal

from msgspec import field

from gaprace.wire import Wire
from gaprace.wire.http.languages import Language

WebhookEventType = Literal[
    "daily.opened",
    "daily.digest",
    "room.opened",
    "race.finished",
    "challenge.made",
    "challenge.ended",
    "webhook.test",
]
"""The type of a message; `webhook.test` is sent by the test button only."""
WebhookKind = Literal["standard", "discord", "slack"]
"""The form of the messages: Standard Webhooks for programs, or the form that the webhooks of a chat take."""
WebhookPause = Literal["", "paused", "failing", "gone"]
"""Why nothing is sent: an owner wants it so; nothing has arrived for days; or the receiver said that it is gone."""


class NewWebhook(Wire, frozen=True):
    """Set up a webhook."""

    url: str
    """The address that takes the messages: `https`, without a user name."""
    kind: WebhookKind = "standard"
    """The form of the messages."""
    events: list[WebhookEventType] = field(default_factory=list)
    """The types of messages that are sent; all types, if it is empty."""
    language: Language = "en"
    """The language of the messages to chats."""
    site: str = ""
    """For moderators: the address of this server in the messages. Missing: the one of the request."""


class WebhookChange(Wire, frozen=True):
    """Change a webhook. Missing fields stay as they are."""

    url: str | None = None
    """The new address."""
    kind: WebhookKind | None = None
    """The form of the messages."""
    events: list[WebhookEventType] | None = None
    """The types of messages that are sent."""
    language: Language | None = None
    """The language of the messages to chats."""
    paused: bool | None = None
    """Whether nothing is sent, nor kept to be sent."""


class DeadLetter(Wire, frozen=True):
    """A message that has not arrived, and is not tried again by itself."""

    id: str
    """Its `webhook-id`, which stays the same when it is sent again."""
    type: WebhookEventType
    """The type of the message."""
    at: int
    """When the news happened."""
    attempts: int
    """How often it was tried."""
    failure: str
    """How the last try ended: a status such as `500`, `refused_address`, `unreachable`, `timed_out` or `redirected`."""


class Webhook(Wire, frozen=True):
    """A webhook, without its address and its secret, which are never shown again."""

    id: str
    """Its id."""
    kind: WebhookKind
    """The form of the messages."""
    host: str
    """The host of its address."""
    events: list[WebhookEventType]
    """The types of messages that are sent."""
    language: Language
    """The language of the messages to chats."""
    created_at: int
    """When it was set up."""
    paused: WebhookPause
    """Why nothing is sent; empty if it is."""
    waiting: int
    """Number of messages that wait for their next try."""
    delivered_at: int | None = None
    """When a message last arrived."""
    failure: str = ""
    """How the last try ended, if it failed."""
    dead: list[DeadLetter] = field(default_factory=list)
    """The latest messages that have not arrived."""


class WebhookList(Wire, frozen=True):
    """The webhooks of a group, or of the installation."""

    webhooks: list[Webhook]
    """The webhooks, the oldest first."""


class WebhookSecret(Wire, frozen=True):
    """A webhook with its new secret, which is shown this once."""

    webhook: Webhook
    """The webhook."""
    secret: str
    """`whsec_` and the key in base64: it verifies the signatures (https://www.standardwebhooks.com)."""


class WebhookTried(Wire, frozen=True):
    """How the test of a webhook ended."""

    failure: str
    """Empty if the message has arrived; otherwise as in `DeadLetter.failure`."""
