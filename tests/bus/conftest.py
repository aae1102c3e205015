"""The buses under test: the contract of `ports.Bus` is tested on each."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from gaprace.bus import redis_bus
from gaprace.bus.local import LocalBus, new_hub
from gaprace.bus.redis_bus import RedisBus
from gaprace.ports import Bus
from tests.redis_server import RedisServer

MakeBus = Callable[[], Awaitable[Bus]]


@pytest.fixture(scope="module")
def lasting_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A server for many tests, which must not stop it."""
    with RedisServer(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bus take a slow machine for a lost connection, which would lose messages."""
    for name in ("CONNECT_TIMEOUT_S", "RESPONSE_TIMEOUT_S", "SUBSCRIBE_TIMEOUT_S", "HEARTBEAT_TIMEOUT_S"):
        monkeypatch.setattr(redis_bus, name, 60.0)


@pytest.fixture(params=["local", "redis"])
async def make_bus(request: pytest.FixtureRequest, patient: None) -> AsyncIterator[MakeBus]:
    """Makes buses that stand for several servers and receive each other's messages."""
    buses: list[Bus] = []
    hub = new_hub()
    server = None if request.param == "local" else request.getfixturevalue(f"lasting_{request.param}")

    async def make() -> Bus:
        bus: Bus = RedisBus(server.url) if server else LocalBus(hub)
        await bus.open()
        buses.append(bus)
        return bus

    yield make
    for bus in buses:
        await bus.close()
