"""Teams: who is in which, and how they come out of a race and of a series."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from gaprace.errors import Refusal
from gaprace.play.live.room import RoomState
from gaprace.play.live.settings import checked
from gaprace.play.live.team_choice import with_balanced_teams, with_team
from gaprace.play.live.teams import (
    TeamGame,
    balanced,
    scores_that_count,
    team_scores_after,
    team_standings,
)
from gaprace.play.standings import Played, race_standings
from gaprace.rules.actions import ControlAction
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Member, RaceView, Seat, Series, SeriesScore, Settings, Standing, TeamScore, VariantChoice
from tests.play.live.test_room import room_of
from tests.play.standings import a_standing
from tests.positions import random_game
from tests.refusals import refused

DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))
NAMES = ("ann", "bob", "cho", "dee", "eve")


def room(teams: int, players: int = 4, *, best_of: int = 1) -> RoomState:
    settings = Settings(VariantChoice("mini"), best_of=best_of, teams=teams)
    return room_of(*NAMES[:players], settings=settings)


def teams_of(state: RoomState) -> dict[str, int]:
    return {member.id: member.team for member in state.view.members}


def game(player: str, team: int, score: int, reached_ms: int = 1_000, moves: int = 9) -> TeamGame:
    return TeamGame(player, team, score, reached_ms, moves)


def ended(*games: TeamGame) -> list[Standing]:
    return [
        a_standing(
            each.player,
            rank,
            locked=each.score,
            score=each.score,
            moves=each.moves,
            reached_ms=each.reached_ms,
            team=each.team,
        )
        for rank, each in enumerate(games, start=1)
    ]


def raced(state: RoomState, *scores: int) -> RoomState:
    members = state.view.members
    seats = [Seat(member.id, f"game of {member.id}", team=member.team) for member in members]
    count = scores_that_count((member.team for member in members), state.view.settings.team_scores)
    race = RaceView(f"race{scores}", 1, state.view.settings.variant, "", 0, None, seats, ranked=True, team_scores=count)
    games = [game(member.id, member.team, score) for member, score in zip(members, scores, strict=True)]
    return state.with_race(race).with_race_over(ended(*sorted(games, key=lambda each: -each.score)), None)


def test_who_comes_joins_the_smallest_team_and_may_choose_another() -> None:
    state = room(2)
    assert teams_of(state) == {"ann": 1, "bob": 2, "cho": 1, "dee": 2}
    moved = with_team(state, "bob", "bob", 1)
    assert teams_of(moved)["bob"] == 1
    assert teams_of(moved.joined("eve", "Eve"))["eve"] == 2


def test_who_sits_out_is_in_no_team_and_joins_the_smallest_when_back() -> None:
    state = room(2, 5).with_sitting_out("ann", out=True)
    assert teams_of(state) == {"ann": 0, "bob": 2, "cho": 1, "dee": 2, "eve": 1}
    state = with_team(with_balanced_teams(state, "ann"), "ann", "bob", 1)
    assert teams_of(state)["ann"] == 0
    moved = with_team(with_team(state, "ann", "cho", 1), "ann", "eve", 1)
    assert teams_of(moved.with_sitting_out("ann", out=False))["ann"] == 2


def test_only_the_host_moves_others_and_nobody_between_teams_that_are_not_there() -> None:
    state = room(2)
    assert teams_of(with_team(state, "ann", "dee", 1))["dee"] == 1
    for player, member, team, code in (
        ("bob", "cho", 1, "not_host"),
        ("bob", "bob", 3, "no_such_team"),
        ("ann", "nobody", 1, "not_a_member"),
    ):
        with refused(code):
            with_team(state, player, member, team)
    for call in (lambda: with_team(room(0), "ann", "ann", 1), lambda: with_balanced_teams(room(0), "ann")):
        with refused("no_such_team"):
            call()


def test_other_settings_put_everybody_into_the_teams_that_there_are() -> None:
    state = room(3, 5)
    assert teams_of(state) == {"ann": 1, "bob": 2, "cho": 3, "dee": 1, "eve": 2}
    settings = state.view.settings
    fewer = state.with_settings("ann", replace(settings, teams=2))
    assert teams_of(fewer) == {"ann": 1, "bob": 2, "cho": 1, "dee": 1, "eve": 2}
    assert set(teams_of(fewer.with_settings("ann", replace(settings, teams=0))).values()) == {0}


def test_a_room_has_two_to_four_teams_and_as_many_seats() -> None:
    for settings in (Settings(teams=1), Settings(teams=3, seats=2), Settings(teams=2, seats=1)):
        with pytest.raises(Refusal, match="teams"):
            checked(settings)
    assert checked(Settings(teams=4)).teams == 4


def test_balanced_teams_deal_out_the_strongest_in_a_serpentine() -> None:
    means = {"ann": 4.0, "bob": 3.0, "cho": -1.0, "dee": -2.0}
    scores = [SeriesScore(player, 0, compared=2, imps=round(2000 * mean)) for player, mean in means.items()]
    members = [*room(2).view.members]
    found = balanced(members, 2, Series(3, 2, scores))
    assert {member.id: member.team for member in found} == {"ann": 1, "bob": 2, "cho": 2, "dee": 1}
    bots = [Member(f"bot{level}", "Bot", bot=level) for level in (1, 3, 5)]
    assert [member.team for member in balanced(bots, 2, None)] == [2, 2, 1]


@given(st.integers(1, 50), st.integers(2, 4))
def test_balanced_teams_differ_by_one_player_at_most(players: int, teams: int) -> None:
    members = [Member(f"p{n}", "", team=1) for n in range(players)]
    sizes = Counter(dict.fromkeys(range(1, teams + 1), 0))
    sizes.update(member.team for member in balanced(members, teams, None))
    assert max(sizes.values()) - min(sizes.values()) <= 1
    assert {*sizes} == {*range(1, teams + 1)}


def test_as_many_scores_count_as_the_smallest_team_has_players_or_as_the_host_wants() -> None:
    assert scores_that_count([1, 2, 1, 2, 1], 0) == 2
    assert scores_that_count([1, 2, 1], 3) == 3
    assert scores_that_count([1, 1], 0) == 0
    assert scores_that_count([0, 0, 0], 2) == 0


def test_a_team_has_the_sum_of_its_best_scores() -> None:
    games = [game("a", 1, 30), game("b", 1, 10), game("c", 2, 25, 900), game("d", 2, 20, 800), game("e", 2, 40, 700)]
    first, second = team_standings(games, 2)
    assert (first.team, first.rank, first.score, first.reached_ms, first.players) == (2, 1, 65, 1_600, ["e", "c"])
    assert (second.team, second.rank, second.score, second.players) == (1, 2, 40, ["a", "b"])
    assert team_standings(games, 0) == []


def test_equal_sums_are_ordered_by_when_they_were_reached_and_a_team_without_a_move_comes_last() -> None:
    games = [
        game("a", 1, 20, 500),
        game("b", 2, 20, 400),
        game("c", 3, 0, 0, moves=0),
        game("d", 4, -5, 400),
    ]
    assert [(each.team, each.rank) for each in team_standings(games, 1)] == [(2, 1), (1, 2), (4, 3), (3, 4)]
    level = team_standings([game("a", 1, 20), game("b", 2, 20)], 1)
    assert [(each.team, each.rank) for each in level] == [(1, 1), (2, 1)]
    idle = team_standings([game("a", 1, 0, moves=0), game("b", 2, 0, moves=0)], 1)
    for undecided in (level, idle):
        assert team_scores_after([], undecided) == [TeamScore(1, 0, 0), TeamScore(2, 0, 0)], "nobody wins"


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(-45, 58), st.integers(0, 9)), max_size=20), st.integers(1, 6))
def test_ranks_of_teams_agree_with_a_naive_count(rows: Sequence[tuple[int, int, int]], count: int) -> None:
    games = [game(f"p{n}", team, score, reached_ms) for n, (team, score, reached_ms) in enumerate(rows)]
    found = team_standings(games, count)
    assert [each.rank for each in found] == sorted(each.rank for each in found)
    for each in found:
        scores = sorted((score for team, score, _ in rows if team == each.team), reverse=True)
        assert each.score == sum(scores[:count])
        assert each.rank == 1 + sum(
            (other.score, -other.reached_ms) > (each.score, -each.reached_ms) for other in found
        )


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 999)), min_size=2, max_size=8), st.integers(1, 3))
def test_a_team_that_gives_up_sooner_is_no_better_for_it(rows: Sequence[tuple[int, int]], count: int) -> None:
    games = [random_game(Random(seed), DEAL, seed % 9) for seed, _ in rows]
    assume(not any(each.is_ended for each in games))
    late = [each.after(ControlAction.RESIGN, each.time_ms + 1_000) for each in games]
    sooner = [
        each.after(ControlAction.RESIGN, each.time_ms + wait) for each, (_, wait) in zip(games, rows, strict=True)
    ]
    for team in (1, 2):
        mixed = [sooner[n] if n % 2 == team - 1 else each for n, each in enumerate(late)]
        assert rank_of(team, mixed, count) >= rank_of(team, late, count)


def rank_of(team: int, games: Sequence[Game], count: int) -> int:
    """Return the rank of a team, the games being those of the first and the second team in turns."""
    played = [Played(Seat(f"p{n}", f"g{n}", team=n % 2 + 1), "", each) for n, each in enumerate(games)]
    found = team_standings(map(TeamGame.of, race_standings(played)), count)
    return next(each.rank for each in found if each.team == team)


def test_the_teams_points_decide_a_series_of_teams() -> None:
    state = raced(room(2, best_of=3), 10, 1, 9, 2)  # ann and cho against bob and dee
    assert [(each.team, each.score) for each in state.view.race.teams] == [(1, 19), (2, 3)]
    assert state.view.series.teams == [TeamScore(1, 1, 1), TeamScore(2, 0, 0)]
    assert not state.view.series.over
    settings = state.view.settings
    assert state.with_settings("ann", replace(settings, team_scores=1)).view.series == state.view.series
    assert state.with_settings("ann", replace(settings, teams=3)).view.series is None
    state = raced(state, 0, 8, 9, 3)
    assert (state.view.series.over, state.view.series.teams) == (False, [TeamScore(1, 1, 1), TeamScore(2, 1, 1)])
    state = raced(state, 9, 8, 9, 3)
    assert (state.view.series.over, state.view.series.teams[0]) == (True, TeamScore(1, 2, 2))
