"""The route of clips: whose games it shows, how often, and what it refuses."""

import asyncio
from collections.abc import Callable
from io import BytesIO
from typing import cast

import pytest
from PIL import Image

from gaprace.engine.search_processes import SearchProcesses
from gaprace.ports import Store, StoredGame, StoredRace, StoredRoom
from gaprace.rooms.stored_games import result_of
from gaprace.rooms.transactions import begin_race, end_race
from gaprace.web.clips.studio import MAX_WAITING, Answer, Arguments, ClipStudio, make_clip
from gaprace.web.clips.timeline import MAX_GAMES, Clip
from gaprace.web.http.limits import CLIPS_PER_MINUTE
from tests.processes import PATIENCE_S
from tests.store.ends import end_game
from tests.web.clips.test_clips import CLIENT, clip_of
from tests.web.finished_games import ROOM, STARTS_AT, add_finished_game, played_game
from tests.web.harness import WebHarness
from tests.web.responses import problem

GIF = "/api/clips/gif?games=g1"


@pytest.mark.parametrize("extension", ["gif", "webp"])
async def test_a_range_of_a_game_is_a_file_that_may_be_kept(extension: str) -> None:
    stand = WebHarness()
    game = await add_finished_game(stand.store, variant="mini")
    async with stand.browser() as visitor:
        answer = await visitor.get(f"/api/clips/{extension}?games=g1&from=0&to={game.time_ms // 2}&length=10")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == f"image/{extension}"
        assert answer.headers["cache-control"].startswith("private")
        with Image.open(BytesIO(answer.content)) as image:
            assert image.format == extension.upper()
            assert image.n_frames > 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("gif", "''"),
        ("gif?games=", "''"),
        ("gif?games=g1,g1", "'g1,g1'"),
        ("gif?games=" + ",".join(f"g{number}" for number in range(MAX_GAMES + 1)), "g4"),
        ("gif?games=g1&from=-1", "'-1'"),
        ("gif?games=g1&from=\u0663", "from"),
        ("gif?games=g1&to=86400001", "'86400001'"),
        ("gif?games=g1&from=5000&to=5000", "5000"),
        ("gif?games=g1&length=61", "61"),
        ("avi?games=g1", "'avi'"),
    ],
)
async def test_a_clip_that_cannot_be_made_is_refused_with_the_value_and_the_way_out(query: str, named: str) -> None:
    stand = WebHarness()
    await add_finished_game(stand.store)
    async with stand.browser() as visitor:
        message = problem(await visitor.get(f"/api/clips/{query}"), 400, "bad_clip").message
        assert named in message
        assert ": " in message


async def test_games_on_different_deals_do_not_fit_together() -> None:
    stand = WebHarness()
    await add_finished_game(stand.store)
    await add_another_deal(stand.store)
    async with stand.browser() as visitor:
        message = problem(await visitor.get("/api/clips/gif?games=g1,g2"), 400, "bad_clip").message
        assert "different deals" in message


async def add_another_deal(store: Store) -> None:
    """Store a race `r2` of player `p1` with one game, `g2`."""
    deal, game = played_game(seed=2)
    race = StoredRace("r2", ROOM, 2, deal, STARTS_AT, None, (StoredGame("g2", "p1", ranked=True),))
    assert await begin_race(store, StoredRoom(ROOM, 4, b"{}", listed=False, touched_at=STARTS_AT), race)
    assert await end_game(store, "g2", 0, result_of(game, STARTS_AT + game.time_ms))
    assert await end_race(store, StoredRoom(ROOM, 5, b"{}", False, STARTS_AT), "r2", STARTS_AT + game.time_ms)


async def test_a_game_that_is_unknown_or_runs_is_not_found() -> None:
    stand = WebHarness()
    await add_finished_game(stand.store, is_over=False)
    async with stand.browser() as visitor:
        for game in ("g1", "none"):
            problem(await visitor.get(f"/api/clips/gif?games={game}"), 404, "game_not_found")


async def test_an_address_may_have_a_number_of_clips_made_and_any_number_that_are_kept() -> None:
    stand = WebHarness()
    await add_finished_game(stand.store, variant="mini")
    async with stand.browser() as visitor:
        for end_ms in range(1, CLIPS_PER_MINUTE + 1):
            assert (await visitor.get(f"{GIF}&to={end_ms}")).status_code == 200
        problem(await visitor.get(GIF), 429, "too_many_clips")
        assert (await visitor.get(f"{GIF}&to=1")).status_code == 200
        async with stand.browser("192.0.2.2") as other:
            assert (await other.get(GIF)).status_code == 200


class Waiting:
    """Makes clips once the test allows it, and counts them."""

    def __init__(self) -> None:
        self.has_begun, self.may_go_on = asyncio.Event(), asyncio.Event()
        self.made: list[Clip] = []
        self.is_full = False

    async def run(
        self, timeout_s: float, job: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Answer | None:
        del timeout_s, job, kwargs
        if self.is_full:
            return None
        self.made.append(cast("Clip", args[0]))
        self.has_begun.set()
        await self.may_go_on.wait()
        return cast("Answer", b"clip")


async def test_a_clip_is_made_in_another_process_as_it_is_here() -> None:
    processes, clip = SearchProcesses(1, max_waiting=MAX_WAITING, niceness=0), clip_of(2, 5, variant="mini")
    try:
        assert await processes.run(PATIENCE_S, make_clip, clip, CLIENT) == make_clip(clip, CLIENT)
    finally:
        await processes.close()


async def test_requests_for_one_clip_share_it_and_one_that_goes_away_takes_it_from_nobody() -> None:
    processes, clip = Waiting(), clip_of(1, 0)
    clips = ClipStudio(processes, CLIENT)
    first, second = (asyncio.create_task(clips.file(clip)) for _ in range(2))
    await processes.has_begun.wait()
    assert clips.has(clip)
    first.cancel()
    processes.may_go_on.set()
    assert await second == b"clip"
    assert await clips.file(clip) == b"clip"
    assert processes.made == [clip]


async def test_while_too_many_clips_are_made_the_answer_is_to_try_again() -> None:
    processes = Waiting()
    stand = WebHarness(clip_processes=processes)
    await add_finished_game(stand.store)
    processes.is_full = True
    processes.may_go_on.set()
    async with stand.browser() as visitor:
        answer = await visitor.get(GIF)
        problem(answer, 503, "try_again")
        assert int(answer.headers["retry-after"]) > 0
        processes.is_full = False
        assert (await visitor.get(GIF)).content == b"clip"


async def test_the_oldest_clips_make_room_and_one_that_is_too_large_is_not_kept() -> None:
    processes, clip, other = Waiting(), clip_of(1, 0), clip_of(2, 0)
    processes.may_go_on.set()
    clips = ClipStudio(processes, CLIENT, max_cache_bytes=len(b"clip"))
    for wanted in (clip, other):
        assert await clips.file(wanted) == b"clip"
    assert [clips.has(wanted) for wanted in (clip, other)] == [False, True]
    small = ClipStudio(processes, CLIENT, max_cache_bytes=1)
    assert await small.file(clip) == b"clip"
    assert not small.has(clip)
