"""Stored follows and presences. A friend is two follows, one in each direction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.wire.http import FriendState, SuggestedFor

TOLD_AGAIN_MS = 60_000
"""The least time between two notifications that one player invites another. The page shows each invitation at once."""


@dataclass(frozen=True, slots=True)
class StoredFollow:
    """A player follows another one."""

    player: str
    """The player who follows."""
    followed: str
    at: int
    room: str | None = None
    """The room to which this player has last invited the other one, and when."""
    invited_at: int | None = None


@dataclass(frozen=True, slots=True)
class StoredPresence:
    """The last known activity of a player. Only players who show it to their friends have one."""

    player: str
    seen_at: int
    doing: FriendState = "about"
    room: str | None = None
    """The room in which friends may watch or join."""


class Followed(NamedTuple):
    """A player whom another one follows."""

    mine: StoredFollow
    name: str
    theirs: StoredFollow | None = None
    """The follow in the other direction: the two are friends."""
    presence: StoredPresence | None = None
    """The presence of a friend who shows it."""


class Suggested(NamedTuple):
    """A player whom another one may want to follow."""

    player: str
    name: str
    reason: SuggestedFor


class Acquaintance(NamedTuple):
    """A friend of a player, or another member of a group."""

    player: str
    name: str
    group: str | None = None
    """The code of the group; None for a friend."""
    group_name: str = ""
    key: int | None = None
    """The key of their row of a leaderboard, if they have one."""


class LateBest(NamedTuple):
    """A player's fastest win in a variant."""

    player: str
    variant: str
    time_ms: int


class FriendStore(Protocol):
    """The store of follows and presences."""

    async def add_follow(self, follow: StoredFollow) -> None:
        """Add a follow, unless it is there already."""

    async def remove_follow(self, player: str, followed: str) -> None:
        """Remove a follow, if it is there."""

    async def followed_by(self, player: str) -> list[Followed]:
        """Return the players whom a player follows, by name and id."""

    async def acquaintances(self, player: str, leaderboard: Leaderboard, groups: int) -> list[Acquaintance]:
        """Return a player's friends, then the other members of the player's first `groups` groups by name.

        Those with a row of the leaderboard have its key, and no name here. The others have their names, by which each
        part is ordered.
        """

    async def late_bests(self, players: Sequence[str], since: int) -> list[LateBest]:
        """Return personal bests of players since an instant, the latest first: ranked wins in races or alone.

        There has to be a slower one before. Only those who won last are looked at: five, by player and variant.
        """

    async def suggestions(self, player: str, limit: int) -> list[Suggested]:
        """Return people whom a player does not follow yet, at most `limit` for each reason, each once.

        There is no block between the two. A race lately is one of the player's last 50.
        """

    async def invite(self, invitation: StoredFollow, told: QueuedNotice) -> bool:
        """Note the invitation of a friend, with a notice of it; return False if they are no friends."""

    async def presence(self, player: str) -> StoredPresence | None:
        """Return the presence of a player; None for one who does not show it."""

    async def show_presence(self, presence: StoredPresence) -> None:
        """Begin to show what a player does."""

    async def hide_presence(self, player: str) -> None:
        """Show no longer what a player does, and forget it."""

    async def note_presences(self, seen: Sequence[StoredPresence]) -> None:
        """Note the presences of players, of those who show it."""
