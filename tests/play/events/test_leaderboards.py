"""Keys are in the order of the rules; places and ratings follow from all games of a player, and from races."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.leaderboards import (
    SHIFTS,
    DailyGame,
    EarnedPlace,
    EndedRace,
    Leaderboard,
    Place,
    RatedGame,
    buckets,
    count_key,
    daily_key,
    daily_places,
    deals_of,
    duplicate_key,
    is_rated,
    parse_leaderboard,
    places_after_daily,
    places_after_race,
    plays_on,
    rating_key,
    ratings_after,
    ratings_anew,
    value_of,
)
from gaprace.play.people.rating import Pairings, Rating, after_race
from gaprace.play.standings import daily_rank
from gaprace.rules.results import Result
from tests.refusals import refused

outcomes = st.builds(
    Result,
    won=st.booleans(),
    locked=st.just(0),
    score=st.integers(-45, 58),
    time_ms=st.integers(0, 26 * 60 * 60 * 1000) | st.integers(0, 3),
    moves=st.integers(0, 5000) | st.integers(0, 2),
    reached_ms=st.just(0),
)


@given(outcomes, outcomes)
def test_keys_of_games_are_in_the_order_of_the_rules(one: Result, other: Result) -> None:
    keys, ranks = [daily_key(one), daily_key(other)], [daily_rank(one), daily_rank(other)]
    assert (keys[0] < keys[1]) == (ranks[0] < ranks[1])
    assert (keys[0] == keys[1]) == (ranks[0] == ranks[1])
    assert value_of("daily", keys[0]) == one.score


@given(st.integers(0, 60_000), st.integers(0, 60_000))
def test_keys_of_numbers_are_in_order_and_give_the_number_back(one: int, other: int) -> None:
    assert (count_key(one) < count_key(other)) == (one > other)
    assert value_of("streak", count_key(one)) == one


@given(*[st.tuples(st.integers(-24_000, 24_000), st.integers(1, 366))] * 2)
def test_keys_of_duplicate_scores_are_in_order_and_give_score_and_deals_back(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    keys = [duplicate_key(score / 1000, deals) for score, deals in (one, other)]
    assert (keys[0] < keys[1]) == (one > other)
    assert (1000 * value_of("duplicate", keys[0]), deals_of(keys[0])) == pytest.approx(one)


@given(st.floats(0, 20_000), st.floats(0, 20_000))
def test_keys_of_ratings_are_in_order_to_a_hundredth(one: float, other: float) -> None:
    assert (rating_key(rated(one)) < rating_key(rated(other))) == (round(100 * one) > round(100 * other))
    assert value_of("rating", rating_key(rated(one))) == pytest.approx(one, abs=0.0051)
    assert 0 <= rating_key(rated(-1e9)) < 1 << 56
    assert 0 <= rating_key(rated(1e9)) < 1 << 56


def rated(value: float) -> Rating:
    """A rating of this value that is not provisional."""
    return Rating(mu=(value - 1000) / 40 + 3, sigma=1, races=10, opponents=9, days=9)


def test_provisional_ratings_come_after_all_others() -> None:
    provisional = rated(3000)._replace(races=9)
    assert rating_key(rated(0)) < rating_key(provisional) < rating_key(provisional._replace(mu=0)) < 1 << 56
    assert value_of("rating", rating_key(provisional)) == pytest.approx(3000)


@given(st.integers(0, (1 << 56) - 1))
def test_a_keys_buckets_lie_in_each_other(key: int) -> None:
    assert [level for level, _ in buckets(key)] == list(range(len(SHIFTS)))
    for (_, coarse), (_, fine) in pairwise(buckets(key)):
        assert fine >> SHIFTS[0] - SHIFTS[1] == coarse


def a_game(date: str, *, won: bool = False, score: int = 20, moves: int = 9) -> DailyGame:
    return DailyGame(date, f"game of {date}", Result(won, score, score, 1000, moves, 900, 0))


def test_places_are_those_of_the_date_the_month_and_all_times() -> None:
    games = [
        a_game("2026-10-30", won=True, score=48),
        a_game("2026-10-31"),
        a_game("2026-11-01", score=30),
        a_game("2026-11-02", score=25),
        a_game("2026-11-05", won=True, score=43),
    ]
    places = daily_places("mini", {"mini": games}, "2026-11-02")
    shown = {board.text: (value_of(board.kind, place.key), place.game) for board, place in places.items()}
    assert shown == {
        "daily/2026-11-02/mini": (25, "game of 2026-11-02"),
        "streak/2026-11/mini": (2, "game of 2026-11-02"),
        "streak/all/mini": (4, "game of 2026-11-02"),
    }
    assert daily_places("mini", {}, "2026-11-02") == {}
    of_another_month = daily_places("mini", {"mini": [a_game("2026-10-02")]}, "2026-11-02")
    assert {board.text for board in of_another_month} == {"streak/all/mini"}
    as_long = [a_game("2026-11-01")._replace(game="z"), a_game("2026-11-04")._replace(game="a")]
    assert daily_places("mini", {"mini": as_long}, "2026-11-04")[Leaderboard("streak", "all", "mini")].game == "z"


def test_a_game_without_a_move_has_a_place_on_its_date_and_ends_no_streak_that_it_is_no_day_of() -> None:
    places = daily_places("mini", {"mini": [a_game("2026-11-01"), a_game("2026-11-02", moves=0)]}, "2026-11-02")
    found = {board.text: place.game for board, place in places.items()}
    assert found.pop("daily/2026-11-02/mini") == "game of 2026-11-02"
    assert {*found.values()} == {"game of 2026-11-01"}


@given(st.lists(outcomes, min_size=1, max_size=9), st.lists(outcomes, min_size=1, max_size=3))
def test_more_games_never_make_a_place_worse(first: list[Result], more: list[Result]) -> None:
    games = [DailyGame(f"2026-11-{day:02}", f"g{day}", outcome) for day, outcome in enumerate([*first, *more], 1)]
    before = daily_places("mini", {"mini": games[: len(first)]}, games[0].date)
    after = daily_places("mini", {"mini": games}, games[0].date)
    assert all(after[board].key <= place.key for board, place in before.items())


def test_boards_are_read_as_they_are_written() -> None:
    for text in ("daily/2026-11-21/mini", "streak/2026-11/mini", "rating/all/strict"):
        board = parse_leaderboard(*text.split("/"))
        assert (board.text, Leaderboard.from_text(text)) == (text, board)
    for period in ("2026-11", "2026-W47", "2020-W53"):
        assert parse_leaderboard("duplicate", period, "mini").period == period
    assert parse_leaderboard("streak", "all", "mini") == Leaderboard("streak", "all", "mini")


@pytest.mark.parametrize(
    ("text", "wrong", "way_out"),
    [
        ("luck/all/mini", "luck", "daily, duplicate, streak, rating, programs."),
        ("streak/all/bridge", "bridge", "addiction, gaps, montana,"),
        ("daily/all/mini", "all", "daily leaderboard: write a date such as 2026-11-21."),
        ("daily/2026-11/mini", "2026-11", "a date"),
        ("daily/2026-02-30/mini", "2026-02-30", "a date"),
        ("programs/2026-11/mini", "2026-11", "programs leaderboard: write all."),
        ("streak/2026-13/mini", "2026-13", "streak leaderboard: write a month such as 2026-11, or all."),
        ("streak/2026-11-21/mini", "2026-11-21", "a month"),
        ("streak//mini", "", "a month"),
        ("streak/2026-W47/mini", "2026-W47", "a month"),
        ("duplicate/all/mini", "all", "write a week such as 2026-W47, or a month such as 2026-11."),
        ("duplicate/2026-W54/mini", "2026-W54", "a week"),
        ("duplicate/2026-W53-1/mini", "2026-W53-1", "a week"),
        ("duplicate/2025-W53/mini", "2025-W53", "a week"),
        ("duplicate/2026-W1/mini", "2026-W1", "a week"),
        ("duplicate/0000-W01/mini", "0000-W01", "a week"),
        ("rating/2026-11/mini", "2026-11", "rating leaderboard: write all."),
        ("streak/2026-1１/mini", "2026-1１", "a month"),
    ],
)
def test_a_leaderboard_that_cannot_be_is_refused(text: str, wrong: str, way_out: str) -> None:
    with refused("bad_leaderboard", ascii(wrong), way_out):
        parse_leaderboard(*text.split("/"))


@given(st.builds(Result, st.booleans(), *[st.integers(-(10**15), 10**15)] * 5))
def test_even_an_impossible_game_has_a_key_that_can_be_stored(outcome: Result) -> None:
    assert 0 <= daily_key(outcome) < 1 << 49


def test_a_streak_goes_on_by_a_daily_of_either_variant_and_has_one_place() -> None:
    games = {"mini": [a_game("2026-11-01")], "addiction": [a_game("2026-11-02")]}
    places = daily_places("addiction", games, "2026-11-02")
    streaks = {board.text: value_of(board.kind, place.key) for board, place in places.items() if board.kind == "streak"}
    assert streaks == {"streak/2026-11/mini": 2, "streak/all/mini": 2}
    assert parse_leaderboard("streak", "all", "addiction").text == "streak/all/mini"


# What follows from results

WON = Result(True, 48, 58, 90_000, 120, 90_000, 0)
FASTER = structs.replace(WON, time_ms=80_000, reached_ms=80_000)
LOST = Result(False, 12, 12, 100_000, 80, 99_000, 0)


def rated_games(**outcomes: Result) -> list[RatedGame]:
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
    after = ratings_after(rated_games(ann=LOST, bob=WON, cho=FASTER, dee=LOST), before, races, 7 * DAY_MS)
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
    assert plays_on(structs.replace(LOST, given_up=given_up, time_ms=time_ms, moves=moves)) is does


def test_a_race_is_lost_to_those_who_play_on_and_to_nobody_if_nobody_does() -> None:
    unmoved, left = structs.replace(LOST, moves=0, locked=20), structs.replace(LOST, given_up=True, time_ms=5_000)
    for nobody in ([], rated_games(ann=WON), rated_games(ann=unmoved, bob=left)):
        assert not is_rated(nobody)
    for leaves in (unmoved, left):
        entered = rated_games(ann=leaves, bob=LOST)
        assert is_rated(entered)
        after = ratings_after(entered, dict.fromkeys(("ann", "bob"), Rating()), {}, 0)
        assert after["ann"].mu < Rating().mu < after["bob"].mu


def test_races_that_are_rated_anew_are_rated_with_all_their_games() -> None:
    race = EndedRace("r1", 0, rated_games(ann=WON, bob=structs.replace(LOST, moves=0)))
    unrated = EndedRace("r2", 1, rated_games(ann=structs.replace(LOST, moves=0), bob=structs.replace(LOST, moves=0)))
    before = {"ann": Rating(), "bob": Rating()}
    assert ratings_anew([race, unrated], before, {}) == [ratings_after(race.games, before, {}, 0), {}]


def test_a_rating_of_races_is_a_place_with_the_game_that_it_comes_from() -> None:
    ratings = {"ann": Rating(30, 1, 2), "bob": Rating(races=1), "cho": Rating()}
    leaderboard = Leaderboard("rating", "all", "mini")
    assert places_after_race("mini", rated_games(ann=WON, bob=LOST, cho=LOST), ratings) == [
        EarnedPlace(leaderboard, "ann", rating_key(ratings["ann"]), "game of ann"),
        EarnedPlace(leaderboard, "bob", rating_key(ratings["bob"]), "game of bob"),
    ]
