"""What every bus promises."""

import asyncio
from collections.abc import Awaitable, Callable

from gaprace.bus.local import LocalBus, new_hub
from gaprace.ports import Bus

TIMEOUT_S = 60.0
MakeBus = Callable[[], Awaitable[Bus]]


class Subscriber:
    """Keeps the messages that it receives."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self._more = asyncio.Event()

    def __call__(self, message: bytes) -> None:
        self.received.append(message)
        self._more.set()

    async def receives(self, count: int) -> list[bytes]:
        async with asyncio.timeout(TIMEOUT_S):
            while len(self.received) < count:
                self._more.clear()
                await self._more.wait()
        return self.received


async def test_a_message_goes_to_all_subscribers_but_its_sender(make_bus: MakeBus) -> None:
    one, two, three = await make_bus(), await make_bus(), await make_bus()
    subscribers = [Subscriber(), Subscriber(), Subscriber()]
    for bus, subscriber in zip((one, two, three), subscribers, strict=True):
        await bus.subscribe("ROOM", subscriber)
    one.publish("ROOM", b"from one")
    assert await subscribers[1].receives(1) == await subscribers[2].receives(1) == [b"from one"]
    two.publish("ROOM", b"from two")
    assert await subscribers[0].receives(1) == [b"from two"]
    assert (one.is_shared, one.is_up, 0 <= one.lag_s < TIMEOUT_S) == (True, True, True)


async def test_messages_are_any_bytes_and_arrive_in_order(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    subscriber = Subscriber()
    await two.subscribe("ROOM", subscriber)
    strange = [b"", bytes(range(256)), b"\r\n$3\r\n", b"x" * 100_000]
    messages = [*strange, *(str(number).encode() for number in range(2_000)), *strange]
    for message in messages:
        one.publish("ROOM", message)
    assert await subscriber.receives(len(messages)) == messages


async def test_a_room_receives_only_its_own_messages(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    subscribers = {f"ROOM{number}": Subscriber() for number in range(30)}
    for room, subscriber in subscribers.items():
        await two.subscribe(room, subscriber)
    for room in subscribers:
        one.publish(room, room.encode())
    for room, subscriber in subscribers.items():
        assert await subscriber.receives(1) == [room.encode()]


async def test_an_unsubscribed_room_receives_nothing_until_it_subscribes_again_however_often_that_changes(
    make_bus: MakeBus,
) -> None:
    one, two = await make_bus(), await make_bus()
    before, after, mark = Subscriber(), Subscriber(), Subscriber()
    await two.subscribe("ROOM", before)
    await two.subscribe("MARK", mark)
    two.unsubscribe("ROOM")
    one.publish("ROOM", b"lost")
    one.publish("MARK", b"")
    await mark.receives(1)
    assert before.received == []
    for _ in range(20):
        await two.subscribe("ROOM", after)
        two.unsubscribe("ROOM")
    two.unsubscribe("NEVER")
    await two.subscribe("ROOM", after)
    one.publish("ROOM", b"received")
    assert await after.receives(1) == [b"received"]


async def test_a_process_that_ends_does_not_disturb_the_others(make_bus: MakeBus) -> None:
    one, two, three = await make_bus(), await make_bus(), await make_bus()
    subscriber = Subscriber()
    await two.subscribe("ROOM", Subscriber())
    await three.subscribe("ROOM", subscriber)
    await two.close()
    two.publish("ROOM", b"too late")
    one.publish("ROOM", b"received")
    assert (await subscriber.receives(1))[0] == b"received"


async def test_a_subscriber_that_fails_does_not_stop_the_bus(make_bus: MakeBus) -> None:
    one, two = await make_bus(), await make_bus()
    subscriber = Subscriber()

    def fails(message: bytes) -> None:
        raise ZeroDivisionError

    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    await two.subscribe("FAILS", fails)
    await two.subscribe("ROOM", subscriber)
    one.publish("FAILS", b"")
    one.publish("ROOM", b"received")
    assert await subscriber.receives(1) == [b"received"]


# The bus of one process


async def test_a_single_process_has_nobody_to_send_to() -> None:
    bus = LocalBus()
    received: list[bytes] = []
    await bus.subscribe("ROOM", received.append)
    bus.publish("ROOM", b"message")
    bus.unsubscribe("ROOM")
    await bus.close()
    assert received == []
    assert not bus.is_shared


async def test_nothing_is_remembered_of_rooms_that_were_left() -> None:
    bus = LocalBus(hub := new_hub())
    for number in range(100):
        bus.publish(f"ROOM{number}", b"message")
        await bus.subscribe(f"ROOM{number}", lambda _: None)
        bus.publish(f"ROOM{number}", b"message")
        bus.unsubscribe(f"ROOM{number}")
    assert hub == {}
