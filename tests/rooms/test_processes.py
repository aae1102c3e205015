"""One room in two processes: whatever the bus loses, everyone sees what the store says, and soon."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gaprace.bus.local import Hub, LocalBus, new_hub
from gaprace.play.live.hosts import HOST_GRACE_MS
from gaprace.rooms.peers import PEER_TIMEOUT_MS
from gaprace.rooms.reconciler import CHECK_INTERVAL_MS
from gaprace.wire import (
    Act,
    Finished,
    Kick,
    Leave,
    Ready,
    Say,
    Settings,
    Start,
    VariantChoice,
)
from tests.memory_store import MemoryDatabase
from tests.rooms.stage import RACE, ManualClock, Seat, Stage, next_act
from tests.rooms.test_histories import OPENINGS, History, picture, room_settings, step_lists

OPEN_BOARDS = Settings(VariantChoice("mini"), seats=3, limit_minutes=1, boards_open=True, hints=True, code="0123456789")
HEALED_MS = 3_000
"""What may pass until everyone sees the truth again when the bus is back, or stays down."""


class LeakyBus(LocalBus):
    """A bus that loses notes: all of them while it is down, and without knowing it those that `loses` picks."""

    def __init__(self, hub: Hub, loses: Callable[[], bool] = lambda: False) -> None:
        super().__init__(hub)
        self._loses = loses

    def publish(self, room: str, note: bytes) -> None:
        if self.is_up and not self._loses():
            super().publish(room, note)

    def go(self, *, up: bool) -> None:
        self.losses += not up
        self.is_up = up


@asynccontextmanager
async def processes(count: int = 2, loses: Callable[[], bool] = lambda: False) -> AsyncIterator[list[Stage]]:
    database, clock, hub = MemoryDatabase(), ManualClock(), new_hub()
    stages = [Stage(database, clock, LeakyBus(hub, loses)) for _ in range(count)]
    for stage in stages:
        await stage.open()
    yield stages
    for stage in stages:
        await stage.close()


def bus_goes(stages: list[Stage], *, up: bool) -> None:
    for stage in stages:
        stage.bus.go(up=up)


async def both(stages: list[Stage], chosen: Settings = OPEN_BOARDS) -> tuple[Seat, Seat]:
    """Ann in one process, Bob in the other."""
    one, other = stages[:2]
    code = await one.create("ann", chosen)
    ann, bob = await one.enter(code, "ann"), await other.enter(code, "bob")
    await one.clock.advance(300)
    return ann, bob


async def racing(stages: list[Stage], chosen: Settings = OPEN_BOARDS) -> tuple[Seat, Seat]:
    ann, bob = await both(stages, chosen)
    await ann.says(Ready())
    await bob.says(Ready())
    await stages[0].clock.advance(4_000)
    assert ann.replica.started == bob.replica.started is not None
    return ann, bob


async def is_the_truth(*seats: Seat) -> None:
    """Each client sees what a fresh snapshot of the same process shows."""
    for seat in seats:
        fresh = await seat.stage.enter(seat.code, seat.player.id, watch=seat.watches)
        assert picture(seat.replica) == picture(fresh.replica)
        await fresh.leaves()


async def test_everyone_sees_who_is_there_and_what_is_said_wherever_they_are(stages: list[Stage]) -> None:
    (ann,) = await stages[0].seats("ann", settings=OPEN_BOARDS)
    await ann.says(Say("hello"))
    bob, watcher = [await stages[1].enter(ann.code, name, watch=name == "cho") for name in ("bob", "cho")]
    await stages[0].clock.advance(500)
    for seat in (ann, bob, watcher):
        assert (seat.replica.present.members, seat.replica.present.spectators) == (["ann", "bob"], 1)
    await bob.says(Say("hi"))
    assert [line.text for line in ann.replica.chat] == ["hello", "hi"]
    assert ann.replica.chat == bob.replica.chat == watcher.replica.chat
    await bob.leaves()
    await stages[0].clock.advance(500)
    assert ann.replica.present.members == ["ann"]


async def test_who_is_kicked_or_leaves_is_gone_from_every_process(stages: list[Stage]) -> None:
    ann, bob = await racing(stages)
    again = await stages[0].enter(ann.code, "bob")
    await ann.says(Kick("bob"))
    assert bob.bye.code == again.bye.code == "kicked"
    looking_on = await stages[0].enter(ann.code, "bob", watch=True)
    assert looking_on.bye.code == "kicked"
    here, there = await stages[0].enter(ann.code, "ann"), ann
    await here.says(Leave())
    assert there.bye.code == "left"


async def test_of_two_that_start_at_once_one_does_and_nobody_is_refused(stages: list[Stage]) -> None:
    ann, bob = await both(stages)
    await ann.says(Ready())
    before = len(bob.heard)
    await asyncio.gather(ann.says(Start()), bob.says(Ready()))
    assert ann.replica.race == bob.replica.race is not None
    assert [each for each in bob.heard[before:] if type(each).__name__ == "Refused"] in (
        [],
        [each for each in bob.heard[before:] if getattr(each, "code", "") == "race_running"],
    )


async def test_a_member_with_connections_to_two_processes_plays_one_game_in_both(stages: list[Stage]) -> None:
    ann, _ = await racing(stages)
    same = await stages[1].enter(ann.code, "ann")
    for seat in (ann, same, same, ann, ann):
        act = next_act(seat)
        await seat.says(act)
        assert ann.replica.mine == same.replica.mine
        assert ann.replica.mine.n == act.n
    one, other = next_act(ann), Act(next_act(same).game, next_act(same).n, "undo")
    await asyncio.gather(ann.says(one), same.says(other))
    assert ann.replica.mine == same.replica.mine
    await is_the_truth(ann, same)


async def test_when_a_process_dies_its_host_is_replaced_and_its_players_are_no_longer_there(
    stages: list[Stage],
) -> None:
    ann, bob = await both(stages)
    bus = stages[0].bus
    bus.go(up=False)  # from the other one's view that is what being dead looks like
    await stages[0].clock.advance(PEER_TIMEOUT_MS + 3_000)
    assert bob.replica.present.members == ["bob"]
    await stages[0].clock.advance(HOST_GRACE_MS + 1_000)
    assert bob.replica.room.host == "bob"
    assert ann.replica.room == bob.replica.room


async def test_while_the_bus_is_down_everyone_is_healed_from_the_store_and_later_hears_what_was_said(
    stages: list[Stage],
) -> None:
    ann, bob = await racing(stages)
    bus_goes(stages, up=False)
    for _ in range(3):
        await ann.says(next_act(ann))
        await bob.says(next_act(bob))
    assert ann.replica.games != bob.replica.games
    await stages[0].clock.advance(HEALED_MS)
    assert ann.replica.games == bob.replica.games
    await is_the_truth(ann, bob)
    await ann.says(next_act(ann))
    await ann.says(Say("can you hear me?"))
    assert bob.replica.chat == []
    bus_goes(stages, up=True)
    await stages[0].clock.advance(HEALED_MS)
    assert ann.replica.games == bob.replica.games
    assert ann.replica.chat == bob.replica.chat != []
    before = len(bob.heard)
    await ann.says(next_act(ann))
    assert len(bob.heard) == before + 1
    assert bob.bye is ann.bye is None


async def test_a_note_that_is_lost_unnoticed_is_made_good_with_the_next_one() -> None:
    lost = [False]
    async with processes(loses=lambda: lost[0]) as stages:
        ann, bob = await racing(stages)
        lost[0] = True
        await ann.says(next_act(ann))
        lost[0] = False
        assert ann.replica.games != bob.replica.games
        await ann.says(next_act(ann))
        assert ann.replica.games == bob.replica.games


async def test_the_last_process_standing_ends_a_race_that_others_began(stages: list[Stage]) -> None:
    ann, bob = await racing(stages)
    await ann.says(next_act(ann))
    await stages[0].close()
    assert ann.bye
    await stages[1].clock.advance(65_000)
    assert not bob.replica.is_racing
    assert {each.player for each in bob.replica.race.standings} == {"ann", "bob"}


async def test_a_room_that_closes_elsewhere_closes_here(stages: list[Stage]) -> None:
    _, bob = await both(stages)
    del stages[0].store.database.rooms[bob.code]
    await stages[0].clock.advance(CHECK_INTERVAL_MS + 1_000)
    assert bob.bye.code == "room_closed"


@pytest.mark.parametrize("chosen", [RACE, OPEN_BOARDS])
async def test_a_new_name_is_shown_in_rooms_of_other_processes_and_a_strangers_changes_nothing(
    stages: list[Stage], chosen: Settings
) -> None:
    ann, bob = await both(stages, chosen)
    version = bob.room.state.view.version
    await bob.room.members.renamed(await stages[1].player("zoe"))
    assert bob.room.state.view.version == version
    renamed = await stages[0].player("ann")
    await stages[0].store.rename_player("ann", "Anna")
    await ann.leaves()
    await stages[0].clock.advance(120_000)
    await stages[0].rooms.renamed(renamed)
    await stages[0].clock.advance(1_000)
    assert "Anna" in [member.name for member in bob.replica.room.members]


async def tell(steps: list[str], chosen: Settings, seed: int, loss: float) -> None:
    random = Random(seed)
    async with processes(loses=lambda: random.random() < loss) as stages:
        code = await stages[0].create("ann", chosen)
        history = History(stages, code, random)
        history.seats.append(await stages[0].enter(code, "ann"))
        for step in [*random.choice(OPENINGS), *steps]:
            if random.random() < loss / 5:
                bus_goes(stages, up=random.random() < 0.6)
            await history.take(step)
            await history.check()
        loss = 0
        bus_goes(stages, up=True)
        await stages[0].clock.advance(CHECK_INTERVAL_MS + HEALED_MS)
        await history.take("wait a little")
        await history.take("wait a little")
        await history.check()
        pictures = [seat.replica for seat in history.open_seats if not seat.is_full]
        there = sorted({seat.player.id for seat in history.open_seats if not seat.watches})
        for replica in pictures:
            assert replica.room == pictures[0].room
            assert replica.present.members == there


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(step_lists, room_settings, st.integers(0, 10**6), st.sampled_from([0.0, 0.0, 0.1, 0.5]))
def test_snapshot_plus_events_is_a_fresh_snapshot_in_every_process(
    steps: list[str], chosen: Settings, seed: int, loss: float
) -> None:
    asyncio.run(tell(steps, chosen, seed, loss))


async def test_who_left_before_the_start_is_resigned_by_the_process_that_comes_after(stages: list[Stage]) -> None:
    ann, bob = await both(stages)
    await ann.says(Start())
    await bob.says(Leave())
    code = ann.code
    for stage in stages:
        await stage.close()
    await stages[0].clock.advance(10_000)
    async with Stage(stages[0].store.database, stages[0].clock) as later:
        ann = await later.enter(code, "ann")
        await later.clock.advance(3_000)
        await ann.says(Act(ann.game, 1, "resign"))
        assert isinstance(ann.last(Finished), Finished)
