"""Stored facts of a player's games: figures, recent games, and everything for an export."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.people.figures import Figures
from gaprace.ports.dailies import DailyKey
from gaprace.rules.results import Result
from gaprace.rules.variants import Variant
from gaprace.wire.http import GameKind


class Rival(NamedTuple):
    """Another player in the race of a game."""

    player: str
    name: str
    result: Result


class GameFilter(NamedTuple):
    """A filter of the games that a player has ended."""

    variant: str = ""
    """The name of a variant; empty for all."""
    kind: str = ""
    """A `GameKind`; empty for all."""
    won: bool | None = None
    rival: str = ""
    """The id of a player who was in the same race."""
    after: tuple[int, str] | None = None
    """Only games before this one, by the time of its end and its id."""
    open_by: int | None = None
    """Only games whose seal is lifted by this instant; None for all."""
    listed: bool = False
    """Only games of listed rooms."""


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that has ended, and the results of its rivals, without transcripts."""

    id: str
    variant: Variant
    ranked: bool
    ended_at: int
    result: Result
    kind: GameKind
    players: int
    """The number of games in the race, including this one."""
    rivals: tuple[Rival, ...] | None
    """The others, in the order of their seats; None while the race still runs."""
    daily: DailyKey | None
    race: str
    is_listed: bool
    """Whether the room of the race is in the public list, or was when it closed."""
    void: bool = False
    """Whether a moderator has made the result void."""


class OwnPlace(NamedTuple):
    """A player's place on a leaderboard."""

    leaderboard: Leaderboard
    key: int
    game: str


class FiguresStore(Protocol):
    """The figures of players."""

    async def figures(self, player_id: str, giant: int, now: int, *, sealed: bool = False) -> Figures:
        """Return a player's figures; `giant` is the least number of people in a race of many.

        Without the games of events that have not ended, unless `sealed`.
        """


class StatisticsStore(Protocol):
    """The part of the store that reads one player's games."""

    async def last_ended_at(self, player_id: str) -> int | None:
        """Return when a player's last game ended (ms since 1970); None if none has."""

    async def ended_games(self, player_id: str, which: GameFilter, limit: int) -> list[EndedGame]:
        """Return the games that a player has ended, newest first."""

    async def game_ids(self, player_id: str) -> list[str]:
        """Return the ids of all games of a player, in the order of their start."""

    async def own_places(self, player_id: str) -> list[OwnPlace]:
        """Return all places of a player, by the leaderboard's text."""


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
    rival: tuple[str, str] | None = None
    """The id and the name of the other one; None for a daily."""


class HeadToHeadStore(Protocol):
    """The part of the store that compares two players."""

    async def shared_races(self, player: str, other: str | None, limit: int) -> list[SharedRace]:
        """Return the ended races of two players with a move of each, newest first, among `limit` games of `player`.

        Without `other`, those of the player and each other person.
        """

    async def shared_dailies(self, player: str, other: str) -> list[SharedRace]:
        """Return the dailies that both players have ended with a ranked game and a move, newest first."""
