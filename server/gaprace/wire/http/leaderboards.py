"""Leaderboards."""

from gaprace.wire import GameId, PlayerId, Wire
from gaprace.wire.http.dailies import BoardKind


class LeaderboardRow(Wire, frozen=True):
    """One player's place on a leaderboard. All figures of a game are of `game`, never of two."""

    rank: int
    """1 is the best; equal ones share a rank."""
    player: PlayerId
    name: str
    """The name of now."""
    value: float
    """What the board ranks by: score (`daily`, `best`), dailies won, longest streak in days, rating."""
    game: GameId | None = None
    """The game behind it: the best one, or the last that counted. Links to its replay."""
    won: bool | None = None
    score: int | None = None
    locked: int | None = None
    time_ms: int | None = None
    moves: int | None = None
    shuffles: int | None = None
    sigma: float | None = None
    """Of a rating: how uncertain it is."""
    provisional: bool = False
    """A rating from fewer than ten races."""


class LeaderboardPage(Wire, frozen=True):
    """A part of a leaderboard."""

    kind: BoardKind
    period: str
    """A date for `daily`, else a month such as `2026-11`, or `all`."""
    variant: str
    size: int
    """Rows of the whole board."""
    rows: list[LeaderboardRow]
    after: str | None = None
    """Cursor of the next page; none if this is the last."""
    before: str | None = None
    """Cursor of the page before; none if this is the first."""
    mine: LeaderboardRow | None = None
    """The caller's own row, wherever it is."""
