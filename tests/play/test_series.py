"""A series is several races of one room, with a score over them."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gaprace.errors import RoomError
from gaprace.play.room import RoomState, new_room
from gaprace.play.series import series_after, without_player
from gaprace.play.settings import checked
from gaprace.wire import Member, RaceView, Seat, Series, Settings, Standing, VariantChoice


def standings(*players: str, ranks: Sequence[int] = ()) -> list[Standing]:
    """The players in this order."""
    return [
        Standing(
            player, player, f"game of {player}", rank, won=False, locked=0, score=0, moves=1, shuffles=0, time_ms=1
        )
        for player, rank in zip(players, ranks or range(1, len(players) + 1), strict=True)
    ]


def points(series: Series | None) -> dict[str, int]:
    assert series
    return {score.player: score.points for score in series.scores}


def test_a_player_gets_a_point_for_each_rival_behind() -> None:
    series = series_after(None, 3, standings("ann", "bob", "cat"))
    assert points(series) == {"ann": 2, "bob": 1, "cat": 0}
    series = series_after(series, 3, standings("cat", "bob", "ann", ranks=(1, 1, 3)))
    assert points(series) == {"ann": 2, "bob": 2, "cat": 1}
    assert series == replace(series, races=2, over=False)


def test_two_wins_decide_a_best_of_three_of_two_players() -> None:
    first = series_after(None, 3, standings("ann", "bob"))
    assert first
    assert not first.over
    second = series_after(first, 3, standings("ann", "bob"))
    assert second
    assert second.over
    assert points(series_after(second, 3, standings("bob", "ann"))) == {"bob": 1, "ann": 0}


def test_without_a_series_there_is_no_score() -> None:
    assert series_after(None, 1, standings("ann", "bob")) is None
    assert series_after(None, 3, []) is None
    assert without_player(None, "ann") is None


@given(st.lists(st.permutations(["ann", "bob", "cat", "dan"]), min_size=1, max_size=9), st.sampled_from([3, 5, 7, 9]))
def test_a_series_is_over_when_the_leader_cannot_be_caught_and_by_its_last_race(
    races: list[list[str]], length: int
) -> None:
    series = None
    for order in races:
        series = series_after(series, length, standings(*order))
        assert series
        best, second, *_ = [score.points for score in series.scores]
        assert all(one.points >= other.points for one, other in pairwise(series.scores))
        assert sum(points(series).values()) == 6 * series.races
        left = length - series.races
        assert series.over == (left == 0 or best > second + 3 * left)


def room(best_of: int) -> RoomState:
    settings = Settings(VariantChoice("mini"), best_of=best_of)
    return new_room("CODE", Member("ann", "Ann"), settings).joined("bob", "Bob")


def raced(state: RoomState, *order: str) -> RoomState:
    seats = [Seat(member.id, f"game of {member.id}") for member in state.view.members]
    race = RaceView("race", 1, state.view.settings.variant, "", 0, None, seats, ranked=True)
    return state.with_race(race).with_race_over(standings(*order), None)


def test_a_room_keeps_the_score_of_its_series_and_counts_each_race_once() -> None:
    after = raced(raced(room(3), "ann", "bob"), "bob", "ann")
    assert points(after.view.series) == {"ann": 1, "bob": 1}
    assert after.view.race
    revealed = after.with_race_over(after.view.race.standings or [], None)
    assert revealed.view.series == after.view.series
    assert raced(room(1), "ann", "bob").view.series is None


def test_another_length_ends_a_series_and_other_settings_do_not() -> None:
    after = raced(room(3), "ann", "bob")
    settings = after.view.settings
    assert after.with_settings("ann", replace(settings, hints=True)).view.series == after.view.series
    assert after.with_settings("ann", replace(settings, best_of=5)).view.series is None


def test_a_deleted_player_is_in_no_series() -> None:
    after = raced(room(3), "bob", "ann")
    assert points(after.without_deleted("bob").view.series) == {"ann": 0}


def test_a_series_has_an_odd_number_of_races_and_a_solo_room_none() -> None:
    with pytest.raises(RoomError, match="odd"):
        checked(Settings(best_of=2))
    assert checked(Settings(best_of=5)).best_of == 5
    assert checked(Settings(seats=1, best_of=5)).best_of == 1
