"""The messages that this server posts to webhooks of the kind `standard`; chats get the same in their own form."""

from gaprace.rules.results import Result
from gaprace.wire.base import Wire
from gaprace.wire.http.webhooks import WebhookEventType


class RankedPlayer(Result, Wire, frozen=True, kw_only=True):
    """A player in a result."""

    rank: int
    """1 is the best. Equal results share a rank."""
    name: str
    """The player's current name."""
    against_group: float | None = None
    """In the digest of a group: the duplicate score among its members, in IMPs."""


class DailyResults(Wire, frozen=True):
    """A daily in a digest."""

    variant: str
    """The name of its variant."""
    played: int
    """Number of players who have a result: members, or all players."""
    best: list[RankedPlayer]
    """The best three."""


class DailyOpened(Wire, frozen=True):
    """`daily.opened`: the dailies of a date can be played."""

    date: str
    """The date."""
    closes_at: int
    """Until when ranked games of them may begin (ms since 1970)."""
    variants: list[str]
    """The names of their variants."""
    url: str
    """The page on which they are played."""


class DailyDigest(Wire, frozen=True):
    """`daily.digest`: the results of a date, after the reveal. It shows nothing of the deals."""

    date: str
    """The date."""
    dailies: list[DailyResults]
    """The dailies, also those that nobody played."""
    url: str
    """The page that shows the results."""


class RoomOpened(Wire, frozen=True):
    """`room.opened`: a group's room is open, or a listed one."""

    url: str
    """The link to join. The room of a private group lets only members in."""
    host: str = ""
    """The name of the host; empty if the room has closed meanwhile."""


class RaceFinished(Wire, frozen=True):
    """`race.finished`: a race of two or more players in the group's room, or in a listed one, is over."""

    race: str
    """The id of the race."""
    variant: str
    """The name of its variant."""
    players: list[RankedPlayer]
    """The players, best first."""
    url: str
    """The page of the race."""
    picture: str
    """A PNG image of 1200 x 630 pixels: the players, and how far each came."""


class ChallengeMade(Wire, frozen=True):
    """`challenge.made`: a member challenges the group."""

    challenge: str
    """The code of the challenge."""
    variant: str
    """The name of its variant."""
    player: str
    """The name of the challenger."""
    ends_at: int
    """When the time is up (ms since 1970)."""
    url: str
    """The page on which it is played."""


class ChallengeEnded(Wire, frozen=True):
    """`challenge.ended`: all have finished, or the time is up."""

    challenge: str
    """The code of the challenge."""
    variant: str
    """The name of its variant."""
    players: list[RankedPlayer]
    """The players who have a result, best first."""
    url: str
    """The page that shows the results."""


class WebhookTest(Wire, frozen=True):
    """`webhook.test`: somebody has pressed the test button."""

    text: str
    """A sentence."""


class GroupName(Wire, frozen=True):
    """The group whose webhook it is."""

    code: str
    """Its code."""
    name: str
    """Its name."""


class WebhookMessage(Wire, frozen=True):
    """The body of a message. Its id is in the header `webhook-id`."""

    type: WebhookEventType
    """The type of the message."""
    timestamp: str
    """When the news happened, in the format of RFC 3339."""
    data: Wire
    """The news: `DailyOpened`, `DailyDigest`, `RoomOpened`, `RaceFinished`, `ChallengeMade`, `ChallengeEnded` or
    `WebhookTest`, by type."""
    group: GroupName | None = None
    """Missing for webhooks of the installation."""
