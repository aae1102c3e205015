from server.bus.local import LocalBus
from server.ports import Bus


async def test_one_process_tells_nobody_else() -> None:
    bus: Bus = LocalBus()
    heard: list[bytes] = []
    await bus.subscribe("ROOM", heard.append)
    await bus.publish("ROOM", b"note")
    await bus.unsubscribe("ROOM")
    await bus.close()
    assert heard == []
