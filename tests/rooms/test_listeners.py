"""The audience hears its news a slice at a time, and nobody waits until all of it is looked through."""

from gaprace.play.live.effects import Scope, Send
from gaprace.rooms.audience import Listeners
from gaprace.rooms.connection import Subscriber
from gaprace.wire import Pong, Progress, encode
from tests.rooms.test_broadcast import MESSAGE, People

EVERYTHING = Pong(3, 4)


class Audience:
    """All who are in a race of two but Ann."""

    def __init__(self, people: People) -> None:
        self.looked_at: list[str] = []
        self.listeners = Listeners(people.connections, lambda: self._is_member)

    def _is_member(self, subscriber: Subscriber) -> bool:
        self.looked_at.append(subscriber.player)
        return subscriber.player != "ann"


def test_each_slice_is_looked_through_when_it_is_written_to() -> None:
    people = People(max_slice=2)
    audience = Audience(people)
    audience.listeners.send(None, EVERYTHING)
    assert (audience.looked_at, people.receivers()) == (["ann", "ann"], [])
    people.turns.pop(0)()
    assert (audience.looked_at[2:], people.receivers()) == (["bob", "dee"], ["bob", "dee"])
    people.take_turns()
    assert people.receivers() == ["bob", "dee", "cho"]


def test_news_is_for_those_who_have_everything_and_everything_for_the_others() -> None:
    people = People(max_slice=2)
    audience = Audience(people)
    for subscriber in people.connections:
        audience.listeners.welcomed(subscriber, is_up_to_date=subscriber.player == "dee")
    for _ in range(2):
        audience.listeners.send(MESSAGE, EVERYTHING)
        people.take_turns()
    assert people.wires["dee"].sent == [encode(MESSAGE), encode(MESSAGE)]
    assert people.wires["bob"].sent == people.wires["cho"].sent == [encode(EVERYTHING), encode(MESSAGE)]
    assert people.wires["ann"].sent == []


def test_news_of_the_audience_ends_no_tick() -> None:
    people = People(min_tick_receivers=1)
    progress = [Send(Scope.DELAYED, Progress("ann", n, n, n, 0), "ann") for n in (1, 2)]
    for each in progress:
        people.connections.send(each)
    Audience(people).listeners.send(None, EVERYTHING)
    assert people.wires["cho"].sent == [(encode(progress[0].event),), encode(EVERYTHING)]
    people.end_tick()
    assert people.wires["cho"].sent[2:] == [(encode(progress[1].event),)]
