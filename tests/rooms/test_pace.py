"""A race waits for nobody: absent players, the last lap, bots without people, and rematches."""

from functools import partial

import pytest
from msgspec.structs import replace

from gaprace.play.live.absence import WAIT_MS
from gaprace.rooms.presence import GATHER_DELAY_MS, RELOAD_GRACE_MS
from gaprace.rules.actions import action_text
from gaprace.wire import Act, GameView, PlayerId, Rematch, Settings, Standing, VariantChoice
from tests.browser.guest import EASY_DEAL, EASY_WIN
from tests.events.daily_stage import resign
from tests.rooms.stage import Seat, Stage, next_act
from tests.rooms.stage import racing as race

FRIENDS = Settings(VariantChoice("mini"), seats=4, limit_minutes=20, code=EASY_DEAL)
COUNTDOWN_MS = 3_500
AWAY_MS, LAP_MS = 60_000, 30_000


racing = partial(race, settings=FRIENDS)


async def wins(seat: Seat) -> None:
    """Win the easy deal at once."""
    game = seat.replica.mine
    for n, move in enumerate(EASY_WIN, start=1):
        await seat.says(Act(game.game, n, action_text(move)))


def game_of(seat: Seat, player: PlayerId) -> GameView:
    return next(each for each in seat.replica.games.values() if each.player == player)


def standings(seat: Seat) -> list[Standing] | None:
    return seat.replica.race.standings


def away(seat: Seat) -> dict[PlayerId, int]:
    return seat.replica.present.away


async def test_a_player_who_stays_away_has_given_up_and_the_race_goes_on_for_the_others(stage: Stage) -> None:
    ann, bob, cho = await racing(stage, "ann", "bob", "cho")
    await bob.says(next_act(bob))
    await bob.leaves()
    out_at = stage.clock.now() + AWAY_MS
    await stage.clock.advance(GATHER_DELAY_MS)
    assert away(ann) == away(cho) == {"bob": out_at}, "everyone sees until when"
    await stage.clock.advance(out_at - stage.clock.now() - 1)
    assert not game_of(ann, "bob").ended
    await stage.clock.advance(1)
    assert game_of(ann, "bob").ended
    assert standings(ann) is None
    await resign(ann)
    await resign(cho)
    results = standings(ann)
    assert {each.player: each.given_up for each in results}["bob"]


async def test_a_player_who_comes_back_in_time_plays_on(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    await bob.leaves()
    await stage.clock.advance(AWAY_MS - 1)
    back = await stage.enter(bob.code, "bob")
    await stage.clock.advance(AWAY_MS)
    assert away(ann) == {}
    assert not game_of(ann, "bob").ended
    await back.says(next_act(back))
    await back.leaves()
    await stage.clock.advance(AWAY_MS - 1)
    assert not game_of(ann, "bob").ended, "the time begins anew"
    await stage.clock.advance(1)
    assert game_of(ann, "bob").ended


async def test_those_who_have_all_ended_wait_ten_seconds_for_who_is_away_and_everyone_sees_it(stage: Stage) -> None:
    ann, bob, cho = await racing(stage, "ann", "bob", "cho")
    await bob.leaves()
    await stage.clock.advance(20_000)
    await resign(ann)
    await stage.clock.advance(20_000)
    assert not game_of(ann, "bob").ended, "somebody who is there plays on"
    await resign(cho)
    out_at = stage.clock.now() + WAIT_MS
    await stage.clock.advance(GATHER_DELAY_MS)
    assert away(ann) == away(cho) == {"bob": out_at}
    await stage.clock.advance(out_at - stage.clock.now() - 1)
    assert standings(ann) is None
    await stage.clock.advance(1)
    assert standings(ann)


async def test_whose_connection_is_lost_for_a_moment_while_the_others_wait_plays_on(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    await resign(ann)
    await bob.leaves()
    await stage.clock.advance(WAIT_MS - 1)
    back = await stage.enter(ann.code, "bob")
    await stage.clock.advance(AWAY_MS)
    assert standings(ann) is None
    await back.says(next_act(back))
    assert not game_of(ann, "bob").ended


async def test_nobody_is_put_out_early_when_nobody_waits_or_all_have_been_away(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    await resign(ann)
    await ann.leaves()
    await bob.leaves()
    await stage.clock.advance(AWAY_MS - WAIT_MS - 2)
    back = await stage.enter(ann.code, "ann")
    await stage.clock.advance(WAIT_MS - 1)
    assert not game_of(back, "bob").ended, "who returns waits from then on"
    await stage.clock.advance(1)
    assert standings(back)


async def test_spectators_who_come_and_go_leave_no_timers_behind(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    code = ann.room.state.view.code
    await bob.leaves()
    await stage.clock.advance(2 * RELOAD_GRACE_MS)
    before = stage.clock.sleeping
    for _ in range(5):
        spectator = await stage.enter(code, "cho", watch=True)
        await stage.clock.advance(GATHER_DELAY_MS)
        await spectator.leaves()
        await stage.clock.advance(GATHER_DELAY_MS)
    assert stage.clock.sleeping == before


async def test_a_race_that_all_have_left_ends(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob", bots=1)
    code = ann.code
    await ann.leaves()
    await bob.leaves()
    await stage.clock.advance(AWAY_MS)
    (race,) = stage.store.database.races.values()
    assert race.ended_at == stage.clock.now()
    assert standings(await stage.enter(code, "cho"))


@pytest.mark.parametrize("settings", [replace(FRIENDS, seats=1), replace(FRIENDS, away_s=None)])
async def test_nobody_is_put_out_of_a_solo_game_or_where_the_host_waits(stage: Stage, settings: Settings) -> None:
    ann, *others = await racing(stage, *(["ann"] if settings.seats == 1 else ["ann", "bob"]), settings=settings)
    code = ann.code
    await ann.leaves()
    await stage.clock.advance(10 * AWAY_MS)
    assert all(away(each) == {} for each in others)
    back = await stage.enter(code, "ann")
    assert not game_of(back, "ann").ended


async def test_after_a_restart_the_time_of_the_absent_begins_anew(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    code = ann.code
    await bob.leaves()
    await stage.clock.advance(AWAY_MS - 1)
    async with Stage(stage.store.database, stage.clock) as later:
        ann = await later.enter(code, "ann")
        await stage.clock.advance(AWAY_MS - 1)
        assert not game_of(ann, "bob").ended, "a restart is nobody's fault"
        await stage.clock.advance(1)
        assert game_of(ann, "bob").ended


async def test_a_player_of_a_server_that_is_not_heard_from_is_not_absent_while_acting() -> None:
    async with Stage() as stage, Stage(stage.store.database, stage.clock) as deaf:
        ann, gone = await racing(stage, "ann", "bob")
        bob = await deaf.enter(ann.code, "bob")
        await gone.leaves()
        await stage.clock.advance(AWAY_MS - 1)
        await bob.says(next_act(bob))
        await stage.reconciler.tick()
        await stage.clock.advance(AWAY_MS - 1)
        assert not game_of(ann, "bob").ended


async def test_the_first_win_of_a_person_begins_the_last_lap(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob", bots=1)
    await wins(ann)
    await bob.says(next_act(bob))
    await stage.clock.advance(LAP_MS - 1)
    assert standings(bob) is None
    await stage.clock.advance(1)
    results = standings(bob)
    assert [each.player for each in results if not each.bot] == ["ann", "bob"]
    assert not any(each.given_up for each in results), "the end of the last lap gives nobody up"
    assert standings(ann) == results


async def test_the_last_lap_goes_on_at_another_server(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    await wins(ann)
    async with Stage(stage.store.database, stage.clock) as later:
        bob = await later.enter(ann.code, "bob")
        await stage.clock.advance(LAP_MS - 1)
        assert standings(bob) is None
        await stage.clock.advance(1)
        assert standings(bob)


async def test_wins_closer_together_than_their_delays_are_told_as_a_photo_finish(stage: Stage) -> None:
    ann, bob, cho = await racing(stage, "ann", "bob", "cho", settings=replace(FRIENDS, lap_s=None))
    ann.delay_ms, bob.delay_ms, cho.delay_ms = 30, 45, 45
    await wins(ann)
    await stage.clock.advance(44)
    await wins(bob)
    await stage.clock.advance(45)
    await wins(cho)
    told = standings(ann)
    assert [(each.player, each.rank, each.delay_ms) for each in told] == [
        ("ann", 1, 30),
        ("bob", 2, 45),
        ("cho", 3, None),
    ]
    page = await stage.pages.page(ann.replica.race.id)
    assert [each.delay_ms for each in page.games] == [30, 45, None]


async def test_the_delay_of_a_win_is_that_of_the_server_at_which_it_was_won(stages: list[Stage]) -> None:
    stage, other = stages
    ann, gone = await racing(stage, "ann", "bob")
    bob = await other.enter(ann.code, "bob")
    await gone.leaves()
    ann.delay_ms, bob.delay_ms = 5, 300
    await wins(ann)
    await wins(bob)
    await stage.clock.advance(1)
    told = standings(ann)
    assert {each.player: each.delay_ms for each in told} == {"ann": 5, "bob": 300}
    assert standings(bob) == told


@pytest.mark.parametrize(("lap_s", "waits_ms"), [(0, 0), (120, 120_000), (None, 20 * 60_000 - 1_000)])
async def test_the_host_sets_the_length_of_the_last_lap(stage: Stage, lap_s: int | None, waits_ms: int) -> None:
    ann, bob = await racing(stage, "ann", "bob", settings=replace(FRIENDS, lap_s=lap_s))
    await stage.clock.advance(1_000)
    await wins(ann)
    await stage.clock.advance(max(0, waits_ms - 1))
    assert bool(standings(bob)) is not bool(waits_ms)
    await stage.clock.advance(min(1, waits_ms))
    assert standings(bob)


async def test_a_rematch_starts_when_a_second_person_accepts_and_the_others_watch(stage: Stage) -> None:
    ann, bob, cho = seats = await racing(stage, "ann", "bob", "cho", bots=1)
    for each in seats:
        await resign(each)
    assert standings(ann)
    await ann.says(Rematch())
    assert ann.replica.race.number == 1, "the host alone starts nothing"
    await cho.says(Rematch())
    await stage.clock.advance(COUNTDOWN_MS)
    assert cho.replica.race.number == 2
    assert {seat.player for seat in cho.replica.race.seats} > {"ann", "cho"}
    assert bob.replica.mine is None
    assert "bob" in {*bob.members}, "the seat is kept"
    assert bob.replica.games, "a race of friends is watched live"


async def test_those_who_came_during_a_race_are_in_for_the_rematch_until_they_have_missed_one(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    dan = await stage.enter(stage.rooms.live_rooms[0].code, "dan")
    for number in (2, 3):
        for each in (ann, bob):
            await resign(each)
        if dan.replica.mine:
            await resign(dan)
        for each in (ann, bob):
            await each.says(Rematch())
        await stage.clock.advance(COUNTDOWN_MS)
        assert ann.replica.race.number == number
        assert (dan.replica.mine is not None) is (number == 2), "in the second one, dan has raced and not accepted"


async def test_a_rematch_before_any_race_starts_nothing_for_those_who_are_not_ready(stage: Stage) -> None:
    ann, bob, cho = await stage.seats("ann", "bob", "cho")
    for seat in (ann, bob):
        await seat.says(Rematch())
    await stage.clock.advance(COUNTDOWN_MS)
    assert cho.replica.race is None


async def test_a_rematch_of_one_waits_without_a_rival_and_starts_at_once_against_bots(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    for seat in (ann, bob):
        await resign(seat)
    await bob.leaves()
    await ann.says(Rematch())
    assert ann.replica.race.number == 1
    (cho,) = await racing(stage, "cho", bots=1)
    await resign(cho)
    await stage.clock.advance(1)
    await cho.says(Rematch())
    assert cho.replica.race.number == 2
