"""Dailies and their certificates."""

from typing import Literal

from gaprace.wire import GameId, RoomCode, Wire


class Attempt(Wire, frozen=True):
    """The caller's ranked game of a daily."""

    game: GameId
    room: RoomCode
    ended: bool


class Certificate(Wire, frozen=True):
    """What the solver proved of a daily: it can be won without a shuffle."""

    par: int
    """Moves of the line that was found."""
    difficulty_permille: int
    """How many of a thousand random deals take no more search effort; 1000 is the hardest."""
    line: str | None = None
    """That line as a transcript's moves, after the reveal: `6D@27 7D@28 ...`."""


class Daily(Wire, frozen=True):
    """A daily, without its layout: that comes with the start of one's own game."""

    date: str
    variant: str
    commitment: str
    """SHA-256 of the secret that fixes every shuffle."""
    opens_at: int
    closes_at: int
    """Until when a ranked game may begin."""
    reveals_at: int
    """When layout and secret are revealed; games that still run end then."""
    played: int
    """Ranked games that have ended."""
    attempt: Attempt | None = None
    certificate: Certificate | None = None
    code: str | None = None
    """After the reveal, as is `secret`."""
    secret: str | None = None


class DailyList(Wire, frozen=True):
    """The dailies of a date, one a variant."""

    date: str
    dailies: list[Daily]


class PlayDaily(Wire, frozen=True):
    """Ask for a room to play a daily in; the deal is seen, and the clock runs, from the start in that room on."""

    practice: bool = False
    """A further game, after one's ranked game. Past dailies are practice only."""


BoardKind = Literal["daily", "best", "wins", "streak", "rating"]
