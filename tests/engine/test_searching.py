"""The engine that searches: its answers hold, and it answers even when its processes cannot."""

import asyncio
import os
import pickle
from collections.abc import AsyncIterator, Iterator

import pytest

from gaprace.engine import jobs
from gaprace.engine import searching as module
from gaprace.engine.searching import SearchingEngine
from gaprace.ports import Proof
from gaprace.rules.actions import ControlAction, parse_action
from gaprace.rules.board import parse_board
from gaprace.rules.deal import Deal, opening
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Outlook, Position
from gaprace.solver.greedy import advise, greedy_plan

MINI = VARIANTS["mini"]
WINNABLE, UNWINNABLE = "0000000004", "0000000001"
"""Deal codes of `mini`, each proven quickly."""
SECRET = bytes(range(32))
CACHE_DIR = os.environ["GAPRACE_CACHE_DIR"]
"""Of the tests (see `conftest`)."""


@pytest.fixture(scope="module")
def searching() -> Iterator[SearchingEngine]:
    """An engine that all tests share, since its processes take a moment to start."""
    searching = SearchingEngine(1, CACHE_DIR)
    yield searching
    asyncio.run(searching.close())


@pytest.fixture
async def patient(searching: SearchingEngine, monkeypatch: pytest.MonkeyPatch) -> SearchingEngine:
    """An engine that waits for its processes, however busy the machine is."""
    for timeout in ("HINT_TIMEOUT_S", "PLAN_TIMEOUT_S", "BACKGROUND_TIMEOUT_S"):
        monkeypatch.setattr(module, timeout, 120.0)
    for limit in ("HINT_SEARCH_S", "PLAN_SEARCH_S", "PROOF_SEARCH_S", "CERTIFICATE_SEARCH_S", "OUTLOOKS_SEARCH_S"):
        monkeypatch.setattr(module, limit, 60.0)
    return searching


@pytest.fixture
async def closed() -> AsyncIterator[SearchingEngine]:
    """An engine whose processes have ended."""
    closed = SearchingEngine(1, CACHE_DIR)
    await closed.close()
    return closed


def new_game(code: str = WINNABLE) -> Game:
    return Game.start(Deal(MINI, code, SECRET))


async def test_a_late_hint_is_the_greedy_one_and_without_processes_every_question_is_still_answered(
    searching: SearchingEngine, closed: SearchingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game("0000000005")
    with monkeypatch.context() as patch:
        patch.setattr(module, "HINT_TIMEOUT_S", 0.0)
        assert await searching.hint(game) == advise(game)
    assert await closed.hint(game) == advise(game)
    assert await closed.plan(game, 5, 0) == greedy_plan(game)
    assert await closed.certify(MINI, WINNABLE) is None
    assert await closed.prove(game.board, right_fill=False) is None


async def test_a_strong_bot_plans_a_win_and_a_weak_one_plays_greedily(patient: SearchingEngine) -> None:
    game = new_game()
    assert await patient.plan(game, 1, 0) == greedy_plan(game)
    for action in await patient.plan(game, 5, 0):
        game = game.after(action, 0)
    assert game.is_won
    assert await patient.plan(game, 5, 0) == ()


@pytest.mark.parametrize("level", [2, 3, 4, 5])
async def test_a_bot_of_any_level_comes_to_an_end(patient: SearchingEngine, level: int) -> None:
    game = new_game(UNWINNABLE)
    while plan := await patient.plan(game, level, 0):
        for action in plan:
            assert action not in {ControlAction.UNDO, ControlAction.RESIGN}
            game = game.after(action, 0)
    assert game.is_won or game.is_hopeless or not game.allows_shuffle


async def test_a_certificate_waits_a_limited_time_for_proofs(
    patient: SearchingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PROOF_PRIORITY_S", 3_600.0)
    monkeypatch.setattr(module, "MAX_PROOF_PRIORITY_S", 0.1)
    await patient.prove(opening(MINI, UNWINNABLE), right_fill=False)
    async with asyncio.timeout(120):
        assert await patient.certify(MINI, WINNABLE)


async def test_what_nobody_waits_for_takes_processor_time_from_nothing(
    searching: SearchingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    background = searching._background  # the pool of processes for what can wait
    assert await background.run(60, os.sched_getscheduler, 0) == os.SCHED_IDLE
    asked: list[object] = []

    async def run(_timeout_s: float, job: object, *_: object) -> None:
        asked.append(job)

    monkeypatch.setattr(background, "run", run)
    await searching.certify(MINI, WINNABLE)
    await searching.judge(MINI, WINNABLE)
    await searching.puzzles(MINI, WINNABLE)
    await searching.mistakes([])
    board = opening(MINI, WINNABLE)
    assert await searching.appraise([Position(board, 1)], MINI, is_awaited=True)
    await searching.appraise([Position(board, 1)], MINI)
    assert asked == [
        jobs.search_certificate,
        jobs.judge_candidate,
        jobs.search_puzzles,
        jobs.search_mistakes,
        jobs.appraise,
    ]


async def test_a_board_is_proven_winnable_or_unwinnable(patient: SearchingEngine) -> None:
    almost = parse_board("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", 7)
    assert await patient.prove(almost, right_fill=False) == Proof("winnable", (parse_action("7C@5"),))
    lost = opening(MINI, UNWINNABLE)
    assert await patient.prove(lost, right_fill=False) == Proof("unwinnable")
    assert (await patient.prove(almost, right_fill=True)).verdict == "winnable"


async def test_a_job_never_learns_the_secret_of_a_deal() -> None:
    game = new_game()
    game = game.after(game.legal_moves()[0], 5)
    assert SECRET not in pickle.dumps(jobs.without_secrets(game))
    assert jobs.without_secrets(game).board == game.board


async def test_a_lost_position_is_proven_for_spectators_and_others_are_estimated(patient: SearchingEngine) -> None:
    board = opening(MINI, UNWINNABLE)
    while moves := board.legal_moves(right_fill=False):
        board = board.after(moves[0], right_fill=False)
    lost, estimated = await patient.outlooks([Position(board, 0), Position(board, 1)], MINI)
    assert lost == Outlook(0.0, unwinnable=True)
    assert estimated.unwinnable
    assert 0 < estimated.win < 1


async def test_for_spectators_one_position_is_searched_at_least_however_busy_the_machine_is(
    patient: SearchingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OUTLOOKS_SEARCH_S", 0.0)
    positions = [Position(opening(MINI, WINNABLE), shuffles) for shuffles in (0, 1)]
    found = await patient._search_outlooks(positions, MINI)
    assert len(found[0]) == 1
