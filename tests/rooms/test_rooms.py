"""The life of a room: who sits, who hosts, who sees what, and when it ends."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from gaprace.errors import Refusal, StoreUnavailable
from gaprace.play.live.race import LiveRace
from gaprace.play.live.spectator_delay import MIN_PUBLIC_DELAY_S
from gaprace.ports import Transaction
from gaprace.rooms.audience import AUDIENCE_TICK_MS
from gaprace.rooms.registry import IDLE_TIMEOUT_MS
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from gaprace.wire import (
    Act,
    Finished,
    Hint,
    Hinted,
    Kick,
    Leave,
    Mute,
    Progress,
    Ready,
    Rematch,
    Say,
    SetSettings,
    Settings,
    Start,
    Started,
    VariantChoice,
)
from tests.rooms.stage import RACE, SOLO, Seat, Stage, settle
from tests.rooms.test_referee import kinds, next_act, racing, solo


def code_of(seat: Seat) -> str:
    assert seat.room is not None
    return seat.room.code


async def test_a_room_waits_for_its_people_when_a_server_is_back_after_hours() -> None:
    async with Stage() as before:
        code = await before.create("ann")
        ann = await before.enter(code, "ann")
        await ann.leaves()
    await before.clock.advance(3 * IDLE_TIMEOUT_MS)
    async with Stage(before.store.database, before.clock) as after:
        await settle()
        assert (await after.enter(code, "ann")).bye is None


@pytest.mark.parametrize("turns", range(12))
async def test_a_room_is_not_forgotten_while_somebody_is_on_the_way_into_it(turns: int) -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        entering = asyncio.create_task(stage.enter(code, "ann"))
        for _ in range(turns):
            await asyncio.sleep(0)
        await stage.rooms.sweep()
        ann = await entering
        assert ann.bye is None
        await ann.leaves()
        await stage.rooms.sweep()
        assert stage.rooms._live == {}


async def test_the_games_of_a_closed_room_wait_for_no_search_for_garbage() -> None:
    gc.collect()
    gc.disable()
    try:
        async with Stage() as stage:
            ann, bob = await racing(stage, "ann", "bob")
            for seat in (ann, bob):
                await seat.says(next_act(seat))
                await seat.says(Leave())
            await stage.clock.advance(IDLE_TIMEOUT_MS)
            assert stage.rooms._live == {}
            assert not any(type(each) is LiveRace for each in gc.get_objects())
    finally:
        gc.enable()


async def test_a_race_begins_when_all_who_are_there_are_ready() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        await ann.says(Ready())
        assert ann.replica.race is None
        await bob.says(Ready())
        assert ann.replica.race is not None
        assert ann.replica.race.starts_at >= stage.clock.now() + 3000
        assert Started not in kinds(ann)
        await stage.clock.advance(3499)
        assert Started not in kinds(ann)
        await stage.clock.advance(1)
        assert ann.replica.started == bob.replica.started is not None


async def test_who_is_ready_and_only_flickers_gets_a_game_but_not_who_is_long_gone() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob, cho = [await stage.enter(code, name) for name in ("ann", "bob", "cho")]
        await bob.says(Ready())
        await cho.says(Ready())
        await bob.leaves()
        await stage.clock.advance(20_000)
        await cho.leaves()
        await ann.says(Start())
        assert ann.replica.race is not None
        assert [seat.player for seat in ann.replica.race.seats] == ["ann", "cho"]


async def test_nobody_races_alone_but_in_a_solo_room_or_by_starting() -> None:
    async with Stage() as stage:
        ann = await stage.enter(await stage.create("ann"), "ann")
        await ann.says(Ready())
        assert ann.replica.race is None
        await ann.says(Start())
        assert ann.replica.race is not None
        single = await solo(stage, "bob")
        assert single.replica.race is not None
        assert single.replica.race.starts_at == stage.clock.now()
        assert single.replica.race.ends_at is None


async def test_only_the_host_starts_sets_kicks_and_mutes() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        await stage.enter(code, "ann")
        bob = await stage.enter(code, "bob")
        for command in (Start(), SetSettings(RACE), Kick("ann"), Mute("ann")):
            await bob.says(command)
            assert bob.refusal == "not_host"


async def test_seats_are_limited_a_locked_room_takes_nobody_new_and_who_was_kicked_stays_out() -> None:
    async with Stage() as stage:
        code = await stage.create("ann", Settings(RACE.variant, seats=2, limit_minutes=1))
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        assert (await stage.enter(code, "cho")).bye.code == "room_full"  # type: ignore[union-attr]
        assert (await stage.enter(code, "cho", watch=True)).bye is None
        await ann.says(Kick("bob"))
        assert bob.bye is not None
        assert bob.bye.code == "kicked"
        assert (await stage.enter(code, "bob")).bye.code == "kicked"  # type: ignore[union-attr]
        await ann.says(SetSettings(Settings(RACE.variant, seats=2, limit_minutes=1, locked=True)))
        assert (await stage.enter(code, "cho")).bye.code == "room_locked"  # type: ignore[union-attr]
        assert (await stage.enter(code, "ann")).bye is None


async def test_when_the_host_leaves_the_longest_present_member_hosts() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob, cho = [await stage.enter(code, name) for name in ("ann", "bob", "cho")]
        await bob.leaves()
        await ann.says(Leave())
        assert cho.replica.room is not None
        assert cho.replica.room.host == "cho"
        assert [member.id for member in cho.replica.room.members] == ["bob", "cho"]


async def test_a_host_who_stays_away_is_replaced_but_not_one_who_only_blinks() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        await ann.leaves()
        await stage.clock.advance(10_000)
        ann = await stage.enter(code, "ann")
        await stage.clock.advance(40_000)
        assert bob.replica.room is not None
        assert bob.replica.room.host == "ann"
        await ann.leaves()
        await stage.clock.advance(40_000)
        assert bob.replica.room.host == "bob"


async def test_who_joins_a_running_race_watches_it_and_plays_the_next() -> None:
    async with Stage() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        cho = await stage.enter(code_of(ann), "cho")
        assert cho.replica.mine is None
        await ann.says(next_act(ann))
        assert set(cho.replica.boards) == set(cho.replica.games)
        await cho.says(Act(next_act(ann).game, 2, "undo"))
        assert cho.refusal == "not_your_game"
        await ann.says(Act(next_act(ann).game, 2, "resign"))
        await bob.says(Act(next_act(bob).game, 1, "resign"))
        await ann.says(Rematch())
        await cho.says(Rematch())
        await stage.clock.advance(3500)
        assert cho.replica.mine is not None


async def test_players_of_a_running_race_see_progress_not_boards_until_their_game_has_ended() -> None:
    async with Stage() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        await ann.says(next_act(ann))
        assert isinstance(bob.heard[-1], Progress)
        assert ann.replica.mine is not None
        assert ann.replica.mine.game not in bob.replica.boards
        assert bob.replica.mine is not None
        await bob.says(Act(bob.replica.mine.game, 1, "resign"))
        assert bob.replica.boards[ann.replica.mine.game] == ann.replica.boards[ann.replica.mine.game]


async def test_with_open_boards_players_see_each_other() -> None:
    async with Stage() as stage:
        code = await stage.create("ann", Settings(RACE.variant, 3, 1, boards_open=True))
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        await ann.says(Start())
        await stage.clock.advance(3500)
        await ann.says(next_act(ann))
        assert ann.replica.boards == bob.replica.boards


async def test_a_player_of_a_running_race_cannot_also_watch_it() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        watching = await stage.enter(code, "bob", watch=True)
        await ann.says(Start())
        assert watching.bye is not None
        assert watching.bye.code == "players_cannot_watch"
        assert (await stage.enter(code, "ann", watch=True)).bye.code == "players_cannot_watch"  # type: ignore[union-attr]
        assert bob.bye is None


async def test_a_player_of_a_running_race_cannot_watch_it_under_another_name() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, _ = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        watching = await stage.enter(code, "cho", watch=True, also="bob")
        await ann.says(Start())
        assert watching.bye is not None
        assert watching.bye.code == "players_cannot_watch"
        late = await stage.enter(code, "cho", watch=True, also="bob")
        assert late.bye is not None
        assert (await stage.enter(code, "cho", watch=True, also="dee")).bye is None


async def test_a_second_identity_of_a_player_looks_on_with_no_seat_either() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob", also="ann")
        await ann.says(Start())
        await stage.clock.advance(3500)
        assert bob.bye is None, "both of them play"
        late = await stage.enter(code, "cho", also="ann")
        assert late.bye is not None
        assert late.bye.code == "players_cannot_watch"
        assert (await stage.enter(code, "cho")).bye is None
        assert bob.replica.mine is not None
        await bob.says(Act(bob.replica.mine.game, 1, "resign"))
        assert bob.bye is not None
        assert bob.bye.code == "players_cannot_watch"
        assert ann.replica.mine is not None
        await ann.says(Act(ann.replica.mine.game, 1, "resign"))
        assert (await stage.enter(code, "bob", also="ann")).bye is None


async def test_a_listed_race_is_watched_with_a_delay_in_every_process_also_if_it_is_unlisted_meanwhile() -> None:
    settings = Settings(RACE.variant, 3, 1, code=RACE.code, listed=True)
    async with Stage() as stage:
        code = await stage.create("ann", settings)
        ann = await stage.enter(code, "ann")
        await ann.says(Start())
        await ann.says(SetSettings(replace(settings, listed=False)))
        await stage.clock.advance(3500 + 5000)
        await ann.says(next_act(ann))
        game = next_act(ann).game
        async with Stage(stage.store.database, stage.clock) as later:
            watchers = [await each.enter(code, "dee", watch=True) for each in (stage, later)]
            await stage.clock.advance(1000 * MIN_PUBLIC_DELAY_S - 1)
            assert [watcher.replica.games[game].n for watcher in watchers] == [0, 0]
            await stage.clock.advance(1)
            assert [watcher.replica.games[game].n for watcher in watchers] == [1, 1]


async def test_spectators_are_as_far_behind_as_the_room_wants() -> None:
    async with Stage() as stage:
        code = await stage.create("ann", Settings(RACE.variant, 3, 1, code=RACE.code, spectator_delay_s=5))
        ann, watcher = await stage.enter(code, "ann"), await stage.enter(code, "dee", watch=True)
        await ann.says(Start())
        await stage.clock.advance(3500)
        assert watcher.replica.started is None
        await stage.clock.advance(5000)
        assert watcher.replica.started is not None
        await ann.says(next_act(ann))
        game = next_act(ann).game
        await stage.clock.advance(4999)
        assert watcher.replica.games[game].n == 0
        late = await stage.enter(code, "cho", watch=True)
        assert late.replica.games[game].n == 0
        await stage.clock.advance(1)
        assert watcher.replica.games[game].n == late.replica.games[game].n == 1


async def test_a_dropped_connection_keeps_the_seat_and_the_clock_runs_on() -> None:
    async with Stage() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        await bob.leaves()
        await stage.clock.advance(20_000)
        bob = await stage.enter(code_of(ann), "bob")
        await bob.says(next_act(bob))
        assert bob.replica.mine is not None
        assert bob.replica.mine.last_action_ms == 20_000


async def test_leaving_resigns_the_running_game_also_during_the_countdown() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        await ann.says(Start())
        await bob.says(Leave())
        await stage.clock.advance(3500)
        assert ann.replica.mine is not None
        await ann.says(Act(ann.replica.mine.game, 1, "resign"))
        finished = ann.last(Finished)
        assert isinstance(finished, Finished)
        assert {standing.player for standing in finished.standings} == {"ann", "bob"}


async def test_a_rematch_has_a_new_deal_though_the_first_had_a_code() -> None:
    async with Stage() as stage:
        code = await stage.create("ann", Settings(SOLO.variant, 1, None, code="0123456789"))
        ann = await stage.enter(code, "ann")
        await ann.says(Start())
        assert ann.replica.started is not None
        assert ann.replica.started.code == "0123456789"
        assert ann.replica.race is not None
        assert not ann.replica.race.ranked
        assert ann.replica.started.board == Deal(VARIANTS["mini"], "0123456789", b"").opening().text
        first = ann.replica.race
        await ann.says(Act(ann.replica.mine.game, 1, "resign"))  # type: ignore[union-attr]
        await ann.says(Rematch())
        assert ann.replica.started.code != "0123456789"
        assert ann.replica.race.number == 2
        assert ann.replica.race.commitment != first.commitment
        assert ann.replica.race.ranked


async def test_a_race_whose_start_was_stored_though_the_answer_was_lost_is_found_again() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        transact = stage.store.transact

        async def lose_the_answer(work: Callable[[Transaction], Awaitable[Any]]) -> None:
            await transact(work)
            raise StoreUnavailable("the answer is lost")

        stage.store.transact = lose_the_answer  # type: ignore[assignment, method-assign]
        await ann.says(Start())
        assert ann.refusal == "try_again"
        await ann.says(Mute("bob"))
        await stage.clock.advance(3500)
        assert ann.replica.started == bob.replica.started is not None
        await bob.says(next_act(bob))
        assert bob.replica.mine is not None
        assert bob.replica.mine.n == 1


async def test_a_hint_is_given_where_allowed_and_makes_the_game_practice() -> None:
    async with Stage() as stage:
        ann = await solo(stage)
        assert ann.replica.mine is not None
        await ann.says(Hint(ann.replica.mine.game))
        assert ann.refusal == "hints_not_allowed"
        code = await stage.create("bob", Settings(SOLO.variant, 1, None, hints=True))
        bob = await stage.enter(code, "bob")
        await bob.says(Start())
        assert bob.replica.mine is not None
        game = bob.replica.mine.game
        await bob.says(Hint(game))
        hinted = bob.last(Hinted)
        assert isinstance(hinted, Hinted)
        assert hinted.reason
        await bob.says(Act(game, 1, hinted.action))
        assert bob.replica.mine.n == 1
        await bob.says(Act(game, 2, "resign"))
        assert not (await stage.replays.finished_game(game)).ranked


async def test_chat_is_heard_by_all_kept_for_newcomers_and_limited() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        await bob.says(Say("  good\u202e luck \n all "))
        assert ann.replica.chat[-1].text == "good luck all"
        await bob.says(Say(emote="wow"))
        await bob.says(Say("\u202e"))
        assert bob.refusal == "bad_text"
        for _ in range(3):
            await bob.says(Say("again"))
        await bob.says(Say("one too many"))
        assert bob.refusal == "chat_too_fast"
        await stage.clock.advance(10_000)
        await ann.says(Mute("bob"))
        await bob.says(Say("hello?"))
        assert bob.refusal == "muted"
        cho = await stage.enter(code, "cho")
        assert [said.text for said in cho.replica.chat] == ["good luck all", "", "again", "again", "again"]
        watcher = await stage.enter(code, "dee", watch=True)
        await watcher.says(Say("psst: the 6D"))
        await stage.clock.advance(AUDIENCE_TICK_MS)
        assert [line.text for line in watcher.replica.audience.lines] == ["psst: the 6D"]
        assert watcher.replica.chat == ann.replica.chat == cho.replica.chat
        assert "psst: the 6D" not in [said.text for said in ann.replica.chat]


@pytest.mark.parametrize(
    "settings",
    [
        Settings(VariantChoice("bridge")),
        Settings(VariantChoice("gaps", 10)),
        Settings(VariantChoice("strict", 1)),
        Settings(seats=2, limit_minutes=None),
        Settings(code="UUUUUUUUUU"),
    ],
)
async def test_settings_that_cannot_be_are_refused(settings: Settings) -> None:
    async with Stage() as stage:
        with pytest.raises(Refusal) as caught:
            await stage.create("ann", settings)
        assert caught.value.code == "bad_settings"


async def test_while_a_race_runs_only_listing_and_the_lock_can_be_set() -> None:
    async with Stage() as stage:
        ann, _ = await racing(stage, "ann", "bob")
        await ann.says(SetSettings(Settings(RACE.variant, 3, 1, boards_open=True)))
        assert ann.refusal == "race_running"
        await ann.says(SetSettings(Settings(RACE.variant, 3, 1, locked=True, listed=True)))
        assert ann.replica.room is not None
        assert ann.replica.room.settings.locked
        assert [room.code for room in (await stage.rooms.listed()).rooms] == [code_of(ann)]


async def test_a_room_in_which_nothing_happens_for_an_hour_closes() -> None:
    async with Stage() as stage:
        code = await stage.create("ann")
        ann = await stage.enter(code, "ann")
        await stage.clock.advance(IDLE_TIMEOUT_MS // 2)
        await ann.says(Ready())
        await stage.clock.advance(IDLE_TIMEOUT_MS // 2 + 120_000)
        assert ann.bye is None
        await stage.clock.advance(IDLE_TIMEOUT_MS)
        assert ann.bye is not None
        assert ann.bye.code == "room_closed"
        assert (await stage.enter(code, "ann")).bye.code == "room_not_found"  # type: ignore[union-attr]


async def test_a_slow_viewer_is_brought_to_the_present_and_a_slow_player_told_to_come_back() -> None:
    async with Stage() as stage:
        ann, bob = await racing(stage, "ann", "bob")
        watcher = await stage.enter(code_of(ann), "dee", watch=True)
        watcher.is_full = True
        for _ in range(3):
            await ann.says(next_act(ann))
        assert watcher.replica.games[next_act(ann).game].n == 0
        watcher.drain()
        assert watcher.replica.games == {**watcher.replica.games, next_act(ann).game: ann.replica.mine}
        bob.is_full = True
        await ann.says(next_act(ann))
        assert bob.bye is not None
        assert (bob.bye.code, bob.bye.retry) == ("fell_behind", True)
