"""Ratings: the Plackett-Luce model of OpenSkill, with its default parameters.

Sources: https://openskill.me; Weng and Lin, "A Bayesian approximation method for online ranking", JMLR 12 (2011).
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MIN_RACES = 10
"""With fewer races, a rating is provisional."""
MIN_RATED_GAMES = 2
"""The number of ranked games that a race needs to change ratings."""
_BASE = 1000
_SCALE = 40
_DEVIATIONS = 3
_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """The estimated strength of a player, on OpenSkill's scale: a new player has mu = 25."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    races: int = 0

    @property
    def value(self) -> float:
        """The rating that is shown and ranked by: mu - 3 sigma, a cautious estimate, scaled to 1000 for new players."""
        return round(_BASE + _SCALE * (self.mu - _DEVIATIONS * self.sigma), 2)

    @property
    def shown_sigma(self) -> float:
        """The standard deviation on the scale of `value`."""
        return round(_SCALE * self.sigma, 2)

    @property
    def is_provisional(self) -> bool:
        """Whether the rating comes from few races."""
        return self.races < MIN_RACES


def after_race(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after a race of two or more; `ranks` are theirs in the race (1 is best, equal ranks tie)."""
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(team[0].mu, team[0].sigma, before.races + 1) for team, before in zip(rated, ratings, strict=True)]
