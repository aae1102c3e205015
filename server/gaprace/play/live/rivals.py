"""Recorded rivals: finished games of people in the free seats of a race, played in their own time.

A recorded rival is a bot of a level of its own (`play.live.bots.RECORDED`) whose actions come from a stored game. The
race is on the deal of that game, which no live player has seen in any form.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.live.bots import ANONYMOUS, RECORDED, bot_id
from gaprace.wire import GameId, Member, PlayerId, RecordedAs, Wire

CLOSE_POINTS = 100
"""Rivals within these rating points are of one's own strength: the deal with the most of them is raced on."""
FAR_POINTS = 300
"""Nobody races a recorded rival who is further away: a bot takes the seat."""
MIN_AGE_MS = DAY_MS
"""Younger games are not used: those who played with them may still talk about them."""
LATE_GAMES = 500
"""How many of the last games are looked through for rivals."""
_NUMBERS = 99


class RivalGame(NamedTuple):
    """A finished game that may take a seat."""

    game: GameId
    player: PlayerId
    name: str
    recorded_as: RecordedAs
    date: str
    """The UTC date on which it ended."""
    deal: str
    """The id of its deal."""
    rating: float
    """The rating of its player now."""


class Rival(Wire, frozen=True):
    """A recorded game in a seat of a room. Only the server knows which game it is, until the race is over."""

    id: PlayerId
    """The id of the seat's bot."""
    game: GameId
    player: PlayerId


def chosen_rivals(found: Sequence[RivalGame], rating: float, seats: int) -> list[RivalGame]:
    """Return games on one deal for at most this many free seats: as many of the own strength as possible, then nearest.

    `rating` is the mean of the live players.
    """
    by_deal: Mapping[str, dict[PlayerId, RivalGame]] = defaultdict(dict)
    for each in sorted(found, key=lambda each: abs(each.rating - rating)):
        if abs(each.rating - rating) <= FAR_POINTS:
            by_deal[each.deal].setdefault(each.player, each)
    groups = [[*games.values()][:seats] for games in by_deal.values()]

    def fit(games: Sequence[RivalGame]) -> tuple[int, int, float]:
        apart = [abs(each.rating - rating) for each in games]
        return sum(each <= CLOSE_POINTS for each in apart), len(games), -sum(apart)

    return max(groups, key=fit, default=[])


def rivals_for(found: Sequence[RivalGame], race: int) -> list[tuple[Rival, Member]]:
    """Return rivals and their members for a race of a room, by its number: others than in the race before."""
    return [_seated(each, 1 + (race * len(found) + at) % _NUMBERS) for at, each in enumerate(found)]


def shown_name(found: RivalGame) -> str:
    """Return the name under which a recorded game is shown."""
    return found.name if found.recorded_as == "name" else ANONYMOUS


def _seated(found: RivalGame, number: int) -> tuple[Rival, Member]:
    player = bot_id(RECORDED, number)
    member = Member(
        player, shown_name(found), ready=True, bot=RECORDED, recorded=found.date, rating=round(found.rating)
    )
    return Rival(player, found.game, found.player), member
