"""Dailies and their certificates."""

from typing import Annotated

from msgspec import Meta

from gaprace.wire import GameId, RoomCode, Wire


class Attempt(Wire, frozen=True):
    """The caller's ranked game of a daily."""

    game: GameId
    """The game."""
    room: RoomCode
    """The room in which it is played."""
    ended: bool
    """Whether it has ended."""


class Certificate(Wire, frozen=True):
    """The solver's proof that a daily can be won without a shuffle."""

    par: int
    """The number of moves of the line that it found."""
    harder_permille: int
    """Number of random deals in a thousand that are harder, by search effort."""
    line: str | None = None
    """The line, `6D@27 7D@28 ...`; missing until the daily is revealed."""
    version: int = 1
    """The version of the solver's judgement: the same one finds the same candidate again."""


class DailyField(Wire, frozen=True):
    """The difficulty of a closed daily, by its games."""

    games: int
    """The number of games that were compared."""
    difficulty: float
    """Its difficulty for people: the strength of a player who wins it within the reference time every other time."""
    error: float
    """The standard deviation of the difficulty."""


class Daily(Wire, frozen=True):
    """A daily, without its layout: a player sees that when the own game starts."""

    date: str
    """The date of the daily. Each player plays it on this date of the own time zone."""
    variant: str
    """The name of its variant."""
    commitment: str
    """The commitment to the secret that fixes the layout and every shuffle."""
    opens_at: int
    """When the date begins in the first time zone."""
    closes_at: int
    """When it has ended in the last one: until then ranked games may begin."""
    reveals_at: int
    """When the layout and the secret are revealed. Games that are still running end then."""
    played: int
    """Number of finished ranked games."""
    attempt: Attempt | None = None
    """The caller's own ranked game."""
    certificate: Certificate | None = None
    """The solver's proof, if the daily is certified."""
    code: str | None = None
    """The deal code; missing until the daily is revealed."""
    secret: str | None = None
    """The secret; missing until the daily is revealed."""
    candidate: int | None = None
    """The number of the candidate that was taken; missing until the daily is revealed."""
    band: str | None = None
    """The band of its difficulty, published with the commitment: `900-1000` if 900 to 1000 in a thousand random deals
    are harder. Missing for dates without one."""
    field: DailyField | None = None
    """The difficulty by its games, a few minutes after the reveal."""


class Streak(Wire, frozen=True):
    """A player's streak: own dates in a row with a daily of any variant, a missed one now and then forgiven."""

    days: int
    """The number of its dates that were played. It can still be continued today."""
    longest: int
    """The number of dates of the longest streak that were played."""
    saved: int
    """The number of dates that may still be missed."""
    week: list[str]
    """The dates that were played among the last seven, today included."""
    forgiven: list[str]
    """The dates of it that were missed and forgiven."""


class DailyList(Wire, frozen=True):
    """The dailies of a date, one per variant."""

    date: str
    """The date."""
    dailies: list[Daily]
    """The dailies."""
    until: int | None = None
    """When the date ends in the caller's time zone; missing unless today's were asked for."""
    streak: Streak | None = None
    """The caller's streak; missing for others, too."""


class Commitment(Wire, frozen=True):
    """The commitment to a daily."""

    date: str
    """The date of the daily. Each player plays it on this date of the own time zone."""
    variant: str
    """The name of its variant."""
    commitment: str
    """The commitment to the secret that fixes the layout and every shuffle."""
    band: str | None = None
    """The band of its difficulty: `900-1000` if 900 to 1000 in a thousand random deals are harder. The deal is the
    first candidate that is certified and lies in it. Missing for dates without one."""


class Commitments(Wire, frozen=True):
    """The commitments to the dailies of today and the next 30 dates."""

    commitments: list[Commitment]
    """In the order of dates and variants."""


class PlayDaily(Wire, frozen=True):
    """Ask for a room to play a daily in. The deal is shown, and the clock runs, from the start in that room."""

    practice: bool = False
    """Whether to play another game after the ranked one. Past dailies can only be played as practice."""
    zone: Annotated[str, Meta(max_length=64)] = ""
    """The caller's time zone, such as `Europe/Berlin`; an unknown one means UTC."""
