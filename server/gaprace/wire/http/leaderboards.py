"""Leaderboards."""

from typing import Literal

from msgspec import field

from gaprace.rules.results import Result
from gaprace.wire import GameId, NamedPlayer, NamedResult, Wire
from gaprace.wire.http.moderation import GroupCode
from gaprace.wire.paging import Page

LeaderboardKind = Literal["daily", "duplicate", "streak", "rating", "programs"]


class LeaderboardRow(NamedPlayer, frozen=True):
    """A player's place on a leaderboard. All values of a game are of `game`, never of two games."""

    rank: int
    """1 is the best. Equal rows share a rank."""
    value: float
    """The value that the leaderboard ranks by: the score (`daily`), the mean of duplicate scores in IMPs, the streak in
    days, or the rating."""
    game: GameId | None = None
    """The game behind the row, whose replay it links to: the only one, or the last that counted. Missing for other
    players' rows while a daily is sealed."""
    result: Result | None = None
    """For `daily`: how the game ended."""
    scouted: bool = False
    """For `daily`: whether somebody from the same address had looked at the cards before, and left without a move."""
    duplicate: float | None = None
    """For `daily`, once it is closed: the duplicate score, the mean of the game's IMPs against all others."""
    performance: float | None = None
    """For `daily`, once it is closed: the strength that the game shows."""
    deals: int | None = None
    """For `duplicate`: the number of dailies played in the week or the month."""
    sigma: float | None = None
    """For `rating` and `programs`: the standard deviation of the rating."""
    provisional: bool = False
    """For `rating` and `programs`: whether it comes from fewer than ten races or three opponents, or from a single
    day."""


class FlaggedRow(NamedResult, frozen=True, kw_only=True):
    """A game that is left out of the ranks until somebody has looked at its flags."""

    rules: list[str]
    """The names of the rules that flag it. The game's own page has the reasons in sentences."""
    won: bool
    """Whether every card was locked."""
    score: int
    """The score in points."""
    time_ms: int
    """When the last action was received."""
    game: GameId | None = None
    """The game, whose replay it links to; missing while that is sealed for the caller."""


class Circle(Wire, frozen=True):
    """People whom the caller knows, among whom results are ranked: friends, or the members of a group."""

    rows: list[LeaderboardRow]
    """The first rows, and the caller's own: ranked among these people, the caller included."""
    size: int
    """How many of them have a row."""
    absent: list[NamedPlayer] = field(default_factory=list)
    """The people who have none, by name."""
    group: GroupCode | None = None
    """The code of the group; missing for friends."""
    name: str = ""
    """The name of the group."""


class LeaderboardPage(Page[LeaderboardRow], frozen=True, kw_only=True):
    """A page of a leaderboard."""

    kind: LeaderboardKind
    """The kind of the leaderboard."""
    period: str
    """A date for `daily`; a week such as `2026-W47` or a month such as `2026-11` for `duplicate`; otherwise a month or
    `all`."""
    variant: str
    """The name of the variant."""
    size: int
    """Number of rows of the whole leaderboard."""
    previous: str | None = None
    """The cursor of the previous page, for `after`; missing on the first page."""
    earlier: str | None = None
    """The latest of the 60 periods before this one that has rows."""
    mine: LeaderboardRow | None = None
    """The caller's own row, on whichever page it is."""
    circles: list[Circle] = field(default_factory=list)
    """If the caller asks for them: friends first, then groups by name. A person may be in several."""
    flagged: list[FlaggedRow] = field(default_factory=list)
    """On a first page: the latest games that are left out of the ranks of this leaderboard."""
