"""A second identity plays the line of a solver, at a machine's pace: it ranks nowhere, and waits for a moderator."""

from gaprace.moderation.reports import Reports
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import DailyKey
from gaprace.wire import Act
from gaprace.wire.paging import PageQuery
from tests.events.daily_stage import TODAY, begin, play, resign
from tests.rooms.engines import JudgingEngine
from tests.rooms.stage import Stage

MOVE_MS = 33
"""Thirty moves a second."""
DAILY = Leaderboard("daily", TODAY, "addiction")


async def test_a_solvers_line_at_thirty_moves_a_second_is_out_of_the_ranks_and_in_the_moderators_queue() -> None:
    async with Stage(engine=JudgingEngine()) as stage:
        await stage.dailies.make()
        await play(stage, "ann", variant="addiction", moves=15)
        await resign(await begin(stage, "scout", variant="addiction"))
        certificate = stage.store.database.dailies[DailyKey(TODAY, "addiction")].certificate
        assert certificate
        cheat = await begin(stage, "cheat", variant="addiction")
        mine = cheat.replica.mine
        assert mine
        for number, move in enumerate(certificate.line.split(), 1):
            await stage.clock.advance(MOVE_MS)
            await cheat.says(Act(mine.game, number, move))
        assert cheat.replica.mine.won
        await stage.examinations.step()
        page = await stage.boards.page(DAILY, PageQuery(limit=9), None)
        assert [row.player for row in page.items] == ["ann", "scout"]
        queue = await Reports(stage.store, stage.clock, stage.rooms).open()
        (flagged,) = queue.flagged
        assert (flagged.player, flagged.game.id, flagged.game.won, flagged.left_out) == ("cheat", mine.game, True, True)
        assert "faster_than_hands" in [flag.rule for flag in flagged.game.flags]
        assert await stage.examinations.clear(mine.game, "Mod")
        page = await stage.boards.page(DAILY, PageQuery(limit=9), None)
        assert [row.player for row in page.items] == ["cheat", "ann", "scout"]
