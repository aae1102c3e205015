"""Stored events and arenas."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from gaprace.play.events.arena import Arena, ArenaEntry, ArenaRole
from gaprace.play.events.arena_table import ArenaGame
from gaprace.play.events.event import Entry, Event


class EventStore(Protocol):
    """The store of events. `ports.transaction` makes and ends them, and gives the places in them."""

    async def event(self, code: str) -> Event | None:
        """Return an event."""

    async def own_event(self, code: str, player: str) -> Event | None:
        """Return an event without the places of others."""

    async def entry(self, code: str, player: str) -> Entry | None:
        """Return a player's place in an event."""

    async def challenges_of(self, player: str, since: int, limit: int) -> list[Event]:
        """Return challenges of a player: made, entered, or of a group to which the player belongs.

        Challenges that have ended before `since` are left out. They come in the order of ends.
        """

    async def challenges_to(self, player: str, makers: Collection[str], now: int, limit: int) -> list[Event]:
        """Return open challenges to everyone by some players that a player has not entered, the latest first."""

    async def group_challenges(self, group: str, limit: int) -> list[Event]:
        """Return the latest challenges of a group, the latest first."""

    async def group_dailies_of(self, player: str) -> list[Event]:
        """Return the dailies of groups that a player has entered, by date."""

    async def last_group_daily(self, group: str) -> Event | None:
        """Return the own daily of a group with the latest date."""

    async def due_events(self, now: int) -> Sequence[str]:
        """Return the codes of the events in which no more games may begin and that have not ended."""

    async def sealed_games(self, games: Collection[str], now: int) -> frozenset[str]:
        """Return those of some games whose events have not ended."""

    async def is_in_event(self, code: str, now: int) -> bool:
        """Whether a ranked event that has not ended is on a deal with this code, in any variant."""


class StoredRound(NamedTuple):
    """A round of an arena that has begun."""

    number: int
    code: str
    """The code of its challenge, with which its games are one race."""
    starts_at: int
    ends_at: int
    ended_at: int | None
    games: int
    """The number of games that have begun."""


class ArenaStore(Protocol):
    """The store of arenas. `ArenaSteps` changes them."""

    async def arena(self, code: str) -> Arena | None:
        """Return an arena with its entries."""

    async def arenas_of(self, player: str, since: int, limit: int) -> list[Arena]:
        """Return arenas of a player: run, entered, or of a group to which the player belongs.

        Arenas that have ended before `since` are left out. They come in the order of their starts, the latest first.
        """

    async def listed_arenas(self, limit: int) -> list[Arena]:
        """Return listed arenas that have not ended, in the order of their starts."""

    async def group_arenas(self, group: str, limit: int) -> list[Arena]:
        """Return the arenas of a group, in the order of their starts, the latest first."""

    async def due_arenas(self, now: int) -> Sequence[str]:
        """Return the codes of the arenas in which a step may be due."""

    async def arena_rounds(self, code: str) -> list[StoredRound]:
        """Return the rounds of an arena that have begun, in their order."""

    async def arena_games(self, code: str, number: int) -> list[ArenaGame]:
        """Return the valid games with a move of a round of an arena that has ended, by player."""


class ArenaSteps(Protocol):
    """The part of `ports.Transaction` for arenas."""

    async def count_arenas(self, player: str) -> int:
        """Return the number of arenas that a player organises and that have not ended."""

    async def add_arena(self, arena: Arena) -> None:
        """Add an arena without entries."""

    async def lock_arena(self, code: str) -> Arena | None:
        """Return an arena and lock it with its entries."""

    async def save_arena(self, arena: Arena) -> None:
        """Replace how far an arena is (`round`, `settled`, `due_at`, `ended_at`, `next`) and who has gone out."""

    async def hasten_arena(self, code: str, now: int) -> None:
        """Let a step of a cup be due now, since its round has ended early."""

    async def save_arena_entry(self, code: str, entry: ArenaEntry) -> None:
        """Add or replace an entry."""

    async def edit_arena(self, arena: Arena) -> None:
        """Replace what can be changed of an arena: its name, start, times, and the round after which it ends."""

    async def set_arena_role(self, code: str, player: str, role: ArenaRole) -> None:
        """Make a player a co-host, or a player who was removed, or neither. The entry stays as it is."""

    async def remove_arena_entry(self, code: str, player: str) -> None:
        """Remove an entry."""

    async def forget_arena(self, code: str) -> None:
        """Delete an arena in which no round has begun, with its entries."""

    async def arena_round(self, code: str, number: int) -> Event | None:
        """Return a round of an arena."""
