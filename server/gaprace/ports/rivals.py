"""Which deals players have seen."""

from collections.abc import Collection
from typing import NamedTuple, Protocol


class SeenDeal(NamedTuple):
    """A deal of which a player has seen cards, by its code: in any variant, since several have the same layout."""

    code: str
    at: int


class RivalStore(Protocol):
    """The store of the deals that players have seen.

    Only what does not follow from the games of a player is stored: who has played a deal has seen it.
    """

    async def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        """Note that players have seen cards of deals, unless that is noted already."""

    async def seen_deals(self, player: str) -> list[SeenDeal]:
        """Return the deals of which cards were seen that were not played, in the order in which they were noted."""

    async def puzzle_deals(self, puzzle: str) -> list[str]:
        """Return the codes of the deals of the games in which the board of a puzzle was reached, if there are any."""
