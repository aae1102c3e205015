"""The win probabilities for spectators: each position is searched once, and the budget is kept."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence

import pytest

from gaprace.engine.chances import BATCH_SIZE, SpectatorChances
from gaprace.engine.searching import SearchingEngine
from gaprace.rules.deal import Deal, opening
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.position import Position

MINI = VARIANTS["mini"]
OPENINGS = [Position(opening(MINI, f"{n:010}"), 1) for n in range(BATCH_SIZE + 1)]


class Search:
    """A search that answers once it `may_answer`, and says how much CPU it took."""

    def __init__(self, cpu_s: float) -> None:
        self._cpu_s = cpu_s
        self.searched: list[Sequence[Position]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.fails = False

    async def __call__(self, positions: Sequence[Position], variant: Variant) -> tuple[list[float], float] | None:
        self.searched.append(positions)
        await self.may_answer.wait()
        return None if self.fails else ([each.shuffles_left / 2 for each in positions], self._cpu_s)


async def test_each_position_is_searched_once() -> None:
    search = Search(cpu_s=0.0)
    chances = SpectatorChances(search)
    assert await chances.of([*OPENINGS[:2], OPENINGS[0]], MINI) == [0.5, 0.5, 0.5]
    assert await chances.of(OPENINGS[:3], MINI) == [0.5, 0.5, 0.5]
    assert search.searched == [OPENINGS[:2], OPENINGS[2:3]]
    assert await chances.of([Position(OPENINGS[0].board, 0)], MINI) == [0.0]


async def test_one_search_at_a_time_takes_so_many_positions_and_no_more() -> None:
    search = Search(cpu_s=0.0)
    chances = SpectatorChances(search)
    search.may_answer.clear()
    first = asyncio.create_task(chances.of(OPENINGS, MINI))
    await asyncio.sleep(0)
    assert await chances.of(OPENINGS[:1], MINI) == [None]
    search.may_answer.set()
    assert await first == [0.5] * BATCH_SIZE + [None]
    assert len(search.searched) == 1


async def test_after_a_long_search_the_next_one_waits_and_what_is_known_does_not() -> None:
    chances = SpectatorChances(Search(cpu_s=1_000.0))
    assert await chances.of(OPENINGS[:1], MINI) == [0.5]
    assert await chances.of(OPENINGS[:2], MINI) == [0.5, None]


async def test_what_no_process_had_time_for_is_asked_for_again() -> None:
    search = Search(cpu_s=0.0)
    chances = SpectatorChances(search)
    search.fails = True
    assert await chances.of(OPENINGS[:1], MINI) == [None]
    search.fails = False
    assert await chances.of(OPENINGS[:1], MINI) == [0.5]


@pytest.fixture
async def engine() -> AsyncIterator[SearchingEngine]:
    engine = SearchingEngine(1, os.environ["GAPRACE_CACHE_DIR"])
    yield engine
    await engine.close()


async def test_the_engine_proves_a_lost_position_and_estimates_others(
    engine: SearchingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gaprace.engine.searching.BACKGROUND_TIMEOUT_S", 120.0)
    board = Deal(MINI, "0000000001", bytes(32)).opening()
    while moves := board.legal_moves(right_fill=False):
        board = board.after(moves[0], right_fill=False)
    lost, estimated = await engine.chances([Position(board, 0), Position(board, 1)], MINI)
    assert lost == 0.0
    assert estimated is not None
    assert 0 < estimated < 1
