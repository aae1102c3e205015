"""A player's page, and the export of everything stored about a player."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gaprace.rules.results import Result
from gaprace.wire import EventKind, GameId, PlayerId, VariantChoice, Wire
from gaprace.wire.http.dailies import Streak
from gaprace.wire.http.races import Opponent
from gaprace.wire.paging import Page


class VariantStatistics(Wire, frozen=True):
    """A player's results in one variant, over all ranked games that have ended."""

    variant: str
    """The name of the variant."""
    games: int
    """Number of finished games."""
    wins: int
    """Number of wins among them."""
    best_score: int
    """The highest score."""
    best_score_game: GameId
    """A game with that score."""
    best_time_ms: int | None = None
    """The time of the fastest win; missing without a win."""
    best_time_game: GameId | None = None
    """The fastest win."""


class CalendarDay(Wire, frozen=True):
    """A player's ranked game of a daily."""

    date: str
    """The date of the daily."""
    variant: str
    """The name of its variant."""
    game: GameId
    """The game."""
    won: bool
    """Whether every card was locked."""
    score: int
    """The score in points."""


class RatingPoint(Wire, frozen=True):
    """A rating after a race."""

    at: int
    """When the race ended."""
    value: float
    """The rating."""
    sigma: float
    """Its standard deviation, on the same scale."""


class PlayerRating(Wire, frozen=True):
    """A player's rating in races of one variant, by OpenSkill."""

    variant: str
    """The name of the variant."""
    value: float
    """The rating: mu - 3 sigma, times 40, plus 1000."""
    sigma: float
    """Its standard deviation, on the same scale."""
    races: int
    """Number of races that it comes from."""
    provisional: bool
    """Whether the rating comes from fewer than ten races or three opponents, or from a single day."""
    history: list[RatingPoint]
    """The ratings after the latest races, oldest first: a hundred on a player's page, all in an export."""


class FormPoint(Wire, frozen=True):
    """A player's strength after a daily."""

    date: str
    """The date of the daily."""
    strength: float
    """The strength, on the scale of the difficulty of deals; new players have 1500."""
    error: float
    """Its standard deviation."""
    duplicate: float
    """The duplicate score of the daily in IMPs."""
    performance: float
    """The strength that the game shows by itself."""
    game: GameId
    """The game."""


class Form(Wire, frozen=True):
    """A player's form on the dailies of a variant."""

    variant: str
    """The name of the variant."""
    points: list[FormPoint]
    """The last dailies that are closed, oldest first: a hundred on a player's page, all in an export."""


class AccuracyPoint(Wire, frozen=True):
    """A player's accuracy in a game that was analysed."""

    game: GameId
    """The game."""
    ended_at: int
    """When it ended."""
    accuracy: int
    """The share of the chance that was kept, 0 to 100."""


GameKind = Literal[EventKind, "race", "solo"]
"""The kind of a game: that of its event, a race of several, or a game alone."""


class PlayedGame(Result, Wire, frozen=True, kw_only=True):
    """A summary of a finished game."""

    game: GameId
    """The id of the game."""
    variant: VariantChoice
    """The rules."""
    ended_at: int
    """When the game ended."""
    ranked: bool
    """Whether it counts for leaderboards and statistics."""
    kind: GameKind
    """The kind of the game."""
    players: int
    """Number of players in the race."""
    rivals: list[Opponent]
    """The first of the others in a race that may be found."""
    rank: int | None = None
    """The rank in a race of two or more."""
    race: str | None = None
    """The id of a race of two or more that has ended; of others', only if its room is listed."""
    lead: int | None = None
    """Of games with a rival: 1 if this one is better, -1 if the rival's is, 0 if they are level."""
    daily: str | None = None
    """The date of the daily whose deal it is."""
    void: bool = False
    """Whether a moderator has made the result void: it counts for nothing."""


class PlayedGames(Page[PlayedGame], frozen=True):
    """A page of the games that a player has finished, newest first."""


class Rivalry(Wire, frozen=True):
    """The balance of a player against a person, in the last races of the player."""

    player: PlayerId
    """The person's id."""
    name: str
    """The person's name."""
    races: int
    """Number of races that both played."""
    wins: int
    """In how many of them the player was ahead."""
    losses: int
    """In how many of them the person was ahead."""
    ended_at: int
    """When the last of them ended."""


class Rivalries(Wire, frozen=True):
    """The people whom a player has met most often lately."""

    items: list[Rivalry]
    """The people, those met most often first."""


AchievementName = Literal["first_win", "no_shuffle", "streak_7", "streak_30", "giant"]


class Achievement(Wire, frozen=True):
    """An achievement, with the game that earned it."""

    name: AchievementName
    """`first_win`: a win. `no_shuffle`: a win without a shuffle. `streak_7`, `streak_30`: streaks of 7 or 30 days.
    `giant`: a race won against seven or more others."""
    reached_at: int
    """When it was earned."""
    game: GameId
    """The game that earned it."""


class PlayerPage(Wire, frozen=True):
    """A player's public page."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's name."""
    created_at: int
    """When the player was created."""
    games: int
    """Number of finished ranked games, in all variants."""
    wins: int
    """Number of wins among them."""
    statistics: list[VariantStatistics]
    """The results by variant."""
    streak: Streak
    """The streak."""
    calendar: list[CalendarDay]
    """The dailies of the last 366 days, oldest first."""
    ratings: list[PlayerRating]
    """The ratings by variant."""
    form: list[Form]
    """The form by variant."""
    achievements: list[Achievement]
    """The achievements, oldest first."""
    accuracy: list[AccuracyPoint] = field(default_factory=list)
    """The last hundred games that were analysed, oldest first."""


Stored = dict[str, Any]
"""A record, as the server keeps it."""


class Export(Wire, frozen=True):
    """Everything stored about the caller. Its records are those of the server, without data for the server alone."""

    exported_at: int
    """When this export was made."""
    player: Stored
    """The account."""
    records: Stored
    """All else but the games, by subject: `sessions`, `follows`, `challenges`, `decisions` and others."""
    games: list[Stored]
    """All games, with every action and its time. A deal has a code once it is revealed."""


class DeleteMe(Wire, frozen=True):
    """Delete the caller's account for good. Its games remain as those of a deleted player."""

    name: Annotated[str, Meta(max_length=64)]
    """The caller's current name, as a confirmation."""
