"""What a client says."""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.wire.base import GameId, Message, PlayerId
from gaprace.wire.rooms import BotLevel, Settings


class Hello(Message, frozen=True):
    """Comes first: which protocol, in which part, and what was last seen."""

    protocol: int
    watch: bool = False
    """Be a spectator, without a seat."""
    version: int = 0
    """The newest version of the room that the client has seen."""
    seen: dict[GameId, int] = field(default_factory=dict)
    """The number of the last action that it has seen, by game."""


class Ready(Message, frozen=True):
    """Want the next race to begin (or no longer). When all members do, it begins."""

    ready: bool = True


class SetSettings(Message, frozen=True, tag="settings"):
    """The host sets the room. Takes effect with the next race."""

    settings: Settings


class Start(Message, frozen=True):
    """The host starts the race, whoever is ready. In a solo room it starts at once."""


class Act(Message, frozen=True):
    """Make action `n` of one's game. Sending it again is harmless."""

    game: GameId
    n: Annotated[int, Meta(ge=1)]
    action: Annotated[str, Meta(max_length=16)]
    """`6D@27`, `shuffle`, `undo`, `redo` or `resign`."""


class Hint(Message, frozen=True):
    """Ask for a hint. It makes the game practice."""

    game: GameId


Emote = Literal["", "hello", "well_played", "good_luck", "wow", "oops", "thinking", "thanks"]


class Say(Message, frozen=True):
    """Chat: a text, or an emote."""

    text: Annotated[str, Meta(max_length=300)] = ""
    emote: Emote = ""


class AddBot(Message, frozen=True):
    """The host gives a seat to a bot; `kick` takes it away again."""

    level: BotLevel


class Kick(Message, frozen=True):
    """The host sends a member away: a person for good, a bot until another is added."""

    player: PlayerId


class Mute(Message, frozen=True):
    """The host takes a member's voice in the chat, or gives it back."""

    player: PlayerId
    muted: bool = True


class Rematch(Message, frozen=True):
    """Another race on a new deal: from the host it starts, from others it means ready."""


class Leave(Message, frozen=True):
    """Leave the seat; a running game is resigned."""


class Ping(Message, frozen=True):
    """Measure the way and the clock."""

    sent: float
    """Whatever the client likes; it comes back with `pong`."""


Command = Hello | Ready | SetSettings | Start | Act | Hint | Say | AddBot | Kick | Mute | Rematch | Leave | Ping
