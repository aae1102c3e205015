"""The memory of a connection. `make bench ARGS=rooms` measures it with two thousand of them."""

from contextlib import closing
from random import Random

from tests.bench.load import UNLIMITED, Metrics
from tests.bench.race import racing
from tests.bench.rooms import KB, WANTED_KB, WATCH
from tests.bench.spectators import SpectatorPool
from tests.processes import ServerProcess

FIRST, MORE = 50, 400


async def test_an_idle_spectator_takes_little_memory(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=UNLIMITED) as server:
        (racer,) = await racing(server, Metrics(server), Random(), 1)
        (stranger,) = await server.people(1)
        with (
            closing(racer.client.transport),
            closing(SpectatorPool(server.port, racer.path, [stranger.token] * FIRST, WATCH)),
        ):
            before = server.resident_bytes()
            with closing(SpectatorPool(server.port, racer.path, [stranger.token] * MORE, WATCH)):
                each = (server.resident_bytes() - before) / KB / MORE
        print(f"{each:.1f} KB each")
        assert each <= WANTED_KB
