"""Players who are deleted, or bring their identity elsewhere: what goes on by older tokens ends in every process."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from gaprace.errors import Disconnected, StoreUnavailable
from gaprace.people.accounts import Accounts
from gaprace.people.tokens import Tokens
from gaprace.play.people.names import DELETED
from gaprace.ports import StoredSession
from gaprace.wire import PROTOCOL, Act, Finished, Hello, Say, Start
from tests.memory_store import MemoryDatabase
from tests.rooms.stage import NOON, RACE, SOLO, ManualClock, Seat, Stage, next_act, racing, settle, solo


async def delete(stage: Stage, name: str) -> None:
    """Delete a player of the stage, as the web does it."""
    player = await stage.player(name)
    await Accounts(stage.store, stage.clock, Tokens(stage.clock, [])).delete(player, name)
    await stage.rooms.deleted(name)
    await stage.clock.advance(0)


async def recover(stage: Stage, name: str) -> None:
    """Recover a player of the stage, as the web does it."""
    player = await stage.player(name)
    recovered = replace(player, recovery_hash="another hash", generation=player.generation + 1)
    assert await stage.store.change_credentials(player, recovered)
    await stage.rooms.recovered(name)
    await stage.clock.advance(0)


def texts(stage: Stage) -> str:
    """All that is stored of rooms."""
    return " ".join(room.state.decode() for room in stage.store.database.rooms.values())


async def test_a_running_game_is_resigned_and_the_race_goes_on(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    await ann.says(next_act(ann))
    await delete(stage, "ann")
    assert ann.bye.code == "no_identity"
    assert bob.bye is None
    await bob.says(Act(bob.replica.race.seats[1].game, 1, "resign"))
    race = next(iter(stage.store.database.races.values()))
    assert race.ended_at is not None
    assert {each.player: each.result.transcript.split()[-1][:6] for each in race.games if each.result} == {
        "ann": "resign",
        "bob": "resign",
    }
    assert [member.name for member in bob.replica.room.members] == ["bob"]
    finished = bob.last(Finished)
    assert sorted(each.name for each in finished.standings) == ["bob", DELETED]


async def test_a_game_about_to_start_is_resigned_at_the_start(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob")
    await ann.says(Start())
    await delete(stage, "ann")
    await stage.clock.advance(3_500)
    race = next(iter(stage.store.database.races.values()))
    assert [each.result is not None for each in race.games] == [True, False]
    assert bob.replica.started is not None


async def test_another_member_hosts_and_nobody_reads_on_what_was_said(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob")
    await ann.says(Say("it was me, ann"))
    await bob.says(Say("and I am bob"))
    await delete(stage, "ann")
    assert (bob.bye, bob.replica.room.host) == (None, "bob")
    late = await stage.enter(ann.code, "cho", watch=True)
    assert [said.text for said in late.replica.chat] == ["and I am bob"]
    assert "it was me" not in str(late.heard)


@pytest.mark.parametrize(("ends", "has_seat"), [(delete, False), (recover, True)])
async def test_who_was_admitted_just_before_does_not_come_in_after(
    stage: Stage, ends: Callable[[Stage, str], Awaitable[None]], has_seat: bool
) -> None:
    code = await stage.create("bob")
    ann = Seat(await stage.player("ann"), stage)
    await ends(stage, "ann")
    for watch in (False, True):
        assert (await stage.enter(code, "bob", watch=watch)).bye is None
        with pytest.raises(Disconnected) as closed:
            await stage.rooms.enter(code, ann, Hello(PROTOCOL, watch=watch))
        assert closed.value.code == "no_identity"
    assert ('"ann"' in texts(stage)) is has_seat


async def test_other_processes_let_go_of_the_player_too(stages: list[Stage]) -> None:
    here, there = stages
    ann, bob = await racing(there, "ann", "bob")
    watched = await here.create("cho")
    watcher = await there.enter(watched, "ann", watch=True)
    await delete(here, "ann")
    assert [seat.bye.code for seat in (ann, watcher) if seat.bye] == ["no_identity"] * 2
    assert bob.bye is None
    race = next(iter(here.store.database.races.values()))
    assert [each.player for each in race.games if each.result] == ["ann"]
    assert bob.members == ["bob"]


async def test_a_resignation_that_comes_between_two_moves_of_another_process_is_made_after_them() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as here, Stage(database, clock) as there:  # they hear nothing of each other
        ann = await solo(there)
        await here.enter(ann.code, "bob", watch=True)
        await ann.says(next_act(ann))
        await ann.says(next_act(ann))
        await delete(here, "ann")
        race = next(iter(database.races.values()))
        (game,) = race.games
        assert game.result.transcript.split()[-1].startswith("resign:")
        assert len(game.result.transcript.split()) == 3


async def test_rooms_that_nobody_serves_let_go_as_well_once_the_store_is_back(stage: Stage) -> None:
    for settings in (RACE, SOLO):
        await stage.create("ann", settings)
    player = await stage.player("ann")
    await Accounts(stage.store, stage.clock, Tokens(stage.clock, [])).delete(player, "ann")
    naming, failures = stage.store.rooms_naming, [StoreUnavailable("away")]

    async def rooms_naming(player_id: str) -> list[str]:
        if failures:
            raise failures.pop()
        return await naming(player_id)

    stage.store.rooms_naming = rooms_naming
    await stage.rooms.deleted("ann")
    await stage.clock.advance(0)
    assert '"ann"' not in texts(stage)


async def test_connections_of_before_a_recovery_end_and_the_seat_and_its_game_go_on(stages: list[Stage]) -> None:
    here, there = stages
    ann, bob = await racing(there, "ann", "bob")
    watched = await here.create("cho")
    watcher = await here.enter(watched, "ann", watch=True)
    await recover(here, "ann")
    assert [seat.bye.code for seat in (ann, watcher) if seat.bye] == ["no_identity"] * 2
    assert bob.bye is None
    again = await there.enter(ann.code, "ann")
    await again.says(next_act(again))
    assert again.bye is None
    assert again.replica.mine.n == 1


async def test_the_connections_of_a_session_that_has_ended_are_closed_in_every_process(stages: list[Stage]) -> None:
    one, two = stages
    code = await one.create("ann")
    for session in ("s1", "s2"):
        await one.store.note_session(StoredSession(session, "ann", 1, NOON, NOON, "", ""))
    seats = [await stage.enter(code, "ann", session=each) for stage in (one, two) for each in ("s1", "s2")]
    await one.store.end_session("ann", "s1", NOON)
    await one.rooms.recovered("ann")
    await settle()
    assert [seat.bye.code if seat.bye else "" for seat in seats] == ["no_identity", "", "no_identity", ""]
    for watch in (False, True):
        late = await two.enter(code, "ann", session="s1", watch=watch)
        assert late.bye.code == "no_identity"
