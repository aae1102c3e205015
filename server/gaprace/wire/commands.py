"""Commands: the messages that a client sends."""

from typing import Annotated, Literal

from msgspec import Meta

from gaprace.wire.base import GameId, Message, PlayerId
from gaprace.wire.room_settings import Settings
from gaprace.wire.rooms import BotLevel


class Hello(Message, frozen=True):
    """The first message: the client's protocol, and whether it plays or watches."""

    protocol: int
    """The version of the protocol that the client speaks."""
    watch: bool = False
    """Whether to watch as a spectator, without a seat."""
    version: int = 0
    """When coming back: the version of the room that the client saw last."""
    game: Annotated[str, Meta(max_length=32)] = ""
    """When coming back: the own game of the race that it saw last."""
    n: int = 0
    """The number of the last action that it saw of this game."""


class Ready(Message, frozen=True):
    """Say whether you are ready for the next race. It begins when all members are."""

    ready: bool = True
    """False takes it back."""


class Seed(Message, frozen=True):
    """Contribute a seed to the draw of the next race. A client sends it by itself, once it has received the commitment.

    The first seed of each member counts. A seed for another commitment than the current one changes nothing.
    """

    commitment: Annotated[str, Meta(max_length=64)]
    """The commitment of the room, which is older than the seed."""
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
    """16 random bytes as 32 hexadecimal digits."""


class SetSettings(Message, frozen=True, tag="settings"):
    """Change the room's settings, for the next race. Only the host and co-hosts can do this."""

    settings: Settings
    """All settings, not only the changed ones."""


class Start(Message, frozen=True):
    """Start the race, whether or not all members are ready. A solo race starts at once.

    Only the host and co-hosts can do this.
    """


class Act(Message, frozen=True):
    """Make action `n` of your game. Sending it again is harmless."""

    game: GameId
    """Your game in the current race."""
    n: Annotated[int, Meta(ge=1)]
    """The number of the action: one more than that of the last one."""
    action: Annotated[str, Meta(max_length=16)]
    """A move as card and slot, such as `6D@27`, or `shuffle`, `undo`, `redo` or `resign`."""


class Hint(Message, frozen=True):
    """Ask for a hint. It makes the game practice."""

    game: GameId
    """Your game in the current race."""


Emote = Literal["", "hello", "well_played", "good_luck", "wow", "oops", "thinking", "thanks"]


class Say(Message, frozen=True):
    """Chat: a text or an emote. A spectator's lines are for the audience (see `audience`)."""

    text: Annotated[str, Meta(max_length=300)] = ""
    """The text; control characters are removed."""
    emote: Emote = ""
    """An emote that every client shows in its own language; empty for none."""


Reaction = Literal["clap", "heart", "wow", "laugh", "fire"]


class React(Message, frozen=True):
    """React to the race. Only the audience can do this: those who have no running game in the race."""

    reaction: Reaction
    """The reaction."""
    times: Annotated[int, Meta(ge=1, le=20)] = 1
    """How often, since the last message: a client counts taps for half a second."""


class AddBot(Message, frozen=True):
    """Add a bot to the room. Only the host and co-hosts can do this; `kick` removes the bot."""

    level: BotLevel
    """The bot's playing strength."""


class ChooseTeam(Message, frozen=True, tag="team"):
    """Choose your team for the next race; the host and co-hosts may choose anybody's."""

    team: Annotated[int, Meta(ge=1, le=4)]
    """The number of the team."""
    player: PlayerId = ""
    """The member to move; yourself if empty."""


class BalanceTeams(Message, frozen=True, tag="balance"):
    """Make the teams as even as possible, by the series so far and the levels of bots.

    Only the host and co-hosts can do this.
    """


class Kick(Message, frozen=True):
    """Remove a member from the room; a person cannot come back to a seat. Only the host and co-hosts can do this."""

    player: PlayerId
    """The member to remove."""


class Mute(Message, frozen=True):
    """Mute or unmute somebody in the chat. Only the host and co-hosts can do this."""

    player: PlayerId
    """A member or a spectator."""
    muted: bool = True
    """False unmutes."""


class Cohost(Message, frozen=True):
    """Make a member a co-host, with the rights of the host except for this one. Only the host can do this."""

    player: PlayerId
    """Another member."""
    cohost: bool = True
    """False takes it back."""


class SitOut(Message, frozen=True):
    """Sit out: stay as the host or a co-host without a seat, and see races as spectators do. Between races only."""

    out: bool = True
    """False takes a seat again, if one is free: any member who sits out can do this."""


class Rematch(Message, frozen=True):
    """Ask for another race on a new deal: the host or a co-host starts it, other members become ready."""


class Leave(Message, frozen=True):
    """Give up your seat, and resign a running game."""


class Ping(Message, frozen=True):
    """Measure the round trip and the difference of the clocks; `pong` answers."""

    sent: float
    """Any number, such as the client's time. It comes back in `pong`."""


Command = (
    Hello
    | Ready
    | Seed
    | SetSettings
    | Start
    | Act
    | Hint
    | Say
    | React
    | AddBot
    | ChooseTeam
    | BalanceTeams
    | Kick
    | Mute
    | Cohost
    | SitOut
    | Rematch
    | Leave
    | Ping
)
