"""What the metrics of a real server say when its database or its bus is gone, and comes back."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from prometheus_client.parser import text_string_to_metric_families

from gaprace.wire import Settings, VariantChoice, encode
from tests.databases import TEMPLATE, PostgresServer
from tests.end_to_end.guests import guests, start
from tests.end_to_end.party import party
from tests.ops.promql import Scrape, evaluate
from tests.ops.test_alerts import ALERTS
from tests.processes import ServerProcess, http_client
from tests.raw_websockets import raw_client
from tests.redis_server import RedisServer

TIMEOUT_S = 120.0
FULL = ("hello", "POST /api/v1/rooms")


class Figures:
    """What a server reports."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self.text = ""

    async def reach(self, name: str, expected: float) -> None:
        """Read until a figure without labels has a value."""
        await self.until(lambda: self.value(name) == expected)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Read until a condition holds."""
        async with asyncio.timeout(TIMEOUT_S), http_client(self._server.base) as operator:
            while not (self.text and holds()):
                self.text = (await operator.get("/metrics")).text

    def value(self, name: str) -> float | None:
        families = text_string_to_metric_families(self.text)
        return next((sample.value for family in families for sample in family.samples if sample.name == name), None)

    def refusals(self, command: str) -> float | None:
        """How often a command or a request has found the server full."""
        wanted = {"command": command, "code": "server_full"}
        samples = Scrape(self.text, 0).samples()
        return next((value for name, labels, value in samples if dict(labels) == wanted), None)

    def fires(self, alert: str) -> bool:
        return bool(evaluate(ALERTS[alert]["expr"], Scrape("", 0), Scrape(self.text, 60)))


async def test_actions_wait_while_postgres_is_away_and_do_not_afterwards() -> None:
    race = Settings(VariantChoice("mini"), seats=2)
    with PostgresServer.running() as postgres:
        async with ServerProcess(postgres.url(TEMPLATE)) as server, guests(server, race, players=2) as players:
            await start(players)
            figures = Figures(server)
            await figures.reach("gaprace_store_up", 1)
            assert (figures.value("gaprace_journal_waiting"), figures.value("gaprace_bus_up")) == (0, 1)
            postgres.stop()
            acting = [asyncio.create_task(player.act("resign")) for player in players]
            await figures.reach("gaprace_journal_waiting", 2)
            await figures.reach("gaprace_store_up", 0)
            assert figures.fires("GapraceStoreDown")
            postgres.start()
            await asyncio.gather(*acting)
            await figures.reach("gaprace_journal_waiting", 0)
            await figures.reach("gaprace_store_up", 1)
            assert figures.value("gaprace_action_seconds_count") == 2
            assert not figures.fires("GapraceStoreDown")


async def test_the_bus_is_down_while_redis_is_away(sqlite_url: str, tmp_path: Path) -> None:
    redis = RedisServer(tmp_path)
    async with ServerProcess(sqlite_url, settings={"GAPRACE_BUS_URL": redis.url}) as server:
        figures = Figures(server)
        with redis:
            await figures.reach("gaprace_bus_up", 1)
        await figures.reach("gaprace_bus_up", 0)
        assert figures.fires("GapraceBusDown")


async def test_a_full_server_is_an_alarm(sqlite_url: str) -> None:
    limits = {"GAPRACE_MAX_CONNECTIONS": "2", "GAPRACE_MAX_ROOMS": "1"}
    race = Settings(VariantChoice("mini"), seats=3)
    async with ServerProcess(sqlite_url, settings=limits) as server, http_client(server.base) as visitor:
        *people, newcomer = await server.people(3)
        door = await server.room(people[0], race)
        async with party(door, people):
            figures = Figures(server)
            await figures.until(lambda: figures.fires("GapraceNearlyFull"))
            assert not figures.fires("GapraceRefusing")
            # Prometheus does not see the first one otherwise: a rate begins with the second value.
            assert {figures.refusals(command) for command in FULL} == {0}
            said: asyncio.Queue[bytes] = asyncio.Queue()
            await raw_client(server.port, urlsplit(door.socket).path, newcomer.token, said.put_nowait)
            async with asyncio.timeout(TIMEOUT_S):
                assert b"server_full" in await said.get()
            headers = {"Authorization": f"Bearer {newcomer.token}", "Content-Type": "application/json"}
            answer = await visitor.post("/api/v1/rooms", content=encode(race), headers=headers)
            assert answer.json()["code"] == "server_full"
            await figures.until(lambda: {figures.refusals(command) for command in FULL} == {1})
            assert figures.fires("GapraceRefusing")
