"""What a room is, as everyone in it sees it."""

from typing import Annotated

from msgspec import Meta

from gaprace.wire.base import GameId, PlayerId, RoomCode, Wire


class VariantChoice(Wire, frozen=True):
    """A variant, with what a custom room changes of it."""

    name: str = "addiction"
    shuffles: int | None = None
    """0 to 9; the variant's own number if not given."""
    right_fill: bool | None = None
    """Whether a gap also takes the card one lower than its right neighbour."""


class Settings(Wire, frozen=True):
    """What the host sets of a room."""

    variant: VariantChoice = VariantChoice()
    seats: Annotated[int, Meta(ge=1, le=50)] = 8
    """How many may play. A room of one seat is solo: no ready, no countdown."""
    limit_minutes: Annotated[int, Meta(ge=1, le=120)] | None = 20
    """Time limit of a race; none only in a solo room."""
    boards_open: bool = False
    """Whether players of a running race see each other's boards, or progress only."""
    spectator_delay_s: Annotated[int, Meta(ge=0, le=60)] = 0
    """How many seconds spectators are behind."""
    hints: bool = False
    """Whether hints are allowed; one makes a game practice."""
    code: str | None = None
    """Deal code of the next race; a fresh one if not given."""
    certified: bool = False
    """Whether fresh deals are proven winnable without a shuffle. A `code` comes before it."""
    listed: bool = False
    """Whether the room is among the rooms to watch."""
    locked: bool = False
    """Whether nobody new may take a seat."""


BotLevel = Annotated[int, Meta(ge=1, le=5)]
"""How strong a bot plays: 1 takes what looks best at once, 5 searches longest."""


class Member(Wire, frozen=True):
    """Someone who holds a seat, in the order of coming."""

    id: PlayerId
    name: str
    ready: bool = False
    """Wants the next race to begin."""
    muted: bool = False
    bot: int = 0
    """The level of a bot, which is always there and ready; 0 for people."""


class Standing(Wire, frozen=True):
    """One player's place in a race."""

    player: PlayerId
    name: str
    game: GameId
    rank: int
    """1 is the best; equal games share a rank."""
    won: bool
    locked: int
    score: int
    moves: int
    shuffles: int
    time_ms: int
    bot: int = 0
    """The level of a bot; 0 for people."""


class Reveal(Wire, frozen=True):
    """What proves a deal, once its last game has ended."""

    code: str
    secret: str
    commitment: str
    line: str | None = None
    """Of a certified deal: the moves that win it without a shuffle, `6D@27 7D@28 ...`."""


class Seat(Wire, frozen=True):
    """A player's game in a race."""

    player: PlayerId
    game: GameId


class RaceView(Wire, frozen=True):
    """A race as everyone may see it. Its layout comes with `started`, at `starts_at`."""

    id: str
    number: int
    """1 for a room's first race, 2 after a rematch, and so on."""
    variant: VariantChoice
    commitment: str
    """SHA-256 of the secret that fixes every shuffle."""
    starts_at: int
    ends_at: int | None
    """When the time is up; none in a solo room without limit."""
    seats: list[Seat]
    ranked: bool
    """Whether the server chose the deal and no custom rule is set. Bots are never ranked."""
    par: int | None = None
    """Of a certified deal: how many moves the line has that wins it without a shuffle."""
    difficulty_permille: int | None = None
    """Of a certified deal: how many of a thousand random deals take no more search effort; 1000 is the hardest."""
    standings: list[Standing] | None = None
    """Set when the race has ended."""
    reveal: Reveal | None = None


class DailyRoom(Wire, frozen=True):
    """What a room is for that was made to play a daily. It has one seat, one race, and no settings to change."""

    date: str
    """`2026-11-21`, in UTC."""
    variant: str
    ranked: bool
    """Whether this is the player's one ranked game of it; else it is practice."""


class RoomView(Wire, frozen=True):
    """A room's whole state. Version v replaces any older one."""

    code: RoomCode
    version: int
    settings: Settings
    host: PlayerId | None
    members: list[Member]
    race: RaceView | None = None
    """The race that is about to start, runs, or ended last."""
    daily: DailyRoom | None = None
    """Set when the room is there to play a daily."""
    ghost: GameId | None = None
    """The finished game that is raced against in this solo room: same deal, same secret, practice."""
