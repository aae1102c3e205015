import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from gaprace.play.people.rating import (
    MIN_DAYS,
    MIN_ESTABLISHED_RACES,
    MIN_OPPONENTS,
    MIN_RACES,
    Pairings,
    Rating,
    after_race,
    kin_of,
)
from tests.rating_simulation import Season, mean_tau, rated, rated_by_openskill

counts = st.integers(0, 20)
ratings = st.builds(Rating, st.floats(0, 60), st.floats(0.5, 9), st.integers(0, 500), counts, counts, counts)
KNOWN = Rating(25, 2, 100, 20, 10, 20)
"""An established player."""


def test_a_newcomer_is_worth_1000_and_provisional() -> None:
    assert (Rating().value, Rating().races, Rating().is_provisional) == (1000, 0, True)


LEAST = {"races": MIN_RACES, "opponents": MIN_OPPONENTS, "days": MIN_DAYS}


@pytest.mark.parametrize("too_few", [None, *LEAST])
def test_a_rating_is_no_longer_provisional_and_then_established_by_races_people_and_days(too_few: str | None) -> None:
    enough = {name: count - (name == too_few) for name, count in LEAST.items()}
    assert Rating(**enough).is_provisional is (too_few is not None)
    many = {**enough, "races": MIN_ESTABLISHED_RACES - (too_few == "races")}
    assert Rating(**many).is_established is (too_few is None)


def test_a_surprise_changes_more_than_what_was_expected_and_a_known_player_less_than_a_newcomer() -> None:
    strong, weak = Rating(mu=35, sigma=3), Rating(mu=15, sigma=3)
    after = after_race([Rating(), Rating(), Rating()], [3, 1, 2])
    assert after[1].mu > after[2].mu > after[0].mu
    assert all(each.sigma < Rating().sigma and each.races == 1 for each in after)
    upset, expected = after_race([strong, weak], [2, 1]), after_race([strong, weak], [1, 2])
    assert upset[1].mu - weak.mu > 5 * (expected[0].mu - strong.mu) > 0
    known = after_race([Rating(sigma=1), Rating()], [1, 2])
    assert 0 < known[0].mu - 25 < 25 - known[1].mu
    assert known[0].sigma == pytest.approx(1, abs=0.01)
    assert known[1].sigma < Rating().sigma - 0.1


@given(st.lists(st.tuples(ratings, st.integers(1, 4)), min_size=2, max_size=6))
def test_the_order_of_the_players_does_not_matter(raced: list[tuple[Rating, int]]) -> None:
    before, ranks = [list(each) for each in zip(*raced, strict=True)]
    forward = after_race(before, ranks)
    backward = after_race(before[::-1], ranks[::-1])[::-1]
    for one, other in zip(forward, backward, strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))


@given(st.lists(st.tuples(st.floats(0, 60), st.floats(0.5, 9), st.integers(1, 4)), min_size=2, max_size=6))
@example([(25.0, 8.0, rank) for rank in range(1, 51)])
def test_established_players_who_have_not_met_are_rated_by_the_formulas_of_the_source(
    raced: list[tuple[float, float, int]],
) -> None:
    """As OpenSkill has them, which adds tau^2 before the race and not after it."""
    model = BradleyTerryFull(tau=0)
    ranks = [rank for *_, rank in raced]
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in raced]
    wanted = model.rate(teams, ranks=[float(rank) for rank in ranks])
    after = after_race([KNOWN._replace(mu=mu, sigma=sigma) for mu, sigma, _ in raced], ranks)
    for (one,), other in zip(wanted, after, strict=True):
        assert other.mu == pytest.approx(one.mu)
        assert other.sigma**2 - (25 / 300) ** 2 == pytest.approx(one.sigma**2)


def gain(mine: Rating, other: Rating, met: int = 0) -> float:
    """What a win against one opponent is worth."""
    return after_race([mine, other], [1, 2], Pairings([{f"r{race}" for race in range(met)}] * 2))[0].mu - mine.mu


def test_repeated_pairings_fade() -> None:
    worth = [gain(KNOWN, KNOWN, met) / gain(KNOWN, KNOWN) for met in range(5)]
    assert worth == pytest.approx([1, 1, 2 / 3, 1 / 2, 2 / 5])
    pairings = Pairings([{"r1", "r2", "r3"}, {"r2", "r3", "r4"}, set()])
    assert [pairings.between(*pair) for pair in ((0, 1), (1, 0), (0, 2), (2, 1))] == [2, 2, 0, 0]


def test_strangers_count_as_one_opponent_who_fades_and_are_shared_in_a_race() -> None:
    whole = gain(Rating(), Rating(25, 25 / 3, 5, 3, 5, 2))
    fading = [gain(Rating(strangers=met), Rating()) / whole for met in range(3)]
    assert fading == pytest.approx([1 / 2, 1 / 4, 1 / 6])
    crowd = after_race([Rating()] * 5, [1, 2, 2, 2, 2])[0]
    assert crowd.mu - Rating().mu == pytest.approx(whole / 2)
    assert (crowd.strangers, crowd.opponents) == (1, 4)


def test_a_newcomer_learns_from_an_established_opponent_who_learns_little_from_the_newcomer() -> None:
    newcomer, known = after_race([Rating(), KNOWN], [1, 2])
    assert newcomer.sigma < Rating().sigma
    assert 0 < KNOWN.mu - known.mu < 0.1 * (newcomer.mu - Rating().mu)


def test_opponents_and_days_are_counted_once() -> None:
    rating = Rating()
    for day, races in ((7, {"r1"}), (7, {"r1", "r2"}), (8, {"r1", "r2", "r3"})):
        before = races - {f"r{len(races)}"}
        rating = after_race([rating, Rating(opponents=2)], [1, 2], Pairings([before, before]), day)[0]
    assert (rating.races, rating.opponents, rating.days, rating.last_day) == (3, 1, 2, 8)


def test_kin_have_no_weight_and_a_race_against_them_alone_changes_nothing() -> None:
    apart = [frozenset[str]()] * 3
    assert after_race([KNOWN, KNOWN], [1, 2], Pairings(apart[:2], [1, 1])) == [KNOWN, KNOWN]
    alone = after_race([KNOWN, KNOWN], [1, 2])
    with_kin = after_race([KNOWN, KNOWN, Rating()], [1, 2, 3], Pairings(apart, [1, 0, 1]))
    assert with_kin[0] == alone[0]
    assert (with_kin[0].opponents, with_kin[0].strangers) == (KNOWN.opponents + 1, KNOWN.strangers)
    for others in ([1, 2], [0, 0]):
        assert after_race([KNOWN, KNOWN], [1, 2], Pairings(apart[:2], others)) == alone


def test_a_stranger_who_has_met_nobody_else_is_kin() -> None:
    met, new = Pairings([{"r1"}, {"r1"}]), Rating(races=1, opponents=1)
    assert after_race([KNOWN, new], [1, 2], met)[0] == KNOWN
    assert after_race([KNOWN, new], [1, 2], met)[1].mu < new.mu
    assert after_race([KNOWN, new._replace(opponents=2)], [1, 2], met)[0].mu > KNOWN.mu
    assert after_race([KNOWN, new], [1, 2])[0].mu > KNOWN.mu


def test_kin_are_linked_by_networks_that_they_share() -> None:
    networks = {
        "ann": {"n1"},
        "bob": {"n2"},
        "cho": {"n1", "n3"},
        "dee": {"n4"},
        "eve": {"n3"},
        "fay": {"n4"},
        "gus": set[str](),
    }
    assert kin_of(networks) == {"ann": 1, "cho": 1, "eve": 1, "dee": 2, "fay": 2}
    assert kin_of({"ann": {"n1"}, "bob": {"n2"}, "cho": {"n1", "n2"}}) == {"ann": 1, "bob": 1, "cho": 1}
    assert kin_of({}) == {}


@pytest.mark.parametrize("season", [Season(), Season(players=16, races_a_day=20)], ids=["many", "few"])
def test_simulated_players_are_ordered_no_worse_than_by_openskill_without_weights(season: Season) -> None:
    seeds = range(3)
    assert mean_tau(rated, season, seeds) >= mean_tau(rated_by_openskill, season, seeds) > 0.6
