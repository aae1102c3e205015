"""A player's page, and the export of everything stored about a player."""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.rules.results import Result
from gaprace.wire import EventKind, GameId, PlayerId, RecordedAs, RoomCode, VariantChoice, Wire
from gaprace.wire.http.accounts import OpenSession, OwnSubject
from gaprace.wire.http.arenas import ExportedArena
from gaprace.wire.http.challenges import ExportedChallenge
from gaprace.wire.http.dailies import Streak
from gaprace.wire.http.friends import FriendState
from gaprace.wire.http.groups import GroupRole
from gaprace.wire.http.moderation import Decision, ExportedReport, GroupCode
from gaprace.wire.http.push import PushDevice
from gaprace.wire.http.puzzles import ExportedPuzzles
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
    """How much of the chance a player kept in a game that was analysed."""

    game: GameId
    """The game."""
    ended_at: int
    """When it ended."""
    accuracy: int
    """The share of the chance that was kept, 0 to 100."""


GameKind = Literal[EventKind, "race", "solo"]
"""What a game is part of: an event, a race of several, or nothing."""


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
    """What it is part of."""
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
    """What a player has against a person, in the last races of the player."""

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
    """Those met most often first."""


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


class ExportedGame(Wire, frozen=True):
    """Everything stored about one of the caller's games. The result is missing while the game is running."""

    id: GameId
    """The id of the game."""
    race: str
    """The id of its race."""
    room: RoomCode
    """The code of its room."""
    started_at: int
    """When the race started."""
    ranked: bool
    """Whether it was started as a ranked game."""
    hinted: bool
    """Whether a hint was given, which made it practice."""
    variant: VariantChoice
    """The rules."""
    transcript: str
    """All actions with their times, `6D@27:1532 shuffle:2044 ...`."""
    code: str | None = None
    """The deal code; missing while the deal is sealed."""
    daily: str | None = None
    """The date of the daily whose deal it is."""
    ended_at: int | None = None
    """When the game ended."""
    result: Result | None = None
    """How the game ended."""


class ExportedPlace(Wire, frozen=True):
    """One of the caller's rows on leaderboards."""

    leaderboard: str
    """Kind, period and variant: `daily/2026-11-21/addiction`."""
    value: float
    """The value that the leaderboard ranks by."""
    game: GameId
    """The game behind the row."""


class ExportedGroup(Wire, frozen=True):
    """One of the caller's groups."""

    code: GroupCode
    """Its code."""
    name: str
    """Its name."""
    role: GroupRole
    """What the caller is in it."""
    joined_at: int
    """When the caller joined, or asked to."""
    shows_presence: bool = False
    """Whether the other members see that the caller is about."""
    seen_at: int | None = None
    """When the caller was last about."""


class ExportedFollow(Wire, frozen=True):
    """A player whom the caller follows."""

    player: PlayerId
    """The player."""
    at: int
    """Since when."""
    room: RoomCode | None = None
    """The room to which the caller has last invited this player."""
    invited_at: int | None = None
    """When the caller did."""


class ExportedPresence(Wire, frozen=True):
    """What friends see of the caller."""

    seen_at: int
    """When the caller was last seen."""
    doing: FriendState
    """What the caller did then."""
    room: RoomCode | None = None
    """The room in which the caller raced."""


class ExportedDeal(Wire, frozen=True):
    """A deal that the caller has seen, in a replay, as a spectator or in a puzzle."""

    at: int
    """When."""
    code: str | None = None
    """The deal code; missing on the first day, since others may still play the deal."""


class Export(Wire, frozen=True):
    """Everything stored about the caller."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's name."""
    created_at: int
    """When the player was created."""
    exported_at: int
    """When this export was made."""
    recorded_as: RecordedAs
    """How the finished games may be recorded rivals in races of others."""
    zone: str | None
    """The time zone in which the last daily was begun."""
    rooms: list[RoomCode]
    """The open rooms in which the player is a member, or is named by the last race."""
    streak: Streak
    """The streak."""
    ratings: list[PlayerRating]
    """The ratings by variant, with their whole history."""
    form: list[Form]
    """The scores of all dailies that are closed, and the strength after each, by variant."""
    accuracy: list[AccuracyPoint]
    """The games that were analysed."""
    places: list[ExportedPlace]
    """The rows on leaderboards."""
    challenges: list[ExportedChallenge]
    """The challenges that the player has made or entered."""
    arenas: list[ExportedArena]
    """The arenas that the player has organised, helps to organise, or has entered."""
    groups: list[ExportedGroup]
    """The groups."""
    blocks: list[PlayerId]
    """The players whom the player blocks."""
    follows: list[ExportedFollow]
    """The players whom the player follows."""
    presence: ExportedPresence | None
    """What friends see of the player; missing if they see nothing."""
    seen_deals: list[ExportedDeal]
    """The deals that the player has seen and not played: recorded rivals never race on them."""
    sessions: list[OpenSession]
    """Where the player is signed in."""
    accounts: list[OwnSubject]
    """The accounts of a provider of OpenID Connect with which the player signs in."""
    push: list[PushDevice]
    """Where the player gets notifications."""
    puzzles: ExportedPuzzles
    """The puzzles that the player has tried."""
    reports: list[ExportedReport]
    """The reports that the player has made."""
    decisions: list[Decision]
    """The decisions of moderators about the player, the latest first."""
    games: list[ExportedGame]
    """All games."""


class DeleteMe(Wire, frozen=True):
    """Delete the caller's account for good. Its games remain as those of a deleted player."""

    name: Annotated[str, Meta(max_length=64)]
    """The caller's current name, as a confirmation."""
