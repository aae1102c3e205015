"""Reads that are shared: one for all who ask at the same time or soon after, and none that is out of date."""

import asyncio

import pytest

from gaprace.errors import StoreUnavailable
from gaprace.events.shared_reads import SHARED_MS, SharedReads
from tests.rooms.stage import ManualClock


class World:
    """Something that changes with every read, and those who share it."""

    def __init__(self) -> None:
        self.clock, self.reads, self.is_down = ManualClock(), 0, False
        self.expires_at: int | None = None
        self.shared = SharedReads(self._read, self.clock, lambda _: self.expires_at)

    async def _read(self, key: str) -> str:
        if self.is_down:
            raise StoreUnavailable
        self.reads += 1
        await asyncio.sleep(0)
        return f"{key}{self.reads}"


async def test_those_who_ask_at_once_and_soon_after_share_one_read() -> None:
    world = World()
    assert await asyncio.gather(*(world.shared.get("a") for _ in range(9))) == ["a1"] * 9
    await world.clock.advance(SHARED_MS - 1)
    assert [await world.shared.get("a"), await world.shared.get("b")] == ["a1", "b2"]
    await world.clock.advance(1)
    assert [await world.shared.get("a"), await world.shared.get("b")] == ["a3", "b2"]


async def test_what_expires_or_is_forgotten_is_read_again() -> None:
    world = World()
    world.expires_at = world.clock.now() + 500
    assert await world.shared.get("a") == "a1"
    await world.clock.advance(499)
    assert await world.shared.get("a") == "a1"
    await world.clock.advance(1)
    assert await world.shared.get("a") == "a2"
    world.expires_at = None
    world.shared.forget("a")
    assert await world.shared.get("a") == "a3"


async def test_a_read_that_fails_is_tried_again() -> None:
    world = World()
    world.is_down = True
    with pytest.raises(StoreUnavailable):
        await world.shared.get("a")
    world.is_down = False
    assert await world.shared.get("a") == "a1"
