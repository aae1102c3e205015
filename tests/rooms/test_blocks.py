"""Blocks, as they are felt in rooms: who gets no seat, and who is not paired."""

import pytest
from msgspec.structs import replace

from gaprace.ports import StoredBlock
from tests.rooms.stage import NOON, RACE, Stage


async def block(stage: Stage, player: str, other: str) -> None:
    await stage.store.add_block(StoredBlock(player, other, NOON))


async def test_a_room_is_locked_for_a_player_whom_the_host_blocks_but_not_for_a_member(stage: Stage) -> None:
    ann, cho = await stage.seats("ann", "cho", settings=replace(RACE, seats=9))
    code = ann.code
    for blocks, other in (("ann", "bob"), ("ann", "cho"), ("cho", "dee")):
        await block(stage, blocks, other)
    refused = await stage.enter(code, "bob")
    assert refused.bye.code == "room_locked"
    assert (await stage.enter(code, "bob", watch=True)).bye is None
    await cho.leaves()
    for name in ("cho", "dee"):  # a member keeps the seat, and only the host's blocks count
        assert (await stage.enter(code, name)).bye is None
    await stage.store.remove_block("ann", "bob")
    assert (await stage.enter(code, "bob")).bye is None


@pytest.mark.parametrize("pair", [("ann", "bob"), ("bob", "ann")])
async def test_players_who_are_kept_apart_are_not_paired(stage: Stage, pair: tuple[str, str]) -> None:
    await block(stage, *pair)
    ann = await stage.race_now("ann")
    await stage.clock.advance(100)
    bob = await stage.race_now("bob")
    cho = await stage.race_now("cho")
    assert ann.code != bob.code
    assert cho.code == ann.code
    assert {*bob.members} == {"bob"}
