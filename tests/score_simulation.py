"""Simulated months of dailies by players of known strength: how well does a leaderboard order them?

A game's performance is its player's strength, less the difficulty of the deal, plus luck. The variances are those that
bots of this server showed on 246 deals of `addiction` with shared shuffles, as shares of the score: strength 46.5 %,
deal 11.3 %, the rest 42.2 %. Performance decides whether a game is won, how fast and with how many shuffles, or how
many cards are locked. The measure is Kendall's tau over pairs of different strength: 1 if all are in the right order;
equal places are neither right nor wrong.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import exp, sqrt
from random import Random

from gaprace.play.events.duplicate import duplicate_scores
from gaprace.play.events.leaderboards import season_score
from gaprace.play.events.strength import Attempted, Estimate, estimating, later
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS

VARIANT = VARIANTS["addiction"]
DAYS = 30
MIN_GAMES = 12
STRENGTHS = (0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0)
"""Two players of each of four strengths."""
_VARIANCE = 1.25
"""Of these strengths."""
_DEAL, _LUCK = sqrt(_VARIANCE * 0.113 / 0.465), sqrt(_VARIANCE * 0.422 / 0.465)
_WINNING = 2.4
"""The performance from which on a game is won."""


Month = Sequence[Mapping[int, Result]]
"""The games of each day, by player."""


def a_month(random: Random) -> Month:
    """Draw a month in which each player plays on 12 to 30 of the days."""
    dates = [{*random.sample(range(DAYS), random.randint(MIN_GAMES, DAYS))} for _ in STRENGTHS]
    days: list[dict[int, Result]] = []
    for day in range(DAYS):
        deal = random.gauss(0, _DEAL)
        days.append({})
        for player in (player for player, its in enumerate(dates) if day in its):
            days[day][player] = an_outcome(random, STRENGTHS[player] + random.gauss(0, _LUCK) - deal)
    return days


def an_outcome(random: Random, performance: float) -> Result:
    """Draw the outcome of a game."""
    above = performance - _WINNING
    time_ms = round(600_000 * exp(random.gauss(-0.3 * above, 0.25)))
    if above < 0:
        locked = max(0, min(46, round(38 + 8 * above)))
        return Result(False, locked, locked - 15, time_ms, 150, time_ms, 0)
    shuffles = max(0, 3 - int(2 * above))
    return Result(True, 48, 48 - 5 * shuffles + 10 * (not shuffles), time_ms, 150, time_ms, 0)


Board = Callable[[Month], list[float]]
"""Returns a value for each player; more is better."""


def duplicate(month: Month) -> list[float]:
    """The score of a month."""
    return [_or_last(season_score([score for _, score in its])) for its in _scores(month)]


def strength(month: Month) -> list[float]:
    """The strength of each player after the month (`play.events.strength`)."""
    now, played = [Estimate()] * len(STRENGTHS), [0] * len(STRENGTHS)
    for number, day in enumerate(month):
        games = [Attempted(day[player], later(now[player], number - played[player])) for player in day]
        *_, found = estimating(games, VARIANT)
        for player, after in zip(day, found.strengths, strict=True):
            now[player], played[player] = after, number
    return [each.value for each in now]


def _or_last(score: float | None) -> float:
    return -100 if score is None else score


def _scores(month: Month) -> list[list[tuple[int, float]]]:
    scores: list[list[tuple[int, float]]] = [[] for _ in STRENGTHS]
    for number, day in enumerate(month):
        for player, score in zip(day, duplicate_scores([*day.values()], VARIANT), strict=True):
            scores[player].append((number, score))
    return scores


def kendall_tau(strengths: Sequence[float], values: Sequence[float]) -> float:
    """Return the share of pairs in the right order, less that in the wrong one."""
    pairs = [(a, b) for a, b in combinations(range(len(strengths)), 2) if strengths[a] != strengths[b]]
    signs = [(strengths[a] - strengths[b]) * (values[a] - values[b]) for a, b in pairs]
    return sum((sign > 0) - (sign < 0) for sign in signs) / len(pairs)


def mean_tau(board: Board, months: Sequence[Month]) -> float:
    """Return the mean of Kendall's tau over months."""
    return sum(kendall_tau(STRENGTHS, board(month)) for month in months) / len(months)
