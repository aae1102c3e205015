"""Analyses are asked for once, made by one process at a time, and shown as far as they are."""

import asyncio

from gaprace.ports import Proof
from gaprace.rules.board import Board
from gaprace.study.analysis import MAX_TRIES, RETRY_DELAY_MS
from gaprace.wire import Act
from gaprace.wire.http import Analysis
from tests.refusals import refused
from tests.rooms.engines import QuickThinker
from tests.rooms.stage import ManualClock, Stage
from tests.rooms.test_referee import next_act, solo


async def finished_game(stage: Stage) -> str:
    """A game of a few moves that has ended."""
    ann = await solo(stage)
    for _ in range(4):
        await ann.says(next_act(ann))
    mine = ann.replica.mine
    await ann.says(Act(mine.game, mine.n + 1, "resign"))
    return mine.game


async def until_done(stage: Stage, game: str, ms: int = RETRY_DELAY_MS) -> Analysis:
    """Wait for an analysis, in steps; games are played again in threads, so turns of the loop are not enough."""
    while (shown := await stage.analyst.view(game, None)).state != "done":
        await asyncio.sleep(0.001)
        await stage.clock.advance(ms)
    return shown


async def analysed(stage: Stage, game: str, step_ms: int = RETRY_DELAY_MS) -> Analysis:
    """Have a game analysed."""
    await stage.analyst.request(game, "ann")
    stage.runs(stage.analyst.step)
    return await until_done(stage, game, step_ms)


async def test_an_analysis_is_made_when_it_is_asked_for_and_then_kept() -> None:
    engine = QuickThinker()
    async with Stage(engine=engine) as stage:
        stage.runs(stage.analyst.step)
        game = await finished_game(stage)
        assert (await stage.analyst.view(game, None)).state == "none"
        assert (await stage.analyst.request(game, "ann")).state == "waiting"
        shown = await until_done(stage, game)
        assert shown.positions == shown.judged == 6
        assert set(shown.verdicts) <= {"winnable", "unwinnable"}
        searched = len(engine.proven)
        assert await stage.analyst.request(game, "bob") == shown
        await stage.clock.advance(30_000)
        assert len(engine.proven) == searched <= 5


async def test_the_requests_of_a_network_wait_for_each_other_and_not_others_for_them() -> None:
    async with Stage(engine=QuickThinker()) as stage:
        games = [await finished_game(stage) for _ in range(4)]
        for number, game in enumerate(games[:3]):
            await stage.analyst.request(game, f"throw-away {number}", "crowded network")
            await stage.clock.advance(1)
        await stage.analyst.request(games[3], "ann", "another network")
        claims = [await stage.store.claim_analysis("one", stage.clock.now(), stage.clock.now()) for _ in games]
        assert {each.game for each in claims[:2] if each} == {games[0], games[3]}


async def test_a_search_that_fails_is_tried_again_and_at_last_left_unknown() -> None:
    engine = QuickThinker()
    async with Stage(engine=engine) as stage:
        game = await finished_game(stage)
        engine.failures = MAX_TRIES - 1
        assert "unknown" not in (await analysed(stage, game)).verdicts
    hopeless = QuickThinker()
    async with Stage(engine=hopeless) as stage:
        game = await finished_game(stage)
        hopeless.failures = 1_000_000
        assert set((await analysed(stage, game)).verdicts) == {"unknown"}


async def test_only_finished_games_are_analysed_and_only_where_somebody_searches() -> None:
    async with Stage() as stage:
        game = await finished_game(stage)
        with refused("no_solver", "does not analyse games"):
            await stage.analyst.request(game, "ann")
        for other in ("none", ""):
            with refused("game_not_found"):
                await stage.analyst.view(other, "ann")
        running = await solo(stage, "bob")
        with refused("game_not_found"):
            await stage.analyst.request(running.replica.mine.game, "bob")


class SlowThinker(QuickThinker):
    """Takes twelve seconds for a board."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(most_locked=0)
        self._clock = clock

    async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:
        self.proven.append(board)
        self._clock.put_back(-12_000)
        return Proof("unknown")


async def test_one_game_takes_a_bounded_time_and_the_rest_of_its_boards_stay_unknown() -> None:
    clock = ManualClock()
    engine = SlowThinker(clock)
    async with Stage(clock=clock, engine=engine) as stage:
        shown = await analysed(stage, await finished_game(stage), step_ms=1)
    assert len(engine.proven) == 3
    assert set(shown.verdicts) == {"unknown"}


async def test_what_a_player_kept_of_the_chance_is_shown_and_stored() -> None:
    async with Stage(engine=QuickThinker()) as stage:
        game = await finished_game(stage)
        shown = await analysed(stage, game)
        assert len(shown.chances) == shown.positions
        assert shown.chances[-1] == 0.0  # it was resigned
        proven = [
            chance for chance, verdict in zip(shown.chances, shown.verdicts, strict=True) if verdict == "winnable"
        ]
        assert {*proven} <= {1.0, 0.0}
        assert shown.accuracy == 0
        (stored,) = await stage.store.accuracies("ann", 10)
        assert (stored.game, stored.accuracy) == (game, 0)
        assert await stage.store.accuracies("bob", 10) == []


async def test_a_game_without_win_probabilities_is_analysed_all_the_same() -> None:
    class Busy(QuickThinker):
        async def appraise(self, positions: object, variant: object) -> None:
            """Is always busy."""

    async with Stage(engine=Busy(most_locked=0)) as stage:
        game = await finished_game(stage)
        shown = await analysed(stage, game)
        assert (shown.judged, shown.chances, shown.accuracy) == (shown.positions, [], None)
        assert await stage.store.accuracies("ann", 10) == []
