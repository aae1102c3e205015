"""A closed daily: the duplicate score of each game in the world's field, the players' strengths, the difficulty.

Means of comparisons order players by skill; sums order them by the number of games, and maxima by luck. A mean of few
deals is also mostly luck, so it needs a minimum of deals, and is shrunk towards the middle of the field, which is 0: as
if `PRIOR_DEALS` more deals had scored 0. That is the posterior mean of a player's true score if the variance
of a single deal is `PRIOR_DEALS` times that between players; source: B. Efron and C. Morris, "Stein's Paradox in
Statistics", Scientific American 236 (1977). `make bench ARGS=scores` shows how well both order simulated players.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from gaprace.play.events.calendar import day_number, month_dates, month_of, week_dates, week_of
from gaprace.play.events.duplicate import Field
from gaprace.play.events.leaderboards import Leaderboard, Place, duplicate_key
from gaprace.play.events.strength import UNPLAYED_DEAL, Attempted, Estimate, Estimated, estimating, later, performance
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS

WEEK_DEALS = 5
"""A week counts the best five of its seven deals."""
MIN_WEEK_DEALS = 3
MIN_MONTH_DEALS = 5
"""The least number of deals for a place in a week, and in a month or a season."""
PRIOR_DEALS = 2


def week_score(scores: Sequence[float]) -> float | None:
    """Return the mean of the best five scores of a week, or of fewer; None for less than `MIN_WEEK_DEALS`."""
    best = sorted(scores)[-WEEK_DEALS:]
    return fsum(best) / len(best) if len(scores) >= MIN_WEEK_DEALS else None


def season_score(scores: Sequence[float], min_deals: int = MIN_MONTH_DEALS) -> float | None:
    """Return the mean of the scores of a month or a season, drawn to 0; None for less than `min_deals`."""
    return fsum(scores) / (len(scores) + PRIOR_DEALS) if len(scores) >= min_deals else None


THOUSAND = 1000
"""Scores are stored in thousandths of an IMP."""


class KnownStrength(NamedTuple):
    """A player's strength after the daily of a date."""

    date: str
    strength: Estimate


class EnteredGame(NamedTuple):
    """A game in the field of a daily: ranked, ended with a move, and not left out of the ranks."""

    player: str
    game: str
    result: Result
    last: KnownStrength | None = None
    """The player's strength after the last daily before; None for a newcomer."""


class DailyScore(NamedTuple):
    """The score of a game on a daily."""

    player: str
    game: str
    score: int
    """The mean of its IMPs against all others, in thousandths."""
    performance: float
    """The strength that it shows."""
    strength: float
    error: float
    """The player's strength after it, and its standard deviation."""


class ClosedDaily(NamedTuple):
    """The scores of a daily, in the order of its games, and its difficulty for people."""

    scores: list[DailyScore]
    difficulty: Estimate = UNPLAYED_DEAL


class OwnScore(NamedTuple):
    """One of a player's scores."""

    date: str
    score: int
    game: str


def scoring(variant_name: str, date: str, games: Sequence[EnteredGame]) -> Iterator[ClosedDaily | None]:
    """Yield None during the computation of a daily's scores and strengths, and the closed daily at the end."""
    variant = VARIANTS[variant_name]
    field = Field([each.result for each in games], variant)
    scores = list[int]()
    for each in games:
        scores.append(round(THOUSAND * field.score(each.result)))
        yield None
    estimated = Estimated(UNPLAYED_DEAL, [])
    for found in estimating([Attempted(each.result, _before(each, date)) for each in games], variant):
        estimated = found or estimated
        yield None
    difficulty = estimated.difficulty
    yield ClosedDaily(
        [
            DailyScore(
                each.player, each.game, score, round(performance(each.result, difficulty.value, variant), 1), *strength
            )
            for each, score, strength in zip(games, scores, estimated.strengths, strict=True)
        ],
        difficulty,
    )


def _before(entered: EnteredGame, date: str) -> Estimate:
    if entered.last is None:
        return Estimate()
    return later(entered.last.strength, day_number(date) - day_number(entered.last.date))


# Weeks and months


def score_leaderboards(variant: str, date: str) -> tuple[Leaderboard, Leaderboard]:
    """Return the leaderboards of the week and of the month of a date."""
    return Leaderboard("duplicate", week_of(date), variant), Leaderboard("duplicate", month_of(date), variant)


def counted_dates(date: str) -> tuple[str, str]:
    """Return the first and the last date whose scores count on one of the leaderboards of a date."""
    (monday, sunday), (first, last) = week_dates(date), month_dates(date)
    return min(monday, first), max(sunday, last)


def score_places(variant: str, date: str, scores: Sequence[OwnScore]) -> dict[Leaderboard, Place | None]:
    """Return a player's places of the week and of the month of a date, by the scores of `counted_dates`, by date."""
    week, month = score_leaderboards(variant, date)
    of_week, of_month = (
        [each for each in scores if first <= each.date <= last] for first, last in (week_dates(date), month_dates(date))
    )
    return {
        week: _place(of_week, week_score(_imps(of_week))),
        month: _place(of_month, season_score(_imps(of_month))),
    }


def _imps(scores: Sequence[OwnScore]) -> list[float]:
    return [each.score / THOUSAND for each in scores]


def _place(scores: Sequence[OwnScore], score: float | None) -> Place | None:
    return None if score is None else Place(duplicate_key(score, len(scores)), scores[-1].game)
