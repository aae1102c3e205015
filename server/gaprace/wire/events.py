"""Events: the messages that the server sends."""

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, UnsetType, field

from gaprace.error_codes import CLOSE_REASONS
from gaprace.solver.answers import Reason
from gaprace.wire.base import GameId, Message, PlayerId, Wire
from gaprace.wire.commands import Emote, Reaction
from gaprace.wire.games import GameProgress, GameView
from gaprace.wire.rooms import RaceView, Reveal, RoomView, Standing


class You(Wire, frozen=True):
    """The receiver's own role in the room."""

    id: PlayerId
    """The receiver's player id."""
    name: str
    """The receiver's name."""
    seated: bool
    """Whether the receiver holds a seat; false for a spectator."""


class Started(Message, frozen=True):
    """The race has started: here is the layout."""

    race: str
    """The id of the race."""
    code: str
    """The deal code."""
    board: str
    """The opening as text."""


class Said(Message, frozen=True):
    """A line of chat."""

    player: PlayerId
    """The member or spectator who wrote it."""
    name: str
    """The author's name at the time."""
    said_at: int
    """When it was written."""
    text: str = ""
    """The text, or empty."""
    emote: Emote = ""
    """The emote, or empty."""
    audience: bool = False
    """Whether a spectator wrote it. Players do not get such lines before their own game has ended."""


class Audience(Message, frozen=True):
    """The chat and the reactions of the audience since the last such message, twice a second at the most.

    It goes to everyone but the players whose game is running.
    """

    lines: list[Said] = field(default_factory=list)
    """New lines of chat, oldest first. Lines that are known already may come again."""
    reactions: dict[Reaction, int] = field(default_factory=dict)
    """How often each reaction was given."""


class GameChance(Wire, frozen=True):
    """The win probability of a game."""

    game: GameId
    """The game."""
    n: int
    """The number of the action after which the board has this probability; 0 for the opening."""
    win: float
    """The chance that a strong player wins from there, 0 to 1. 1 and 0 are proven: moves that win are known, or moves
    alone cannot win and there is no shuffle left, so that only undo can help."""
    unwinnable: bool = False
    """Whether it is proven that moves alone cannot win from there: only a shuffle or undo can help."""


class Chances(Message, frozen=True):
    """The win probabilities that are new or have changed, once a second at the most.

    They are of boards that the receiver has seen, and go to everyone but the players whose game is running.
    """

    race: str
    """The id of the race."""
    games: list[GameChance]
    """The games."""


class Present(Message, frozen=True):
    """The connected clients. This is not part of the versioned room; the latest one replaces all others."""

    members: list[PlayerId]
    """The members who are connected."""
    spectators: int
    """Number of connections that watch without a seat."""
    away: dict[PlayerId, int] = field(default_factory=dict)
    """The players of the running race who are not connected, with the time at which their game ends as given up."""


class Welcome(Message, frozen=True):
    """A full snapshot. It answers `hello`, and brings a spectator who fell behind up to date."""

    you: You
    """The receiver."""
    room: RoomView
    """The room's state."""
    now: int
    """The server's time."""
    present: Present
    """The connected clients."""
    epoch: int
    """When the server last found that its database had lost actions of this room; 0 for never. If it differs from that
    of an earlier welcome, something that was stored then may be gone."""
    games: list[GameView] = field(default_factory=list)
    """The games of the race, once it has started."""
    started: Started | None = None
    """The layout of the race, once it has started."""
    chat: list[Said] = field(default_factory=list)
    """The latest lines of chat, oldest first."""
    audience: Audience | None = None
    """The latest lines of the audience. Missing for players whose game is running."""


class Room(Message, frozen=True):
    """The room has changed."""

    room: RoomView
    """The room's whole state."""


class Starting(Message, frozen=True):
    """A race is about to start, at its `starts_at`."""

    race: RaceView
    """The race."""
    now: int
    """The server's time."""


class Acted(Message, frozen=True):
    """Action `n` of a game is stored."""

    game: GameId
    """The game."""
    n: int
    """The number of the action."""
    action: str
    """The action, as in `act`."""
    ms: int
    """When the action was received."""
    checksum: int | None = None
    """CRC-32 of the board after it, as in a game's view; missing where an old action is repeated."""
    board: str | None = None
    """The board after it, for any action but a move."""


class Progress(GameProgress, Message, frozen=True):
    """The progress of a game whose board the receiver may not see."""


class Snapshot(Message, frozen=True):
    """The current state of one game: after the time limit ended it, or for a receiver who fell behind."""

    game: GameView
    """The game."""


class Hinted(Message, frozen=True):
    """A hint: the advised action, and the reason."""

    game: GameId
    """The game."""
    n: int
    """The number of the action after whose board the hint is given."""
    action: str
    """The advised action, as in `act`."""
    reason: Reason = "moves"
    """`locks`: it locks `card`. `opens`: it opens the gap that `card` can lock in. `keeps_open`: it leaves `count` gaps
    open. `moves`: it is a legal move and nothing more. `shuffle`, `back`: nothing useful moves, so shuffle or undo.
    `undo_first`: a shuffle is best on the board before the last `count` actions. `lost`: the position can no longer be
    won, so undo."""
    card: str | None = None
    """For `locks` and `opens`: the card, such as `6D`."""
    count: int | None = None
    """For `keeps_open`: the number of gaps. For `undo_first`: how often to undo."""
    wins_in: int | None = None
    """Length of the winning line, without a shuffle, that the action begins; missing if none was found in time."""
    win: float | None = None
    """A strong player's chance, 0 to 1, to win by the shuffle that the action makes or leads to; missing if none is."""
    instead: float | None = None
    """The same for a shuffle at once or, for `shuffle`, after more cards are locked; missing if there is none."""


class Refused(Message, frozen=True):
    """A command was not carried out. Nothing has changed."""

    command: str
    """The tag of the command; empty if it could not be read."""
    code: str
    """A stable code for programs."""
    message: str
    """A sentence in English, which may change."""
    n: int | UnsetType = UNSET
    """For `act`: the number that was refused."""
    game: GameView | UnsetType = UNSET
    """For `act`: the true state of the game."""


NoticeCode = Literal["history_lost", "storing_slow", "storing_again", "removed", "announcement"]
NOTICES: Mapping[NoticeCode, str] = {
    "history_lost": "The server's database has lost the latest actions. The game goes on from those that it has kept.",
    "storing_slow": "The server is slow to store actions. Yours wait for it: nothing is lost.",
    "storing_again": "The server stores actions again.",
    "removed": "The host removed you from this room. Your ranked game goes on, and its result counts.",
    "announcement": "The people who run this server have something to say.",
}


class Notice(Message, frozen=True):
    """Something has happened that the receiver should know, such as to the server."""

    code: NoticeCode
    """`history_lost`: stored actions are gone, and a `welcome` follows. `storing_slow`: actions wait to be stored.
    `storing_again`: they no longer do. `removed`: the host removed the receiver, whose ranked game goes on, from the
    room. `announcement`: the people who run the server say something to everyone."""
    message: str
    """A sentence in English, which may change."""


def notice(code: NoticeCode) -> Notice:
    """Return one of the `NOTICES`."""
    return Notice(code, NOTICES[code])


class Finished(Message, frozen=True):
    """The race is over."""

    race: str
    """The id of the race."""
    standings: list[Standing]
    """The results, best first."""
    reveal: Reveal | None = None
    """The proof of the deal; missing while others can still play it, as on a daily."""


class Pong(Message, frozen=True):
    """The answer to `ping`."""

    sent: float
    """The number of the ping."""
    now: int
    """The server's time."""


class Bye(Message, frozen=True):
    """The last message of a connection."""

    code: str
    """Why the connection ends: a stable code, which also is the reason of the WebSocket's close frame."""
    message: str
    """A sentence in English, which may change."""
    retry: bool
    """Whether the client should reconnect."""
    retry_after_s: int | None = None
    """How many seconds it should wait at least; missing if it may come back at once."""


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
    | Notice
    | Finished
    | Said
    | Audience
    | Chances
    | Pong
    | Bye
)


def bye(code: str) -> Bye:
    """Return the last message of a connection that ends for one of the `CLOSE_REASONS`."""
    reason = CLOSE_REASONS[code]
    return Bye(code, reason.sentences, not reason.is_final, reason.retry_after_s)
