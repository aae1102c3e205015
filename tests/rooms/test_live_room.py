"""A room as one process serves it: what is sent to whom, and to the millisecond when."""

import asyncio
from collections.abc import Mapping

import pytest
from msgspec import UNSET

from gaprace.errors import Disconnected, StoreUnavailable
from gaprace.play.live.hosts import HOST_GRACE_MS
from gaprace.play.live.quick import QUICK_WAIT_MS
from gaprace.ports import Store, StoredResult
from gaprace.ports.metrics import REFUSALS, Counter, Gauge
from gaprace.rooms import coordinator, live_room, race_shell
from gaprace.rooms.broadcast import MAX_SLICE, TICK_MS
from gaprace.rooms.endings import end_games
from gaprace.rooms.live_room import END_LOOKAHEAD_MS, RETURN_GRACE_MS, LiveRoom
from gaprace.wire import (
    PROTOCOL,
    Act,
    Hello,
    Mute,
    Ping,
    Pong,
    Ready,
    Refused,
    Said,
    Say,
    Settings,
    Welcome,
    You,
    notice,
)
from tests.metrics import NoMetrics
from tests.rooms.stage import NOON, RACE, Seat, Stage, next_act, racing, settle


class Counted(NoMetrics):
    """Keeps what was refused."""

    def __init__(self) -> None:
        self.all: list[tuple[str, ...]] = []

    def count(self, metric: Counter | Gauge, *labels: str, n: int = 1) -> None:
        if metric is REFUSALS:
            self.all.append(labels)


def welcome(seat: Seat) -> Welcome:
    return seat.last(Welcome)


def host(seat: Seat) -> str | None:
    return seat.replica.room.host


def has_race(seat: Seat) -> bool:
    return seat.replica.race is not None


def ended(stage: Stage) -> set[str]:
    """The players whose games have a result."""
    races = stage.store.database.races.values()
    return {game.player for race in races for game in race.games if game.result}


# In


async def test_a_welcome_says_all_that_there_is(stage: Stage) -> None:
    (ann,) = await stage.seats("ann")
    await ann.says(Say("hello"))
    await stage.enter(ann.code, "dee", watch=True)
    bob, cho = await stage.enter(ann.code, "bob"), await stage.enter(ann.code, "cho", watch=True)
    heard = welcome(bob)
    assert heard.you == You("bob", "bob", seated=True)
    assert heard.now == stage.clock.now()
    assert heard.room == bob.room.state.view
    assert (heard.present.members, heard.present.spectators) == (["ann", "bob"], 1)
    assert [said.text for said in heard.chat] == ["hello"]
    assert (heard.games, heard.started) == ([], None)
    assert heard.epoch == bob.room.state.epoch
    assert welcome(cho).you == You("cho", "cho", seated=False)
    assert notice("storing_slow") not in bob.heard


async def test_who_comes_while_storing_is_slow_is_told_so(stage: Stage) -> None:
    code = await stage.create("ann")
    stage.journal.is_slow = True
    ann = await stage.enter(code, "ann")
    assert ann.heard[:2] == [welcome(ann), notice("storing_slow")]


async def turned_away(seat: Seat, room: LiveRoom, protocol: int = PROTOCOL) -> str:
    """Return the reason for which a seat is not let in."""
    with pytest.raises(Disconnected) as refused:
        await room.enter(seat, Hello(protocol))
    return refused.value.code


async def test_who_cannot_be_let_in_is_told_why_and_changes_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_away(*_: object) -> None:
        raise StoreUnavailable("of this test")

    ann, bob = await stage.enter(await stage.create("ann"), "ann"), Seat(await stage.player("bob"), stage)
    assert await turned_away(bob, ann.room, PROTOCOL - 1) == "unknown_protocol"
    assert ann.members == ["ann"]
    with monkeypatch.context() as patch:
        patch.setattr(stage.store, "signed_in", is_away)
        assert await turned_away(bob, ann.room) == "try_again"
    assert bob.heard == []
    ann.room.close("room_closed")
    assert await turned_away(bob, ann.room) == "room_closed"


# Out


async def test_a_host_who_is_away_for_half_a_minute_is_replaced_and_one_who_is_back_in_time_is_not(
    stage: Stage,
) -> None:
    ann, bob = await stage.seats("ann", "bob")
    await ann.leaves()
    await stage.clock.advance(HOST_GRACE_MS - 1)
    ann = await stage.enter(ann.code, "ann")
    await stage.clock.advance(1)
    await ann.leaves()
    await stage.clock.advance(HOST_GRACE_MS - 1)
    assert host(bob) == "ann"
    await stage.clock.advance(1)
    assert host(bob) == "bob"


async def test_a_room_that_all_have_left_keeps_its_host(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob")
    room, version = ann.room, ann.room.state.view.version
    for seat in (ann, bob):
        await seat.leaves()
    await stage.clock.advance(2 * HOST_GRACE_MS)
    assert (room.state.view.host, room.state.view.version) == ("ann", version)


async def test_who_is_gone_twice_is_gone_once(stages: list[Stage]) -> None:
    ann, bob = await stages[0].seats("ann", "bob")
    await bob.leaves()
    await bob.leaves()
    assert ann.room.is_current
    await ann.leaves()
    assert not ann.room.is_current


async def test_a_command_of_a_connection_that_is_gone_is_told_to_try_again(stage: Stage) -> None:
    ann = await stage.enter(await stage.create("ann"), "ann")
    await ann.leaves()
    with pytest.raises(Disconnected) as refused:
        await ann.room.handle(ann, Ping(1))
    assert refused.value.code == "try_again"


# Commands


async def test_slices_are_apart_only_while_an_action_is_being_stored(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_room, "REST_S", 3_600)
    ann, *_ = await racing(stage, "ann", "bob")
    spectators = [await stage.enter(ann.code, f"s{number}", watch=True) for number in range(MAX_SLICE + 1)]
    stored = asyncio.Event()

    def told(number: int) -> int:
        line = Said("ann", "ann", NOON, f"line {number}")
        ann.room.broadcast(line)
        return sum(line in each.heard for each in spectators)

    assert told(1) == MAX_SLICE
    await settle()
    assert all(isinstance(each.heard[-1], Said) for each in spectators)
    stage.store.before_append = lambda _: stored.wait()
    await ann.says(next_act(ann))
    assert told(2) == MAX_SLICE
    await settle()
    assert [each.heard[-1].text for each in spectators if isinstance(each.heard[-1], Said)] == [
        *["line 2"] * MAX_SLICE,
        "line 1",
    ]
    stored.set()


async def test_a_refusal_names_the_command_and_the_number_of_an_action_and_is_counted() -> None:
    counted = Counted()
    async with Stage(metrics=counted) as stage:
        ann = await stage.enter(await stage.create("ann"), "ann")
        await ann.says(Act("nothing", 7, "undo"))
        assert ann.heard[-1] == Refused("act", "no_race", "No race has started in this room.", n=7)
        await ann.says(Mute("nobody"))
        refused = ann.heard[-1]
        assert (refused.command, refused.code, refused.n) == ("mute", "not_a_member", UNSET)
        assert counted.all == [("act", "no_race"), ("mute", "not_a_member")]


async def test_a_room_was_touched_by_who_came_and_what_was_done_but_not_by_a_ping(stage: Stage) -> None:
    ann = await stage.enter(await stage.create("ann"), "ann")
    room = ann.room
    touched = [room.take_touch(), room.take_touch()]
    for command in (Ping(1), Act("nothing", 1, "undo"), Ready()):
        await ann.says(command)
        touched += [room.take_touch()]
    assert Pong(1, stage.clock.now()) in ann.heard
    await stage.enter(ann.code, "dee", watch=True)
    assert [*touched, room.take_touch(), room.take_touch()] == [True, False, False, True, True, True, False]


# Quick rooms


async def test_a_quick_room_that_is_overdue_waits_for_those_who_come_back() -> None:
    async with Stage() as stage:
        code = (await stage.race_now("ann")).code
    await stage.clock.advance(2 * QUICK_WAIT_MS)
    async with Stage(stage.store.database, stage.clock) as again:
        ann = await again.enter(code, "ann")
        await again.clock.advance(RETURN_GRACE_MS - 1)
        assert not has_race(ann)
        await again.clock.advance(1)
        assert has_race(ann)


async def test_a_room_of_friends_does_not_begin_by_itself(stage: Stage) -> None:
    seats = await stage.seats("ann", "bob", "cho")
    for seat in seats:
        await seat.contributes()
    await stage.clock.advance(2 * QUICK_WAIT_MS)
    assert not has_race(seats[0])


# The end


async def test_a_race_is_abandoned_only_when_nobody_is_connected(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    await ann.says(next_act(ann))
    room = ann.room
    await room.abandon()
    await settle()
    assert not room.race.state.is_over
    for seat in (ann, bob):
        await seat.leaves()
    await room.abandon()
    await settle()
    assert room.race.state.is_over
    assert ended(stage) == {"ann", "bob"}
    await room.abandon()  # it is over


async def test_nothing_waits_for_the_end_of_a_race_that_cannot_be_stored(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def end_race(*_: object) -> bool:
        raise ValueError("this race is broken")

    monkeypatch.setattr(coordinator, "end_race", end_race)
    ann, bob = await racing(stage, "ann", "bob")
    for seat in (ann, bob):
        await seat.leaves()
    async with asyncio.timeout(5):
        await ann.room.abandon()
    assert ended(stage) == {"ann", "bob"}


async def test_a_room_without_a_race_is_idle_when_all_have_left_and_has_nothing_to_abandon(stage: Stage) -> None:
    ann = await stage.enter(await stage.create("ann"), "ann")
    room = ann.room
    assert not room.is_idle
    await ann.leaves()
    assert room.is_idle
    await room.abandon()
    assert room.race is None


async def test_a_room_is_idle_without_connections_unless_its_race_ends_soon(stage: Stage) -> None:
    limit = END_LOOKAHEAD_MS // 60_000 + 1
    ann, bob = await racing(
        stage, "ann", "bob", settings=Settings(RACE.variant, seats=2, limit_minutes=limit, away_s=None)
    )
    await ann.says(next_act(ann))
    room = ann.room
    for seat in (ann, bob):
        assert not room.is_idle
        await seat.leaves()
    ends_at = room.race.state.facts.ends_at
    until_looked_for = ends_at - END_LOOKAHEAD_MS - stage.clock.now()
    stage.clock.put_back(1 - until_looked_for)
    assert room.is_idle
    stage.clock.put_back(-1)
    assert not room.is_idle


# Peers


async def test_news_of_a_large_race_waits_for_the_end_of_a_tick_and_an_own_action_for_none() -> None:
    async with Stage(min_tick_receivers=2) as stage:
        ann, _ = await racing(stage, "ann", "bob")
        cho, _ = [await stage.enter(ann.code, name, watch=True) for name in ("cho", "dee")]
        mine = ann.replica.mine
        for n, is_heard in ((1, True), (2, False)):
            await ann.says(next_act(ann))
            await stage.journal.flushed()
            assert ann.replica.games[mine.game].n == n
            assert (cho.replica.games[mine.game].n == n) is is_heard
        await stage.clock.advance(TICK_MS - 1)
        assert cho.replica.games[mine.game].n == 1
        await stage.clock.advance(1)
        assert cho.replica.games[mine.game] == ann.replica.games[mine.game]


async def test_games_that_end_together_are_stored_together_but_not_too_many_at_once(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes: list[int] = []

    async def counted(store: Store, results: Mapping[str, tuple[int, StoredResult]]) -> set[str]:
        sizes.append(len(results))
        return await end_games(store, results)

    monkeypatch.setattr(race_shell, "end_games", counted)
    monkeypatch.setattr(race_shell, "MAX_ENDED_TOGETHER", 2)
    ann, *_ = await racing(stage, "ann", "bob", "cho", settings=RACE)
    await stage.clock.advance(61_000)
    assert len(ann.replica.race.standings or []) == 3
    assert sizes == [2, 1]
