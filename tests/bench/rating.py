"""How well ratings order simulated players (`tests.rating_simulation`), against OpenSkill's model without weights."""

from tests.rating_simulation import Season, mean_tau, rated, rated_by_openskill

SEASONS = {
    "60 players, 10 days": Season(),
    "60 players, 28 days": Season(days=28),
    "60 players, 4 days": Season(days=4),
    "60 players, 10 days, races of two": Season(sizes=(2, 2)),
    "60 players, 28 days, races of two": Season(days=28, sizes=(2, 2)),
    "16 players, 10 days": Season(players=16, races_a_day=20),
    "200 players, 10 days": Season(players=200, races_a_day=250),
}


def run(seeds: int = 10) -> None:
    """Print Kendall's tau for each season, the mean of as many seeds."""
    for name, season in SEASONS.items():
        before, now = (mean_tau(rate, season, range(seeds)) for rate in (rated_by_openskill, rated))
        print(f"{name:36} tau {now:.3f} (unweighted Plackett-Luce: {before:.3f})")
