"""A player's page, and all that is stored about oneself."""

from typing import Annotated, Literal

from msgspec import Meta

from gaprace.wire import GameId, PlayerId, RoomCode, VariantChoice, Wire


class VariantFigures(Wire, frozen=True):
    """What a player did in one variant, over all ranked games that have ended."""

    variant: str
    games: int
    wins: int
    best_score: int
    best_score_game: GameId
    best_time_ms: int | None = None
    """Of the fastest win."""
    best_time_game: GameId | None = None


class Streak(Wire, frozen=True):
    """Dates in a row with a ranked daily finished."""

    variant: str
    current: int
    longest: int


class CalendarDay(Wire, frozen=True):
    """A daily that was played."""

    date: str
    variant: str
    game: GameId
    won: bool
    score: int


class RatingPoint(Wire, frozen=True):
    """A rating after a race."""

    at: int
    value: float


class PlayerRating(Wire, frozen=True):
    """How strong a player races, by OpenSkill: `value` is mu - 3 sigma, times 40, plus 1000."""

    variant: str
    value: float
    sigma: float
    """On the same scale."""
    races: int
    provisional: bool
    history: list[RatingPoint]
    """Oldest first; on a player's page the last hundred."""


class RecentGame(Wire, frozen=True):
    """A finished game, briefly."""

    game: GameId
    variant: VariantChoice
    ended_at: int
    won: bool
    locked: int
    score: int
    moves: int
    time_ms: int
    ranked: bool
    players: int
    """How many raced on the deal."""
    rank: int | None = None
    """The place in a race of two or more."""
    daily: str | None = None
    """The date, if it was a daily."""


AchievementName = Literal["first_win", "no_shuffle", "streak_7", "streak_30", "giant"]


class Achievement(Wire, frozen=True):
    """Something reached, with the game that shows it."""

    name: AchievementName
    """`first_win`; `no_shuffle`: a win without a shuffle; `streak_7`, `streak_30`: dailies finished on so many dates in
    a row; `giant`: a race won against seven or more."""
    reached_at: int
    game: GameId


class PlayerPage(Wire, frozen=True):
    """What everyone may see of a player."""

    id: PlayerId
    name: str
    since: int
    games: int
    """Ranked games that have ended, of all variants."""
    wins: int
    figures: list[VariantFigures]
    streaks: list[Streak]
    calendar: list[CalendarDay]
    """The dailies of the last 366 days, oldest first."""
    ratings: list[PlayerRating]
    recent: list[RecentGame]
    """The last twenty, newest first."""
    achievements: list[Achievement]


class ExportedGame(Wire, frozen=True):
    """One's own game, with everything stored of it. What came of it is missing while it runs."""

    id: GameId
    race: str
    room: RoomCode
    started_at: int
    ranked: bool
    hinted: bool
    variant: VariantChoice
    transcript: str
    code: str | None = None
    """Missing while the deal is sealed."""
    daily: str | None = None
    """The date, on a daily's deal."""
    ended_at: int | None = None
    won: bool | None = None
    locked: int | None = None
    score: int | None = None
    moves: int | None = None
    shuffles: int | None = None
    time_ms: int | None = None


class ExportedPlace(Wire, frozen=True):
    """One's own row on a leaderboard."""

    board: str
    """Kind, period and variant: `daily/2026-11-21/addiction`."""
    value: float
    game: GameId


class Export(Wire, frozen=True):
    """All that is stored about a player."""

    id: PlayerId
    name: str
    created_at: int
    exported_at: int
    rooms: list[RoomCode]
    """Open rooms in which one holds a seat, or is named by the last race."""
    streaks: list[Streak]
    ratings: list[PlayerRating]
    places: list[ExportedPlace]
    games: list[ExportedGame]


class DeleteMe(Wire, frozen=True):
    """Ask to be deleted, for good: games stay, as those of a deleted player."""

    name: Annotated[str, Meta(max_length=64)]
    """One's present name, typed in to be sure."""
