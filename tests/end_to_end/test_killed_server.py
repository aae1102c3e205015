"""The server is killed at random instants, again and again, and never loses or doubles what it acknowledged.

On Postgres, `tests/ops/test_faults.py` does it.
"""

import asyncio
from random import Random

from gaprace.rules.actions import ControlAction
from gaprace.wire import Acted, Bye, Settings, Welcome
from tests.end_to_end.guests import first_moves, guests, start
from tests.end_to_end.party import LONG_RACE, Party, nothing_is_lost, party, wandering
from tests.processes import ServerProcess, until

BOTS = 12
KILLS = 5
PACE_S = 0.1


async def kill_again_and_again(server: ServerProcess, racing: Party, random: Random) -> None:
    """Each life lasts until a random number of actions were acknowledged, and then a random moment longer."""
    for _ in range(KILLS):
        wanted = sum(map(len, racing.notes)) + random.randrange(100)
        await until(lambda wanted=wanted: sum(map(len, racing.notes)) >= wanted)
        await asyncio.sleep(random.random() * 0.05)
        await server.kill()
        await server.start()


async def test_an_acknowledged_action_survives_every_kill_exactly_once(sqlite_url: str) -> None:
    random = Random()  # another history each time: the law holds for all
    async with ServerProcess(sqlite_url) as server:
        people = await server.people(BOTS)
        door = await server.room(people[0], LONG_RACE)
        async with party(door, people) as racing:
            began = await racing.start()
            async with wandering(racing, PACE_S) as playing:
                await kill_again_and_again(server, racing, random)
            made = [each.result() for each in playing]
            await racing.resign()

            assert min(made) > KILLS / 2
            assert all(player.reconnects >= KILLS // 2 for player in racing.players)
            await nothing_is_lost(server, racing)
            for notes in racing.notes:
                assert notes.clocks == {(began.id, began.starts_at, began.ends_at)}


async def test_a_server_that_is_asked_to_end_says_come_back(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url) as server, guests(server, Settings(), players=2, watchers=1) as everybody:
        host, other, _ = everybody
        await start([host, other])
        acted = await host.act(first_moves(host)[0])
        assert isinstance(acted, Acted)
        await server.terminate()
        for guest in everybody:
            goodbye = await guest.hear(Bye)
            assert (goodbye.code, goodbye.retry) == ("restarting", True)
        since = [len(guest.events) for guest in everybody]
        await server.start()
        for guest, before in zip(everybody, since, strict=True):
            welcome = await guest.hear(Welcome, before)
            assert {game.game: game.n for game in welcome.games}[acted.game] == 1
        assert isinstance(await host.act(ControlAction.UNDO), Acted)
