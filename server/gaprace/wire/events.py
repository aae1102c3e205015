"""What the server says."""

from msgspec import UNSET, UnsetType, field

from gaprace.solver.advice import Why
from gaprace.wire.base import GameId, Message, PlayerId, Wire
from gaprace.wire.commands import Emote
from gaprace.wire.rooms import RaceView, Reveal, RoomView, Standing


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
    games: list[GameView] = field(default_factory=list)
    """The games of the race, once it has started."""
    started: Started | None = None
    chat: list[Said] = field(default_factory=list)


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
