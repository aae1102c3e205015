"""Two servers on one database and one Redis, each killed while a race runs: nothing is lost, and all goes on.

`tests/ops/test_faults.py` kills, pauses and cuts off their database.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic

import pytest

from gaprace.bot.client import RoomClient
from gaprace.bot.room_url import RoomUrl
from gaprace.wire import Settings, VariantChoice
from gaprace.wire.http import Identity
from tests.end_to_end.balancer import Balancer, fleet
from tests.end_to_end.party import Party, all_go_on, nothing_is_lost, party, sees_the_truth, wandering
from tests.processes import ServerProcess
from tests.redis_server import RedisServer

PLAYERS = 6
WATCHERS = 2
PACE_S = 0.05
SOON_S = 60.0
RACE = Settings(VariantChoice("addiction", shuffles=9), seats=PLAYERS, limit_minutes=120, boards_open=True)


@asynccontextmanager
async def playing(servers: Sequence[ServerProcess]) -> AsyncIterator[tuple[Party, Party, RoomUrl, list[Identity]]]:
    """A race whose players and watchers are connected to either server in turn, through a balancer."""
    people = await servers[0].people(PLAYERS + WATCHERS)
    async with Balancer(servers).listening() as balancer:
        door = balancer.before(await servers[0].room(people[0], RACE))
        async with party(door, people[:PLAYERS]) as racing, party(door, people[PLAYERS:], watch=True) as watching:
            await racing.start()
            await watching.everyone(lambda player: player.until(lambda replica: replica.started))
            yield racing, watching, door, people


async def everyone_sees_the_truth(racing: Party, watching: Party, door: RoomUrl, people: list[Identity]) -> None:
    for number, player in enumerate((*racing.players, *watching.players)):
        await sees_the_truth(player, door, people[number], watch=number >= PLAYERS)


async def test_what_members_at_two_servers_heard_adds_up_to_a_fresh_snapshot(
    sqlite_url: str, redis: RedisServer
) -> None:
    async with (
        fleet(sqlite_url, redis) as servers,
        playing(servers) as (racing, watching, door, people),
    ):
        for _ in range(2):
            async with wandering(racing, PACE_S):
                await all_go_on([*racing.notes, *watching.notes], 20)
            await everyone_sees_the_truth(racing, watching, door, people)
        await racing.resign()
        await watching.over()
        await everyone_sees_the_truth(racing, watching, door, people)
        await nothing_is_lost(servers[-1], racing)


@pytest.mark.parametrize(
    ("database", "end"), [("sqlite_url", ServerProcess.kill), ("postgres_url", ServerProcess.terminate)]
)
async def test_players_of_a_server_that_ends_go_on_at_the_other_one(
    request: pytest.FixtureRequest, database: str, redis: RedisServer, end: Callable[[ServerProcess], Awaitable[None]]
) -> None:
    async with (
        fleet(request.getfixturevalue(database), redis) as servers,
        playing(servers) as (racing, watching, door, people),
    ):
        async with wandering(racing, PACE_S):
            await all_go_on(racing.notes, 5)
            ended_at = monotonic()
            await end(servers[0])
            async with asyncio.TaskGroup() as group:
                waits = [group.create_task(back(player, ended_at)) for player in racing.players]
            print(f"back after {max(wait.result() for wait in waits):.2f} s")
            await all_go_on([*racing.notes, *watching.notes], 20)
        await everyone_sees_the_truth(racing, watching, door, people)
        assert sum(player.reconnects for player in (*racing.players, *watching.players)) >= 2
        await racing.resign()
        await nothing_is_lost(servers[-1], racing)


async def back(player: RoomClient, since: float) -> float:
    """How many seconds it took until another action of a player was stored."""
    mine = player.replica.mine
    before = mine.n
    await asyncio.wait_for(player.until(lambda replica: replica.mine and replica.mine.n > before + 1), SOON_S)
    return monotonic() - since


async def test_a_redis_that_is_killed_and_comes_back_costs_nobody_anything(
    postgres_url: str, redis: RedisServer
) -> None:
    async with (
        fleet(postgres_url, redis) as servers,
        playing(servers) as (racing, watching, door, people),
    ):
        async with wandering(racing, PACE_S):
            await all_go_on(racing.notes, 5)
            redis.kill()
            await all_go_on([*racing.notes, *watching.notes], 5 * PLAYERS)
        await everyone_sees_the_truth(racing, watching, door, people)
        async with wandering(racing, PACE_S):
            redis.start()
            await all_go_on([*racing.notes, *watching.notes], 5 * PLAYERS)
        began = monotonic()
        await everyone_sees_the_truth(racing, watching, door, people)
        print(f"all in step {monotonic() - began:.2f} s after the last action")
        assert [player.reconnects for player in (*racing.players, *watching.players)] == [0] * (PLAYERS + WATCHERS)
        await racing.resign()
        await watching.over()
        await nothing_is_lost(servers[-1], racing)
