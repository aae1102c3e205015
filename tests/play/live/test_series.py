"""A series is several races of one room, with a score over them."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gaprace.errors import Refusal
from gaprace.play.events.duplicate import duplicate_scores
from gaprace.play.live.room import RoomState
from gaprace.play.live.series import MAX_RACE_IDS, MAX_SCORES, scores_of, series_after, without_player
from gaprace.play.live.settings import checked
from gaprace.play.standings import ranks_of
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Series, Settings, Standing, VariantChoice
from tests.play.live.test_room import race_of, room_of
from tests.play.standings import a_standing


def standings(*players: str, ranks: Sequence[int] = ()) -> list[Standing]:
    """The players in this order."""
    placed = zip(players, ranks or range(1, len(players) + 1), strict=True)
    return [a_standing(player, rank, moves=1, time_ms=1) for player, rank in placed]


MINI = VARIANTS["mini"]


def points(series: Series | None) -> dict[str, int]:
    return {score.player: score.points for score in series.scores}


def test_a_player_gets_a_point_for_each_rival_behind() -> None:
    series = series_after(None, 3, standings("ann", "bob", "cat"), MINI)
    assert points(series) == {"ann": 2, "bob": 1, "cat": 0}
    series = series_after(series, 3, standings("cat", "bob", "ann", ranks=(1, 1, 3)), MINI)
    assert points(series) == {"ann": 2, "bob": 2, "cat": 1}
    assert series == replace(series, races=2, over=False)
    assert series.race_ids == []


def test_a_series_has_the_sum_of_duplicate_scores_of_those_who_made_a_move() -> None:
    locked = {"ann": 20, "bob": 10, "cat": 0}
    race = [replace(each, locked=locked[each.player]) for each in standings(*locked)]
    race[2] = replace(race[2], moves=0)
    both = Result(False, 20, 0, 1, 1, 1, 0), Result(False, 10, 0, 1, 1, 1, 0)
    score = round(1_000 * duplicate_scores(both, MINI)[0])
    series = series_after(series_after(None, 1, race, MINI), 1, race, MINI)
    assert [(each.player, each.compared, each.imps) for each in series.scores] == [
        ("ann", 2, 2 * score),
        ("bob", 2, -2 * score),
        ("cat", 0, 0),
    ]
    assert score > 0


def test_without_a_race_there_is_no_score() -> None:
    assert series_after(None, 1, standings("ann"), MINI) is None
    assert series_after(None, 1, [], MINI) is None
    assert series_after(None, 3, [], MINI) is None
    assert without_player(None, "ann") is None


def test_a_room_counts_its_races_without_an_end_and_leaves_out_those_of_one_player() -> None:
    series = None
    for _ in range(30):
        series = series_after(series, 1, standings("ann", "bob"), MINI)
        assert series == series_after(series, 1, standings("ann"), MINI)
    assert (series.races, series.over, series.best_of) == (30, False, 1)
    assert points(series) == {"ann": 30, "bob": 0}


def test_wins_are_counted_and_of_equal_points_more_wins_are_better() -> None:
    series = series_after(None, 1, standings("ann", "bob", "cat"), MINI)
    series = series_after(series, 1, standings("bob", "ann", "cat", ranks=(1, 1, 3)), MINI)
    series = series_after(series, 1, standings("cat", "bob", "ann"), MINI)
    assert [(score.player, score.points, score.wins) for score in series.scores] == [
        ("ann", 3, 1),
        ("bob", 3, 0),
        ("cat", 2, 1),
    ]
    idle = series_after(None, 1, [a_standing("ann"), a_standing("bob", rank=2)], MINI)
    assert {score.wins for score in idle.scores} == {0}, "nobody wins a race without a move"


def test_a_series_names_its_last_races_and_its_best_players() -> None:
    series = None
    for number in range(MAX_RACE_IDS + 5):
        series = series_after(series, 1, standings("ann", f"guest {number}"), MINI, f"race {number}")
    for number in range(MAX_SCORES):
        series = series_after(series, 1, standings("ann", f"another {number}"), MINI, "last")
    assert series.race_ids == ["last"] * MAX_RACE_IDS
    assert len(series.scores) == MAX_SCORES
    assert series.scores[0].player == "ann"


SCORED = st.lists(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 48), min_size=1), max_size=6)


@given(SCORED)
def test_scores_from_stored_races_are_those_that_the_room_has_counted(races: list[dict[str, int]]) -> None:
    """A race is given as the locked cards of each player; all of them have made a move."""
    games = [{player: Result(False, n, 0, 9, 1, 9, 0) for player, n in race.items()} for race in races]
    series = None
    for race in games:
        by_player = ranks_of(race)
        ranks = [by_player[player] for player in race]
        stood = [replace(each, locked=race[each.player].locked) for each in standings(*race, ranks=ranks)]
        series = series_after(series, 9, stood, MINI)
    counted = series.scores if series and not series.over and series.races == len(races) else None
    if counted is not None:
        by_player = {each.player: each for each in scores_of((race, MINI) for race in games)}
        assert by_player == {each.player: each for each in counted}


@given(
    st.lists(st.permutations(["ann", "bob", "cat", "dan"]), min_size=1, max_size=9),
    st.sampled_from([3, 5, 7, 9]),
    st.integers(2, 4),
)
def test_a_series_is_over_when_the_leader_cannot_be_caught_and_by_its_last_race(
    races: list[list[str]], length: int, count: int
) -> None:
    series, players = None, ("ann", "bob", "cat", "dan")[:count]
    for order in races:
        series = series_after(series, length, standings(*(each for each in order if each in players)), MINI)
        best, second, *_ = [score.points for score in series.scores]
        assert all(one.points >= other.points for one, other in pairwise(series.scores))
        assert sum(points(series).values()) == count * (count - 1) // 2 * series.races
        left = length - series.races
        assert series.over == (left == 0 or best > second + (count - 1) * left)


def test_only_a_decided_series_of_several_players_has_a_page_of_its_own_address() -> None:
    def decided(*races: str, players: Sequence[str] = ("ann", "bob")) -> Series:
        series = None
        for race in races:
            series = series_after(series, 3, standings(*players), MINI, race)
        assert series
        return series

    assert decided("a").id == ""
    ids = [decided(*races).id for races in ("ab", "ac", "xb", "ba")]
    assert {len(each) for each in ids} == {32}
    assert len(set(ids)) == 4
    assert decided(*"ab").id == ids[0]
    assert (decided(*"abc", players=["ann"]).over, decided(*"abc", players=["ann"]).id) == (True, "")
    assert decided(*"abc").id == ""  # the next one


def room(best_of: int) -> RoomState:
    return room_of("ann", "bob", settings=Settings(VariantChoice("mini"), best_of=best_of))


def raced(state: RoomState, *order: str) -> RoomState:
    return state.with_race(race_of("ann", "bob")).with_race_over(standings(*order), None)


def test_a_room_keeps_the_score_of_its_series_and_counts_each_race_once() -> None:
    single = raced(raced(room(1), "ann", "bob"), "ann", "bob").view.series
    assert (points(single), single.races, single.over) == ({"ann": 2, "bob": 0}, 2, False)
    after = raced(raced(room(3), "ann", "bob"), "bob", "ann")
    assert points(after.view.series) == {"ann": 1, "bob": 1}
    assert points(after.without_deleted("bob").view.series) == {"ann": 1}
    revealed = after.with_race_over(after.view.race.standings or [], None)
    assert revealed.view.series == after.view.series
    assert revealed.view.series.race_ids == ["race-1", "race-1"]


def test_another_length_ends_a_series_and_other_settings_do_not() -> None:
    after = raced(room(3), "ann", "bob")
    settings = after.view.settings
    assert after.with_settings("ann", replace(settings, hints=True)).view.series == after.view.series
    assert after.with_settings("ann", replace(settings, best_of=5)).view.series is None


def test_a_series_has_an_odd_number_of_races_and_a_solo_room_none() -> None:
    with pytest.raises(Refusal, match="odd"):
        checked(Settings(best_of=2))
    assert checked(Settings(best_of=5)).best_of == 5
    assert checked(Settings(seats=1, best_of=5)).best_of == 1
