"""What is stored of a person's games: for the person's page, and for the person."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.ports.dailies import DailyKey
from gaprace.rules.deal import Deal
from gaprace.rules.ranking import Outcome
from gaprace.rules.variants import Variant


class BestGame(NamedTuple):
    """The best of something, and the game that shows it."""

    value: int
    game: str


@dataclass(frozen=True, slots=True)
class StoredFigures:
    """What a player did in one variant, over all ranked games that have ended."""

    variant: str
    games: int
    wins: int
    fastest: BestGame | None
    """The least ms of a win."""
    best: BestGame
    """The highest score; of equal ones the one that took less time."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended, with what it was raced against, but without transcripts."""

    id: str
    variant: Variant
    ranked: bool
    ended_at: int
    locked: int
    outcome: Outcome
    players: int
    """How many raced on the deal, this one included."""
    rivals: tuple[Outcome, ...] | None
    """What came of the other games; none while the race still runs."""
    daily: DailyKey | None


class Milestone(NamedTuple):
    """A game that was the first of its kind."""

    game: str
    ended_at: int


@dataclass(frozen=True, slots=True)
class Milestones:
    """The first of a player's ranked games that were won in some way."""

    win: Milestone | None
    without_shuffle: Milestone | None
    giant: Milestone | None
    """First in a race of many."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A player's game with all that is stored of it, and with its race, but nothing of others."""

    id: str
    race: str
    room: str
    deal: Deal
    daily: DailyKey | None
    starts_at: int
    ranked: bool
    hinted: bool
    outcome: Outcome | None
    """None while it runs, as all that follows."""
    locked: int | None
    shuffles: int | None
    transcript: str | None
    ended_at: int | None


class OwnPlace(NamedTuple):
    """A player's place on a leaderboard."""

    board: str
    key: int
    game: str


class PlayerStore(Protocol):
    """The part of the store for what becomes of people."""

    async def delete_player(self, player_id: str, name: str, deleted_at: int) -> bool:
        """Delete a player; say whether there was one, not deleted yet.

        The row stays, under `name`, for the games: its tokens and its recovery code are no longer good.
        """

    async def rooms_naming(self, player_id: str) -> list[str]:
        """Return the codes of open rooms whose document names a player, in order."""

    async def totals(self, player_id: str) -> tuple[int, int]:
        """Return how many ranked games of a player have ended, and how many of them were won."""

    async def figures(self, player_id: str) -> list[StoredFigures]:
        """Return what a player did, by variant."""

    async def recent_games(self, player_id: str, most: int) -> list[PlayedGame]:
        """Return a player's last games that have ended, newest first."""

    async def milestones(self, player_id: str, giant: int) -> Milestones:
        """Return a player's milestones; `giant` is how many people race in a race of many."""

    async def game_ids(self, player_id: str) -> list[str]:
        """Return the ids of all games of a player, in order of their start."""

    async def own_games(self, player_id: str, game_ids: Sequence[str]) -> list[OwnGame]:
        """Return games of a player, in order of their start; those of others are left out."""

    async def own_places(self, player_id: str) -> list[OwnPlace]:
        """Return all places of a player, by board."""
