"""What follows from results: places from dailies, ratings from races."""

import pytest
from msgspec.structs import replace

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.leaderboards import (
    DailyGame,
    EarnedPlace,
    EndedRace,
    Leaderboard,
    Place,
    RatedGame,
    daily_key,
    daily_places,
    is_rated,
    places_after_daily,
    places_after_race,
    plays_on,
    rating_key,
    ratings_after,
    ratings_anew,
)
from gaprace.play.people.rating import Pairings, Rating, after_race
from gaprace.rules.results import Result

WON = Result(True, 48, 58, 90_000, 120, 90_000, 0)
FASTER = replace(WON, time_ms=80_000, reached_ms=80_000)
LOST = Result(False, 12, 12, 100_000, 80, 99_000, 0)


def games(**outcomes: Result) -> list[RatedGame]:
    return [RatedGame(player, f"game of {player}", outcome) for player, outcome in outcomes.items()]


def test_a_daily_earns_its_player_all_places_that_it_can_have_changed() -> None:
    played = {"mini": [DailyGame("2026-11-20", "g1", LOST), DailyGame("2026-11-21", "g2", WON)]}
    earned = places_after_daily("ann", "mini", played, "2026-11-21")
    assert {each.player for each in earned} == {"ann"}
    assert {each.leaderboard: Place(each.key, each.game) for each in earned} == daily_places(
        "mini", played, "2026-11-21"
    )
    assert EarnedPlace(Leaderboard("daily", "2026-11-21", "mini"), "ann", daily_key(WON), "g2") in earned


def test_ratings_follow_from_the_ranks_of_the_race_and_equal_games_tie() -> None:
    before = {"ann": Rating(), "bob": Rating(30, 5, 7), "cho": Rating(20, 3, 1), "dee": Rating()}
    races = {"ann": {"r1"}, "bob": {"r1", "r2"}, "dee": set[str]()}
    after = ratings_after(games(ann=LOST, bob=WON, cho=FASTER, dee=LOST), before, races, 7 * DAY_MS)
    met = Pairings([{"r1"}, {"r1", "r2"}, set(), set()])
    assert [*after.values()] == after_race([*before.values()], [3, 2, 1, 3], met, 7)
    assert (after["cho"].races, after["cho"].last_day) == (2, 7)


@pytest.mark.parametrize(
    ("given_up", "time_ms", "moves", "does"),
    [(True, 9_999, 1, False), (True, 10_000, 1, True), (False, 9_999, 1, True), (False, 99_999, 0, False)],
)
def test_who_makes_no_move_or_gives_up_at_once_does_not_play_on(
    given_up: bool, time_ms: int, moves: int, does: bool
) -> None:
    assert plays_on(replace(LOST, given_up=given_up, time_ms=time_ms, moves=moves)) is does


def test_a_race_is_lost_to_those_who_play_on_and_to_nobody_if_nobody_does() -> None:
    unmoved, left = replace(LOST, moves=0, locked=20), replace(LOST, given_up=True, time_ms=5_000)
    for nobody in ([], games(ann=WON), games(ann=unmoved, bob=left)):
        assert not is_rated(nobody)
    for leaves in (unmoved, left):
        entered = games(ann=leaves, bob=LOST)
        assert is_rated(entered)
        after = ratings_after(entered, dict.fromkeys(("ann", "bob"), Rating()), {}, 0)
        assert after["ann"].mu < Rating().mu < after["bob"].mu


def test_races_that_are_rated_anew_are_rated_with_all_their_games() -> None:
    race = EndedRace("r1", 0, games(ann=WON, bob=replace(LOST, moves=0)))
    unrated = EndedRace("r2", 1, games(ann=replace(LOST, moves=0), bob=replace(LOST, moves=0)))
    before = {"ann": Rating(), "bob": Rating()}
    assert ratings_anew([race, unrated], before, {}) == [ratings_after(race.games, before, {}, 0), {}]


def test_a_rating_of_races_is_a_place_with_the_game_that_it_comes_from() -> None:
    ratings = {"ann": Rating(30, 1, 2), "bob": Rating(races=1), "cho": Rating()}
    leaderboard = Leaderboard("rating", "all", "mini")
    assert places_after_race("mini", games(ann=WON, bob=LOST, cho=LOST), ratings) == [
        EarnedPlace(leaderboard, "ann", rating_key(ratings["ann"]), "game of ann"),
        EarnedPlace(leaderboard, "bob", rating_key(ratings["bob"]), "game of bob"),
    ]
