"""What every bus does."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gaprace.ports import Bus

SOON_S = 10.0
MakeBus = Callable[[], Awaitable[Bus]]


class Ear:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._more = asyncio.Event()

    def __call__(self, note: bytes) -> None:
        self.heard.append(note)
        self._more.set()

    async def hears(self, count: int) -> list[bytes]:
        async with asyncio.timeout(SOON_S):
            while len(self.heard) < count:
                self._more.clear()
                await self._more.wait()
        return self.heard


async def test_others_hear_a_note_and_who_told_it_does_not(make_bus: MakeBus) -> None:
    one, two, three = await make_bus(), await make_bus(), await make_bus()
    ears = [Ear(), Ear(), Ear()]
    for bus, ear in zip((one, two, three), ears, strict=True):
        await bus.subscribe("ROOM", ear)
    one.publish("ROOM", b"from one")
    assert await ears[1].hears(1) == await ears[2].hears(1) == [b"from one"]
    two.publish("ROOM", b"from two")
    assert await ears[0].hears(1) == [b"from two"]


async def test_notes_of_one_process_come_in_order(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    ear = Ear()
    await two.subscribe("ROOM", ear)
    notes = [str(number).encode() for number in range(2_000)]
    for note in notes:
        one.publish("ROOM", note)
    assert await ear.hears(len(notes)) == notes


async def test_a_room_hears_only_its_own(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    ears = {f"ROOM{number}": Ear() for number in range(30)}
    for room, ear in ears.items():
        await two.subscribe(room, ear)
    for room in ears:
        one.publish(room, room.encode())
    for room, ear in ears.items():
        assert await ear.hears(1) == [room.encode()]


@pytest.mark.parametrize("note", [b"", bytes(range(256)), b"\r\n$3\r\n", b"x" * 100_000])
async def test_a_note_is_any_bytes(make_bus: MakeBus, note: bytes) -> None:
    one, two = await make_bus(), await make_bus()
    ear = Ear()
    await two.subscribe("ROOM", ear)
    one.publish("ROOM", note)
    assert await ear.hears(1) == [note]


async def test_who_has_left_hears_nothing_until_coming_back(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    before, after, mark = Ear(), Ear(), Ear()
    await two.subscribe("ROOM", before)
    await two.subscribe("MARK", mark)
    two.unsubscribe("ROOM")
    one.publish("ROOM", b"lost")
    one.publish("MARK", b"")
    await mark.hears(1)
    assert before.heard == []
    await two.subscribe("ROOM", after)
    one.publish("ROOM", b"heard")
    assert await after.hears(1) == [b"heard"]


async def test_coming_and_going_in_haste_ends_as_the_last_word_was(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    ear = Ear()
    for _ in range(20):
        await two.subscribe("ROOM", ear)
        two.unsubscribe("ROOM")
    two.unsubscribe("NEVER")
    await two.subscribe("ROOM", ear)
    one.publish("ROOM", b"heard")
    assert await ear.hears(1) == [b"heard"]


async def test_a_process_that_ends_does_not_disturb_the_others(make_bus: MakeBus) -> None:
    one, two, three = await make_bus(), await make_bus(), await make_bus()
    ear = Ear()
    await two.subscribe("ROOM", Ear())
    await three.subscribe("ROOM", ear)
    await two.close()
    two.publish("ROOM", b"too late")
    one.publish("ROOM", b"heard")
    assert (await ear.hears(1))[0] == b"heard"


async def test_a_hearer_that_fails_does_not_stop_the_bus(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    ear = Ear()

    def fails(note: bytes) -> None:
        raise ZeroDivisionError

    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    await two.subscribe("FAILS", fails)
    await two.subscribe("ROOM", ear)
    one.publish("FAILS", b"")
    one.publish("ROOM", b"heard")
    assert await ear.hears(1) == [b"heard"]


async def test_a_bus_between_processes_says_that_it_is_there_and_how_far(make_bus: MakeBus) -> None:
    bus = await make_bus()
    assert bus.is_shared
    assert bus.is_up
    assert 0 <= bus.lag_s < SOON_S
