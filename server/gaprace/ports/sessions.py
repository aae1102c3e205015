"""Stored sessions: where a player is signed in, and networks from which nobody may play for a while.

A network is never stored in the clear, but as a keyed hash (`people.networks`); an empty one is not known.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A browser or program in which a player is signed in: the tokens that follow from each other by renewal."""

    id: str
    player: str
    generation: int
    """The generation of its tokens, see `StoredPlayer`."""
    began_at: int
    seen_at: int
    """When it was last noted."""
    device: str
    network: str
    ended_at: int | None = None
    """When it was ended. Its tokens are refused from then on."""


class SessionStore(Protocol):
    """The store of sessions and of banned networks."""

    async def note_session(self, session: StoredSession) -> None:
        """Add a session, or note when, where and with what tokens it was last seen. One that has ended stays ended."""

    async def session(self, session_id: str) -> StoredSession | None:
        """Return a session, open or not."""

    async def open_sessions(self, player: str) -> list[StoredSession]:
        """Return the sessions of a player whose tokens are valid, the last seen first."""

    async def ended_sessions(self, player: str) -> set[str]:
        """Return the ids of a player's sessions that were ended."""

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        """End a session of a player; return False if it is not open."""

    async def banned_until(self, networks: list[str], now: int) -> int | None:
        """Return until when one of these networks is banned; None if none is."""

    async def forget_sessions(self, seen_before: int, networks_before: int, now: int) -> None:
        """Delete what is no longer needed.

        These are the sessions that were last seen before a time, the networks of those last seen before another one,
        and the bans and codes for devices that have ended.
        """
