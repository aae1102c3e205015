"""Scores within a group: a daily among the members, and the table of a season. Pure.

A daily is scored as bridge clubs do (`play.duplicate`), with the members who played it as the field. A season is the
mean of these scores between two dates, drawn to 0 (`play.score_periods`): playing more often is no advantage, and
members with less than `MIN_SEASON_DEALS` dailies have no rank yet. A daily that only one member has played says
nothing, and does not count.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from gaprace.play.duplicate import duplicate_scores
from gaprace.play.leaderboards import daily_key
from gaprace.play.score_periods import MIN_MONTH_DEALS, season_score
from gaprace.rules.ranking import Outcome
from gaprace.rules.variants import Variant

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


Played = TypeVar("Played", bound=MemberGame)


def ranked(games: Sequence[Played], variant: Variant) -> list[tuple[int, float, Played]]:
    """Return (rank, score, game) of the games of one daily, best first; games that compare as equal share a rank."""
    scores = duplicate_scores([each.outcome for each in games], variant)
    order = sorted(scores, reverse=True)
    found = [(1 + order.index(score), score, game) for score, game in zip(scores, games, strict=True)]
    return sorted(found, key=lambda each: (each[0], daily_key(each[2].outcome), each[2].player))


class SeasonPlace(NamedTuple):
    """A member's place in a season. Without enough deals, it has no rank and no score."""

    rank: int | None
    player: str
    score: float | None
    deals: int
    """Number of dailies that count."""


def scoring_season(dailies: Iterable[Sequence[Played]], variant: Variant) -> Iterator[list[SeasonPlace]]:
    """Score a season from the members' games of each daily, one a step, each of which yields an empty list.

    The last step yields the places: best first, then those without a rank.
    """
    scores = defaultdict[str, list[float]](list)
    for games in dailies:
        if len(games) >= MIN_FIELD:
            for _, score, game in ranked(games, variant):
                scores[game.player].append(score)
        yield []
    yield _table(scores)


def _table(scores: Mapping[str, Sequence[float]]) -> list[SeasonPlace]:
    means = {player: season_score(of, MIN_SEASON_DEALS) for player, of in scores.items()}
    order = sorted((mean for mean in means.values() if mean is not None), reverse=True)
    places = [
        SeasonPlace(None if mean is None else 1 + order.index(mean), player, mean, len(scores[player]))
        for player, mean in means.items()
    ]
    return sorted(places, key=lambda each: (each.rank or len(places) + 1, -each.deals, each.player))


def world_means(scores: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the seasons of players, from their scores (in thousandths of an IMP) among all players, drawn to 0 alike.

    Players with too few of them are left out.
    """
    by_player = defaultdict[str, list[float]](list)
    for player, score in scores:
        by_player[player].append(score)
    means = {player: season_score(of, MIN_SEASON_DEALS) for player, of in by_player.items()}
    return {player: round(mean) for player, mean in means.items() if mean is not None}
