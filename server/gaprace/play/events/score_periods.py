"""Scores of weeks, months and seasons, from the duplicate scores of single deals (`play.events.duplicate`).

Means of comparisons order players by skill; sums order them by the number of games, and maxima by luck. A mean of few
deals is also mostly luck, so it needs a minimum of deals, and is shrunk towards the middle of the field, which is 0: as
if `PRIOR_DEALS` more deals had scored 0. That is the posterior mean of a player's true score if the variance
of a single deal is `PRIOR_DEALS` times that between players; source: B. Efron and C. Morris, "Stein's Paradox in
Statistics", Scientific American 236 (1977). `make bench ARGS=scores` shows how well both order simulated players.
"""

from collections.abc import Sequence
from math import fsum

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
