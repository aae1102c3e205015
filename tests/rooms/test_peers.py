"""What processes that serve one room report to each other, over a bus that may lose, double and garble."""

from gaprace.bus.local import LocalBus, new_hub
from gaprace.play.live.effects import ActionStored, GameEnded, GameHinted, PeerEvent
from gaprace.rooms.peers import PEER_TIMEOUT_MS, Announced, Departed, Missed, RoomPeers
from tests.rooms.stage import ManualClock, settle


class UnreliableBus(LocalBus):
    """A bus that does with the next message what a test wants."""

    times = 1

    def publish(self, room: str, note: bytes) -> None:
        for _ in range(self.times):
            super().publish(room, note)


class Pair:
    """Two processes in one room; the first one reports, the second one listens."""

    def __init__(self) -> None:
        hub = new_hub()
        self.clock = ManualClock()
        self.bus = UnreliableBus(hub)
        self.one = RoomPeers("room", self.bus, self.clock)
        self.two = RoomPeers("room", LocalBus(hub), self.clock)
        self.heard: list[PeerEvent] = []

    async def meet(self) -> None:
        await self.one.listen(lambda _: None)
        await self.two.listen(self.heard.append)
        self.two.announce(Announced([], 0, 1, {}))
        self.one.announce(Announced(["ann"], 2, 1, {}))
        await settle()
        self.heard.clear()


async def test_events_come_in_order_and_one_that_comes_twice_is_heard_once() -> None:
    pair = Pair()
    await pair.meet()
    events = [ActionStored("g", 1, "undo", 5), GameHinted("g"), GameEnded("g", 1)]
    pair.bus.times = 2
    for event in events:
        pair.one.send(event)
    await settle()
    assert pair.heard == events


async def test_a_lost_message_is_noticed_with_the_next_one() -> None:
    pair = Pair()
    await pair.meet()
    pair.bus.times = 0
    pair.one.send(GameHinted("lost"))
    pair.bus.times = 1
    pair.one.send(GameHinted("next"))
    pair.one.send(GameHinted("third"))
    await settle()
    assert pair.heard == [GameHinted("next"), Missed(), GameHinted("third")]


async def test_what_cannot_be_read_counts_as_missed() -> None:
    pair = Pair()
    await pair.meet()
    pair.bus.publish("room", b"\xc1 of another version")
    await settle()
    assert pair.heard == [Missed()]


async def test_players_of_a_peer_are_present_until_it_departs_or_falls_silent() -> None:
    pair = Pair()
    await pair.meet()
    assert (pair.two.present, pair.two.watching) == ({"ann"}, 2)
    assert not pair.two.forget_silent()
    pair.clock.put_back(-PEER_TIMEOUT_MS - 1)
    assert pair.two.forget_silent()
    assert pair.two.present == set()
    pair.one.announce(Announced(["bob"], 0, 1, {}))
    await settle()
    assert pair.two.present == {"bob"}
    pair.one.stop()
    await settle()
    assert pair.heard[-1] == Departed()
    assert pair.two.present == set()


async def test_nothing_is_sent_where_there_are_no_peers() -> None:
    pair = Pair()
    await pair.two.listen(pair.heard.append)
    pair.one.send(GameHinted("g"))
    await settle()
    assert pair.heard == []
