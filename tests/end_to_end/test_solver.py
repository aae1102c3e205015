"""The solver in a running server: hints, certified deals, bots and analyses over the wire, by real worker processes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import httpx2
import psutil

from gaprace.play.live.bots import level_of
from gaprace.wire import AddBot, Hint, Hinted, Kick, Refused, Settings, Start, VariantChoice
from gaprace.wire.http import Analysis
from tests.end_to_end.guests import Guest, guests
from tests.processes import PATIENCE_S, SEARCHING, ServerProcess, http_client
from tests.web.responses import read

CERTIFIED = Settings(VariantChoice("mini"), seats=2, hints=True, certified=True)
Found = TypeVar("Found")


async def eventually(ask: Callable[[], Awaitable[Found]], holds: Callable[[Found], object]) -> Found:
    """Ask again and again until the answer is as it should be."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if holds(found := await ask()):
                return found
            await asyncio.sleep(0.2)


async def start_when_a_deal_is_ready(host: Guest) -> None:
    async def tried() -> str:
        since = len(host.events)
        host.player.send(Start())
        await host.player.until(lambda replica: replica.is_racing or host.heard(Refused, since))
        return "" if host.player.replica.is_racing else host.heard(Refused, since)[0].code

    await eventually(tried, lambda code: code != "no_certified_deal")
    assert host.player.replica.is_racing


async def analysed(program: httpx2.AsyncClient, game: str) -> Analysis:
    path = f"/api/v1/games/{game}/analysis"

    async def looked() -> Analysis:
        return read(await program.get(path), Analysis)

    assert read(await program.post(path), Analysis, 202).state in {"waiting", "running", "done"}
    return await eventually(looked, lambda shown: shown.state == "done")


def ended(processes: list[psutil.Process]) -> bool:
    """Wait until processes have ended; say whether they all have."""
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE_S)
    return not alive


async def test_a_certified_race_with_a_bot_and_hints_is_analysed_and_no_worker_outlives_the_server(
    sqlite_url: str,
) -> None:
    async with ServerProcess(sqlite_url, settings=SEARCHING) as server:
        async with guests(server, CERTIFIED, players=1) as (host,):
            host.player.send(AddBot(5))
            await start_when_a_deal_is_ready(host)
            await host.player.until(lambda replica: replica.started)
            assert host.race.par
            mine = host.player.replica.mine
            hinted = await host.ask(Hint(mine.game), Hinted)
            assert (hinted.game, hinted.n) == (mine.game, 0)
            await asyncio.wait_for(
                host.player.until(
                    lambda replica: any(game.n for game in replica.games.values() if level_of(game.player))
                ),
                PATIENCE_S,
            )
            await host.act("resign")
            bot = next(member.id for member in host.player.replica.room.members if member.bot)
            host.player.send(Kick(bot))
            await host.player.until(lambda replica: not replica.is_racing)
            assert len(host.race.reveal.line.split()) == host.race.par
        headers = {"Authorization": f"Bearer {host.identity.token}"}
        async with http_client(server.base, headers=headers) as program:
            shown = await analysed(program, mine.game)
        assert shown.judged == shown.positions == len(shown.verdicts) == 2
        assert "unwinnable" not in shown.verdicts
        workers = psutil.Process(server.pid).children(recursive=True)
        assert len(workers) >= 2
        assert {each.nice() for each in workers} == {psutil.Process(server.pid).nice()}, (
            "they give way to no other test"
        )
        await server.kill()
        assert await asyncio.to_thread(ended, workers)
