from gaprace.bus.local import LocalBus, new_hub


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
