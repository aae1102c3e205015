"""Ratings of racers: OpenSkill's Plackett-Luce model, with the values that it comes with.

https://openskill.me; Weng and Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011).
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

PROVISIONAL_BELOW = 10
"""With fewer races than so many, a rating says little yet."""
MIN_RATED_GAMES = 2
"""How many ranked games a race needs to change ratings."""
_BASE = 1000
_SCALE = 40
_CAUTION = 3
_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """How strong a player races, as far as is known: on OpenSkill's scale, where 25 is the average newcomer."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    races: int = 0

    @property
    def value(self) -> float:
        """What is shown and ranked by: what the player is at least, most likely; 1000 for a newcomer."""
        return round(_BASE + _SCALE * (self.mu - _CAUTION * self.sigma), 2)

    @property
    def shown_sigma(self) -> float:
        """How uncertain it is, on the scale of `value`."""
        return round(_SCALE * self.sigma, 2)

    @property
    def is_provisional(self) -> bool:
        """Whether it comes from few races."""
        return self.races < PROVISIONAL_BELOW


def after_race(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after a race of two or more, by the rank of each (1 is the best, equal ones tie)."""
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(team[0].mu, team[0].sigma, before.races + 1) for team, before in zip(rated, ratings, strict=True)]
