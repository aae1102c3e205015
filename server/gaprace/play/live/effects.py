"""The effects of the race machine, as data: `play.live.race` returns them, and the live room carries them out.

A `PeerEvent` is both: an effect when it is shared with the peers, and an input when it comes from one.
"""

from enum import Enum, auto

from msgspec import Struct

from gaprace.play.live.visibility import Viewer
from gaprace.rules.game import Game
from gaprace.wire import GameId, Hinted, Message, PlayerId


class PeerEvent(Struct, frozen=True, array_like=True, tag=True):
    """An event of a room or its race that the servers of the room exchange."""


class ActionStored(PeerEvent, frozen=True):
    """Action `n` of a game is stored."""

    game: GameId
    n: int
    action: str
    ms: int


class GameEnded(PeerEvent, frozen=True):
    """A game has ended in the store with its action `n`."""

    game: GameId
    n: int


class GameHinted(PeerEvent, frozen=True):
    """A hint was given in a game."""

    game: GameId


RacePeerEvent = ActionStored | GameEnded | GameHinted


class Scope(Enum):
    """The connections of this server that an event is sent to. See `play.live.visibility`."""

    PLAYER = auto()
    """The connections of one player who holds a seat."""
    RIVALS = auto()
    """All live ones but those of one player."""
    LIVE = auto()
    """All that follow the race live."""
    DELAYED = auto()
    """All that see it with the delay of the room, except for those of one player."""


class Timer(Enum):
    """The purpose of a timer."""

    START = auto()
    LIMIT = auto()
    PUBLICATION = auto()
    """Delayed viewers are due to see something."""
    END_GAME = auto()
    """A peer should have ended a game by now."""


class Effect(Struct, frozen=True):
    """An operation to be carried out for a race."""


class Append(Effect, frozen=True):
    """Store action `n` of a game, made `ms` after the start. Answer with `stored` or `refused`."""

    game: GameId
    n: int
    action: str
    ms: int


class Send(Effect, frozen=True):
    """Send an event to a scope; `player` is the one to whom the scope refers."""

    scope: Scope
    event: Message
    player: PlayerId = ""


class Reply(Effect, frozen=True):
    """Send an event to one connection."""

    viewer: Viewer
    event: Message


class Share(Effect, frozen=True):
    """Let the peers know."""

    event: RacePeerEvent


class VisibilityChanged(Effect, frozen=True):
    """Some viewers may see more than before: reassign them to their scopes."""


class SetTimer(Effect, frozen=True):
    """Report `timer_due` at an instant (ms since 1970)."""

    at: int
    timer: Timer
    game: GameId = ""
    """For `END_GAME`."""


class Reload(Effect, frozen=True):
    """Read a game from the store. Answer with `loaded`."""

    game: GameId


class EndGame(Effect, frozen=True):
    """End a game in the store in its current state. Answer with `end_stored` or `end_refused`."""

    game: GameId
    final: Game


class EndRace(Effect, frozen=True):
    """End the race in the store: all its games have ended. Answer with `close`."""


class PeopleEnded(Effect, frozen=True):
    """Let recorded rivals play to the end: the games of all people have ended."""


class FindHint(Effect, frozen=True):
    """Look for a hint for a board. Answer with `advised` or `hint_failed`."""

    viewer: Viewer
    game: GameId
    board: Game


class MarkHinted(Effect, frozen=True):
    """Store that a hint was given. Answer with `hint_stored`."""

    hinted: Hinted
