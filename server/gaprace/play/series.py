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

MAX_SCORES = 50
"""Players in a score: in a series without an end, those with the fewest points are left out."""
MAX_RACE_IDS = 20
"""Races that a series names."""


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
            scores[player] = Score(player, before.races + 1, before.wins + (winners == [player]), points)
    return sorted(scores.values(), key=lambda score: (-score.points, -score.wins))


def series_after(series: Series | None, length: int, standings: Sequence[Standing], race: str = "") -> Series | None:
    """Return the series of a room after a race: a new one if there was none or it was over.

    With a `length` of 1 it has no end, and a race of one player is none of it.
    """
    if not standings or (length == 1 and len(standings) == 1):
        return series
    before = series if series and not series.over else Series(length, 0, [])
    scores = _scores_after(before.scores, standings)
    races = before.races + 1
    is_over = length > 1 and _is_decided(scores, length - races, len(standings) - 1)
    race_ids = [*before.race_ids, *([race] if race else [])][-MAX_RACE_IDS:]
    return Series(length, races, scores[:MAX_SCORES], is_over, race_ids)


def _scores_after(before: Sequence[SeriesScore], standings: Sequence[Standing]) -> list[SeriesScore]:
    """Return the scores after one more race, best first."""
    scores = {score.player: score for score in before}
    winners = [standing.player for standing in standings if standing.rank == 1 and standing.moves > 0]
    for standing in standings:
        score = scores.get(standing.player, SeriesScore(standing.player, 0))
        beaten = sum(other.rank > standing.rank for other in standings)
        is_winner = winners == [standing.player]
        scores[standing.player] = SeriesScore(score.player, score.points + beaten, score.wins + is_winner)
    return sorted(scores.values(), key=lambda score: (-score.points, -score.wins))


def _is_decided(scores: Sequence[SeriesScore], races_left: int, points_a_race: int) -> bool:
    """Whether the series is over: no race is left, or nobody can catch the leader in those that are."""
    lead = scores[0].points - (scores[1].points if len(scores) > 1 else 0)
    return races_left <= 0 or lead > races_left * points_a_race


def without_player(series: Series | None, player: PlayerId) -> Series | None:
    """Return a series without a deleted player."""
    return series and replace(series, scores=[score for score in series.scores if score.player != player])
