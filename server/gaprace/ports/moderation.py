"""Stored reports and decisions, and their consequences in the background."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.leaderboards import RatedGame
from gaprace.play.people.rating import Rating
from gaprace.ports.accounts import StoredPlayer
from gaprace.ports.dailies import DailyKey
from gaprace.wire.http.moderation import Decision


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report of a player by another one."""

    id: str
    at: int
    reporter: str
    player: str
    subject: str
    """The subject of the report. With `reporter` and `player`, no two reports have the same."""
    reason: str
    note: str
    name: str
    """The reported player's name at that time."""
    game: str | None = None
    room: str | None = None
    line: str | None = None
    group: str | None = None
    """The code of the reported group, whose name is the line."""
    seen: bool = False
    """Whether the server itself remembered the line."""
    decision: str | None = None
    """The decision that settled it."""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game whose result counts, or would if it was not void."""

    id: str
    player: str
    race: str
    variant: str
    race_ended_at: int | None
    daily: DailyKey | None
    """The daily of which it is its player's one ranked game."""


class Moment(NamedTuple):
    """A position in the order in which races end."""

    at: int
    race: str


@dataclass(frozen=True, slots=True)
class RatedRace:
    """A race that has changed ratings, as it counts now."""

    moment: Moment
    games: Sequence[RatedGame]
    """The games that count."""
    players: Sequence[str]
    """All players whose histories have the race, those of games that do not count any more too."""


class CurrentRating(NamedTuple):
    """A player's rating after the last race that counts, and the game played there."""

    rating: Rating
    game: str


@dataclass(frozen=True, slots=True)
class Voiding:
    """Results of a player that are being made void by a decision or, if it `restores`, valid again."""

    decision: str
    player: str
    restores: bool


class ModerationStore(Protocol):
    """The store of reports and decisions."""

    async def add_report(self, report: StoredReport) -> StoredReport:
        """Add a report, unless the reporter has made the same before; return the stored one."""

    async def open_reports(self, limit: int) -> list[StoredReport]:
        """Return the oldest reports that no decision has settled."""

    async def reports(self, ids: Sequence[str]) -> list[StoredReport]:
        """Return reports by their ids, in any order. Unknown ids are left out."""

    async def count_open_reports(self) -> int:
        """Return the number of open reports."""

    async def reports_by(self, reporter: str) -> list[StoredReport]:
        """Return all reports that a player has made, the oldest first."""

    async def count_reports_by(self, reporter: str, since: int) -> int:
        """Return how many reports a player has made since a time (ms since 1970)."""

    async def decision(self, decision_id: str) -> Decision | None:
        """Return a decision."""

    async def decisions(
        self, limit: int, after: tuple[int, str] | None = None, player: str | None = None
    ) -> list[Decision]:
        """Return decisions, the latest first: those after (at, id) in this order, or about one player."""

    async def count_unread_decisions(self, player: str) -> int:
        """Return the number of decisions about a player that the player has not read."""

    async def read_decision(self, decision_id: str, at: int) -> None:
        """Note when the player concerned first read a decision."""

    async def answer_decision(self, decision_id: str, text: str, at: int) -> bool:
        """Store the one answer to a decision; return False if it has one."""

    async def announcement(self, now: int) -> Decision | None:
        """Return the latest announcement that holds now."""

    async def find_players(self, name: str, limit: int) -> list[StoredPlayer]:
        """Return players of this name, by upper and lower case alike, the latest first."""

    async def voidings(self) -> list[Voiding]:
        """Return the results that are still to be made void or valid."""

    async def recomputing(self) -> list[str]:
        """Return the variants whose ratings are being recomputed."""
