from gaprace.bus.local import LocalBus


async def test_one_process_tells_nobody_else() -> None:
    bus = LocalBus()
    heard: list[bytes] = []
    await bus.subscribe("ROOM", heard.append)
    bus.publish("ROOM", b"note")
    bus.unsubscribe("ROOM")
    await bus.close()
    assert heard == []
    assert not bus.is_shared
