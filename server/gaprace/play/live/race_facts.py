"""The inputs of the race machine: the constant facts of a race, and the stored progress of its games."""

from typing import NamedTuple

from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.wire import GameId, Seat, Settings


class RaceFacts(NamedTuple):
    """The constant facts of a race."""

    id: str
    deal: Deal
    starts_at: int
    ends_at: int | None
    settings: Settings
    """The settings of the room."""
    delay_ms: int = 0
    """How late delayed viewers are."""


class StoredState(NamedTuple):
    """The stored state of a game."""

    seat: Seat
    game: Game
    ended_at: int | None = None
    is_hinted: bool = False


class StoredMark(NamedTuple):
    """The stored progress of a game."""

    game: GameId
    n: int
    """The number of its last stored action; 0 once it has ended."""
    has_ended: bool
    is_hinted: bool
