"""What follows from results: places from dailies, ratings from races."""

import pytest
from msgspec.structs import replace

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.leaderboards import DailyGame, Leaderboard, Place, daily_key, daily_places, rating_key
from gaprace.play.events.results import (
    EarnedPlace,
    RatedGame,
    is_rated,
    places_after_daily,
    places_after_race,
    ratings_after,
    teaches,
)
from gaprace.play.people.rating import Pairings, Rating, after_race
from gaprace.rules.ranking import Result

WON = Result(True, 48, 58, 90_000, 120, 90_000, 0)
FASTER = replace(WON, time_ms=80_000, reached_ms=80_000)
LOST = Result(False, 12, 12, 100_000, 80, 99_000, 0)


def games(**outcomes: Result) -> list[RatedGame]:
    return [RatedGame(player, f"game of {player}", outcome) for player, outcome in outcomes.items()]


def test_a_daily_earns_its_player_all_places_that_it_can_have_changed() -> None:
    played = [DailyGame("2026-11-20", "g1", LOST), DailyGame("2026-11-21", "g2", WON)]
    earned = places_after_daily("ann", "mini", played, "2026-11-21")
    assert {each.player for each in earned} == {"ann"}
    assert {each.leaderboard: Place(each.key, each.game) for each in earned} == daily_places(
        "mini", played, "2026-11-21"
    )
    assert EarnedPlace(Leaderboard("daily", "2026-11-21", "mini"), "ann", daily_key(WON), "g2") in earned


def test_a_race_of_one_is_not_rated() -> None:
    assert not is_rated([])
    assert not is_rated(games(ann=WON))
    assert is_rated(games(ann=WON, bob=LOST))


def test_ratings_follow_from_the_ranks_of_the_race_and_equal_games_tie() -> None:
    before = {"ann": Rating(), "bob": Rating(30, 5, 7), "cho": Rating(20, 3, 1), "dee": Rating()}
    races = {"ann": {"r1"}, "bob": {"r1", "r2"}, "dee": set[str]()}
    after = ratings_after(games(ann=LOST, bob=WON, cho=FASTER, dee=LOST), before, races, 7 * DAY_MS)
    met = Pairings([{"r1"}, {"r1", "r2"}, set(), set()])
    assert [*after.values()] == after_race([*before.values()], [3, 2, 1, 3], met, 7)
    assert (after["cho"].races, after["cho"].last_day) == (2, 7)


@pytest.mark.parametrize(
    ("was_resigned", "time_ms", "does"), [(True, 9_999, False), (True, 10_000, True), (False, 9_999, True)]
)
def test_a_game_given_up_in_its_first_seconds_teaches_nothing(was_resigned: bool, time_ms: int, does: bool) -> None:
    assert teaches(RatedGame("ann", "g1", replace(LOST, time_ms=time_ms), was_resigned)) is does


def test_a_rating_is_a_place_with_the_game_that_it_comes_from() -> None:
    ratings = {"ann": Rating(30, 1, 2), "bob": Rating()}
    leaderboard = Leaderboard("rating", "all", "mini")
    assert places_after_race("mini", games(ann=WON, bob=LOST), ratings) == [
        EarnedPlace(leaderboard, "ann", rating_key(ratings["ann"].value), "game of ann"),
        EarnedPlace(leaderboard, "bob", rating_key(ratings["bob"].value), "game of bob"),
    ]
