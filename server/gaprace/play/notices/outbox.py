"""The outbox: the notices that go out of this server, and their letters. Pure.

A notice is stored in the transaction that causes it, once. When it is due, it becomes a letter for each channel that
tells it: a webhook, or a browser with web push. The text is composed when it is sent, so nothing outdated is told.

A message that fails is tried again by `play.notices.retries`.
"""

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar, Literal, TypeVar

from gaprace.wire.http import WebhookEventType, WebhookPause

NoticeType = (
    WebhookEventType
    | Literal[
        "challenge.ending",
        "arena.starting",
        "round.starting",
        "race.starting",
        "race.invited",
        "daily.streak",
        "push.test",
    ]
)
Transport = Literal["webhook", "push"]
MAX_LETTERS = 1_000
"""Messages that are kept for one channel, waiting or dead; further ones are not written down."""
SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000


@dataclass(frozen=True, slots=True)
class QueuedNotice:
    """Something that is told outside of this server."""

    type: NoticeType
    subject: str
    """A date, or the id of a room, a race or an event; its details are looked up when a message is sent."""
    at: int
    """When it happens (ms since 1970): it is told from then on."""
    group: str | None = None
    """The group whose webhooks tell it."""
    is_public: bool = False
    """Whether the webhooks of the installation tell it."""
    players: tuple[str, ...] | None = None
    """The players whose browsers show it; looked up when it is due, if it is None."""
    expires_at: int | None = None
    """When browsers no longer show it."""
    id: str = ""
    """Set by the store."""


@dataclass(frozen=True, slots=True)
class Channel:
    """Where messages go: a webhook, or a browser with web push."""

    transport: ClassVar[Transport]
    id: str
    _: KW_ONLY
    next_at: int | None = None
    """When the calendar brings the next event; None for never."""
    paused: WebhookPause = ""
    failures: int = 0
    """Tries that have failed since one succeeded."""
    failing_since: int | None = None
    failure: str = ""
    """How the last try ended, if it failed."""
    delivered_at: int | None = None
    rests_until: int = 0
    """Until when nothing is tried."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A pending message for a channel."""

    id: str
    channel: str
    type: NoticeType
    subject: str
    at: int
    """When that which it tells happens (ms since 1970)."""
    due_at: int
    """When it is tried next."""
    expires_at: int | None = None
    attempts: int = 0
    failure: str = ""
    """How the last try ended."""
    is_dead: bool = False
    """Whether it is not tried again by itself."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attempt."""

    failure: str = ""
    """Empty if the message has arrived; a status, or the reason why it has not."""
    retry_after_ms: int = 0
    """How long the receiver asks to wait."""
    is_final: bool = False
    """Whether another try would be of no use."""
    is_gone: bool = False
    """Whether the receiver wants no more messages."""


AnyChannel = TypeVar("AnyChannel", bound=Channel)


def letter_of(notice: QueuedNotice, channel: str, letter_id: str, expires_at: int | None = None) -> Letter:
    """Return the message of a notice for a channel."""
    return Letter(letter_id, channel, notice.type, notice.subject, notice.at, notice.at, expires_at)
