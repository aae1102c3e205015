"""Stored events."""

from collections.abc import Collection, Sequence
from typing import Protocol

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

        Those that have ended before `since` are left out. They come in the order of ends.
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
