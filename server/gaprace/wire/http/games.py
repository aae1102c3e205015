"""Finished games: records, replays and analyses."""

from typing import Literal

from msgspec import field

from gaprace.wire import GameId, PlayerId, RoomCode, VariantChoice, Wire


class Record(Wire, frozen=True):
    """A game record, as `gaprace verify` takes it."""

    variant: str | dict[str, str | int | bool]
    code: str
    secret: str
    commitment: str
    transcript: str


class Replay(Wire, frozen=True):
    """What it takes to show a finished game, without its deal's secret."""

    variant: VariantChoice
    opening: str
    """The board at the start."""
    transcript: str
    shuffled: list[str]
    """The board after each shuffle made, in order."""


class DailyName(Wire, frozen=True):
    """Which daily."""

    date: str
    variant: str


class FinishedGame(Wire, frozen=True):
    """A finished game: what came of it, how it went, and, once its deal is revealed, the record that proves it."""

    id: GameId
    player: PlayerId
    name: str
    race: str
    room: RoomCode
    won: bool
    locked: int
    score: int
    moves: int
    shuffles: int
    time_ms: int
    ranked: bool
    ended_at: int
    replay: Replay
    code: str | None = None
    """The deal code; missing while the deal is sealed for others."""
    daily: DailyName | None = None
    """Set for a game on a daily's deal."""
    record: Record | None = None
    """Missing until the deal's secret is revealed."""
    revealed_at: int | None = None
    """When the record can be had, if not yet."""


Verdict = Literal["winnable", "unwinnable", "unknown"]


class Loss(Wire, frozen=True):
    """Where a game that could be won without a shuffle became one that could not."""

    n: int
    """The first action after which it is proven that it could not."""
    after: int
    """The last action before, after which it still could: `n - 1`, unless what lies between is unknown."""
    keep: str
    """The move that would have kept it then, `6D@27`."""


class Analysis(Wire, frozen=True):
    """What a search found of each position of a finished game: whether moves alone could still win it."""

    game: GameId
    state: Literal["none", "waiting", "running", "done"]
    """`none`: nobody has asked for it yet."""
    done: int = 0
    """How many positions are judged."""
    of: int = 0
    """How many there are: one more than the game has actions. Position k is the board after action k, 0 the opening."""
    verdicts: list[Verdict] = field(default_factory=list)
    """By position, as far as is known: `unknown` also where it is not judged yet."""
    losses: list[Loss] = field(default_factory=list)
    """In order. After undo or a shuffle a game may be won again, and lost again."""
