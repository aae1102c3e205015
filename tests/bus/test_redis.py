"""A Redis server that is down, comes back, hangs, or is not ours."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gaprace.bus import redis_bus
from gaprace.bus.redis_bus import RedisBus
from tests.bus.test_contract import Subscriber
from tests.processes import PATIENCE_S, until
from tests.redis_server import RedisServer

OpenBuses = Callable[[str], Coroutine[None, None, tuple[RedisBus, RedisBus]]]


async def until_up(*buses: RedisBus, up: bool = True) -> None:
    await until(lambda: all(bus.is_up == up for bus in buses))


@pytest.fixture
async def open_buses() -> AsyncIterator[OpenBuses]:
    """Opens the buses of two processes, and closes them after the test."""
    opened: list[RedisBus] = []

    async def open_both(url: str) -> tuple[RedisBus, RedisBus]:
        buses = RedisBus(url), RedisBus(url)
        for bus in buses:
            await bus.open()
            opened.append(bus)
        return buses

    yield open_both
    for bus in opened:
        await bus.close()


@asynccontextmanager
async def silent_server(port: int) -> AsyncIterator[asyncio.Queue[None]]:
    """Takes connections, and says nothing; gives an item for each."""
    calls: asyncio.Queue[None] = asyncio.Queue()

    async def keep_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        calls.put_nowait(None)
        await reader.read()
        writer.close()

    async with await asyncio.start_server(keep_silent, "127.0.0.1", port):
        yield calls


async def test_a_subscription_made_while_redis_was_down_receives_once_it_is_up(
    tmp_path: Path, open_buses: OpenBuses
) -> None:
    server = RedisServer(tmp_path)
    one, other = await open_buses(server.url)
    subscriber = Subscriber()
    assert not one.is_up
    await other.subscribe("ROOM", subscriber)
    one.publish("ROOM", b"lost")
    with server:
        await until_up(one, other)
        one.publish("ROOM", b"received")
        assert await subscriber.receives(1) == [b"received"]


async def test_after_a_kill_every_bus_is_back_by_itself_and_counts_a_loss(
    redis: RedisServer, open_buses: OpenBuses
) -> None:
    one, other = await open_buses(redis.url)
    subscriber = Subscriber()
    await other.subscribe("ROOM", subscriber)
    before = one.losses, other.losses
    redis.kill()
    await until_up(one, other, up=False)
    one.publish("ROOM", b"lost")
    redis.start()
    await until_up(one, other)
    assert one.losses > before[0]
    assert other.losses > before[1]
    one.publish("ROOM", b"received")
    assert await subscriber.receives(1) == [b"received"]


async def test_a_server_that_hangs_is_noticed_and_delays_nobody(
    redis: RedisServer, open_buses: OpenBuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "HEARTBEAT_INTERVAL_S", 0.05)
    monkeypatch.setattr(redis_bus, "HEARTBEAT_TIMEOUT_S", 0.5)
    monkeypatch.setattr(redis_bus, "MAX_QUEUED", 100)
    one, other = await open_buses(redis.url)
    redis.freeze()
    losses = one.losses
    for _ in range(200):
        one.publish("ROOM", b"x" * 100_000)
    assert one.losses > losses
    await one.subscribe("ROOM", Subscriber())
    await until_up(one, other, up=False)
    redis.thaw()
    await until_up(one, other)


async def test_a_server_whose_machine_vanishes_is_found_again(
    redis: RedisServer, open_buses: OpenBuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "CONNECT_TIMEOUT_S", 0.2)
    one, other = await open_buses(redis.url)
    redis.kill()
    async with silent_server(redis.port) as calls, asyncio.timeout(PATIENCE_S):
        for _ in range(6):
            await calls.get()
    redis.start()
    await until_up(one, other)
    # In Python 3.11.2 a timeout would end a task for which this is not so, and the bus with it; later versions hide it.
    assert [bus._task and bus._task.cancelling() for bus in (one, other)] == [0, 0]


async def test_the_lag_is_measured(redis: RedisServer, open_buses: OpenBuses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "HEARTBEAT_INTERVAL_S", 0.01)
    bus, _ = await open_buses(redis.url)
    await until(lambda: bus.lag_s)
    assert 0 < bus.lag_s < PATIENCE_S


async def test_a_wrong_password_keeps_the_bus_down_and_is_not_logged(
    redis: RedisServer, open_buses: OpenBuses, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bus, _ = await open_buses(redis.url.replace("redis://", "redis://:hunter2@"))
    assert not bus.is_up
    assert "the bus is down" in caplog.text
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize("url", ["http://127.0.0.1", "redis://127.0.0.1:port", "redis://:hun/ter2@127.0.0.1"])
def test_a_bad_url_is_refused_at_once(url: str) -> None:
    with pytest.raises(ValueError, match="write redis://HOST:PORT") as refusal:
        RedisBus(url)
    assert "hun" not in str(refusal.value)  # a part of a password


async def test_valkey_is_a_redis_by_another_name(redis: RedisServer, open_buses: OpenBuses) -> None:
    bus, _ = await open_buses(redis.url.replace("redis", "valkey", 1))
    assert bus.is_up


async def test_messages_of_a_stranger_do_no_harm(redis: RedisServer, open_buses: OpenBuses) -> None:
    bus, _ = await open_buses(redis.url)
    subscriber = Subscriber()
    await bus.subscribe("ROOM", subscriber)
    for junk in ("", "short", "x" * 50):
        redis.ask(f'PUBLISH gaprace:ROOM "{junk}"')
    assert (await subscriber.receives(3))[2] == b"x" * 42
    assert bus.is_up
