"""A series: several races of one room, with a score over them. Pure.

In each race a player gets a point for every rival who finished behind. So a series of two players is decided by wins,
and a series of more players by all places together. It is over when nobody can catch the leader any more.

Beside the points is the mean of the duplicate scores (`play.events.duplicate`), which also measures the size of the
lead. It decides nothing. With teams (`play.live.teams`), their points decide a series in the same way.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from operator import add
from typing import Protocol

from msgspec.structs import astuple, replace

from gaprace.play.events.closed_daily import THOUSAND
from gaprace.play.events.duplicate import Compared, duplicate_scores
from gaprace.play.events.group_scores import MIN_FIELD
from gaprace.play.live.teams import team_scores_after
from gaprace.play.standings import ranks_of, winners_of
from gaprace.rules.results import Result
from gaprace.rules.variants import Variant
from gaprace.wire import PlayerId, Series, SeriesScore, Standing, TeamScore, TeamStanding

MAX_SCORES = 50
"""Players in a score: in a series without an end, those with the fewest points are left out."""
MAX_RACE_IDS = 20
"""Races that a series names."""
PAGE_ID_LENGTH = 32


class ScoredGame(Compared, Protocol):
    """The facts by which a game is compared, and whether it counts."""

    @property
    def moves(self) -> int:
        """The number of moves made, undone ones included."""


def race_scores(games: Mapping[PlayerId, ScoredGame], variant: Variant) -> dict[PlayerId, int]:
    """Return the duplicate scores of the players with a move, if there are several, in thousandths of an IMP."""
    played = {player: game for player, game in games.items() if game.moves}
    if len(played) < MIN_FIELD:
        return {}
    scores = duplicate_scores([*played.values()], variant)
    return {player: round(THOUSAND * score) for player, score in zip(played, scores, strict=True)}


def gains_of(
    ranks: Mapping[PlayerId, int], winners: Sequence[PlayerId], duplicates: Mapping[PlayerId, int]
) -> dict[PlayerId, SeriesScore]:
    """Return the scores of one race's players, from its ranks, winners and duplicate scores."""
    ordered = sorted(ranks.values())
    return {
        player: SeriesScore(
            player,
            points=len(ordered) - bisect_right(ordered, rank),
            wins=winners == [player],
            compared=player in duplicates,
            imps=duplicates.get(player, 0),
        )
        for player, rank in ranks.items()
    }


def scores_of(races: Iterable[tuple[Mapping[PlayerId, Result], Variant]]) -> list[SeriesScore]:
    """Return the scores over races, each with its games by player, best first."""
    scores: list[SeriesScore] = []
    for games, variant in races:
        scores = _with(scores, gains_of(ranks_of(games, "race"), winners_of(games), race_scores(games, variant)))
    return scores


def _with(before: Sequence[SeriesScore], gains: Mapping[PlayerId, SeriesScore]) -> list[SeriesScore]:
    """Return the scores with those of one more race: more points first, then more wins."""
    scores = {score.player: score for score in before}
    for player, gain in gains.items():
        _, *sums = astuple(scores.get(player, SeriesScore(player, 0)))
        scores[player] = SeriesScore(player, *map(add, sums, astuple(gain)[1:]))
    return sorted(scores.values(), key=lambda score: (-score.points, -score.wins))


def series_after(  # noqa: PLR0913, PLR0917 (the facts of a race)
    series: Series | None,
    length: int,
    standings: Sequence[Standing],
    variant: Variant,
    race: str = "",
    teams: Sequence[TeamStanding] = (),
) -> Series | None:
    """Return the series of a room after a race: a new one if there was none or it was over.

    With a `length` of 1 it has no end. A race of one player does not count. If `teams` have raced, their points decide
    it.
    """
    if not standings or (length == 1 and len(standings) == 1):
        return series
    before = series if series and not series.over else Series(length, 0, [])
    scores = _scores_after(before.scores, standings, variant)
    races = before.races + 1
    team_scores = team_scores_after(before.teams, teams)
    rivals = len(team_scores) or len(standings)
    is_over = length > 1 and _is_decided(team_scores or scores, length - races, rivals - 1)
    race_ids = [*before.race_ids, *([race] if race else [])][-MAX_RACE_IDS:]
    # It cannot be guessed without the ids of all of its races.
    page_id = sha256(" ".join(["gaprace/series", *race_ids]).encode()).hexdigest()[:PAGE_ID_LENGTH]
    has_page = is_over and len(scores) > 1
    return Series(length, races, scores[:MAX_SCORES], is_over, race_ids, page_id if has_page else "", team_scores)


def leaders_of(scores: Sequence[SeriesScore]) -> list[PlayerId]:
    """Return the players with the most points, of scores in their order."""
    return [score.player for score in scores if score.points == scores[0].points]


def _scores_after(before: Sequence[SeriesScore], standings: Sequence[Standing], variant: Variant) -> list[SeriesScore]:
    """Return the scores after one more race, best first."""
    winners = [standing.player for standing in standings if standing.rank == 1 and standing.moves > 0]
    duplicates = race_scores({each.player: each for each in standings}, variant)
    return _with(before, gains_of({each.player: each.rank for each in standings}, winners, duplicates))


def _is_decided(scores: Sequence[SeriesScore | TeamScore], races_left: int, points_a_race: int) -> bool:
    """Whether the series is over: no race is left, or nobody can catch the leader in those that are."""
    lead = scores[0].points - (scores[1].points if len(scores) > 1 else 0)
    return races_left <= 0 or lead > races_left * points_a_race


def without_player(series: Series | None, player: PlayerId) -> Series | None:
    """Return a series without a deleted player."""
    return series and replace(series, scores=[score for score in series.scores if score.player != player])
