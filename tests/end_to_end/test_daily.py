"""A daily over real sockets, on two servers with one database."""

import asyncio
import time
from contextlib import AsyncExitStack

import httpx2
import pytest

from gaprace.bot.room_url import RoomUrl
from gaprace.errors import BotError
from gaprace.play.events.calendar import DAY_MS
from gaprace.wire import Acted, Finished, Start
from gaprace.wire.http import DailyList, FinishedGame, Identity, LeaderboardPage, RoomCreated
from tests.end_to_end.guests import Guest, first_moves
from tests.processes import PATIENCE_S, ServerProcess, http_client
from tests.web.responses import problem, read

NEAR_MIDNIGHT_MS = 90_000


async def away_from_midnight() -> None:
    """A date that ends in the midst of a test would be another test."""
    left_ms = DAY_MS - time.time_ns() // 1_000_000 % DAY_MS
    if left_ms < NEAR_MIDNIGHT_MS:
        await asyncio.sleep(left_ms / 1000)


def browser(server: ServerProcess, person: Identity) -> httpx2.AsyncClient:
    return http_client(server.base, headers={"Authorization": f"Bearer {person.token}"})


async def test_a_daily_is_played_once_on_whichever_server_and_sealed_for_others(postgres_url: str) -> None:
    await away_from_midnight()
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(ServerProcess(postgres_url)) for _ in range(2)]
        ann, bob = await servers[0].people(2)
        here, there = [await stack.enter_async_context(browser(server, ann)) for server in servers]
        others = await stack.enter_async_context(browser(servers[1], bob))

        first, second = await asyncio.gather(here.get("/api/v1/dailies"), there.get("/api/v1/dailies"))
        today = read(first, DailyList)
        assert today == read(second, DailyList)
        games = f"/api/v1/dailies/{today.date}/mini/games"

        room = read(await here.post(games), RoomCreated, 201)
        guest = Guest(RoomUrl(servers[0].base, room.code), ann)
        async with guest.player:
            assert guest.player.send(Start())
            await asyncio.wait_for(guest.player.until(lambda replica: replica.started), PATIENCE_S)
            assert isinstance(await guest.act(first_moves(guest)[0]), Acted)
            assert read(await there.post(games), RoomCreated, 201).code == room.code
            started = guest.player.replica.started
            assert started
            problem(await others.post("/api/v1/rooms", json={"code": started.code}), 400, "sealed_deal")
            with pytest.raises(BotError) as sent_away:
                await Guest(RoomUrl(servers[1].base, room.code), bob, watch=True).player.__aenter__()
            assert sent_away.value.code == "sealed_daily"
            assert isinstance(await guest.act("resign"), Acted)
            finished = await guest.hear(Finished)
        assert finished.reveal is None
        game = finished.standings[0].game

        problem(await there.post(games), 409, "daily_played")
        problem(await others.get(f"/api/v1/games/{game}"), 403, "sealed_daily")
        problem(await others.post("/api/v1/rooms", json={"ghost": game}), 403, "sealed_daily")
        seen = read(await there.get(f"/api/v1/games/{game}"), FinishedGame)
        assert (seen.record, len(seen.replay.transcript.split())) == (None, 2)
        page = read(await others.get(f"/api/v1/leaderboards/daily/{today.date}/mini?limit=1"), LeaderboardPage)
        (row,) = page.items
        assert row.result
        assert (page.size, row.game, row.result.time_ms) == (1, None, seen.time_ms)
