"""Creating and listing rooms."""

from gaprace.wire import GameId, PlayerId, RoomCode, Settings, VariantChoice, Wire


class RoomCreated(Wire, frozen=True):
    """A new room, and its addresses."""

    code: RoomCode
    """The room's code."""
    url: str
    """The link to share."""
    socket_url: str
    """The WebSocket that programs connect to."""


class RoomSummary(Wire, frozen=True):
    """A listed room."""

    code: RoomCode
    """The room's code."""
    host_name: str
    """The host's name."""
    host: PlayerId | None
    """The host's id; null in a room without people."""
    variant: VariantChoice
    """The rules of the next race."""
    members: int
    """Number of taken seats."""
    seats: int
    """Number of seats."""
    racing: bool
    """Whether a race is about to start or is running."""


class RoomList(Wire, frozen=True):
    """The listed rooms, busiest first."""

    rooms: list[RoomSummary]
    """The rooms."""


class Programme(Wire, frozen=True):
    """The race that television shows."""

    live: RoomCode | None
    """The room of a race that runs: watch it. Null if there is none."""
    past: str | None
    """Otherwise the id of a race that was close; null if there is none."""


class RaceNow(Wire, frozen=True):
    """Race the people who want to race now."""

    variant: str = "mini"
    """The name of the variant."""


class NewRoom(Settings, frozen=True):
    """Create a room with some settings."""

    ghost: GameId | None = None
    """A finished game to race against alone, with the same deal and shuffles, as practice. Implies one seat."""
    missed: GameId | None = None
    """A race of a group of the caller's that the caller missed: it is raced against the recorded games of those who
    were there, by its own settings."""
