"""Groups: people with a room and a daily leaderboard of their own.

A group has a `code`, which stands in its address, and an `invitation`, the secret in the link that lets people in.
Where a route takes `{group}`, it takes either; but only the invitation opens a private group to somebody else.
"""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.rules.results import Order
from gaprace.wire import ChallengeCode, GameId, NamedPlayer, NamedResult, PlayerId, RoomCode, Wire
from gaprace.wire.http.challenges import ChallengeState
from gaprace.wire.http.moderation import GroupCode, ReportReason, Text
from gaprace.wire.paging import Page

GroupRole = Literal["owner", "co_owner", "member", "pending", "removed"]
DivisionSize = Literal[0, 4, 6, 8, 12]
GroupColour = Literal["green", "teal", "blue", "violet", "rose", "red", "gold", "slate"]


class GroupDaily(Wire, frozen=True):
    """The daily that a group plays: the world's, or one of its own with a new deal for each of its dates."""

    variant: str = ""
    """The name of the variant of the group's own daily; empty for the world's dailies."""
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    """The time zone of its days, by its name in the IANA database, such as `Europe/Berlin`."""
    hour: Annotated[int, Meta(ge=0, le=23)] = 0
    """The hour of that zone at which a day begins."""


class NewGroup(Wire, frozen=True):
    """Make a group. The caller becomes its owner."""

    name: str
    """Its name: 1 to 24 characters, by the rules for the names of players."""
    colour: GroupColour = "green"
    """The colour of its picture."""
    private: bool = True
    """Whether only members see it."""
    approval: bool = False
    """Whether an owner has to let people in."""


class GroupChange(Wire, frozen=True):
    """Change a group. Missing fields stay as they are."""

    name: str | None = None
    """Its new name."""
    colour: GroupColour | None = None
    """Its new colour."""
    private: bool | None = None
    """Whether only members see it."""
    approval: bool | None = None
    """Whether an owner has to let people in."""
    daily: GroupDaily | None = None
    """The daily that it plays. A daily of its own that is open stays as it is; the next one follows this."""
    divisions: DivisionSize | None = None
    """How many members a division of its seasons has, from the next month on; 0 for seasons without divisions."""


class DeleteGroup(Wire, frozen=True):
    """Delete a group for good."""

    name: str
    """Its current name, which confirms it."""


class ChangeRole(Wire, frozen=True):
    """Let somebody in, appoint a co-owner, or hand the group over."""

    role: GroupRole
    """The new role: `member`, `co_owner` or `owner`."""


class ShowPresence(Wire, frozen=True):
    """Choose whether the other members see that the caller is online."""

    shows: bool
    """Whether they see it."""


class GroupReport(Wire, frozen=True):
    """Report a group to the moderators."""

    reason: ReportReason = "name"
    """The reason for the report."""
    note: Text = ""
    """A note for the moderators."""


class GroupMember(NamedPlayer, frozen=True):
    """Somebody in a group."""

    role: GroupRole
    """`owner`, `co_owner`, `member`, `pending` or `removed`; the last two are shown to owners only."""
    joined_at: int
    """When the player joined, or asked to."""
    about: bool = False
    """Whether the player is online now, and lets others see it."""


class GroupToday(Wire, frozen=True):
    """The open daily of a group's own."""

    code: ChallengeCode
    """Its code: `POST /api/v1/challenges/{code}/games` opens the room for the caller's one game."""
    date: str
    """Its date in the group's time zone."""
    variant: str
    """The name of its variant."""
    commitment: str
    """The commitment to its deal."""
    closes_at: int
    """Until when games may begin. They may go on for two more hours; then the deal is revealed."""
    mine: ChallengeState | None = None
    """The state of the caller's game; missing if it has not begun."""
    room: RoomCode | None = None
    """The room of the caller's game, while that runs."""


class MissedRace(Wire, frozen=True):
    """A race of a group that the caller missed and can still race (`missed` of `POST /api/v1/rooms`)."""

    race: str
    """The id of the race."""
    ended_at: int
    """When it ended."""
    names: list[str]
    """The names of those who were there, as far as they want to be named."""


class Group(Wire, frozen=True):
    """A group, as the caller may see it."""

    name: str
    """Its name."""
    colour: GroupColour
    """The colour of its picture."""
    private: bool
    """Whether only members see it."""
    approval: bool
    """Whether an owner has to let people in."""
    size: int
    """Number of its members."""
    code: GroupCode | None = None
    """Its code; missing for those who are only invited."""
    role: GroupRole | None = None
    """The caller's role in it; missing for outsiders."""
    invitation: GroupCode | None = None
    """For members: the secret in the link `/group/{invitation}`."""
    feed: str | None = None
    """For members: the secret in the address of the group's feed, `/feeds/{feed}.atom`."""
    created_at: int | None = None
    """When it was made; missing for those who are only invited."""
    members: list[GroupMember] = field(default_factory=list)
    """For members: all members, the longest first; for owners, also those who wait, and those who were removed."""
    shows_me: bool = False
    """Whether the other members see that the caller is online."""
    daily: GroupDaily = GroupDaily()
    """The daily that the group plays."""
    divisions: int = 0
    """How many members a division of its seasons has; 0 without divisions."""
    today: GroupToday | None = None
    """The group's own daily, while one is open; of a private group, for members."""
    missed: MissedRace | None = None
    """For members: the last race of the group that the caller missed and can still race."""


class GroupSummary(Wire, frozen=True):
    """One of the caller's groups."""

    code: GroupCode
    """Its code."""
    name: str
    """Its name."""
    colour: GroupColour
    """The colour of its picture."""
    role: GroupRole
    """The caller's role in it."""
    size: int
    """Number of its members."""
    waiting: int = 0
    """For owners: how many wait to be let in."""


class GroupList(Wire, frozen=True):
    """The caller's groups, by name."""

    groups: list[GroupSummary]
    """The groups."""


class GroupPresence(Wire, frozen=True):
    """The members of a group who are online, and its room."""

    about: list[PlayerId]
    """The members who are online, and let others see it."""
    room: RoomCode | None = None
    """The group's room, if it is open."""
    in_room: int = 0
    """Number of people with a seat there."""


class GroupRow(NamedResult, frozen=True, kw_only=True):
    """A member's game of a daily, ranked among the members by duplicate scoring (`play.events.duplicate`)."""

    rank: int
    """1 is the best. Equal rows share a rank."""
    against_group: float
    """The duplicate score among the members: how many IMPs it is better than another member's game, on average."""
    against_world: float | None = None
    """The duplicate score among all players, once the daily is closed."""
    game: GameId | None = None
    """The game, whose replay it links to. Missing for other players' rows while the daily is sealed."""
    race: str | None = None
    """The id of its race page; of a daily of the group's own, of the page with all games. Missing likewise."""


class GroupBoard(Wire, frozen=True):
    """A daily among the members of a group."""

    date: str
    """The date of the daily: for one of the group's own in its time zone."""
    variant: str
    """The name of its variant; empty if nobody has played an own one."""
    rows: list[GroupRow]
    """The games of the members, best first."""
    order: Order = "duplicate"
    """How they are ranked, see `Standing.rank`."""
    world_rank: int | None = None
    """The caller's rank among all players."""
    world_size: int = 0
    """Number of all players who have a result."""


class GroupDay(Wire, frozen=True):
    """A past daily of a group."""

    date: str
    """The date of the daily."""
    played: int
    """Number of members who have a result."""
    best: list[str]
    """The names of the best."""
    mine: int | None = None
    """The caller's rank."""


class GroupHistory(Page[GroupDay], frozen=True, kw_only=True):
    """The dailies of a group, the latest first. Dailies that no member played are left out."""

    variant: str
    """The name of the variant, or `own`."""


class GroupSeriesItem(Wire, frozen=True):
    """A decided series of a group's room."""

    id: str
    """The id of the series."""
    ended_at: int
    """When it was decided."""
    races: int
    """Number of its races."""
    winners: list[str]
    """The names of the players with the most points."""


class GroupSeriesList(Page[GroupSeriesItem], frozen=True):
    """The decided series of a group's rooms, the latest first."""


class GroupSeasonRow(NamedPlayer, frozen=True):
    """A member's place in a season."""

    deals: int
    """Number of dailies that count: those that another member has played, too."""
    rank: int | None = None
    """1 is the best. Equal rows share a rank; missing with too few dailies."""
    score: float | None = None
    """The mean of the scores among the members in IMPs, drawn to 0; missing with too few dailies."""
    against_world: float | None = None
    """The same of the scores among all players, over all dailies that are closed."""
    division: int | None = None
    """In a month of a group with divisions: the member's division, of which 1 is the highest. `rank` is within it."""
    zone: Literal["up", "down"] | None = None
    """The direction of the member's move to another division, if the month ended now."""


class GroupSeason(Wire, frozen=True):
    """The table of a group between two dates."""

    variant: str
    """The name of the variant, or `own`."""
    first: str
    """The first date."""
    last: str
    """The last date."""
    min_deals: int
    """The least number of dailies for a rank."""
    rows: list[GroupSeasonRow]
    """The members who have played, best first; at the end those without a rank. With divisions, all members."""
