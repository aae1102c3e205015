"""A Redis that is away, comes back, hangs, or is not ours."""

import asyncio
import logging
from pathlib import Path

import pytest

from gaprace.bus import redis_bus
from gaprace.bus.redis_bus import RedisBus
from tests.bus.test_contract import Ear
from tests.redis_server import RedisServer

SOON_S = 15.0


async def until_up(*buses: RedisBus, up: bool = True) -> None:
    async with asyncio.timeout(SOON_S):
        while any(bus.is_up != up for bus in buses):  # noqa: ASYNC110 (the bus has no event for it)
            await asyncio.sleep(0.01)


async def two(url: str) -> tuple[RedisBus, RedisBus]:
    buses = RedisBus(url), RedisBus(url)
    for bus in buses:
        await bus.open()
    return buses


async def test_what_was_subscribed_while_redis_was_away_is_heard_when_it_comes(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)
    one, other = await two(server.url)
    ear = Ear()
    assert not one.is_up
    await other.subscribe("ROOM", ear)
    one.publish("ROOM", b"lost")
    with server:
        await until_up(one, other)
        one.publish("ROOM", b"heard")
        assert await ear.hears(1) == [b"heard"]
        await one.close()
        await other.close()


async def test_after_a_kill_everyone_is_back_by_themselves_and_knows_that_notes_were_lost(redis: RedisServer) -> None:
    one, other = await two(redis.url)
    ear = Ear()
    await other.subscribe("ROOM", ear)
    before = one.losses, other.losses
    redis.kill()
    await until_up(one, other, up=False)
    one.publish("ROOM", b"lost")
    redis.start()
    await until_up(one, other)
    assert one.losses > before[0]
    assert other.losses > before[1]
    one.publish("ROOM", b"heard")
    assert await ear.hears(1) == [b"heard"]
    await one.close()
    await other.close()


async def test_a_redis_that_hangs_is_found_out_and_holds_up_nobody(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "BEAT_S", 0.05)
    monkeypatch.setattr(redis_bus, "DEAD_S", 0.5)
    monkeypatch.setattr(redis_bus, "MAX_WAITING", 100)
    one, other = await two(redis.url)
    redis.freeze()
    losses = one.losses
    for _ in range(200):
        one.publish("ROOM", b"x" * 100_000)
    assert one.losses > losses
    await one.subscribe("ROOM", Ear())
    await until_up(one, other, up=False)
    redis.thaw()
    await until_up(one, other)
    await one.close()
    await other.close()


async def test_the_way_to_redis_and_back_is_measured(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "BEAT_S", 0.01)
    bus = RedisBus(redis.url)
    await bus.open()
    async with asyncio.timeout(SOON_S):
        while not bus.lag_s:  # noqa: ASYNC110 (as above)
            await asyncio.sleep(0.01)
    await bus.close()
    assert 0 < bus.lag_s < SOON_S


async def test_a_wrong_password_keeps_the_bus_down_and_is_not_logged(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bus = RedisBus(redis.url.replace("redis://", "redis://:hunter2@"))
    await bus.open()
    assert not bus.is_up
    await bus.close()
    assert "the bus is away" in caplog.text
    assert "hunter2" not in caplog.text


async def test_valkey_is_a_redis_by_another_name(redis: RedisServer) -> None:
    bus = RedisBus(redis.url.replace("redis", "valkey", 1))
    await bus.open()
    assert bus.is_up
    await bus.close()


async def test_a_stranger_on_the_channel_does_no_harm(redis: RedisServer) -> None:
    bus = RedisBus(redis.url)
    await bus.open()
    ear = Ear()
    await bus.subscribe("ROOM", ear)
    for junk in ("", "short", "x" * 50):
        redis.ask(f'PUBLISH gaprace:ROOM "{junk}"')
    assert (await ear.hears(3))[2] == b"x" * 42
    assert bus.is_up
    await bus.close()
