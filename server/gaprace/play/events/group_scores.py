"""Scores within a group: a daily among the members, and the table of a season. Pure.

A daily is scored as in duplicate bridge (`play.events.duplicate`), with the members who played it as the field. A
season is the mean of these scores between two dates, shrunk towards 0 (`play.events.leaderboards`): playing more often
is no advantage, and members with fewer than `MIN_SEASON_DEALS` dailies have no rank yet. A daily that only one member
has played does not count.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from gaprace.play.events.leaderboards import MIN_MONTH_DEALS, season_score
from gaprace.play.standings import Place, standings
from gaprace.rules.results import Order, Result, shared_ranks
from gaprace.rules.variants import VARIANTS

MIN_FIELD = 2
"""The least number of members who have played a daily that counts in a season."""
MIN_SEASON_DEALS = MIN_MONTH_DEALS
GROUP_ORDER: Order = "duplicate"
"""How a daily is ranked among the members of a group: a season adds up these comparisons."""


class MemberGame(Protocol):
    """A member's game of a daily."""

    @property
    def player(self) -> str:
        """The member."""

    @property
    def result(self) -> Result:
        """How it ended."""

    @property
    def variant(self) -> str:
        """The name of the variant, which all games of a daily have."""


class GameOfDay(MemberGame, Protocol):
    """The same, with its score among all players."""

    @property
    def against_world(self) -> int | None:
        """In thousandths of an IMP; None until the daily is closed."""


def member_places(games: Sequence[MemberGame]) -> list[Place]:
    """Return the standings of a daily among the members who played it."""
    variant = VARIANTS[games[0].variant] if games else None
    return standings({game.player: game.result for game in games}, GROUP_ORDER, variant)


class SeasonPlace(NamedTuple):
    """A member's place in a season. Without enough deals, it has no rank and no score."""

    rank: int | None
    player: str
    score: float | None
    deals: int
    """Number of dailies that count."""


class DayScores(NamedTuple):
    """The scores of the members' games of a daily in a season, by player."""

    among_members: dict[str, float]
    """In IMPs."""
    in_world: dict[str, int]
    """Among all players, in thousandths of an IMP; of an own daily, and until one is closed, there are none."""


def day_scores(games: Sequence[GameOfDay]) -> DayScores:
    """Return the scores of the members' games of a daily."""
    return DayScores(
        {place.player: place.imps or 0 for place in member_places(games)},
        {game.player: game.against_world for game in games if game.against_world is not None},
    )


def scoring_days(dailies: Mapping[str, Sequence[GameOfDay]]) -> Iterator[dict[str, DayScores]]:
    """Yield the scores of the members' games of each daily, by date; each step adds one."""
    found: dict[str, DayScores] = {}
    yield found
    for date, games in dailies.items():
        found[date] = day_scores(games)
        yield found


class SeasonScores(NamedTuple):
    """The scores of the members' games of several dailies, by player."""

    among_members: Mapping[str, Sequence[float]]
    """In IMPs; only dailies that count."""
    in_world: Mapping[str, Sequence[int]]
    """Among all players, in thousandths of an IMP."""


def season_scores(days: Iterable[DayScores], known: SeasonScores | None = None) -> SeasonScores:
    """Return the scores of dailies by player, in small arrays; `known` are those of other dailies, which stay."""
    members, world = _arrays("d", known and known.among_members), _arrays("q", known and known.in_world)
    for day in days:
        if len(day.among_members) >= MIN_FIELD:
            for player, score in day.among_members.items():
                members[player].append(score)
        for player, thousandths in day.in_world.items():
            world[player].append(thousandths)
    return SeasonScores(members, world)


def _arrays(kind: str, known: Mapping[str, Sequence[Any]] | None) -> "defaultdict[str, array[Any]]":
    copies = {player: array(kind, of) for player, of in known.items()} if known else {}
    return defaultdict(lambda: array(kind), copies)


def season_places(scores: Mapping[str, Sequence[float]]) -> list[SeasonPlace]:
    """Return the places of a season, from the scores of players among the members: best first, then the unranked."""
    means = {player: season_score(of, MIN_SEASON_DEALS) for player, of in scores.items()}
    ranks = shared_ranks({player: -mean for player, mean in means.items() if mean is not None})
    places = [SeasonPlace(ranks.get(player), player, mean, len(scores[player])) for player, mean in means.items()]
    return sorted(places, key=lambda each: (each.rank or len(places) + 1, -each.deals, each.player))


def world_means(scores: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return the seasons of players, from their scores (in thousandths of an IMP) among all players, drawn to 0 alike.

    Players with too few of them are left out.
    """
    means = {player: season_score(of, MIN_SEASON_DEALS) for player, of in scores.items()}
    return {player: round(mean) for player, mean in means.items() if mean is not None}
