"""Friends: players who follow each other."""

from typing import Literal

from gaprace.wire import ChallengeCode, NamedPlayer, PlayerId, RoomCode, Wire

FriendState = Literal["about", "racing", "daily"]
"""The state of a friend: online, playing in a race, playing today's daily."""
SuggestedFor = Literal["follows_you", "raced", "group"]
"""Why a player is suggested: follows the caller, has raced with the caller twice lately, or shares a group."""


class Friend(NamedPlayer, frozen=True):
    """A player whom the caller follows. Only a friend has more than a name."""

    at: int
    """Since when the caller follows this player."""
    friend: bool = False
    """Whether this player follows the caller, too."""
    doing: FriendState | None = None
    """The friend's state now, if friends may see it; missing for a friend who is not online."""
    room: RoomCode | None = None
    """The room of the friend's race, to watch it or to join the next one; missing if it is not for everyone."""
    invites_to: RoomCode | None = None
    """The room to which the friend has just invited the caller."""


class FriendList(Wire, frozen=True):
    """All players whom the caller follows, by name."""

    friends: list[Friend]
    """The players."""
    shows_me: bool
    """Whether friends see what the caller does."""


class FriendNews(NamedPlayer, frozen=True):
    """News of a friend who shows them to friends."""

    kind: Literal["challenge", "daily", "best"]
    """A challenge to everyone that the caller has not entered, the best result of all friends in yesterday's daily, or
    a personal best of the last day."""
    variant: str
    """The name of the variant."""
    time_ms: int | None = None
    """The time of the win; missing for a challenge."""
    challenge: ChallengeCode | None = None
    """The code of the challenge."""


class FriendNewsList(Wire, frozen=True):
    """The news of friends, the most notable first."""

    news: list[FriendNews]
    """Six at the most."""


class Suggestion(NamedPlayer, frozen=True):
    """A player whom the caller may want to follow."""

    reason: SuggestedFor
    """Why the player is suggested."""


class SuggestionList(Wire, frozen=True):
    """Players whom the caller may want to follow: those who follow the caller first."""

    players: list[Suggestion]
    """The players."""


class ShowToFriends(Wire, frozen=True):
    """Set whether friends see what the caller does."""

    shows: bool
    """Whether they see it."""


class Invite(Wire, frozen=True):
    """Invite a friend to a room."""

    player: PlayerId
    """The friend."""
