"""Races that have ended: the standings, every game move by move, and the other races of the room."""

from msgspec import field

from gaprace.wire import PlayerId, Seat, Standing, VariantChoice, Wire
from gaprace.wire.http.games import DailyName


class RacedGame(Standing, frozen=True):
    """A game of a race: its result and, unless it is sealed, all of its play."""

    void: bool = False
    """Whether a moderator has made the result void: it comes after all others."""
    transcript: str | None = None
    """All actions with their times, `6D@27:1532 shuffle:2044 ...`; missing while the play is sealed."""
    shuffled_boards: list[str] = field(default_factory=list)
    """The board after each shuffle."""


class RoomRace(Wire, frozen=True):
    """A race of a room that has ended."""

    id: str
    """The id of the race."""
    number: int
    """1 for the room's first race, 2 after a rematch, and so on."""
    winners: list[PlayerId]
    """The players of rank 1; more than one if they are level."""


class RoomScore(Wire, frozen=True):
    """A player's score over several races of a room."""

    player: PlayerId
    """The player's id."""
    name: str
    """The player's current name."""
    races: int
    """Number of races that the player took part in."""
    wins: int
    """Number of races with rank 1."""
    points: int
    """In each race, one for every rival who finished behind."""


class RacePage(Wire, frozen=True):
    """A race, as everyone with its id may see it."""

    id: str
    """The id of the race."""
    number: int
    """1 for the room's first race, 2 after a rematch, and so on."""
    variant: VariantChoice
    """The rules."""
    starts_at: int
    """When the race started."""
    ranked: bool
    """Whether any game of it is ranked."""
    seats: list[Seat]
    """The players with their current names."""
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
    revealed_at: int | None = None
    """When the deal will be revealed, if it is not yet."""
    room_races: list[RoomRace] = field(default_factory=list)
    """The ended races of the room around this one, at most fifty, in their order; those of an unlisted room only for
    the players who were in them."""
    scores: list[RoomScore] = field(default_factory=list)
    """The score over these races, best first."""
