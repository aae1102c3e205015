"""What the services need of the outside: a store, a bus, a clock. Adapters live in `store/`, `bus/` and `wiring.py`.

Times ending in `_at` are whole milliseconds since 1970 on the server's clock; `ms` counts from a race's start.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from gaprace.ports.analyses import FindingStore, StoredAnalysis
from gaprace.ports.dailies import (
    AttemptTaken,
    CertifiedDeal,
    Certifier,
    DailyKey,
    DailyStore,
    StoredAttempt,
    StoredCertificate,
    StoredDaily,
)
from gaprace.ports.engine import Engine, Proof
from gaprace.ports.leaderboards import BoardStore, Cursor, RatingAfter, Slice, StoredPage, StoredPlace
from gaprace.ports.metrics import Metrics, NoMetrics
from gaprace.ports.profiles import (
    BestGame,
    Milestone,
    Milestones,
    OwnGame,
    OwnPlace,
    PlayedGame,
    PlayerStore,
    StoredFigures,
)
from gaprace.ports.retention import PruningStore, Swept
from gaprace.rules.deal import Deal

__all__ = [
    "AttemptTaken",
    "BestGame",
    "BoardStore",
    "Bus",
    "CertifiedDeal",
    "Certifier",
    "Clock",
    "Cursor",
    "DailyKey",
    "DailyStore",
    "Engine",
    "FindingStore",
    "Metrics",
    "Milestone",
    "Milestones",
    "NoMetrics",
    "Note",
    "OwnGame",
    "OwnPlace",
    "PlayedGame",
    "PlayerStore",
    "Proof",
    "PruningStore",
    "RatingAfter",
    "Result",
    "Slice",
    "Store",
    "StoreUnavailable",
    "StoredAction",
    "StoredAnalysis",
    "StoredAttempt",
    "StoredCertificate",
    "StoredDaily",
    "StoredFigures",
    "StoredGame",
    "StoredPage",
    "StoredPlace",
    "StoredPlayer",
    "StoredRace",
    "StoredRoom",
    "Swept",
    "Written",
]


# What is stored


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A person or a program."""

    id: str
    name: str
    generation: int
    """Tokens of older generations are no longer good."""
    recovery_hash: str
    """SHA-256 of the recovery code, in hexadecimal."""
    created_at: int
    deleted_at: int | None = None
    """Set once deleted: then it is nobody, and the row is there for the games."""


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room: one document, replaced whole."""

    code: str
    version: int
    state: bytes
    """JSON, made and read by `play.room`."""
    listed: bool
    touched_at: int
    """When anything last happened in it."""


@dataclass(frozen=True, slots=True)
class StoredRace:
    """A race, its deal, and its games."""

    id: str
    room: str
    number: int
    deal: Deal
    starts_at: int
    ends_at: int | None
    games: "tuple[StoredGame, ...]"
    ended_at: int | None = None
    daily: DailyKey | None = None
    """Set if the deal is a daily's."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game."""

    won: bool
    locked: int
    score: int
    moves: int
    shuffles: int
    time_ms: int
    last_move_ms: int
    transcript: str
    ended_at: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A player's game in a race. Its actions are rows of their own until it ends."""

    id: str
    player: str
    ranked: bool
    hinted: bool = False
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class StoredAction:
    """Action `n` of a game. `(game, n)` is the primary key: nobody can write one twice."""

    game: str
    n: int
    action: str
    """As on the wire: `6D@27`, `shuffle` ..."""
    ms: int


@dataclass(frozen=True, slots=True)
class GameMark:
    """How far a game is in the store."""

    n: int
    """The number of its last stored action; 0 once it has ended, since its actions are a transcript then."""
    ended: bool
    hinted: bool


@dataclass(frozen=True, slots=True)
class RoomMark:
    """How far a room is in the store: what a process asks for to see whether it has missed anything."""

    version: int
    games: Mapping[str, GameMark]
    """The games of its race, by id, as long as the race has not ended."""


class Written(Enum):
    """What became of an action that was to be written."""

    STORED = "stored"
    TAKEN = "taken"
    """The number is taken: somebody else wrote for this game. Reload it."""
    ENDED = "ended"
    """The game has ended meanwhile. Reload it."""


class Store(DailyStore, BoardStore, PlayerStore, FindingStore, PruningStore, Protocol):
    """Where everything lasts. Each method is one transaction; when it returns, what it wrote is on the disk.

    Every method may raise `StoreUnavailable`.
    """

    async def close(self) -> None:
        """Let go of all connections."""

    # People

    async def add_player(self, player: StoredPlayer) -> None:
        """Add a player with a new id.

        Raises:
            ValueError: the id or the recovery hash is taken, or a text cannot be stored.

        """

    async def player(self, player_id: str) -> StoredPlayer | None:
        """Return a player."""

    async def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        """Return the player with this recovery code's hash."""

    async def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        """Return the names of now, by player id."""

    async def rename_player(self, player_id: str, name: str) -> None:
        """Rename a player, unless deleted."""

    async def replace_recovery(self, player: StoredPlayer, recovery_hash: str, generation: int) -> bool:
        """Set a new recovery hash and generation, if both are still those of `player`; say whether they were."""

    async def server_key(self, name: str, proposal: bytes) -> bytes:
        """Return the key of this name, which is `proposal` if there was none: the same for every process."""

    # Rooms

    async def add_room(self, room: StoredRoom) -> bool:
        """Add a room; False if the code is taken."""

    async def room(self, code: str) -> StoredRoom | None:
        """Return a room that is open."""

    async def save_room(self, room: StoredRoom) -> bool:
        """Replace the room if the stored version is `room.version - 1`; say whether it was."""

    async def marks(self, codes: Sequence[str]) -> dict[str, RoomMark]:
        """Return how far rooms are, by code. Those that are closed are missing."""

    async def touch_room(self, code: str, touched_at: int) -> None:
        """Note that something happened in a room."""

    async def listed_rooms(self, most: int) -> list[StoredRoom]:
        """Return listed open rooms, those touched last first."""

    async def idle_rooms(self, before: int) -> list[StoredRoom]:
        """Return the open rooms not touched since `before`, without a race that has not ended."""

    async def close_room(self, code: str, before: int) -> bool:
        """Close a room for good if it was not touched since `before`; say whether it was. Its document goes."""

    # Races

    async def add_race(self, room: StoredRoom, race: StoredRace) -> bool:
        """Save the room as `save_room` does and, with it, add the race with its deal and games.

        Raises:
            AttemptTaken: a game is ranked on a daily of which its player has a ranked game already.

        """

    async def race(self, race_id: str) -> StoredRace | None:
        """Return a race with its deal and games."""

    async def open_races(self, due_by: int | None = None) -> list[tuple[str, str]]:
        """Return (room code, race id) of every race that has not ended, or only of those that end by `due_by` (ms)."""

    async def end_race(self, room: StoredRoom, race_id: str, ended_at: int) -> bool:
        """Save the room as `save_room` does and, with it, end the race, if it has not ended; say whether it had not.

        If two or more of its games are ranked, their players' ratings change with it.
        """

    # Games

    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        """Write actions, all in one transaction, and say of each what became of it.

        An action is refused when its number is taken or its game has ended, and with it all later ones of that
        game in the sequence. Nothing of a game that has ended can ever be written, by no process.
        """

    async def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        """Return the actions of games that have not ended, in order, by game (an empty list where there are none)."""

    async def end_game(self, game_id: str, n: int, result: Result) -> bool:
        """End a game, if it has not ended and its last stored action is `n`; say whether so.

        Its actions become the transcript on its row, and their rows go. If it is the ranked game of a daily, its
        player's places on the boards change with it.
        """

    async def mark_hinted(self, game_id: str) -> None:
        """Note that a hint was given: the game is no longer ranked."""

    async def finished_game(self, game_id: str) -> "tuple[StoredGame, StoredRace] | None":
        """Return a game that has ended, with its race; nothing else."""


# The bus


Note = bytes
"""What processes tell each other about a room: a hint only, truth is in the store."""


class Bus(Protocol):
    """Carries notes between the processes that serve a room, in the order in which each of them told them.

    Whatever it does, nobody waits for it longer than a moment, and nothing fails: notes are lost while it is down.
    """

    @property
    def is_shared(self) -> bool:
        """Whether there can be other processes at all."""

    @property
    def is_up(self) -> bool:
        """Whether notes come through just now, as far as this process knows."""

    @property
    def losses(self) -> int:
        """How often so far notes may have been lost: whoever sees it grow asks the store, once the bus is up."""

    @property
    def lag_s(self) -> float:
        """How many seconds a note took lately."""

    async def open(self) -> None:
        """Begin to connect, and to stay connected. Returns also when there is nobody to connect to."""

    def publish(self, room: str, note: Note) -> None:
        """Tell the other processes that have subscribed to this room. Never waits."""

    async def subscribe(self, room: str, hear: Callable[[Note], None]) -> None:
        """Hear the notes of other processes about this room: from when this returns, if the bus is up."""

    def unsubscribe(self, room: str) -> None:
        """Hear no more about this room."""

    async def close(self) -> None:
        """Let go of all connections."""


# The clock


class Clock(Protocol):
    """The server's time."""

    def now(self) -> int:
        """Return milliseconds since 1970. It never goes back while the process lives."""

    async def sleep_until(self, at: int) -> None:
        """Wait until `now()` is `at` or later."""
