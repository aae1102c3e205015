from gaprace.bus.local import LocalBus


async def test_a_single_process_has_nobody_to_send_to() -> None:
    bus = LocalBus()
    received: list[bytes] = []
    await bus.subscribe("ROOM", received.append)
    bus.publish("ROOM", b"message")
    bus.unsubscribe("ROOM")
    await bus.close()
    assert received == []
    assert not bus.is_shared
