"""The state of a room, as everyone in it sees it."""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.wire.base import GameId, NamedResult, PlayerId, RoomCode, Wire
from gaprace.wire.room_settings import Settings, VariantChoice

BotLevel = Annotated[int, Meta(ge=1, le=5)]
"""Playing strength of a bot: level 1 plays the first good move, level 5 searches longest."""


RecordedAs = Literal["name", "anonymous", "never"]
"""How the finished games of a player may take free seats of quick races: under the name, without it, or not at all."""


class Member(Wire, frozen=True):
    """A player or bot with a seat, or the host or a co-host without one."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's name."""
    ready: bool = False
    """Whether the member is ready for the next race."""
    muted: bool = False
    """Whether the host has muted the member in the chat."""
    bot: int = 0
    """The level of a bot, which is always present and ready; 6 for a recorded game; 0 for a person."""
    recorded: str = ""
    """For a recorded game of a person: its UTC date, such as `2026-11-21`."""
    program: bool = False
    """Whether the member is a program that plays over the network. It is ranked among programs only."""
    cohost: bool = False
    """Whether the member has the rights of the host, except for appointing co-hosts."""
    sits_out: bool = False
    """Whether the member has given up the seat and stays: without a game, and as late as spectators."""
    team: int = 0
    """The number of the member's team, from 1 on; 0 without teams."""
    rating: int | None = None
    """The rating in the variant of a quick room, as it was when the seat was taken; missing for bots and elsewhere."""


class Standing(NamedResult, frozen=True, kw_only=True):
    """A player's result in a race."""

    game: GameId
    """The player's game."""
    rank: int
    """1 is the best; equal games share one. In the order `race`: won, less time, fewer moves; the others by locked
    cards, then reached earlier. In the order `daily`: won, higher score, less time, fewer moves. In the order
    `duplicate`: `imps`. Games without a move come last and, in a race, after those that were left or given up."""
    imps: float | None = None
    """In the order `duplicate`: by how many IMPs the game is better than the others, on average."""
    bot: int = 0
    """The level of a bot; 0 for a person."""
    team: int = 0
    """The number of the player's team; 0 without teams."""
    delay_ms: int | None = None
    """In a photo finish, where two wins lie closer together than their players' delays: half of the round trip to the
    player, as the server measured it. It changes no place."""


class TeamStanding(Wire, frozen=True):
    """A team's result in a race."""

    team: int
    """The number of the team, from 1 on."""
    rank: int
    """1 is the best: the higher sum, then reached earlier (`reached_ms`); a team without a move comes last."""
    score: int
    """The sum of the team's best scores, in points."""
    reached_ms: int
    """When the results that count were reached: the sum of their `reached_ms`."""
    players: list[PlayerId]
    """The players whose scores count, best first."""


class Reveal(Wire, frozen=True):
    """The proof that a deal was fixed before the start. It is published after the last game on the deal."""

    code: str
    """The deal code, which fixes the layout."""
    secret: str
    """The secret that fixes every shuffle: 32 bytes as 64 hexadecimal digits."""
    commitment: str
    """The commitment, which was published before the start."""
    line: str | None = None
    """For a certified deal: moves that win it without a shuffle, `6D@27 7D@28 ...`."""
    origin: str = ""
    """Where the deal code comes from: `drawn` from the secret and the seeds, `chosen` beforehand, or `daily/` and the
    number of the candidate."""
    seeds: list[str] = field(default_factory=list)
    """For a drawn deal: the seed of each seat, 16 bytes as 32 hexadecimal digits; zeros for a seat without one."""


class Seat(Wire, frozen=True):
    """A player's place in a race."""

    player: PlayerId
    """The player's id."""
    game: GameId
    """The player's game."""
    name: str = ""
    """The player's name at the start, which stays when the player leaves."""
    team: int = 0
    """The number of the player's team; 0 without teams."""
    recorded: str = ""
    """For a recorded game of a person: the UTC date on which it was played. Then `name` is the person's."""
    expected: float | None = None
    """The place to be expected by the ratings, between 1 and the number of seats; missing unless all are rated."""


Unranked = Literal["chosen_deal", "custom_rules", "hints", "practice", "recorded"]
"""Why a race is not ranked: its deal code was chosen, its rules were changed, hints are allowed among several players,
its deal is no longer new, or it has recorded rivals."""


class RaceView(Wire, frozen=True):
    """A race as everyone may see it. The layout comes with `started`, at `starts_at`."""

    id: str
    """The id of the race."""
    number: int
    """1 for the room's first race, 2 after a rematch, and so on."""
    variant: VariantChoice
    """The rules."""
    commitment: str
    """The commitment to the deal."""
    starts_at: int
    """When the race starts."""
    ends_at: int | None
    """When the time limit ends it; null for a solo race without one."""
    seats: list[Seat]
    """The players, each with a game."""
    ranked: bool
    """Whether any game of it is ranked. Games of bots and programs never are."""
    unranked: Unranked | None = None
    """Why it is not ranked."""
    spectator_delay_s: int = 0
    """How late spectators see its boards, in seconds: in a ranked race of a listed room at least half a minute."""
    par: int | None = None
    """For a certified deal: the number of moves of a line that wins it without a shuffle."""
    harder_permille: int | None = None
    """For a certified deal: the number of random deals in a thousand that are harder, by search effort."""
    standings: list[Standing] | None = None
    """The results, once the race has ended."""
    reveal: Reveal | None = None
    """The proof of the deal, once it is revealed."""
    team_scores: int = 0
    """Number of best scores that a team's result is the sum of; 0 in a race without teams."""
    teams: list[TeamStanding] = field(default_factory=list)
    """The results of the teams, best first, once the race has ended."""


class SeriesScore(Wire, frozen=True):
    """A player's points in a series."""

    player: PlayerId
    """The player's id."""
    points: int
    """In each race, one for every rival who finished behind."""
    wins: int = 0
    """Number of races that the player won alone."""
    compared: int = 0
    """Number of races in which the player and a rival made a move: those that have a duplicate score."""
    imps: int = 0
    """The sum of these scores, in thousandths of an IMP."""


class TeamScore(Wire, frozen=True):
    """A team's points in a series."""

    team: int
    """The number of the team, from 1 on."""
    points: int
    """In each race, one for every team that finished behind."""
    wins: int = 0
    """Number of races that the team won alone."""


class Series(Wire, frozen=True):
    """Several races of a room, with a score over them."""

    best_of: int
    """Number of races in it; 1 for one without an end."""
    races: int
    """Number of races that have ended."""
    scores: list[SeriesScore]
    """The points of all who have raced, best first."""
    over: bool = False
    """Whether it is decided. The next race then begins a new series."""
    race_ids: list[str] = field(default_factory=list)
    """The ids of the races that have ended, in their order: the last twenty."""
    id: str = ""
    """The id of its page, once it is decided between several players; empty before."""
    teams: list[TeamScore] = field(default_factory=list)
    """The points of the teams, best first: these decide a series of teams."""


EventKind = Literal["challenge", "daily", "group_daily", "round"]
"""The kind of an event, as pages and messages name it."""


class EventRoom(Wire, frozen=True):
    """The event that a room was made for. Such a room has one seat, one race, and fixed settings."""

    code: Annotated[str, Meta(max_length=32)]
    """The code of the event."""
    kind: EventKind
    """The kind of the event."""
    ranked: bool
    """Whether the game is ranked."""
    ends_at: int
    """When the event ends."""
    practice: bool = False
    """Whether the deal of the event is played again, as practice."""
    label: Annotated[str, Meta(max_length=16)] = ""
    """The date of a daily, such as `2026-11-21`, or the number of a round."""
    parent: Annotated[str, Meta(max_length=16)] = ""
    """The parent of the event: the variant of the world's daily, the code of an arena or a group; empty for none."""


class RoomView(Wire, frozen=True):
    """The whole state of a room. A higher version replaces a lower one."""

    code: RoomCode
    """The room's code."""
    version: int
    """Counts the changes of the room."""
    settings: Settings
    """The settings for the next race."""
    host: PlayerId | None
    """The member who is the host; null in a room without people."""
    members: list[Member]
    """The members, in the order in which they came."""
    race: RaceView | None = None
    """The race that is about to start, is running, or was the last to end."""
    event: EventRoom | None = None
    """The event that the room was made for."""
    ghost: GameId | None = None
    """The finished game to race against in this solo room: the deal and its shuffles are the same, as practice."""
    series: Series | None = None
    """The series that the last race belongs to; missing before its first race has ended."""
    fills_at: int | None = None
    """In a quick room that waits for players: when bots take the free seats and the countdown begins."""
    commitment: str | None = None
    """The commitment to the deal of the next race; missing while a race runs, in a room for one deal, and where a
    certified deal is taken at the start."""
    seeds: int = 0
    """Number of members who have contributed a seed to the draw of the next race."""
    group: Annotated[str, Meta(max_length=16)] | None = None
    """The code of the group whose room it is. The room of a private group lets only members in."""
