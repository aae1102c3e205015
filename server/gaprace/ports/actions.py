"""The stored actions of running games."""

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct


class StoredAction(Struct, frozen=True, order=True):
    """Action `n` of a game. `(game, n)` is the primary key, so a number can be written only once."""

    game: str
    n: int
    action: str
    """As on the wire: `6D@27`, `shuffle` ..."""
    ms: int
    """Since the start of the race."""


class Written(Enum):
    """The outcome of appending an action."""

    STORED = "stored"
    TAKEN = "taken"
    """Another server has written this number or an earlier one: reload the game."""
    ENDED = "ended"
    """The game has ended: reload it."""
    GAP = "gap"
    """Earlier actions are missing: the store has lost them, as after a failover or from an old backup."""


class ActionAppender(Protocol):
    """Appends actions. Every move waits for this."""

    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        """Append actions in one transaction, and return the outcome of each.

        Action `n` is stored only if `n - 1` is the last number of its game and the game runs; all later actions of the
        same game in the sequence are refused with it. No server can append to a game that has ended.
        Raises StoreUnavailable if the store is unavailable; the actions may have been stored or not.
        """

    async def probe(self) -> None:
        """Do the work of appending without an action. Raises StoreUnavailable if nothing can be appended."""


class ActionStore(Protocol):
    """The store of actions."""

    @property
    def appender(self) -> ActionAppender:
        """The appender of actions."""

    async def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        """Return the actions of running games, in order, by game. Other games have an empty list."""
