"""The bodies of the HTTP routes, declared once: from these structs come the OpenAPI document and the client's types.

Times are whole milliseconds: `*_at` since 1970 on the server's clock, `*_ms` since the start of the race. A `date` is a
UTC date such as `2026-11-21`, a `variant` the name of a variant.
"""

from typing import Annotated, Literal

from msgspec import Meta, field

from server.messages import GameId, PlayerId, RoomCode, Settings, VariantChoice, Wire


class Problem(Wire, frozen=True):
    """What every failed request answers."""

    code: str
    message: str


class Me(Wire, frozen=True):
    """A player, as it sees itself."""

    id: PlayerId
    name: str


class Identity(Wire, frozen=True):
    """A player with what proves who it is. The recovery code moves the identity to another browser, once."""

    id: PlayerId
    name: str
    token: str
    recovery_code: str


class NewPlayer(Wire, frozen=True):
    """Ask for an identity."""

    name: str = ""
    """1 to 24 characters; one is made up if not given."""


class Rename(Wire, frozen=True):
    """Ask for another name."""

    name: str


class Recover(Wire, frozen=True):
    """Bring an identity here."""

    recovery_code: str


class RecoveryCode(Wire, frozen=True):
    """A fresh recovery code; older ones no longer work."""

    recovery_code: str


class RoomCreated(Wire, frozen=True):
    """A new room, and where it is."""

    code: RoomCode
    url: str
    """The link to share."""
    socket: str
    """Where programs connect."""


class RoomSummary(Wire, frozen=True):
    """A listed room."""

    code: RoomCode
    host_name: str
    variant: VariantChoice
    playing: int
    seats: int
    racing: bool


class RoomList(Wire, frozen=True):
    """The listed rooms, the busiest first."""

    rooms: list[RoomSummary]


# Rooms of one's own


class NewRoom(Settings, frozen=True):
    """Ask for a room: its settings, and what it is for."""

    ghost: GameId | None = None
    """A finished game to race against, alone: its deal and its shuffles, as practice. Implies one seat."""


# Finished games


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


# The analysis of a finished game

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


# Dailies


class Attempt(Wire, frozen=True):
    """The caller's ranked game of a daily."""

    game: GameId
    room: RoomCode
    ended: bool


class Certificate(Wire, frozen=True):
    """What the solver proved of a daily: it can be won without a shuffle."""

    par: int
    """Moves of the line that was found."""
    harder: int
    """How many candidates of a thousand were harder, by search effort."""
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


# Leaderboards

BoardKind = Literal["daily", "best", "wins", "streak", "rating"]


class BoardRow(Wire, frozen=True):
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


class BoardPage(Wire, frozen=True):
    """A part of a leaderboard."""

    kind: BoardKind
    period: str
    """A date for `daily`, else a month such as `2026-11`, or `all`."""
    variant: str
    size: int
    """Rows of the whole board."""
    rows: list[BoardRow]
    after: str | None = None
    """Cursor of the next page; none if this is the last."""
    before: str | None = None
    """Cursor of the page before; none if this is the first."""
    mine: BoardRow | None = None
    """The caller's own row, wherever it is."""


# A player's page


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


# All that is stored about oneself


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
