"""Arenas: events in which the same new deal comes for everyone every few minutes."""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.rules.variants import DEFAULT_VARIANT
from gaprace.wire import BotLevel, ChallengeCode, NamedPlayer, PlayerId, RoomCode, Wire
from gaprace.wire.http.challenges import ChallengeState
from gaprace.wire.http.moderation import GroupCode
from gaprace.wire.paging import Page

MAX_FILLED = 32
"""The number of players up to which bots may fill an arena."""
ArenaForm = Literal["arena", "cup"]
ArenaPhase = Literal["before", "running", "ended"]


class NewArena(Wire, frozen=True):
    """Organise an arena, or a cup."""

    name: Annotated[str, Meta(max_length=64)]
    """Its name, by the rules for names of groups."""
    starts_at: int
    """When it starts."""
    form: ArenaForm = "arena"
    """`arena`: rounds by the clock, and points; `cup`: the better half of each round goes on to the next one."""
    variant: str = DEFAULT_VARIANT
    """The name of the variant."""
    minutes: Annotated[int, Meta(ge=1, le=30)] = 5
    """The time for each deal."""
    rounds: Annotated[int, Meta(ge=1, le=60)] = 6
    """The number of rounds of an arena; a cup goes on until one player is left."""
    listed: bool = False
    """Whether it is in the public list; otherwise, it is for everyone with its link, or in its group."""
    group: GroupCode | None = None
    """The group whose members it is for; the caller is one."""
    teams: Annotated[int, Meta(ge=0, le=4)] = 0
    """The number of teams of an arena: 2 to 4, or 0 for none."""
    team_scores: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many of a team's best members count; 0 for as many as the smallest team has."""
    repeat_days: Annotated[int, Meta(ge=0, le=7)] = 0
    """After how many days it comes again at the same time of day; 0 for never."""
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    """The time zone in which these days are counted, by its name in the IANA database; an unknown one means UTC."""
    fill_to: Annotated[int, Meta(ge=0, le=MAX_FILLED)] = 0
    """The number of players up to which bots fill it, once somebody has come; 0 for no bots."""
    bot_level: BotLevel = 3
    """The level of these bots: 1 (weak) to 5 (strong)."""


class EnterArena(Wire, frozen=True):
    """Register for an arena."""

    team: Annotated[int, Meta(ge=0, le=4)] = 0
    """The team, from 1; 0 for the smallest."""


class ArenaChange(Wire, frozen=True):
    """Change an arena. Missing fields stay as they are; before the start, all can be changed, later the name."""

    name: Annotated[str, Meta(max_length=64)] | None = None
    """Its name."""
    starts_at: int | None = None
    """When it starts."""
    minutes: Annotated[int, Meta(ge=1, le=30)] | None = None
    """The time for each deal."""
    rounds: Annotated[int, Meta(ge=1, le=60)] | None = None
    """The number of rounds of an arena."""


class ArenaRoleChange(Wire, frozen=True):
    """Set the role of a player in an arena."""

    role: Literal["player", "cohost", "removed"]
    """`cohost`: runs it with the organiser (no co-host sets it); `removed`: takes part no more; `player`: neither."""


class ArenaRow(NamedPlayer, frozen=True):
    """A player in the table."""

    rank: int
    """The place among people. Equal players share one. Before the first round has ended, all do."""
    points: float
    """The duplicate scores of the rounds, added up, in IMPs."""
    rounds: int
    """The number of rounds with a result."""
    best: int
    """The number of rounds in which nobody was better."""
    team: int = 0
    """The player's team; 0 without teams."""
    out_after: int | None = None
    """The round of a cup after which the player was out; missing for those who are in."""
    bot: bool = False
    """Whether it is a bot, which takes no place from anybody."""


class ArenaTeamRow(Wire, frozen=True):
    """A team in the table."""

    team: int
    """The team, from 1."""
    rank: int
    """The place."""
    points: float
    """The points of its best members, added up."""
    players: int
    """The number of its members."""
    count: int
    """How many of them count."""
    counted: list[NamedPlayer]
    """The members whose points count, best first: twenty at most."""


class ArenaRound(Wire, frozen=True):
    """A round that has begun."""

    number: int
    """Its number, from 1."""
    race: ChallengeCode
    """Its games as one race: `/race/{race}`, once it has ended."""
    starts_at: int
    """When it began."""
    ends_at: int
    """When its time is up: games that are still running end then."""
    games: int
    """The number of games that have begun in it."""
    ended_at: int | None = None
    """When it ended: its results are in the table from then on."""


class CurrentRound(Wire, frozen=True):
    """The round that is being played."""

    number: int
    """Its number, from 1."""
    ends_at: int
    """When its time is up."""
    playing: int
    """The number of people whose game runs."""
    done: int
    """The number of people who have finished."""
    mine: ChallengeState | None = None
    """The state of the caller's place in it; missing without one."""
    room: RoomCode | None = None
    """The room of the caller's game, while that runs."""


class ArenaSummary(Wire, frozen=True):
    """An arena in a list, as the caller may see it."""

    code: ChallengeCode
    """Its code. The link to share is `/arena/{code}`."""
    name: str
    """Its name; empty if the organiser has been deleted or suspended."""
    form: ArenaForm
    """Arena or cup."""
    phase: ArenaPhase
    """Whether it is to come, runs or has ended."""
    variant: str
    """The name of the variant."""
    starts_at: int
    """When it starts."""
    minutes: int
    """The time for each deal."""
    rounds: int
    """The number of rounds; 0 for a cup."""
    players: int
    """The number of people who have registered."""
    entered: bool
    """Whether the caller has registered."""


class Arena(ArenaSummary, frozen=True):
    """An arena, with the results of the rounds that have ended."""

    player: PlayerId
    """The organiser."""
    organiser: str
    """The organiser's current name."""
    made_at: int
    """When it was made."""
    listed: bool
    """Whether it is in the public list."""
    teams: int = 0
    """The number of teams."""
    repeat_days: int = 0
    """After how many days it comes again."""
    fill_to: int = 0
    """The number of players up to which bots fill it."""
    bot_level: int = 3
    """The level of these bots."""
    bots: int = 0
    """The number of bots in it: they come with the first round."""
    ends_at: int | None = None
    """When the rounds of an arena are over; missing for a cup."""
    ended_at: int | None = None
    """When it ended; missing before."""
    next_at: int | None = None
    """Between two rounds: when the next one begins."""
    next: ChallengeCode | None = None
    """The arena that repeats this one."""
    group: GroupCode | None = None
    """The code of the group whose members it is for."""
    group_name: str | None = None
    """That group's name."""
    round: CurrentRound | None = None
    """The round that is being played."""
    begun: list[ArenaRound] = field(default_factory=list)
    """The rounds that have begun."""
    table: list[ArenaRow] = field(default_factory=list)
    """The first hundred players, best first."""
    table_next: str | None = None
    """The cursor of the rest of the table; missing if that is all."""
    mine: ArenaRow | None = None
    """The caller's place; missing without an entry."""
    team_table: list[ArenaTeamRow] = field(default_factory=list)
    """The teams, best first."""
    may: Literal["", "host", "lead"] = ""
    """`host`: the caller is a co-host; `lead`: the caller has organised it, or leads its group."""
    cohosts: list[NamedPlayer] = field(default_factory=list)
    """The players who run it with the organiser."""
    removed: list[NamedPlayer] = field(default_factory=list)
    """The players who were removed, shown to those who run it: a hundred at most."""


class ArenaTable(Page[ArenaRow], frozen=True):
    """A page of the table of an arena, best first."""


class ArenaList(Wire, frozen=True):
    """Arenas."""

    arenas: list[ArenaSummary]
    """The arenas, by their start."""
