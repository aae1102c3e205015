"""What nobody needs any more is let go of."""

from gaprace.services.retention import DAY_MS, GAME_LIFETIME_MS, GUEST_LIFETIME_MS, RetentionJob
from tests.rooms.stage import NOON, Stage
from tests.rooms.test_referee import next_act, solo


async def test_a_game_that_nobody_comes_back_to_ends_as_it_stands() -> None:
    async with Stage() as stage:
        ann = await solo(stage, "ann")
        await ann.says(next_act(ann))
        assert ann.room
        game = ann.replica.mine
        assert game
        pruner = RetentionJob(stage.store, stage.clock, stage.rooms)
        await stage.clock.advance(GAME_LIFETIME_MS + DAY_MS)
        await pruner.run()
        assert await stage.store.finished_game(game.game) is None  # she is still there
        await ann.leaves()
        await stage.clock.advance(GAME_LIFETIME_MS + DAY_MS)
        await pruner.run()
        finished = await stage.store.finished_game(game.game)
        assert finished
        assert finished[0].result
        assert finished[0].result.moves == 1
        assert finished[1].ended_at


async def test_who_never_played_is_forgotten_after_a_month_and_who_did_is_not() -> None:
    async with Stage() as stage:
        ann = await solo(stage, "ann")
        await ann.leaves()
        await stage.player("bob")
        pruner = RetentionJob(stage.store, stage.clock, stage.rooms)
        await pruner.run()
        assert await stage.store.player("bob")
        await stage.clock.advance(GUEST_LIFETIME_MS + DAY_MS)
        await pruner.run()
        assert await stage.store.player("ann")
        assert await stage.store.player("bob") is None
        assert stage.clock.now() > NOON
