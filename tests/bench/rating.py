"""How well ratings order simulated players (`tests.rating_simulation`), against OpenSkill's model without weights.

Also what a full race costs: the ratings change in the transaction that ends it.
"""

from random import Random
from time import process_time

from gaprace.play.people.rating import MAX_REMEMBERED_RACES, Pairings, Rating, after_race
from gaprace.wire import MAX_SEATS
from tests.rating_simulation import Season, mean_tau, rated, rated_by_openskill

SEASONS = {
    "60 players, 10 days": Season(),
    "60 players, 28 days": Season(days=28),
    "60 players, 4 days": Season(days=4),
    "60 players, 10 days, races of two": Season(sizes=(2, 2)),
    "60 players, 28 days, races of two": Season(days=28, sizes=(2, 2)),
    "16 players, 10 days": Season(players=16, races_a_day=20),
    "200 players, 10 days": Season(players=200, races_a_day=250),
    "200 players, 10 days, races of 50": Season(players=200, races_a_day=6, sizes=(50, 50)),
}
REPEATS = 5


def cost_ms(size: int) -> float:
    """Return the processor time of the ratings after a race of established players who have met before."""
    random = Random(size)
    ratings = [Rating(random.gauss(25, 8), 2, 100, 20, 10, 20) for _ in range(size)]
    races = [frozenset(map(str, random.sample(range(200), MAX_REMEMBERED_RACES))) for _ in range(size)]
    begun = process_time()
    for _ in range(REPEATS):
        after_race(ratings, range(1, size + 1), Pairings(races))
    return 1000 * (process_time() - begun) / REPEATS


def run(seeds: int = 10) -> None:
    """Print Kendall's tau for each season, the mean of as many seeds; then what races cost."""
    for name, season in SEASONS.items():
        before, now = (mean_tau(rate, season, range(seeds)) for rate in (rated_by_openskill, rated))
        print(f"{name:36} tau {now:.3f} (unweighted Plackett-Luce: {before:.3f})")
    print(f"a race of {MAX_SEATS}: {cost_ms(MAX_SEATS):.1f} ms of CPU")
