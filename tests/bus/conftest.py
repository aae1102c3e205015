"""The contract of `ports.Bus` is tested on every bus there is."""

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from gaprace.bus.local import LocalBus, new_hub
from gaprace.bus.machine import MachineBus
from gaprace.bus.redis_bus import RedisBus
from gaprace.ports import Bus
from tests.redis_server import RedisServer, redis_cluster

MakeBus = Callable[[], Awaitable[Bus]]


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path) as server:
        yield server


@pytest.fixture(scope="module")
def lasting_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One for many tests: not to be stopped."""
    with RedisServer(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(scope="module")
def lasting_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    servers = redis_cluster(tmp_path_factory.mktemp("cluster"))
    yield servers[0]
    for server in servers:
        server.kill()


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder whose path is short, as that of a Unix socket has to be."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture(params=["local", "machine", "redis", "cluster"])
async def make_bus(request: pytest.FixtureRequest, short_folder: Path) -> AsyncIterator[MakeBus]:
    """Makes the buses of several processes, which hear each other."""
    buses: list[Bus] = []
    hub = new_hub()
    server = None if request.param in {"local", "machine"} else request.getfixturevalue(f"lasting_{request.param}")

    async def made() -> Bus:
        bus: Bus = MachineBus(short_folder) if request.param == "machine" else LocalBus(hub)
        if server:
            bus = RedisBus(server.url)
        await bus.open()
        buses.append(bus)
        return bus

    yield made
    for bus in buses:
        await bus.close()
