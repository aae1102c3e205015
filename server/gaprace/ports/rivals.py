"""The deals that players have seen, and the games that may be recorded rivals on a deal that they have not."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from gaprace.play.live.rivals import RivalGame
from gaprace.rules.variants import Variant


class SeenDeal(NamedTuple):
    """A deal of which a player has seen cards, by its code: in any variant, since several have the same layout."""

    code: str
    at: int


class RecordedBy(NamedTuple):
    """The player of a game that a recorded rival plays again."""

    name: str
    """Empty for a player who does not want to be named, and for a deleted one."""
    date: str
    """The UTC date on which it ended."""


class RivalStore(Protocol):
    """The store of the deals that players have seen, and of the games that may be recorded rivals.

    Deals that a player has played count as seen, without being stored here.
    """

    async def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        """Note that players have seen cards of deals, unless that is noted already."""

    async def seen_deals(self, player: str) -> list[SeenDeal]:
        """Return the deals of which cards were seen that were not played, in the order in which they were noted."""

    async def knows_deal(self, player: str, code: str) -> bool:
        """Whether a player has seen cards of a deal, or played it, by any rules."""

    async def puzzle_deals(self, puzzle: str) -> list[str]:
        """Return the codes of the deals of the games in which the board of a puzzle was reached, if there are any."""

    async def rival_games(
        self, variant: Variant, people: Collection[str], apart: Collection[str], now: int
    ) -> list[RivalGame]:
        """Return games that may be recorded rivals of people, from the last races on deals that none of them has seen.

        They are played games of people who allow it, who are not suspended and not among `apart`; without hints, valid
        and not given up, in races that ended a day ago or before, on no daily and in no event. Nobody races on their
        deals now.
        """

    async def rivals_of(self, race: str, now: int) -> list[RivalGame]:
        """Return the games of a race, by seat, that may be raced again: played, valid, of people who allow it.

        Recorded rivals of that race are not among them, nor players who are suspended.
        """

    async def recorded_by(self, game_ids: Collection[str]) -> Mapping[str, RecordedBy]:
        """Return the players of finished games, by game."""
