"""What spectators learn of positions: each position is searched once, and the budget is kept."""

import asyncio
from collections.abc import Sequence

from gaprace.engine.searching import BATCH_SIZE, SpectatorOutlooks
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.answers import Outlook, Position

MINI = VARIANTS["mini"]
OPENINGS = [Position(opening(MINI, f"{n:010}"), 1) for n in range(BATCH_SIZE + 1)]

EVEN, LOST = Outlook(0.5, unwinnable=False), Outlook(0.0, unwinnable=True)


def outlook(position: Position) -> Outlook:
    return EVEN if position.shuffles_left else LOST


class Search:
    """A search of so many positions that answers once it `may_answer`, and says how long it took."""

    def __init__(self, took_s: float = 0.0) -> None:
        self._took_s, self.count = took_s, BATCH_SIZE
        self.searched: list[Sequence[Position]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, positions: Sequence[Position], variant: Variant) -> tuple[list[Outlook], float] | None:
        self.searched.append(positions)
        await self.may_answer.wait()
        return ([outlook(each) for each in positions[: self.count]], self._took_s) if self.count else None


async def test_each_position_is_searched_once() -> None:
    search = Search()
    outlooks = SpectatorOutlooks(search)
    assert await outlooks.of([*OPENINGS[:2], OPENINGS[0]], MINI) == [EVEN] * 3
    assert await outlooks.of(OPENINGS[:3], MINI) == [EVEN] * 3
    assert search.searched == [OPENINGS[:2], OPENINGS[2:3]]
    assert await outlooks.of([Position(OPENINGS[0].board, 0)], MINI) == [LOST]


async def test_one_search_at_a_time_takes_so_many_positions_and_no_more() -> None:
    search = Search()
    outlooks = SpectatorOutlooks(search)
    search.may_answer.clear()
    first = asyncio.create_task(outlooks.of(OPENINGS, MINI))
    await asyncio.sleep(0)
    assert await outlooks.of(OPENINGS[:1], MINI) == [None]
    search.may_answer.set()
    assert await first == [EVEN] * BATCH_SIZE + [None]
    assert len(search.searched) == 1


async def test_after_a_long_search_the_next_one_waits_and_what_is_known_does_not() -> None:
    outlooks = SpectatorOutlooks(Search(took_s=1_000.0))
    assert await outlooks.of(OPENINGS[:1], MINI) == [EVEN]
    assert await outlooks.of(OPENINGS[:2], MINI) == [EVEN, None]


async def test_what_no_process_had_time_for_or_a_search_did_not_get_to_is_asked_for_again() -> None:
    search = Search()
    outlooks = SpectatorOutlooks(search)
    for search.count, known in ((0, []), (2, [EVEN, EVEN]), (2, [EVEN] * 3)):
        assert await outlooks.of(OPENINGS[:3], MINI) == [*known, None, None, None][:3]
    assert search.searched == [OPENINGS[:3], OPENINGS[:3], OPENINGS[2:3]]
