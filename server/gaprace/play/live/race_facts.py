"""The inputs of the race machine: the constant facts of a race, and the stored progress of its games."""

from typing import NamedTuple

from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.wire import GameId, Seat


class RaceFacts(NamedTuple):
    """The constant facts of a race."""

    id: str
    deal: Deal
    starts_at: int
    ends_at: int | None
    boards_open: bool = False
    """Whether players see each other's boards."""
    delay_ms: int = 0
    """How late delayed viewers are."""
    lap_ms: int | None = None
    """How long the race goes on after the first win of a person; None for until its time limit."""
    away_ms: int | None = None
    """How long a player may be away before the game is resigned; None for until the end."""


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
