"""The wire: every message of `/ws/rooms/{code}`, declared once. The bodies of the HTTP routes are in `bodies.py`.

A message is a JSON object tagged by `"t"`. Unknown tags and unknown fields are refused. From these structs come the
JSON Schema, the AsyncAPI and OpenAPI documents and the client's types.

Times are whole milliseconds: `*_at` since 1970 on the server's clock, `*_ms` since the start of the race.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from server.solver.advice import Why

PROTOCOL = 1
"""The version of this protocol; `hello` says which one the client speaks."""

LARGEST_FRAME = 4096
"""Bytes of the largest message that a client may send."""

PlayerId = Annotated[str, Meta(max_length=32)]
GameId = Annotated[str, Meta(max_length=32)]
RoomCode = Annotated[str, Meta(max_length=16)]


class Wire(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whatever crosses the wire."""


class Message(Wire, frozen=True, tag_field="t", tag=str.lower):
    """What is said over the socket, tagged by the name of its struct."""


# What a room is


class VariantChoice(Wire, frozen=True):
    """A variant, with what a custom room changes of it."""

    name: str = "addiction"
    shuffles: int | None = None
    """0 to 9; the variant's own number if not given."""
    right_fill: bool | None = None
    """Whether a gap also takes the card one lower than its right neighbour."""


class Settings(Wire, frozen=True):
    """What the host sets of a room."""

    variant: VariantChoice = VariantChoice()
    seats: Annotated[int, Meta(ge=1, le=50)] = 8
    """How many may play. A room of one seat is solo: no ready, no countdown."""
    limit_minutes: Annotated[int, Meta(ge=1, le=120)] | None = 20
    """Time limit of a race; none only in a solo room."""
    boards_open: bool = False
    """Whether players of a running race see each other's boards, or progress only."""
    spectator_delay_s: Annotated[int, Meta(ge=0, le=60)] = 0
    """How many seconds spectators are behind."""
    hints: bool = False
    """Whether hints are allowed; one makes a game practice."""
    code: str | None = None
    """Deal code of the next race; a fresh one if not given."""
    certified: bool = False
    """Whether fresh deals are proven winnable without a shuffle. A `code` comes before it."""
    listed: bool = False
    """Whether the room is among the rooms to watch."""
    locked: bool = False
    """Whether nobody new may take a seat."""


BotLevel = Annotated[int, Meta(ge=1, le=5)]
"""How strong a bot plays: 1 takes what looks best at once, 5 searches longest."""


class Member(Wire, frozen=True):
    """Someone who holds a seat, in the order of coming."""

    id: PlayerId
    name: str
    ready: bool = False
    """Wants the next race to begin."""
    muted: bool = False
    bot: int = 0
    """The level of a bot, which is always there and ready; 0 for people."""


class Standing(Wire, frozen=True):
    """One player's place in a race."""

    player: PlayerId
    name: str
    game: GameId
    rank: int
    """1 is the best; equal games share a rank."""
    won: bool
    locked: int
    score: int
    moves: int
    shuffles: int
    time_ms: int
    bot: int = 0
    """The level of a bot; 0 for people."""


class Reveal(Wire, frozen=True):
    """What proves a deal, once its last game has ended."""

    code: str
    secret: str
    commitment: str
    line: str | None = None
    """Of a certified deal: the moves that win it without a shuffle, `6D@27 7D@28 ...`."""


class Seat(Wire, frozen=True):
    """A player's game in a race."""

    player: PlayerId
    game: GameId


class RaceView(Wire, frozen=True):
    """A race as everyone may see it. Its layout comes with `started`, at `starts_at`."""

    id: str
    number: int
    """1 for a room's first race, 2 after a rematch, and so on."""
    variant: VariantChoice
    commitment: str
    """SHA-256 of the secret that fixes every shuffle."""
    starts_at: int
    ends_at: int | None
    """When the time is up; none in a solo room without limit."""
    seats: list[Seat]
    ranked: bool
    """Whether the server chose the deal and no custom rule is set. Bots are never ranked."""
    par: int | None = None
    """Of a certified deal: how many moves the line has that wins it without a shuffle."""
    harder: int | None = None
    """Of a certified deal: how many candidates of a thousand were harder, by search effort."""
    standings: list[Standing] | None = None
    """Set when the race has ended."""
    reveal: Reveal | None = None


class DailyRoom(Wire, frozen=True):
    """What a room is for that was made to play a daily. It has one seat, one race, and no settings to change."""

    date: str
    """`2026-11-21`, in UTC."""
    variant: str
    ranked: bool
    """Whether this is the player's one ranked game of it; else it is practice."""


class RoomView(Wire, frozen=True):
    """A room's whole state. Version v replaces any older one."""

    code: RoomCode
    version: int
    settings: Settings
    host: PlayerId | None
    members: list[Member]
    race: RaceView | None = None
    """The race that is about to start, runs, or ended last."""
    daily: DailyRoom | None = None
    """Set when the room is there to play a daily."""
    ghost: GameId | None = None
    """The finished game that is raced against in this solo room: same deal, same secret, practice."""


# What a client says


class Hello(Message, frozen=True):
    """Comes first: which protocol, in which part, and what was last seen."""

    protocol: int
    watch: bool = False
    """Be a spectator, without a seat."""
    version: int = 0
    """The newest version of the room that the client has seen."""
    seen: dict[GameId, int] = {}
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
    """Give up the seat; a running game is resigned."""


class Ping(Message, frozen=True):
    """Measure the way and the clock."""

    sent: float
    """Whatever the client likes; it comes back with `pong`."""


Command = Hello | Ready | SetSettings | Start | Act | Hint | Say | AddBot | Kick | Mute | Rematch | Leave | Ping

# What the server says


class You(Wire, frozen=True):
    """Who the receiver is in this room."""

    id: PlayerId
    name: str
    playing: bool
    """Holds a seat, or else watches."""


class GameView(Wire, frozen=True):
    """A game as the receiver may see it. The board is missing where only progress may be seen."""

    game: GameId
    player: PlayerId
    n: int
    """The number of its last action."""
    locked: int
    moves: int
    shuffles: int
    """Shuffles made so far."""
    ended: bool = False
    won: bool = False
    last_ms: int = 0
    """When the last action was received."""
    board: str | None = None
    check: int = 0
    """CRC-32 of the board, one byte a slot (`suit * 16 + rank`, a gap is 0)."""
    undo: int = 0
    """How many actions can be undone."""
    redo: int = 0
    """How many can be redone."""
    hinted: bool = False
    """Whether a hint was given, which makes it practice. Spectators are not told."""


class Started(Message, frozen=True):
    """The start instant has come: here is the layout."""

    race: str
    code: str
    board: str


class Said(Message, frozen=True):
    """A line of chat."""

    player: PlayerId
    name: str
    said_at: int
    text: str = ""
    emote: Emote = ""


class Present(Message, frozen=True):
    """Who is connected just now. It is not part of the versioned room: each one replaces the one before."""

    members: list[PlayerId]
    watching: int
    """How many connections watch without a seat."""


class Welcome(Message, frozen=True):
    """Answers `hello`, and brings back whoever fell behind: the present, whole."""

    protocol: int
    you: You
    room: RoomView
    now: int
    """The server's clock."""
    present: Present
    games: list[GameView] = []
    """The games of the race, once it has started."""
    started: Started | None = None
    chat: list[Said] = []


class Room(Message, frozen=True):
    """The room has changed."""

    room: RoomView


class Starting(Message, frozen=True):
    """A race is about to start, at `race.starts_at` on the server's clock."""

    race: RaceView
    now: int


class Acted(Message, frozen=True):
    """Action `n` of a game is stored."""

    game: GameId
    n: int
    action: str
    ms: int
    check: int | None = None
    """CRC-32 of the board after it; missing where an old action is told again."""
    board: str | None = None
    """The board after it, for anything but a move."""


class Progress(Message, frozen=True):
    """How far a game is whose board the receiver may not see."""

    game: GameId
    n: int
    locked: int
    moves: int
    shuffles: int
    ended: bool = False
    won: bool = False


class Snapshot(Message, frozen=True):
    """A game as it is now: for who fell behind, and after the game was ended by the clock."""

    game: GameView


class Hinted(Message, frozen=True):
    """A hint: what to do next, and why."""

    game: GameId
    n: int
    """The hint is for the board after this action."""
    action: str
    reason: str
    """Why, in English words; the same as what follows says."""
    why: Why = "moves"
    """It `locks` `card`; `opens` the gap for `card`; `keeps_open` so many gaps (`count`); is merely what `moves`;
    nothing useful moves, so `shuffle`, or go `back`; no way from here wins any more (`lost`), so go back."""
    card: str | None = None
    count: int | None = None
    wins_in: int | None = None
    """It begins a line of so many moves that wins without a shuffle. Missing if none was found in time."""


class Refused(Message, frozen=True):
    """A command was not carried out, and nothing has changed."""

    command: str
    """The tag of the command; empty if it could not be read."""
    code: str
    message: str
    n: int | UnsetType = UNSET
    """For `act`: the number that was refused."""
    game: GameView | UnsetType = UNSET
    """For `act`: the true state of the game."""


class Finished(Message, frozen=True):
    """The race is over."""

    race: str
    standings: list[Standing]
    reveal: Reveal | None = None
    """Missing while others still play the same deal, as on a daily."""


class Pong(Message, frozen=True):
    """Answers `ping`."""

    sent: float
    now: int


class Bye(Message, frozen=True):
    """The last message on a connection: why it ends, and whether to come back."""

    code: str
    message: str
    retry: bool


Event = (
    Welcome
    | Room
    | Present
    | Starting
    | Started
    | Acted
    | Progress
    | Snapshot
    | Hinted
    | Refused
    | Finished
    | Said
    | Pong
    | Bye
)

# Why a connection ends: code -> (WebSocket close code, sentence). 44xx stop, 45xx come back.

FIRST_RETRY_CLOSE_CODE = 4500
BYES: dict[str, tuple[int, str]] = {
    "bad_message": (4400, "This connection sent something that is no message of this protocol, again and again."),
    "no_identity": (4401, "Who you are is not known here: reload the page, or send a token of POST /api/players."),
    "foreign_origin": (4403, "This page does not belong to this server."),
    "room_not_found": (4404, "There is no such room: check the code, it may have closed."),
    "kicked": (4405, "The host has sent you away from this room."),
    "room_full": (4406, "All seats of this room are taken: watch instead."),
    "room_locked": (4407, "This room is locked: watch instead."),
    "sealed_daily": (4414, "This daily is sealed for you until your own ranked game of it has ended: play it first."),
    "players_cannot_watch": (4408, "You play in the running race, so you cannot watch it too."),
    "no_hello": (4409, "The first message has to be hello, within ten seconds."),
    "frame_too_large": (4413, f"A message may have {LARGEST_FRAME} bytes."),
    "room_closed": (4410, "This room has closed."),
    "left": (4411, "You have left this room."),
    "unknown_protocol": (4426, f"This server speaks protocol {PROTOCOL}: reload the page, or update the program."),
    "too_fast": (4429, "This connection sent commands too fast, again and again."),
    "too_many_connections": (4430, "Too many connections come from your address."),
    "fell_behind": (4500, "The connection could not keep up: come back, nothing is lost."),
    "restarting": (4501, "The server restarts: come back in a moment, nothing is lost."),
    "try_again": (4503, "Something went wrong here: come back in a moment, nothing is lost."),
    "silent": (4504, "Nothing was heard for too long: come back."),
}


def bye(code: str) -> Bye:
    """Make the last message for one of `BYES`."""
    close_code, message = BYES[code]
    return Bye(code, message, retry=close_code >= FIRST_RETRY_CLOSE_CODE)


_encoder = msgspec.json.Encoder()
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Wire) -> bytes:
    """Write a message as JSON."""
    return _encoder.encode(message)


def decode_command(data: bytes | str) -> Command:
    """Read what a client says.

    Raises:
        msgspec.DecodeError: it is no command.

    """
    return _command_decoder.decode(data)


def decode_event(data: bytes | str) -> Event:
    """Read what the server says (for players that are programs).

    Raises:
        msgspec.DecodeError: it is no event.

    """
    return _event_decoder.decode(data)
