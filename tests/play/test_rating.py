import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.rating import MIN_RACES, Rating, after_race

ratings = st.builds(Rating, st.floats(0, 60), st.floats(0.5, 9), st.integers(0, 500))


def test_a_newcomer_is_worth_1000_and_provisional() -> None:
    assert (Rating().value, Rating().races, Rating().is_provisional) == (1000, 0, True)
    assert Rating(races=MIN_RACES - 1).is_provisional
    assert not Rating(races=MIN_RACES).is_provisional


def test_who_wins_gains_and_all_are_known_better() -> None:
    after = after_race([Rating(), Rating(), Rating()], [3, 1, 2])
    assert after[1].mu > after[2].mu > after[0].mu
    assert all(each.sigma < Rating().sigma and each.races == 1 for each in after)


def test_a_surprise_changes_more_than_what_was_expected_and_a_known_player_less_than_a_newcomer() -> None:
    strong, weak = Rating(mu=35, sigma=3), Rating(mu=15, sigma=3)
    upset, expected = after_race([strong, weak], [2, 1]), after_race([strong, weak], [1, 2])
    assert upset[1].mu - weak.mu > 5 * (expected[0].mu - strong.mu) > 0
    known = after_race([Rating(sigma=1), Rating()], [1, 2])
    assert 0 < known[0].mu - 25 < 25 - known[1].mu
    assert known[0].sigma == pytest.approx(1, abs=0.01)
    assert known[1].sigma < Rating().sigma - 0.1


@given(st.lists(ratings, min_size=2, max_size=6))
def test_equal_ranks_of_equal_players_change_them_alike(before: list[Rating]) -> None:
    same = [before[0]] * len(before)
    after = after_race(same, [1] * len(same))
    assert all(each.mu == pytest.approx(after[0].mu) and each.sigma == pytest.approx(after[0].sigma) for each in after)


@given(st.lists(st.tuples(ratings, st.integers(1, 4)), min_size=2, max_size=6))
def test_the_order_of_the_players_does_not_matter(raced: list[tuple[Rating, int]]) -> None:
    before, ranks = [list(each) for each in zip(*raced, strict=True)]
    forward = after_race(before, ranks)
    backward = after_race(before[::-1], ranks[::-1])[::-1]
    for one, other in zip(forward, backward, strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))
