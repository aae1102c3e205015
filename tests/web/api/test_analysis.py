from gaprace.web.http.rate_limits import ANALYSES_PER_MINUTE
from gaprace.wire.http import Analysis
from tests.rooms.engines import QuickThinker
from tests.web.finished_games import add_finished_game
from tests.web.harness import WebHarness
from tests.web.responses import problem, read

PATH = "/api/v1/games/g1/analysis"


async def test_an_analysis_is_ordered_by_a_player_and_may_be_looked_at_by_anybody() -> None:
    stand = WebHarness(engine=QuickThinker())
    game = await add_finished_game(stand.store)
    async with await stand.program() as ann, stand.browser() as visitor:
        assert read(await visitor.get(PATH), Analysis) == Analysis("g1", "none")
        problem(await visitor.post(PATH), 401, "no_identity")
        assert read(await ann.post(PATH), Analysis, 202) == Analysis("g1", "waiting")
        assert read(await visitor.get(PATH), Analysis).state in {"waiting", "running"}
        await stand.context.analyses.step()
        shown = read(await visitor.get(PATH), Analysis)
        assert shown.state == "done"
        assert shown.positions == len(shown.verdicts) == game.number + 1
        assert read(await ann.post(PATH), Analysis, 202) == shown


async def test_why_there_is_no_analysis() -> None:
    stand = WebHarness()
    await add_finished_game(stand.store)
    async with await stand.program() as ann:
        problem(await ann.post(PATH), 501, "no_solver")
        problem(await ann.post("/api/v1/games/none/analysis"), 404, "game_not_found")
        problem(await ann.get("/api/v1/games/none/analysis"), 404, "game_not_found")
        for _ in range(ANALYSES_PER_MINUTE - 2):
            problem(await ann.post(PATH), 501, "no_solver")
        problem(await ann.post(PATH), 429, "too_many_analyses")
