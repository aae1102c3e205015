"""Ratings: the Bayesian approximation for the Bradley-Terry model with full pairs, and with weights for the pairs.

Source: R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", Journal of Machine Learning
Research 12 (2011), pages 267 to 300, algorithm 1; the constants are those of OpenSkill (https://openskill.me). For
player i and each opponent j of a race, with strengths mu and uncertainties sigma:

    c = sqrt(sigma_i^2 + sigma_j^2 + 2 beta^2)
    p = 1 / (1 + exp((mu_j - mu_i) / c))                       the chance that i is better
    omega += w (sigma_i^2 / c) (s - p)                         s = 1 if i was better, 1/2 if equal, 0 if worse
    delta += w (sigma_i / c) (sigma_i^2 / c^2) p (1 - p)
    mu_i <- mu_i + omega,  sigma_i^2 <- sigma_i^2 max(1 - delta, kappa) + tau^2 min(1, sum of w)

The weight w is 1 in the paper. Here it is the reliability of an opponent, so that nobody can raise a rating with guests
of their own (`tests/attack/test_rating_farm.py`):

- *Kin* have no weight: players who came from one network, and a stranger who has met nobody else.
- An *established* opponent has a rating from several races, against several people, on more than one day. Repeated
  pairings have less weight: the k-th of the last races with the same opponent has a weight of 2 / k at most.
- All others are *strangers*, who count as one and the same opponent: the k-th race with any of them has a weight of
  1 / (2 k), shared among the strangers of the race.

For a stranger, an established opponent has full weight. A race against kin alone changes nothing.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import exp, sqrt
from typing import NamedTuple

MIN_RACES = 10
"""With fewer races, a rating is provisional."""
MIN_RATED_GAMES = 2
"""The number of ranked games that a race needs to change ratings."""
MIN_ESTABLISHED_RACES, MIN_OPPONENTS, MIN_DAYS = 5, 3, 2
"""Rated races, different opponents, and UTC dates with a rated race that make a player established."""
MAX_REMEMBERED_RACES = 50
"""Pairings are looked for among this many of the last races of each player."""
_FRESH_PAIRINGS = 2
"""Races with the same established opponent that have their whole weight."""
_STRANGER_WEIGHT = 0.5
_BASE = 1000
_SCALE = 40
_DEVIATIONS = 3
_MU, _SIGMA = 25.0, 25 / 3
_BETA, _TAU, _KAPPA = 25 / 6, 25 / 300, 0.0001


class Rating(NamedTuple):
    """The estimated strength of a player, on OpenSkill's scale, and its basis. A new player has mu = 25."""

    mu: float = _MU
    sigma: float = _SIGMA
    races: int = 0
    opponents: int = 0
    """Different opponents so far, without kin; one who has not been met in the last races counts again."""
    strangers: int = 0
    """Races with an opponent who was not established."""
    days: int = 0
    """UTC dates with a rated race."""
    last_day: int = -1
    """The last of them, in days since 1970."""

    @property
    def value(self) -> float:
        """The shown and ranked rating: mu - 3 sigma, a conservative estimate, scaled to 1000 for new players."""
        return round(_BASE + _SCALE * (self.mu - _DEVIATIONS * self.sigma), 2)

    @property
    def shown_sigma(self) -> float:
        """The standard deviation on the scale of `value`."""
        return round(_SCALE * self.sigma, 2)

    @property
    def is_established(self) -> bool:
        """Whether the rating is reliable enough for rating others."""
        return self.races >= MIN_ESTABLISHED_RACES and self.opponents >= MIN_OPPONENTS and self.days >= MIN_DAYS

    @property
    def is_provisional(self) -> bool:
        """Whether the rating comes from few races, or from few people or a single day."""
        return self.races < MIN_RACES or not self.is_established


class Pairings(NamedTuple):
    """The numbers of earlier races of the players of a race with each other, among the last races of each."""

    races: Sequence[AbstractSet[str]]
    """The ids of the last rated races of each player."""
    kin: Sequence[int] = ()
    """The kin of each player, see `kin_of`, and 0 for none; empty if nobody has any."""

    def between(self, player: int, other: int) -> int:
        """Return the number of races that two players had with each other."""
        return len(self.races[player] & self.races[other])

    def are_kin(self, player: int, other: int) -> bool:
        """Whether two players came from one network."""
        return bool(self.kin) and 0 < self.kin[player] == self.kin[other]


def kin_of(networks: Mapping[str, AbstractSet[str]]) -> dict[str, int]:
    """Return a number for each player who shares a network with another one, from 1 on; kin have the same number."""
    groups: list[tuple[set[str], set[str]]] = []
    for player, theirs in sorted(networks.items()):
        linked = [group for group in groups if not group[1].isdisjoint(theirs)]
        groups = [group for group in groups if group not in linked]
        groups.append(
            ({player}.union(*(group[0] for group in linked)), {*theirs}.union(*(group[1] for group in linked)))
        )
    shared = [players for players, _ in groups if len(players) > 1]
    return {player: number for number, players in enumerate(shared, 1) for player in players}


def after_race(
    ratings: Sequence[Rating], ranks: Sequence[int], pairings: Pairings | None = None, day: int = 0
) -> list[Rating]:
    """Return the ratings after a race of two or more.

    `ranks` are theirs in the race (1 is best, equal ranks tie), `day` is the UTC date in days since 1970.
    """
    known = pairings or Pairings([frozenset()] * len(ratings))
    return [_after(ratings, ranks, known, player, day) for player in range(len(ratings))]


def expected_place(values: Sequence[float], player: int) -> float:
    """Return the mean place of a player among players with these shown ratings: 1 plus the chances of the others."""
    c = _SCALE * _BETA * sqrt(2)
    others = (value for other, value in enumerate(values) if other != player)
    return round(1 + sum(1 / (1 + exp((values[player] - value) / c)) for value in others), 1)


def _after(ratings: Sequence[Rating], ranks: Sequence[int], pairings: Pairings, player: int, day: int) -> Rating:
    mine, opponents = ratings[player], [other for other in range(len(ratings)) if other != player]
    met = [pairings.between(player, other) for other in opponents]
    is_kin = [
        pairings.are_kin(player, other) or (times > 0 and ratings[other].opponents <= 1)  # it knows nobody else
        for other, times in zip(opponents, met, strict=True)
    ]
    if all(is_kin):
        return mine
    strangers = sum(not kin and not ratings[other].is_established for other, kin in zip(opponents, is_kin, strict=True))
    omega = delta = total = 0.0
    for other, times, kin in zip(opponents, met, is_kin, strict=True):
        weight = 0.0 if kin else _weight(mine, ratings[other], times, strangers)
        gain, certainty = _lesson(mine, ratings[other], _result(ranks[player], ranks[other]))
        omega, delta, total = omega + weight * gain, delta + weight * certainty, total + weight
    return Rating(
        mu=mine.mu + omega,
        sigma=sqrt(mine.sigma**2 * max(1 - delta, _KAPPA) + _TAU**2 * min(1.0, total)),
        races=mine.races + 1,
        opponents=mine.opponents + sum(not (times or kin) for times, kin in zip(met, is_kin, strict=True)),
        strangers=mine.strangers + bool(strangers),
        days=mine.days + (day != mine.last_day),
        last_day=day,
    )


def _weight(mine: Rating, other: Rating, met: int, strangers: int) -> float:
    """Return the weight of an opponent for a player, in a race with this number of strangers."""
    if other.is_established:
        return min(1.0, _FRESH_PAIRINGS / (met + 1))
    return _STRANGER_WEIGHT / (mine.strangers + 1) / strangers


def _result(rank: int, other: int) -> float:
    return 0.5 if rank == other else float(rank < other)


def _lesson(mine: Rating, other: Rating, result: float) -> tuple[float, float]:
    """Return the change of mu and the lost share of sigma^2 by the result against one opponent (omega and delta)."""
    c = sqrt(mine.sigma**2 + other.sigma**2 + 2 * _BETA**2)
    chance = 1 / (1 + exp((other.mu - mine.mu) / c))
    share = mine.sigma / c
    return mine.sigma * share * (result - chance), share**3 * chance * (1 - chance)
