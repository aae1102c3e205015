"""The server is killed at random instants, again and again, and never loses or doubles what it acknowledged."""

import asyncio
from random import Random

from tests.processes import ServerProcess
from tests.race.party import LONG_RACE, Party, finished_games, party, stored_transcript, wander

BOTS = 20
KILLS = 20
PACE_S = 0.06


async def kill_again_and_again(server: ServerProcess, racing: Party, random: Random) -> None:
    """Each life lasts until a random number of actions were acknowledged, and then a random moment longer."""
    for _ in range(KILLS):
        told = sum(map(len, racing.notes))
        await reach(racing, told + random.randrange(200))
        await asyncio.sleep(random.random() * 0.05)
        await server.kill()
        await server.restart()


async def reach(racing: Party, count: int) -> None:
    while sum(map(len, racing.notes)) < count:
        await racing.players[0].next_event()


async def test_an_acknowledged_action_survives_every_kill_exactly_once(database_url: str) -> None:
    random = Random()  # another history each time: the law holds for all
    async with ServerProcess(database_url) as server:
        people = await server.people(BOTS)
        door = await server.room(people[0], LONG_RACE)
        async with party(door, people) as racing:
            began = await racing.start()
            stop = asyncio.Event()
            wandering = [
                asyncio.create_task(wander(player, Random(number), PACE_S, stop))
                for number, player in enumerate(racing.players)
            ]
            await kill_again_and_again(server, racing, random)
            stop.set()
            made = await asyncio.gather(*wandering)
            race = await racing.resign()

            assert min(made) > KILLS
            assert all(player.comebacks >= KILLS // 2 for player in racing.players)
            assert [player.missteps for player in racing.players] == [[]] * BOTS
            games = await finished_games(server, race)
            for player, notes in zip(racing.players, racing.notes, strict=True):
                assert notes.clocks == {(began.id, began.starts_at, began.ends_at)}
                mine = player.sight.mine
                assert mine
                assert notes.transcript(mine.game) == stored_transcript(games[mine.game])
