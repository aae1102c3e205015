"""Handicaps: how much later the faster ones start, and what it is worth."""

from collections.abc import Mapping
from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gaprace.play.handicap import MAX_FORMS, MAX_HEAD_START_S, Form, expected_times, forms_after, waits_of
from gaprace.play.room import RoomState, new_room, room_from_json, room_to_json
from gaprace.play.settings import checked
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Member, RaceView, Seat, Settings, Standing, VariantChoice

MINI = VARIANTS["mini"]
CARDS = 24
Forms = dict[str, Form]


def won(player: str, ms: int) -> Standing:
    return Standing(player, player, f"g-{player}", 1, True, CARDS, 20, 40, 0, ms, ms)


def lost(player: str, locked: int, ms: int = 60_000, moves: int = 9) -> Standing:
    return Standing(player, player, f"g-{player}", 1, False, locked, locked, moves, 0, ms + 9_000, ms)


def seats(waits: Mapping[str, int]) -> list[Seat]:
    return [Seat(player, f"g-{player}", waits_ms=ms) for player, ms in waits.items()]


def raced(forms: Forms, times: Mapping[str, float]) -> tuple[Forms, dict[str, int]]:
    """Race with a handicap; return the forms after it, and when each has finished by the clock of the race."""
    waits = waits_of(expected_times(forms, [*times]), [*times])
    ends = {player: waits[player] + round(ms) for player, ms in times.items()}
    standings = [won(player, ms) for player, ms in ends.items()]
    return forms_after(forms, standings, seats(waits), MINI), ends


def test_before_two_have_raced_here_all_start_together() -> None:
    assert expected_times({}, ["ann", "bob"]) == {}
    alone = forms_after({}, [won("ann", 60_000)], [], MINI)
    assert (alone, waits_of({}, ["ann", "bob"])) == ({}, {"ann": 0, "bob": 0})
    forms = forms_after({}, [won("ann", 60_000), won("bob", 90_000)], [], MINI)
    assert expected_times(forms, ["ann", "cho"]) == {}


@given(st.integers(10, 600), st.floats(1, 1.9), st.integers(1, 30))
def test_the_head_start_of_two_approaches_the_difference_of_their_times_from_below(
    seconds: int, ratio: float, races: int
) -> None:
    times = {"ann": 1000 * seconds, "bob": 1000 * seconds * ratio}
    forms, heads = dict[str, Form](), [0]
    for _ in range(races):
        forms, ends = raced(forms, times)
        heads.append(ends["ann"] - times["ann"])
    difference = min(times["bob"] - times["ann"], 1000 * MAX_HEAD_START_S)
    assert heads == sorted(heads), "more races never say less"
    assert heads[-1] <= difference + 1000, "the faster one is not made the slower one, but for the rounding"
    if races > 20:
        assert heads[-1] >= 0.8 * difference - 1000


def test_with_a_handicap_chances_are_nearly_even_and_without_they_are_not() -> None:
    random = Random(7)
    forms, plain, level, races = dict[str, Form](), 0, 0, 400
    for _ in range(races):
        times = {"ann": 60_000 * exp(random.gauss(0, 0.25)), "bob": 90_000 * exp(random.gauss(0, 0.25))}
        forms, ends = raced(forms, times)
        plain += times["ann"] < times["bob"]
        level += ends["ann"] < ends["bob"]
    assert plain / races > 0.8
    assert 0.45 < level / races < 0.6


def test_what_is_learnt_does_not_depend_on_the_head_starts() -> None:
    plain = forms_after({}, [won("ann", 60_000), won("bob", 90_000)], seats({"ann": 0, "bob": 0}), MINI)
    late = forms_after({}, [won("ann", 72_000), won("bob", 90_000)], seats({"ann": 12_000, "bob": 0}), MINI)
    assert plain == late


def test_lost_games_are_compared_by_their_locked_cards_and_idle_ones_not_at_all() -> None:
    forms = forms_after({}, [lost("ann", 12), lost("bob", 6), lost("cho", 0, moves=0)], [], MINI)
    assert {player: form.races for player, form in forms.items()} == {"ann": 1, "bob": 1}
    lead = round(1000 * 480 * 6 / CARDS / 400 / 2)
    assert [form.lead for form in forms.values()] == [lead, -lead]
    assert forms["ann"].time == round(1000 * log(69_000))
    assert forms_after({}, [won("ann", 60_000), lost("bob", 6)], [], MINI)["ann"].lead > lead


def test_a_game_that_is_given_up_at_once_makes_no_head_start_longer() -> None:
    forms = forms_after({}, [lost("ann", 12, 60_000), lost("bob", 0, -9_000)], [], MINI)
    assert forms["bob"].time == round(1000 * log(1_000))
    expected = expected_times(forms, ["ann", "bob"])
    assert 0 <= expected["bob"] - expected["ann"] < 10


def test_no_race_says_more_than_that_one_is_twice_as_fast() -> None:
    forms = forms_after({}, [won("ann", 1_000), won("bob", 900_000)], [], MINI)
    assert forms["ann"].lead == round(1000 * log(2) / 2)


def test_only_the_slowest_of_those_who_race_starts_at_once_and_newcomers_with_them() -> None:
    expected = {"ann": 40, "bob": 52, "cho": 70}
    assert waits_of(expected, ["ann", "bob", "new"]) == {"ann": 12_000, "bob": 0, "new": 0}
    assert waits_of(expected, ["ann", "cho"]) == {"ann": 30_000, "cho": 0}
    forms = {"ann": Form(4, 800, 44_000), "bob": Form(4, -800, 44_000)}
    assert expected_times(forms, ["ann", "bob", "new"])["new"] == expected_times(forms, ["ann", "bob"])["bob"]


def test_a_room_knows_those_who_have_raced_last() -> None:
    forms: Forms = {}
    for n in range(MAX_FORMS + 5):
        forms = forms_after(forms, [won("ann", 60_000), won(f"p{n}", 90_000)], [], MINI)
    assert len(forms) == MAX_FORMS
    assert {"ann", f"p{MAX_FORMS + 4}"} <= {*forms}
    assert "p0" not in forms


# In a room


def room(*, handicap: bool = True) -> RoomState:
    settings = Settings(VariantChoice("mini"), handicap=handicap)
    return new_room("CODE", Member("ann", "Ann"), settings).joined("bob", "Bob")


def after_a_race(state: RoomState, number: int = 1) -> RoomState:
    view = RaceView(
        f"race{number}", number, VariantChoice("mini"), "", 0, None, seats({"ann": 0, "bob": 0}), ranked=False
    )
    return state.with_race(view).with_race_over([won("ann", 60_000), won("bob", 90_000)], None)


def test_a_room_says_after_each_race_what_is_expected_for_the_next_one() -> None:
    state = after_a_race(room())
    assert room().view.expected_s == {}
    first = state.view.expected_s
    assert first["bob"] > first["ann"] > 0
    second = after_a_race(state, 2).view.expected_s
    assert second["bob"] - second["ann"] > first["bob"] - first["ann"]
    assert room_from_json(room_to_json(state)) == state


def test_races_count_that_were_raced_before_the_handicap_was_switched_on() -> None:
    state = after_a_race(room(handicap=False))
    assert state.view.expected_s == {}
    settings = replace(state.view.settings, handicap=True)
    assert {*state.with_settings("ann", settings).view.expected_s} == {"ann", "bob"}


def test_another_variant_begins_anew_and_a_deleted_player_is_forgotten() -> None:
    state = after_a_race(room())
    other = state.with_settings("ann", replace(state.view.settings, variant=VariantChoice("gaps")))
    assert (other.forms, other.view.expected_s) == ({}, {})
    assert {*state.without_deleted("bob").forms} == {"ann"}
    assert {*state.left("bob").without_deleted("bob").forms} == {"ann"}


@pytest.mark.parametrize("seats_", [1, 2])
def test_alone_there_is_no_handicap(seats_: int) -> None:
    assert checked(Settings(seats=seats_, handicap=True)).handicap == (seats_ > 1)
