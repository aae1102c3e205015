"""What is stored of a player's games: statistics, milestones, and everything for an export."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.leaderboards import Leaderboard
from gaprace.play.seals import Seal
from gaprace.ports.dailies import DailyKey
from gaprace.rules.deal import Deal
from gaprace.rules.ranking import Outcome
from gaprace.rules.variants import Variant


class BestGame(NamedTuple):
    """A best value, and the game it comes from."""

    value: int
    game: str


@dataclass(frozen=True, slots=True)
class StoredStatistics:
    """A player's statistics in one variant, over all ranked games that have ended."""

    variant: str
    games: int
    wins: int
    fastest: BestGame | None
    """The win that took the least time, in ms; None without a win."""
    best: BestGame
    """The highest score; of equal ones, the game that took less time."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended, and the outcomes of its rivals, without transcripts."""

    id: str
    variant: Variant
    ranked: bool
    ended_at: int
    locked: int
    outcome: Outcome
    players: int
    """The number of games in the race, including this one."""
    rivals: tuple[Outcome, ...] | None
    """The outcomes of the other games; None while the race still runs."""
    daily: DailyKey | None
    race: str
    is_listed: bool
    """Whether the room of the race is in the public list, or was when it closed."""
    void: bool = False
    """Whether a moderator has made the result void."""
    challenge_seal: Seal | None = None
    """The seal of the challenge that it is part of."""


class Milestone(NamedTuple):
    """A game that was the first of its kind."""

    game: str
    ended_at: int


@dataclass(frozen=True, slots=True)
class Milestones:
    """A player's first ranked wins of each kind."""

    win: Milestone | None
    without_shuffle: Milestone | None
    giant: Milestone | None
    """The first win ranked 1 in a race of many people."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A player's game with everything that is stored about it and its race, but nothing about other players."""

    id: str
    race: str
    room: str
    deal: Deal
    daily: DailyKey | None
    starts_at: int
    ranked: bool
    hinted: bool
    outcome: Outcome | None
    """None while the game runs, like all the fields below."""
    locked: int | None
    shuffles: int | None
    transcript: str | None
    ended_at: int | None
    challenge: str | None = None
    """The code of the challenge that it is part of."""
    challenge_seal: Seal | None = None
    """The seal of this challenge."""


class OwnPlace(NamedTuple):
    """A player's place on a leaderboard."""

    leaderboard: Leaderboard
    key: int
    game: str


class StatisticsStore(Protocol):
    """The part of the store that reads one player's games."""

    async def totals(self, player_id: str) -> tuple[int, int]:
        """Return how many ranked games of a player have ended, and how many of them were won."""

    async def statistics(self, player_id: str) -> list[StoredStatistics]:
        """Return a player's statistics, by the name of the variant."""

    async def last_ended_at(self, player_id: str) -> int | None:
        """Return when a player's last game ended (ms since 1970); None if none has."""

    async def recent_games(self, player_id: str, limit: int) -> list[PlayedGame]:
        """Return the last games that a player has ended, newest first."""

    async def milestones(self, player_id: str, giant: int) -> Milestones:
        """Return a player's milestones; `giant` is the least number of people in a race of many."""

    async def game_ids(self, player_id: str) -> list[str]:
        """Return the ids of all games of a player, in the order of their start."""

    async def own_games(self, player_id: str, game_ids: Sequence[str]) -> list[OwnGame]:
        """Return games of a player, in the order of their start. Games of other players are left out."""

    async def own_places(self, player_id: str) -> list[OwnPlace]:
        """Return all places of a player, by the leaderboard's text."""
