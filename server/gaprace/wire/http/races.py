"""Races that have ended: the standings, every game move by move, and the other races of the room."""

from msgspec import field

from gaprace import wire
from gaprace.rules.results import Order, Result
from gaprace.wire.http.games import DailyName
from gaprace.wire.paging import Page


class RacedGame(wire.Standing, frozen=True):
    """A game of a race: its result and, unless it is sealed, all of its play."""

    void: bool = False
    """Whether a moderator has made the result void: it comes after all others."""
    transcript: str | None = None
    """All actions with their times, `6D@27:1532 shuffle:2044 ...`; missing while the play is sealed."""
    shuffled_boards: list[str] = field(default_factory=list)
    """The board after each shuffle."""


class ListedGame(Result, wire.Wire, frozen=True, kw_only=True):
    """The result of a game of a race."""

    player: wire.PlayerId
    """The player's id."""
    name: str
    """The player's current name."""
    rank: int
    """The player's rank in this race."""


class ListedRace(wire.Wire, frozen=True):
    """A race of a listed room that has ended."""

    id: str
    """The id of the race."""
    variant: wire.VariantChoice
    """The rules."""
    ended_at: int
    """When the race ended."""
    games: list[ListedGame]
    """The games, best first. Void results are left out."""


class RaceList(Page[ListedRace], frozen=True):
    """A page of races, the latest first."""


class SeriesScoreRow(wire.NamedPlayer, frozen=True):
    """A player's score over a series."""

    races: int
    """Number of races that the player took part in."""
    wins: int
    """Number of races that the player won alone."""
    points: int
    """In each race, one for every rival who finished behind."""
    duplicate: float | None = None
    """The mean of the duplicate scores, in IMPs; missing if there was nobody to be compared with."""
    time_ms: int = 0
    """The time of all of the player's games together."""


class SeriesGame(Result, wire.Wire, frozen=True, kw_only=True):
    """A game of a series."""

    player: wire.PlayerId
    """The player's id."""
    rank: int
    """The player's rank in this race."""
    points: int
    """The points that it brought."""


class SeriesRace(wire.Wire, frozen=True):
    """A race of a series."""

    id: str
    """The id of the race."""
    variant: wire.VariantChoice
    """The rules."""
    ended_at: int
    """When the race ended."""
    games: list[SeriesGame]
    """The games, best first. Void results are left out."""


class SeriesPage(wire.Wire, frozen=True):
    """A series of races that is decided."""

    id: str
    """The id of the series."""
    best_of: int
    """Number of races in it. It may have been decided earlier."""
    ended_at: int
    """When it was decided."""
    winners: list[wire.PlayerId]
    """The players with the most points; more than one if they are level."""
    scores: list[SeriesScoreRow]
    """The score of every player, best first."""
    races: list[SeriesRace]
    """The races, in their order."""
    group: str | None = None
    """The code of the group in whose room it was."""
    teams: list[wire.TeamScore] = field(default_factory=list)
    """The points of the teams, best first; none in a series without teams."""


class Opponent(wire.Wire, frozen=True):
    """A player who has played in the same race, or is compared."""

    id: wire.PlayerId
    """The player's id."""
    name: str
    """The player's name."""


class Balance(wire.Wire, frozen=True):
    """The balance of two players against each other, from the first one's side."""

    variant: str
    """The name of the variant; races with changed rules count for it, too."""
    races: int
    """Number of races, or of dailies, that both have played."""
    wins: int
    """Number of those in which the first one was better."""
    losses: int
    """Number of those in which the other one was better. In the rest they were level."""
    mean_imps: float
    """By how many IMPs a game of the first one is better than the other's, on average."""


class HeadToHead(wire.Wire, frozen=True):
    """Two players against each other: races in which both took part, and dailies that both have played."""

    players: list[Opponent]
    """The first one, from whose side it is, and the other one."""
    races: list[Balance]
    """The races by variant; to others than these two, only those of listed rooms."""
    dailies: list[Balance]
    """The dailies by variant, once they are revealed."""


class RacePage(wire.Wire, frozen=True):
    """A race, as everyone with its id may see it."""

    id: str
    """The id of the race."""
    number: int
    """1 for the room's first race, 2 after a rematch, and so on."""
    variant: wire.VariantChoice
    """The rules."""
    starts_at: int
    """When the race started."""
    ranked: bool
    """Whether any game of it is ranked."""
    seats: list[wire.Seat]
    """The players with their current names."""
    order: Order = "race"
    """How the games are ranked, see `Standing.rank`."""
    ended_at: int | None = None
    """When the race ended; missing while it runs."""
    games: list[RacedGame] = field(default_factory=list)
    """The games, best first; none while the race runs."""
    opening: str | None = None
    """The board at the start; missing while no play may be seen."""
    code: str | None = None
    """The deal code; missing while the deal is sealed."""
    daily: DailyName | None = None
    """The daily whose deal it is."""
    challenge: wire.ChallengeCode | None = None
    """The challenge that it is, or that its game was played for."""
    revealed_at: int | None = None
    """When the deal will be revealed, if it is not yet."""
    series: str | None = None
    """The id of the decided series that it is part of, for those who are led to the other races of the room."""
    teams: list[wire.TeamStanding] = field(default_factory=list)
    """The results of the teams, best first; none in a race without teams, or while it runs."""
    missed: bool = False
    """Whether the caller, a member of the group whose race it is, missed it and can still race it: `games` are left out
    then, unless they are asked for."""
    later: list[RacedGame] = field(default_factory=list)
    """The games of members who missed the race and raced it later, each with the place that it would have had."""
