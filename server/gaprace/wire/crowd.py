"""What concerns a client in a large room, whose members hear of each other in excerpts.

A room is large while it has more than `SMALL_ROOM` seats, members or games. In it, `room` carries its hosts only, and
`leaders`, `nearby` and `own` say how the race stands; `browse` finds other members, `look` shows other boards.
"""

from gaprace.wire.base import GameId, Message, PlayerId, Wire
from gaprace.wire.games import GameView
from gaprace.wire.rooms import Member, Seat, Standing

SMALL_ROOM = 50
"""A room with more seats, members or games is large."""
MAX_LISTED = 50
"""Members or standings in one page."""
MAX_LEADERS = 20
"""Rows of `leaders`."""
MAX_NEIGHBOURS = 2
"""Rows above one's own, and below it, in `nearby`."""


class Listed(Message, frozen=True):
    """Members of a large room: the answer to `browse`."""

    text: str
    """The text of the question."""
    offset: int
    """The offset of the question."""
    total: int
    """Number of members whose name matches."""
    members: list[Member]
    """Up to 50 of them, in the order in which they came."""
    present: list[PlayerId]
    """Those of them who are connected."""
    seats: list[Seat]
    """The seats that they have in the race."""


class Looked(Message, frozen=True):
    """Boards of a large race, as the receiver may see them: the answer to `look`. Their actions follow from now on."""

    games: list[GameView]
    """The games that are looked at."""


class Own(Message, frozen=True):
    """The receiver's own place in a large room. The latest one replaces all others."""

    member: Member | None = None
    """The receiver as a member; missing for a spectator."""
    seat: Seat | None = None
    """The receiver's seat in the race; missing without one."""
    standing: Standing | None = None
    """The receiver's result, once the race has ended."""


class Row(Wire, frozen=True):
    """A game in the order of a large race."""

    rank: int
    """1 is the best, as in the standings of a race; equal games share one."""
    player: PlayerId
    """The player whose game it is."""
    name: str
    """The player's name at the start."""
    game: GameId
    """The id of the game."""
    n: int
    """The number of its last action."""
    locked: int
    """Number of locked cards."""
    moves: int
    """Number of moves made, including undone ones."""
    shuffles: int
    """Number of shuffles made, including undone ones."""
    reached_ms: int = 0
    """Since when it has this many locked cards."""
    ended: bool = False
    """Whether no action can follow."""
    won: bool = False
    """Whether every card is locked."""


class Leaders(Message, frozen=True):
    """The best games of a large race, four times a second at the most. The latest one replaces all others."""

    race: str
    """The id of the race."""
    rows: list[Row]
    """The best 20, best first."""


class Nearby(Message, frozen=True):
    """The receiver's rank in a large race, twice a second at the most. The latest one replaces all others."""

    race: str
    """The id of the race."""
    rank: int
    """The rank of the receiver's game."""
    rows: list[Row]
    """The receiver's game, up to two above it and up to two below it, best first."""
