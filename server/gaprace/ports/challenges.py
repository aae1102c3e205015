"""Stored challenges."""

from collections.abc import Sequence
from typing import Protocol

from gaprace.play.challenge import Challenge
from gaprace.ports.races import StoredRace


class ChallengeStore(Protocol):
    """The store of challenges. `ports.transaction` makes and ends them, and gives the places in them."""

    async def challenge(self, code: str) -> Challenge | None:
        """Return a challenge."""

    async def own_challenge(self, code: str, player: str) -> Challenge | None:
        """Return a challenge without the places of others."""

    async def challenges_of(self, player: str, since: int, limit: int) -> list[Challenge]:
        """Return challenges of a player: made, entered, or of a group to which the player belongs.

        Those that have ended before `since` are left out, and so are dailies of groups. They come in the order of ends.
        """

    async def group_challenges(self, group: str, limit: int) -> list[Challenge]:
        """Return the latest challenges of a group, without its dailies, the latest first."""

    async def group_dailies_of(self, player: str) -> list[Challenge]:
        """Return the dailies of groups that a player has entered, by date."""

    async def last_group_daily(self, group: str) -> Challenge | None:
        """Return the own daily of a group with the latest date."""

    async def challenge_race(self, code: str) -> StoredRace | None:
        """Return a challenge as one race: with all its games, under its code as the id."""

    async def due_challenges(self, now: int) -> Sequence[str]:
        """Return the codes of the challenges in which no more games may begin and that have not ended."""

    async def is_challenged(self, code: str) -> bool:
        """Whether a ranked challenge that has not ended is on a deal with this code, in any variant."""
