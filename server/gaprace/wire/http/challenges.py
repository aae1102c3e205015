"""Challenges: a deal that the invited play when it suits them, sealed until all have finished or the time is up."""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.rules.results import Order
from gaprace.rules.variants import DEFAULT_VARIANT
from gaprace.wire import ChallengeCode, GameId, NamedPlayer, NamedResult, PlayerId, RoomCode, VariantChoice, Wire
from gaprace.wire.http.dailies import Certificate
from gaprace.wire.http.games import DailyName
from gaprace.wire.http.moderation import GroupCode

ChallengeDeal = Literal["random", "certified", "game", "daily"]
ChallengeState = Literal["waits", "plays", "done"]


class NewChallenge(Wire, frozen=True):
    """Challenge friends, or a group."""

    deal: ChallengeDeal = "random"
    """The deal: `random` or `certified` (proven winnable without a shuffle); that of a finished `game` of the caller,
    which is the one to beat; or that of a revealed `daily`."""
    variant: str = DEFAULT_VARIANT
    """The name of the variant of a random or certified deal, or of a daily."""
    game: GameId | None = None
    """The game."""
    date: Annotated[str, Meta(max_length=10)] | None = None
    """The date of the daily."""
    hours: Annotated[int, Meta(ge=1, le=168)] = 72
    """How long games may be played."""
    places: Annotated[int, Meta(ge=2, le=16)] | None = None
    """The number of players, with the caller; everyone with the link, or in the group, if missing."""
    ranked: bool = True
    """Whether it is sealed until its end, and its games are ranked. With a deal that was played before, it never is:
    then everyone sees the others' games after the own one."""
    group: GroupCode | None = None
    """The group whose members are challenged; its caller is one."""


class ChallengeGame(NamedResult, frozen=True, kw_only=True):
    """The result of a game."""

    rank: int
    """The rank in the order of the challenge. Equal games share one."""
    imps: float | None = None
    """In the order `duplicate`: by how many IMPs the game is better than the others, on average."""
    game: GameId | None = None
    """The game; missing while its replay is sealed."""


class ChallengePlayer(NamedPlayer, frozen=True):
    """A player who has a place."""

    state: ChallengeState
    """`waits`: the game has not begun; `plays`: it runs; `done`: it has ended."""


class Challenge(Wire, frozen=True):
    """A challenge, as the caller may see it: without its results while they are sealed."""

    code: ChallengeCode
    """Its code. The link to share is `/challenge/{code}`."""
    player: PlayerId
    """The player who has made it."""
    name: str
    """That player's current name."""
    variant: VariantChoice
    """The rules."""
    commitment: str
    """The commitment to the deal."""
    made_at: int
    """When it was made."""
    ends_at: int
    """When its time is up: games that are still running end then."""
    ranked: bool
    """Whether it is sealed until its end, and its games are ranked."""
    players: list[ChallengePlayer]
    """The players who have a place, in the order in which they took it."""
    order: Order = "race"
    """How its results are ranked, see `Standing.rank`."""
    places: int | None = None
    """The number of places; missing for any number."""
    group: GroupCode | None = None
    """The code of the group whose members are challenged."""
    group_name: str | None = None
    """That group's name."""
    date: str | None = None
    """The date of the group, if it is the group's own daily."""
    arena: ChallengeCode | None = None
    """The arena whose round it is. It is entered and played by the routes of the arena."""
    daily: DailyName | None = None
    """The daily whose deal it is."""
    certificate: Certificate | None = None
    """The solver's proof, if the deal is a certified one."""
    ended_at: int | None = None
    """When it ended."""
    mine: ChallengeState | None = None
    """The state of the caller's place; missing without one."""
    room: RoomCode | None = None
    """The room of the caller's game, while that runs."""
    game: GameId | None = None
    """The caller's game, once it has ended."""
    target: ChallengeGame | None = None
    """The game to beat, if the deal is that of a game of the challenger."""
    results: list[ChallengeGame] = field(default_factory=list)
    """The results, best first; empty while they are sealed for the caller. `/race/{code}` then replays the games
    together."""


class ChallengeList(Wire, frozen=True):
    """Challenges, the first to end at the front."""

    challenges: list[Challenge]
    """The challenges."""
