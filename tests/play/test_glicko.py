import pytest

from gaprace.play.glicko import MAX_DEVIATION, MIN_DEVIATION, Glicko, Opponent, after_games


def test_the_worked_example_of_the_paper_comes_out() -> None:
    games = [Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0)]
    after = after_games(Glicko(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_volatility_follows_the_deviation_and_not_the_rating() -> None:
    """What the package in use gets wrong: the volatility of equal surprises may not depend on where the scale is."""
    near = after_games(Glicko(1500, 80, 0.06), [Opponent(1700, 80, 1)] * 4)
    far = after_games(Glicko(2500, 80, 0.06), [Opponent(2700, 80, 1)] * 4)
    assert near.volatility == pytest.approx(far.volatility)
    assert near.volatility > 0.06


def test_surprises_teach_more_and_deviations_stay_in_their_limits() -> None:
    weak, strong = Opponent(1000, 50, 1), Opponent(2000, 50, 1)
    assert after_games(Glicko(), [strong]).rating > after_games(Glicko(), [weak]).rating > 1500
    known = Glicko(1500, 60, 0.01)
    for _ in range(100):
        known = after_games(known, [Opponent(known.rating, 50, 1), Opponent(known.rating, 50, 0)])
    assert known.deviation == MIN_DEVIATION
    assert after_games(Glicko(0, MAX_DEVIATION, 5.0), [Opponent(3000, 350, 0)]).deviation <= MAX_DEVIATION


def test_a_string_of_great_surprises_ends() -> None:
    known = Glicko(600, 45, 0.06)
    for _ in range(50):
        known = after_games(known, [Opponent(2400, 45, 1)])
    assert known.rating > 1200
