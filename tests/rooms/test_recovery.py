"""Players who bring their identity elsewhere: what goes on by an older token ends, in every process."""

from dataclasses import replace

import pytest

from gaprace.errors import Disconnected
from gaprace.wire import PROTOCOL, Hello
from tests.rooms.stage import Seat, Stage
from tests.rooms.test_referee import next_act, racing


async def recover(stage: Stage, name: str) -> None:
    """Recover a player of the stage, as the web does it."""
    player = await stage.player(name)
    recovered = replace(player, recovery_hash="another hash", generation=player.generation + 1)
    assert await stage.store.change_credentials(player, recovered)
    await stage.rooms.recovered(name)
    await stage.clock.advance(0)


async def test_connections_of_before_end_and_the_seat_and_its_game_go_on(stages: list[Stage]) -> None:
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


async def test_who_was_admitted_by_an_older_token_just_before_does_not_come_in_after(stage: Stage) -> None:
    code = await stage.create("bob")
    ann = await stage.player("ann")
    await recover(stage, "ann")
    for watch in (False, True):
        with pytest.raises(Disconnected) as closed:
            await stage.rooms.enter(code, Seat(ann, stage), Hello(PROTOCOL, watch=watch))
        assert closed.value.code == "no_identity"
