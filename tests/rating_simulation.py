"""Simulated players of known strength, who race each other: how well does a rating order them?

The strengths are normally distributed, and so is the luck of each race, with the same deviation. Some play much more
often than others. The measure is Kendall's tau: the share of pairs in the right order, less that in the wrong one.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from openskill.models import PlackettLuce

from gaprace.play.people.rating import MAX_REMEMBERED_RACES, Pairings, Rating, after_race
from tests.score_simulation import kendall_tau


class Season(NamedTuple):
    """How much is raced."""

    players: int = 60
    days: int = 10
    races_a_day: int = 75
    sizes: tuple[int, int] = (2, 6)


class Race(NamedTuple):
    """Who raced on which day, and their ranks."""

    day: int
    players: list[int]
    ranks: list[int]


def strengths_and_races(seed: int, season: Season) -> tuple[list[float], list[Race]]:
    """Draw a season."""
    random = Random(seed)
    strengths = [random.gauss(0, 1) for _ in range(season.players)]
    zeal = [random.expovariate(1) + 0.2 for _ in strengths]
    races = []
    for number in range(season.days * season.races_a_day):
        players: list[int] = []
        size = random.randint(*season.sizes)
        while len(players) < size:
            players = [*{*players, *random.choices(range(season.players), zeal)}]
        played = [strengths[player] + random.gauss(0, 1) for player in players]
        ranks = [1 + sum(other > each for other in played) for each in played]
        races.append(Race(number // season.races_a_day, players, ranks))
    return strengths, races


def rated(races: Sequence[Race], players: int) -> list[float]:
    """Return the ratings of players after races."""
    ratings = [Rating()] * players
    raced: dict[int, list[str]] = defaultdict(list)
    for number, (day, racing, ranks) in enumerate(races):
        pairings = Pairings([{*raced[player][-MAX_REMEMBERED_RACES:]} for player in racing])
        after = after_race([ratings[player] for player in racing], ranks, pairings, day)
        for player, rating in zip(racing, after, strict=True):
            ratings[player] = rating
            raced[player].append(str(number))
    return [rating.value for rating in ratings]


def rated_by_openskill(races: Sequence[Race], players: int) -> list[float]:
    """Return ratings as they were before opponents were weighed: OpenSkill's Plackett-Luce model, mu - 3 sigma."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(players)]
    for _, racing, ranks in races:
        after = model.rate([[ratings[player]] for player in racing], ranks=[float(rank) for rank in ranks])
        for player, (rating,) in zip(racing, after, strict=True):
            ratings[player] = rating
    return [rating.ordinal() for rating in ratings]


def mean_tau(rate: Callable[[Sequence[Race], int], list[float]], season: Season, seeds: Sequence[int]) -> float:
    """Return the mean of Kendall's tau over seasons."""
    taus = []
    for seed in seeds:
        strengths, races = strengths_and_races(seed, season)
        taus.append(kendall_tau(strengths, rate(races, season.players)))
    return sum(taus) / len(taus)
