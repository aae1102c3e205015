"""What nobody needs any more is let go of."""

import pytest

from gaprace.ports import StoredFollow
from gaprace.upkeep.retention import DAY_MS, Lifetimes, Retention
from tests.rooms.stage import Stage
from tests.rooms.test_referee import next_act, solo


@pytest.fixture
def pruner(stage: Stage) -> Retention:
    return Retention(stage.store, stage.clock, stage.rooms)


async def test_a_game_that_nobody_comes_back_to_ends_as_it_stands(stage: Stage, pruner: Retention) -> None:
    ann = await solo(stage, "ann")
    await ann.says(next_act(ann))
    game = ann.replica.mine
    await stage.clock.advance(Lifetimes().game_ms + DAY_MS, asleep=True)
    await pruner.step()
    assert await stage.store.finished_game(game.game) is None  # she is still there
    await ann.leaves()
    await stage.clock.advance(Lifetimes().game_ms + DAY_MS, asleep=True)
    await pruner.step()
    finished = await stage.store.finished_game(game.game)
    assert finished[0].result.moves == 1
    assert finished[1].ended_at


async def test_who_never_played_is_forgotten_after_a_month_and_who_did_is_not(stage: Stage, pruner: Retention) -> None:
    ann = await solo(stage, "ann")
    await ann.leaves()
    await stage.player("bob")
    await pruner.step()
    assert await stage.store.player("bob")
    await stage.clock.advance(Lifetimes().guest_ms + DAY_MS, asleep=True)
    await pruner.step()
    assert await stage.store.player("ann")
    assert await stage.store.player("bob") is None


async def test_the_times_are_those_of_the_settings(stage: Stage, pruner: Retention) -> None:
    await stage.player("bob")
    await stage.clock.advance(2 * DAY_MS)
    await pruner.step()
    assert await stage.store.player("bob")
    await Retention(stage.store, stage.clock, stage.rooms, Lifetimes(guest_ms=DAY_MS)).step()
    assert await stage.store.player("bob") is None


async def test_who_was_needed_in_one_pass_is_looked_at_again_in_that_of_the_next_day(
    stage: Stage, pruner: Retention
) -> None:
    await stage.player("ann")
    await stage.store.add_follow(StoredFollow("ann", "bob", 0))
    await stage.clock.advance(Lifetimes().guest_ms + DAY_MS, asleep=True)
    await pruner.step()
    await stage.store.remove_follow("ann", "bob")
    await pruner.step()
    assert await stage.store.player("ann")  # the pass is past her
    await stage.clock.advance(DAY_MS)
    await pruner.step()
    assert await stage.store.player("ann") is None
