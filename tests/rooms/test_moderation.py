"""What moderators decide, as it is felt in the rooms of every process."""

from gaprace.wire import Notice, Say
from gaprace.wire.http import Decision
from tests.rooms.stage import Stage, settle, solo
from tests.rooms.stage import racing as racing_here
from tests.rooms.test_processes import racing

DAY_MS = 24 * 60 * 60 * 1000


async def suspend(stage: Stage, name: str) -> None:
    until = stage.clock.now() + DAY_MS
    await stage.store.transact(lambda tx: tx.sanction(name, "suspended_until", until))
    await stage.rooms.suspended(name)
    await settle()


async def test_a_suspended_player_leaves_all_rooms_of_all_processes_and_resigns(stages: list[Stage]) -> None:
    ann, bob = await racing(stages)
    watcher = await stages[0].enter(bob.code, "dee", watch=True)
    version = bob.room.state.view.version
    await bob.room.members.unseat("zoe")  # who has no seat
    assert bob.room.state.view.version == version
    await suspend(stages[1], "ann")
    assert ann.bye.code == "suspended"
    assert (bob.bye, watcher.bye) == (None, None)
    assert bob.members == [bob.replica.room.host] == ["bob"]
    assert {game.player: game.ended for game in bob.replica.games.values()} == {"ann": True, "bob": False}
    back = await stages[0].enter(bob.code, "ann")
    assert back.bye.code == "suspended"


async def test_a_suspended_player_may_watch_and_comes_back_after_the_end(stage: Stage) -> None:
    (ann,) = await stage.seats("ann")
    unserved = await stage.create("bob")
    await suspend(stage, "bob")
    assert b'"bob"' not in stage.store.database.rooms[unserved].state
    watching = await stage.enter(ann.code, "bob", watch=True)
    assert watching.bye is None
    await stage.clock.advance(DAY_MS)
    await ann.says(Say("hello"))
    code = await stage.create("ann")
    assert (await stage.enter(code, "bob")).bye is None


async def test_a_solo_game_of_a_suspended_player_ends(stage: Stage) -> None:
    seat = await solo(stage)
    await suspend(stage, "ann")
    assert not stage.store.database.actions, "no game runs"
    assert seat.bye.code == "suspended"


async def test_a_muted_player_is_told_until_when(stage: Stage) -> None:
    ann = await stage.enter(await stage.create("ann"), "ann")
    await ann.says(Say("hello"))
    until = stage.clock.now() + DAY_MS
    await stage.store.transact(lambda tx: tx.sanction("ann", "muted_until", until))
    await ann.says(Say("hello?"))
    assert ann.refusal == "muted"
    await stage.clock.advance(DAY_MS)
    ann = await stage.enter(await stage.create("ann"), "ann")
    await ann.says(Say("hello again"))
    assert [said.text for said in ann.replica.chat] == ["hello again"]


async def test_a_room_that_is_shut_ends_its_race_and_lets_nobody_in(stage: Stage) -> None:
    ann, bob = await racing_here(stage, "ann", "bob")
    code = ann.code
    await stage.rooms.shut(code)
    await settle()
    version = ann.room.state.view.version
    await ann.room.shut()
    assert ann.room.state.view.version == version
    assert [seat.bye.code for seat in (ann, bob) if seat.bye] == ["room_closed"] * 2
    (race,) = stage.store.database.races.values()
    assert race.ended_at is not None
    assert await stage.rooms.view(code) is None
    for watch in (False, True):
        late = await stage.enter(code, "cid", watch=watch)
        assert late.bye.code == "room_closed"


async def test_everyone_hears_an_announcement_and_newcomers_until_its_end(stage: Stage) -> None:
    (ann,) = await stage.seats("ann")
    now = stage.clock.now()
    said = Decision("d", now, "mod", "announce", "Because.", until=now + 60_000, detail="Tea at ten.")
    await stage.store.transact(lambda tx: tx.add_decision(said, []))
    await stage.rooms.announced()
    assert ann.last(Notice) == Notice("announcement", "Tea at ten.")
    assert (await stage.enter(ann.code, "bob")).last(Notice) == Notice("announcement", "Tea at ten.")
    await stage.clock.advance(60_000)
    late = await stage.enter(ann.code, "cid")
    assert not [event for event in late.heard if isinstance(event, Notice)]


async def test_a_line_is_remembered_as_it_was_said(stage: Stage) -> None:
    (ann,) = await stage.seats("ann")
    await ann.says(Say("  You   fool "))
    assert stage.rooms.has_said(ann.code, "ann", "You fool")
    assert not stage.rooms.has_said(ann.code, "ann", "You genius")
    assert not stage.rooms.has_said(ann.code, "bob", "You fool")
    assert not stage.rooms.has_said("NOSUCH", "ann", "You fool")
