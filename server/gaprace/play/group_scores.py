"""Scores within a group: a daily among the members, and the table of a season. Pure.

A daily is scored as in duplicate bridge (`play.duplicate`), with the members who played it as the field. A season is
the mean of these scores between two dates, shrunk towards 0 (`play.score_periods`): playing more often is no advantage,
and members with fewer than `MIN_SEASON_DEALS` dailies have no rank yet. A daily that only one member has played does
not count.
"""

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from gaprace.play.duplicate import duplicate_scores
from gaprace.play.leaderboards import daily_key
from gaprace.play.score_periods import MIN_MONTH_DEALS, season_score
from gaprace.rules.ranking import Outcome
from gaprace.rules.variants import VARIANTS, Variant

MIN_FIELD = 2
"""The least number of members who have played a daily that counts in a season."""
MIN_SEASON_DEALS = MIN_MONTH_DEALS
SCORE_DIGITS = 2
"""Decimals of a score that is shown. Ranks follow from the scores as they are."""


class MemberGame(Protocol):
    """A member's game of a daily."""

    @property
    def player(self) -> str:
        """The member."""

    @property
    def outcome(self) -> Outcome:
        """How it ended."""


class GameOfDay(MemberGame, Protocol):
    """The same, with its variant and its score among all players."""

    @property
    def variant(self) -> str:
        """The name of the variant, which all games of a daily have."""

    @property
    def against_world(self) -> int | None:
        """In thousandths of an IMP; None until the daily is closed."""


Played = TypeVar("Played", bound=MemberGame)


def ranked(games: Sequence[Played], variant: Variant) -> list[tuple[int, float, Played]]:
    """Return (rank, score, game) of the games of one daily, best first; games that compare as equal share a rank."""
    scores = duplicate_scores([each.outcome for each in games], variant)
    order = sorted(scores)
    found = [
        (1 + len(order) - bisect_right(order, score), score, game) for score, game in zip(scores, games, strict=True)
    ]
    return sorted(found, key=lambda each: (each[0], daily_key(each[2].outcome), each[2].player))


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
    found = ranked(games, VARIANTS[games[0].variant]) if games else []
    return DayScores(
        {game.player: score for _, score, game in found},
        {game.player: game.against_world for _, _, game in found if game.against_world is not None},
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
    order = sorted((mean for mean in means.values() if mean is not None), reverse=True)
    places = [
        SeasonPlace(None if mean is None else 1 + order.index(mean), player, mean, len(scores[player]))
        for player, mean in means.items()
    ]
    return sorted(places, key=lambda each: (each.rank or len(places) + 1, -each.deals, each.player))


def world_means(scores: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return the seasons of players, from their scores (in thousandths of an IMP) among all players, drawn to 0 alike.

    Players with too few of them are left out.
    """
    means = {player: season_score(of, MIN_SEASON_DEALS) for player, of in scores.items()}
    return {player: round(mean) for player, mean in means.items() if mean is not None}
