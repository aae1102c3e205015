"""Stored groups and their members. `play.people.group_roles` has the meaning of the roles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gaprace.play.events.group_days import OwnDays
from gaprace.play.events.group_scores import DayScores
from gaprace.play.people.group_roles import Membership
from gaprace.play.seals import Seal
from gaprace.rules.results import Result


@dataclass(frozen=True, slots=True)
class StoredGroup:
    """A group."""

    code: str
    name: str
    colour: str
    invitation: str
    """The secret in the link that lets people in."""
    private: bool
    """Whether only members see it."""
    approval: bool
    """Whether an owner has to let people in."""
    created_at: int
    room: str | None = None
    """The code of its room, which may have closed."""
    name_fixed_until: int | None = None
    """Until when moderators keep the name from being changed."""
    daily_variant: str | None = None
    """The variant of its own daily; None if it plays the world's."""
    daily_zone: str = "UTC"
    daily_hour: int = 0
    """When its days begin, see `play.events.group_days`."""
    daily_due_at: int | None = None
    """When its next own daily may be due; None if it plays the world's."""
    division_size: int = 0
    """How many members a division of its seasons has; 0 without divisions."""

    @property
    def days(self) -> OwnDays:
        """How it counts its days."""
        return OwnDays(self.daily_zone, self.daily_hour)


class OwnGroup(NamedTuple):
    """A group of a player."""

    group: StoredGroup
    mine: Membership
    size: int
    """Number of members."""
    waiting: int
    """Number of those who wait to be let in."""


class GroupGame(NamedTuple):
    """A member's ranked game of a daily that has ended with a move."""

    date: str
    player: str
    game: str
    result: Result
    variant: str
    race: str
    """The id of its race: of an own daily, that with the games of all."""
    seal: Seal
    """The seal of the daily."""
    against_world: int | None = None
    """The duplicate score among all players, in thousandths of an IMP; None until the daily is closed."""


class UnscoredDaily(NamedTuple):
    """A daily of a group that has closed, or changed since, and whose scores are to be stored."""

    group: str
    daily: str
    """The variant of the world's daily, or `OWN_DAILY`."""
    date: str
    version: int
    """Counts how often its games or its members have changed."""


class GroupScoreStore(Protocol):
    """The store of the scores within groups, which change with every game and member."""

    async def group_scores(self, group: str, daily: str, first: str, last: str) -> Mapping[str, DayScores | None]:
        """Return the scores of a group's dailies, from one date to another, both included, by date.

        None stands for scores that are not stored, or no longer right: the daily is open, or has changed.
        """

    async def group_score_versions(self, group: str, daily: str, first: str, last: str) -> Mapping[str, int | None]:
        """Return which scores `group_scores` would return: their version, which no other scores of the day have."""

    async def unscored_dailies(self, limit: int) -> Sequence[UnscoredDaily]:
        """Return closed dailies whose scores are not stored, or no longer right, the latest first."""

    async def save_group_scores(self, daily: UnscoredDaily, scores: DayScores) -> bool:
        """Store the scores of a daily; return False if it has changed since it was read, and store nothing."""


class DivisionStore(Protocol):
    """The store of the divisions of groups, by daily and month such as `2026-11`."""

    async def last_divisions(self, group: str, daily: str, month: str) -> tuple[str, dict[str, int]] | None:
        """Return the last month up to one for which divisions are stored, and the divisions by player."""

    async def save_divisions(self, group: str, daily: str, month: str, divisions: Mapping[str, int]) -> None:
        """Store the divisions of players in a month; those that are stored already stay."""


class GroupStore(Protocol):
    """The store of groups."""

    async def group(self, handle: str) -> StoredGroup | None:
        """Return the group with this code or this invitation."""

    async def membership(self, group: str, player: str) -> Membership | None:
        """Return what a player is in a group; None for a stranger."""

    async def memberships(self, group: str) -> list[Membership]:
        """Return everybody in a group, those who wait and those who were removed too, in the order of joining."""

    async def groups_of(self, player: str) -> list[OwnGroup]:
        """Return the groups that a player belongs to or waits for, by name."""

    async def note_seen(self, group: str, player: str, at: int) -> None:
        """Note that a member is about, if others may see it."""

    async def due_groups(self, now: int, limit: int) -> Sequence[str]:
        """Return the codes of groups whose next own daily may be due, the longest due first."""

    async def group_games(self, group: str, daily: str, first: str, last: str) -> list[GroupGame]:
        """Return the members' games of dailies that count, from one date to another, both included, by date.

        `daily` is the variant of the world's daily, or `OWN_DAILY` for the group's own one.
        """

    async def group_dates(self, group: str, daily: str, after: str, limit: int) -> Sequence[str]:
        """Return dates on which a member has a game that counts, the latest first: those after one in this order."""
