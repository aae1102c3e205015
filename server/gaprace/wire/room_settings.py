"""The settings of a room: each with its range and its default."""

from typing import Annotated, Literal

from msgspec import Meta

from gaprace.rules.variants import DEFAULT_VARIANT
from gaprace.wire.base import Wire

MAX_SEATS = 50
"""The most seats that a room can have."""


class VariantChoice(Wire, frozen=True):
    """A variant, with the changes of a custom room."""

    name: str = DEFAULT_VARIANT
    """The name of the variant."""
    shuffles: int | None = None
    """Number of shuffles in a game, 0 to 9; the variant's own number if missing."""
    right_fill: bool | None = None
    """Whether a gap also takes the card one lower than its right neighbour; the variant's own rule if missing."""


class Settings(Wire, frozen=True):
    """The settings of a room, chosen by its host."""

    variant: VariantChoice = VariantChoice()
    """The rules."""
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] = 8
    """Number of seats. A room with one seat is solo: it needs no ready and has no countdown."""
    limit_minutes: Annotated[int, Meta(ge=1, le=120)] | None = 20
    """Time limit of a race; null for none, in a solo room only."""
    lap_s: Annotated[int, Meta(ge=0, le=600)] | None = 30
    """Length of the last lap, in seconds: the race ends this long after the first win of a person; null for no last
    lap."""
    away_s: Annotated[int, Meta(ge=10, le=600)] | None = 60
    """How long a player of a running race may be away, in seconds, before the game ends as given up; null for as long
    as the race lasts."""
    boards_open: bool = False
    """Whether players of a running race see each other's boards, or only progress."""
    spectator_delay_s: Annotated[int, Meta(ge=0, le=60)] = 0
    """Delay for spectators, in seconds."""
    hints: bool = False
    """Whether players may ask for hints. A hint makes a game practice."""
    code: str | None = None
    """The deal code of the next race; a random one if missing."""
    certified: bool = False
    """Whether random deals are proven winnable without a shuffle. A `code` takes precedence."""
    listed: bool = False
    """Whether the room is in the public list."""
    locked: bool = False
    """Whether new players are kept out."""
    audience: Literal["open", "slow", "off"] = "open"
    """The rights of spectators besides watching. `open`: chat and reactions; `slow`: the same, with a line of chat in
    half a minute each; `off`: none."""
    best_of: Annotated[int, Meta(ge=1, le=9)] = 1
    """Number of races in a series, whose score the room keeps; 1 for a score without an end. A series may be decided
    earlier."""
    teams: Annotated[int, Meta(ge=0, le=4)] = 0
    """Number of teams that race against each other: 2 to 4; 0 for none."""
    team_scores: Annotated[int, Meta(ge=0, le=50)] = 0
    """Number of its best scores that a team's result is the sum of; 0 for the size of the smallest team."""
