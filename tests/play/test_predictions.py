"""Predictions of the audience: of which race, until when, and what one is worth."""

import pytest
from msgspec.structs import replace

from gaprace.play.predictions import (
    PREDICTION_WINDOW_MS,
    candidates,
    closes_at,
    earliness,
    may_predict,
    predicted_race,
    winners,
    worth,
)
from gaprace.wire import Member, RaceView, RoomView, Seat, Settings, Standing, VariantChoice

START = 1_700_000_000_000
CLOSE = START + 15_000 + PREDICTION_WINDOW_MS
RACE = RaceView(
    "race", 3, VariantChoice(), "", START, None, [Seat("ann", "a"), Seat("bob", "b")], True, spectator_delay_s=15
)
ANN = Standing("ann", "Ann", "a", 1, True, 48, 48, 90, 0, 60_000)
LOBBY = RoomView("ROOM", 1, Settings(), "ann", [Member("ann", "Ann"), Member("cho", "Cho")])
RACING = replace(LOBBY, race=RACE)
OVER = replace(LOBBY, race=replace(RACE, standings=[ANN]))


def test_the_current_race_is_predicted_or_the_next_one() -> None:
    assert [predicted_race(room) for room in (LOBBY, RACING, OVER)] == [1, 3, 4]
    assert [candidates(room) for room in (LOBBY, RACING, OVER)] == [["ann", "cho"], ["ann", "bob"], ["ann", "cho"]]


def test_predictions_close_a_minute_after_spectators_have_seen_the_start() -> None:
    assert [closes_at(room.race) for room in (LOBBY, RACING, OVER)] == [None, CLOSE, None]
    assert may_predict(RACING, "bob", CLOSE - 1)
    assert not may_predict(RACING, "bob", CLOSE)
    assert may_predict(OVER, "cho", CLOSE)


def test_there_has_to_be_a_contest_and_the_player_in_it() -> None:
    assert not may_predict(RACING, "cho", START)
    assert not may_predict(replace(LOBBY, members=LOBBY.members[:1]), "ann", START)


def test_a_prediction_is_worth_its_surprise() -> None:
    assert worth({}, ["a", "b"], "a", 1) == 10
    assert worth({}, [*"abcdefgh"], "a", 1) == 30
    assert worth({"b": 6}, ["a", "b"], "a", 1) == 30
    assert worth({"a": 100}, ["a", "b"], "a", 1) == 1


def test_the_earlier_the_more_it_is_worth_but_never_less_than_half() -> None:
    times = (START - 3_000, START + 15_000, CLOSE - PREDICTION_WINDOW_MS // 2, CLOSE, CLOSE + 1)
    assert [earliness(RACE, now) for now in times] == [1, 1, 0.5, 0, 0]
    assert earliness(None, START) == 1
    assert [worth({}, [*"abcd"], "a", early) for early in (1, 0.5, 0)] == [20, 15, 10]


@pytest.mark.parametrize(("rank", "moves", "won"), [(1, 9, ["ann"]), (1, 0, []), (2, 9, [])])
def test_the_first_has_won_if_there_was_a_move(rank: int, moves: int, won: list[str]) -> None:
    assert winners([replace(ANN, rank=rank, moves=moves)]) == won
