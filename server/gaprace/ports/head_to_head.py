"""What two players have played against each other."""

from dataclasses import dataclass
from typing import Protocol

from gaprace.ports.dailies import DailyKey
from gaprace.rules.ranking import Result
from gaprace.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class SharedRace:
    """A race in which two players took part, with their valid results, or a daily that both have played."""

    variant: Variant
    ended_at: int
    """When the later of the two games ended."""
    mine: Result
    theirs: Result
    race: str | None = None
    """The id of the race; None for a daily."""
    is_listed: bool = True
    """Whether everybody may be led to it: its room is in the public list, or was when it closed."""
    daily: DailyKey | None = None


class HeadToHeadStore(Protocol):
    """The part of the store that compares two players."""

    async def shared_races(self, player: str, other: str, limit: int) -> list[SharedRace]:
        """Return the ended races of two players with a move of each, newest first, among `limit` games of `player`."""

    async def shared_dailies(self, player: str, other: str) -> list[SharedRace]:
        """Return the dailies that both players have ended with a ranked game and a move, newest first."""
