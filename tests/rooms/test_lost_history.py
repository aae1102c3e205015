"""What the store has lost is said openly, and play goes on from what it holds; a wrong word of a peer does no harm."""

import logging
from copy import deepcopy

import msgspec
import pytest

from gaprace.bus.local import LocalBus
from gaprace.play.live.effects import ActionStored, GameEnded, GameHinted, PeerEvent
from gaprace.rooms.peers import Announced, PeerMessage, RoomStored
from gaprace.rooms.reconciler import CHECK_INTERVAL_MS
from gaprace.wire import PROTOCOL, Act, Acted, Finished, Hello, Notice, Ready, Say, Started, Welcome
from tests.memory_store import MemoryDatabase
from tests.rooms.stage import RACE, ManualClock, Seat, Stage, kinds, next_act, racing, settle
from tests.rooms.test_processes import racing as racing_apart

NOTICED_MS = CHECK_INTERVAL_MS + 2_000
"""After this time a loss is noticed although nobody acts."""


def number(seat: Seat) -> int:
    return seat.replica.mine.n


async def acts(seat: Seat, count: int) -> None:
    for _ in range(count):
        await seat.says(next_act(seat))


def lose(stage: Stage, game: str, kept: int) -> None:
    """Make the store forget the last actions of a game, as a failover to a stale copy does."""
    actions = stage.store.database.actions[game]
    for n in [each for each in actions if each > kept]:
        del actions[n]


def epoch(seat: Seat) -> int:
    return seat.last(Welcome).epoch


def notices(seat: Seat) -> list[str]:
    return [event.code for event in seat.heard if isinstance(event, Notice)]


async def test_an_action_behind_lost_ones_is_not_stored_everyone_learns_why_and_play_goes_on_from_what_is_stored(
    stage: Stage,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    await acts(ann, 4)
    assert epoch(ann) == 0
    lose(stage, ann.game, kept=2)
    with caplog.at_level(logging.ERROR):
        await ann.says(next_act(ann))
    assert number(ann) == 2
    assert sorted(stage.store.database.actions[ann.game]) == [1, 2]
    assert notices(ann) == notices(bob) == ["history_lost"]
    late = await stage.enter(ann.code, "cho", watch=True)
    assert epoch(ann) == epoch(bob) == epoch(late) > 0
    assert f"{ann.game}" in str([vars(record).get("about") for record in caplog.records])
    assert bob.replica.games[ann.game].n == 2
    await acts(ann, 2)
    assert number(ann) == 4
    await stage.clock.advance(60_000)
    assert kinds(ann).count(Finished) == kinds(bob).count(Finished) == 1
    games = stage.store.database.races[stage.store.database.race_of[ann.game]].games
    assert {game.player: len(game.result.transcript.split()) for game in games} == {"ann": 4, "bob": 0}


async def test_every_process_takes_up_the_loss_once(stages: list[Stage]) -> None:
    ann, bob = await racing_apart(stages, RACE)
    await acts(ann, 3)
    lose(stages[0], ann.game, kept=1)
    await ann.says(next_act(ann))
    await stages[0].clock.advance(NOTICED_MS)
    assert notices(ann) == notices(bob) == ["history_lost"]
    assert epoch(ann) == epoch(bob) > 0
    assert ann.replica.games[ann.game].n == bob.replica.games[ann.game].n == 1


async def test_a_room_that_went_back_can_be_used_again(stage: Stage) -> None:
    stage.reconcile()
    ann, bob = await stage.seats("ann", "bob", settings=RACE)
    stale = deepcopy(stage.store.database.rooms[ann.code])
    await bob.says(Ready())
    stage.store.database.rooms[ann.code] = stale
    await stage.clock.advance(NOTICED_MS)
    assert notices(ann) == notices(bob) == ["history_lost"]
    assert bob.replica.room == ann.replica.room
    await bob.says(Ready())
    assert [member.ready for member in ann.replica.room.members] == [False, True]


async def test_a_race_whose_end_is_lost_goes_on_and_ends_again(stage: Stage) -> None:
    stage.reconcile()
    ann, bob = await racing(stage, "ann", "bob")
    await acts(ann, 1)
    stale = deepcopy(vars(stage.store.database))
    await stage.clock.advance(20_000)
    for seat in (ann, bob):
        await seat.says(Act(seat.game, number(seat) + 1, "resign"))
    assert kinds(ann).count(Finished) == 1
    vars(stage.store.database).update(stale)
    await stage.clock.advance(NOTICED_MS)
    assert ann.replica.is_racing
    assert number(ann) == 1
    assert notices(ann) == ["history_lost"]
    await stage.clock.advance(60_000)
    assert not ann.replica.is_racing
    assert kinds(ann).count(Finished) == 2


async def test_a_race_that_a_peer_has_ended_without_lost_actions_holds_up_no_other_room(stages: list[Stage]) -> None:
    one, two = stages
    (dee,) = await one.seats("dee")
    ann, bob = await racing_apart(stages, RACE)
    await acts(ann, 3)
    lose(one, ann.game, kept=1)
    again = await two.enter(ann.code, "ann")
    for stage in stages:
        stage.bus.unsubscribe(ann.code)  # from now on the two hear nothing of each other
    await again.says(next_act(again))  # read from the store because of it
    for seat in (again, bob):
        await seat.says(Act(seat.game, number(seat) + 1, "resign"))
    assert kinds(bob).count(Finished) == 1
    await one.clock.advance(NOTICED_MS)
    assert notices(ann) == ["history_lost"]
    assert ann.replica.room == again.replica.room
    assert not ann.replica.is_racing
    one.store.database.rooms.pop(dee.code)
    await one.clock.advance(NOTICED_MS)
    assert dee.bye.code == "room_closed"


async def test_two_servers_that_do_not_know_of_each_other_heal_from_the_store() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as one, Stage(database, clock) as two:
        one.reconcile()
        two.reconcile()
        ann, _ = await racing(one, "ann", "bob")
        watcher = await two.enter(ann.code, "cho", watch=True)
        await acts(ann, 3)
        assert watcher.replica.games[ann.game].n == 0
        await clock.advance(NOTICED_MS)
        assert watcher.replica.games[ann.game].n == 3
        there = await two.enter(ann.code, "ann")
        await there.says(next_act(there))
        await ann.says(next_act(ann))
        assert sorted(one.store.database.actions[ann.game]) in ([1, 2, 3, 4], [1, 2, 3, 4, 5])
        await clock.advance(NOTICED_MS)
        assert ann.replica.mine == there.replica.mine
        assert notices(ann) == notices(watcher) == []


# Wrong words of peers


class Forger:
    """A process that sends what it likes about a player's room, under its own name."""

    def __init__(self, seat: Seat) -> None:
        self._seat, self._bus, self._n = seat, LocalBus(seat.stage.bus._hub), 0

    async def says(self, event: PeerEvent) -> None:
        self._n += 1
        note = PeerMessage("forger", self._n, event)
        self._bus.publish(self._seat.room.code, msgspec.msgpack.encode(note))
        await self._seat.stage.clock.advance(100)


async def test_a_player_is_never_told_what_is_not_stored(stages: list[Stage]) -> None:
    ann, _ = await racing(stages[0], "ann", "bob")
    forger, act = Forger(ann), next_act(ann)
    for false in (GameEnded(act.game, 0), GameHinted(act.game), ActionStored(act.game, 1, act.action, 50)):
        await forger.says(false)
    assert Acted not in kinds(ann)
    assert not ann.replica.games[act.game].hinted
    await acts(ann, 2)
    assert number(ann) == 2
    assert sorted(stages[0].store.database.actions[act.game]) == [1, 2]
    assert notices(ann) == []


async def test_an_action_that_was_only_announced_is_taken_back_openly(stages: list[Stage]) -> None:
    ann, bob = await racing(stages[0], "ann", "bob")
    there = await stages[1].enter(ann.code, "cho", watch=True)
    act = next_act(ann)
    await Forger(ann).says(ActionStored(act.game, 1, act.action, 50))
    await stages[0].clock.advance(NOTICED_MS)
    assert there.replica.games[act.game].n == ann.replica.games[act.game].n == bob.replica.games[act.game].n == 0
    await ann.says(next_act(ann))
    await stages[0].clock.advance(100)
    assert there.replica.games[act.game].n == 1


async def test_a_false_version_of_the_room_changes_nothing(stages: list[Stage]) -> None:
    (ann,) = await stages[0].seats("ann")
    forger = Forger(ann)  # one for both: of a sender only messages with new numbers are heard
    for event in (RoomStored(1_000), Announced([], 0, 1_000, {})):
        await forger.says(event)
        await ann.says(Ready())
        await ann.says(Ready(ready=False))
    await ann.says(Say("hello"))
    assert notices(ann) == []
    assert ann.replica.room.version == 5


async def test_the_layout_is_not_sent_before_its_time_on_the_word_of_a_peer(stages: list[Stage]) -> None:
    ann, cho = await stages[0].seats("ann", "cho")
    watcher = await stages[0].enter(ann.code, "bob", watch=True)
    await ann.says(Ready())
    await cho.says(Ready())
    await cho.leaves()
    seat = next(each for each in ann.replica.race.seats if each.player == "cho")
    forger = Forger(ann)
    await forger.says(ActionStored(seat.game, 1, "shuffle", 0))
    await forger.says(ActionStored(seat.game, 1, "resign", 0))
    assert Started not in kinds(ann) + kinds(watcher)


async def test_what_was_lost_while_no_server_ran_is_told_to_those_who_had_seen_it_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as stage:
        ann, _ = await racing(stage, "ann", "bob")
        await acts(ann, 3)
        code, game, version = ann.code, ann.game, ann.replica.room.version
        lose(stage, game, kept=1)
    async with Stage(database, clock) as stage:
        told = list[list[str]]()
        for seen in (
            Hello(PROTOCOL),
            Hello(PROTOCOL, version=version, game=game, n=1),
            Hello(PROTOCOL, version=version, game=game, n=3),
            Hello(PROTOCOL, version=version + 1),
            Hello(PROTOCOL, version=version, game="of before", n=9),
        ):
            seat = Seat(await stage.player("ann"), stage)
            await stage.rooms.enter(code, seat, seen)
            await settle()
            told.append(notices(seat))
        other = Seat(await stage.player("bob"), stage)
        await stage.rooms.enter(code, other, Hello(PROTOCOL, version=version, game=game, n=3))
        assert notices(other) == []  # or a rival's number could be found out by trying
    assert told == [[], [], ["history_lost"], ["history_lost"], []]
    assert [record.levelname for record in caplog.records if "has the store lost" in record.message] == ["WARNING"]
