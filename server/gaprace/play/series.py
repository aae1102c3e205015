"""A series: several races of one room, with a score over them. Pure.

In each race a player gets a point for every rival who finished behind. So a series of two players is won by wins, and
one of many by all places together. It is over once nobody can catch the leader any more.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.play.standings import ranks_of, winners_of
from gaprace.rules.ranking import Raced
from gaprace.wire import PlayerId, Series, SeriesScore, Standing


class Score(NamedTuple):
    """A player's score over several races."""

    player: PlayerId
    races: int
    wins: int
    points: int


def scores_of(races: Iterable[Mapping[PlayerId, Raced]]) -> list[Score]:
    """Return the scores over races, each with its games by player: more points first, then more wins."""
    scores: dict[PlayerId, Score] = {}
    for games in races:
        ranks, winners = ranks_of([*games.values()]), winners_of(games)
        for player, rank in zip(games, ranks, strict=True):
            before = scores.get(player, Score(player, 0, 0, 0))
            points = before.points + sum(other > rank for other in ranks)
            scores[player] = Score(player, before.races + 1, before.wins + (player in winners), points)
    return sorted(scores.values(), key=lambda score: (-score.points, -score.wins))


def series_after(series: Series | None, length: int, standings: Sequence[Standing]) -> Series | None:
    """Return the series of a room after a race: a new one if there was none or it was over; None if `length` is 1."""
    if length == 1 or not standings:
        return None
    before = series if series and not series.over else Series(length, 0, [])
    points = {score.player: score.points for score in before.scores}
    for standing in standings:
        beaten = sum(other.rank > standing.rank for other in standings)
        points[standing.player] = points.get(standing.player, 0) + beaten
    scores = [SeriesScore(player, points[player]) for player in sorted(points, key=lambda player: -points[player])]
    races = before.races + 1
    return Series(length, races, scores, over=_is_decided(scores, length - races, len(standings) - 1))


def _is_decided(scores: Sequence[SeriesScore], races_left: int, points_a_race: int) -> bool:
    """Whether the series is over: no race is left, or nobody can catch the leader in those that are."""
    lead = scores[0].points - (scores[1].points if len(scores) > 1 else 0)
    return races_left <= 0 or lead > races_left * points_a_race


def without_player(series: Series | None, player: PlayerId) -> Series | None:
    """Return a series without a deleted player."""
    return series and replace(series, scores=[score for score in series.scores if score.player != player])
