"""The connections of a room: who gets what, encoded once, and nobody waits for a slow client."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.live.effects import Scope, Send
from gaprace.play.live.race import LiveRace
from gaprace.play.live.race_facts import RaceFacts, StoredState
from gaprace.ports import StoredPlayer
from gaprace.rooms.broadcast import LONG_QUEUE, MAX_SLICE, MAX_WAITING, Connections, Slices
from gaprace.rooms.connection import Encoded, Subscriber
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Acted, Bye, Event, Pong, Progress, Seat, Settings, encode
from tests.metrics import NoMetrics

DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))
MESSAGE = Pong(1, 2)


class Wire:
    """A connection that keeps what it is sent."""

    def __init__(self, name: str) -> None:
        self.player = StoredPlayer(name, name, 1, "", 0)
        self.sent: list[Encoded] = []
        self.is_full = False
        self.bye: Bye | None = None
        self.drained: Callable[[], None] | None = None

    def send(self, message: Encoded) -> bool:
        if not self.is_full:
            self.sent.append(message)
        return not self.is_full

    def close(self, bye: Bye) -> None:
        self.bye = bye

    def when_drained(self, call: Callable[[], None]) -> None:
        self.drained = call


class People:
    """A race of Ann and Bob, with a spectator, a member without a game, and Ann's second connection."""

    def __init__(self, min_tick_receivers: int = 1_000, max_slice: int = MAX_SLICE) -> None:
        opening = Game.start(DEAL)
        games = [StoredState(Seat(name, name), opening) for name in ("ann", "bob")]
        self.race = LiveRace(RaceFacts("race", DEAL, 0, None, Settings()), games)
        self.race.resume(0)
        self.ticks: list[Callable[[], None]] = []
        self.turns: list[Callable[[], None]] = []
        self.connections = Connections(NoMetrics(), self.ticks.append, self.turns.append, min_tick_receivers, max_slice)
        self.resynced: list[str] = []
        names = {"ann": True, "ann again": True, "bob": True, "dee": True, "cho": False}
        self.wires = {name: Wire(name.split()[0]) for name in names}
        for name, is_seated in names.items():
            subscriber = Subscriber(
                self.wires[name], lambda each: self.resynced.append(each.player), is_seated=is_seated
            )
            self.connections.add(subscriber, self.race)

    def follows_live(self, wire: Wire) -> bool:
        subscriber = self.connections.find(wire)
        return subscriber.is_seated and wire.player.id in {"ann", "bob"}

    def end_tick(self) -> None:
        self.ticks.pop()()

    def take_turns(self) -> None:
        """Write all slices that wait."""
        while self.turns:
            self.turns.pop(0)()

    def send(self, *effects: Send) -> None:
        for effect in effects:
            self.connections.send(effect)

    def receivers(self) -> list[str]:
        return [name for name, wire in self.wires.items() if wire.sent]


@pytest.fixture
def people() -> People:
    return People()


@pytest.fixture
def crowd() -> People:
    """With so many spectators that they hear of things in ticks."""
    return People(min_tick_receivers=2)


@pytest.fixture
def sliced() -> People:
    """With so many spectators that even a tick is written a slice at a time."""
    return People(min_tick_receivers=2, max_slice=1)


@pytest.mark.parametrize(
    ("scope", "player", "receivers"),
    [
        (Scope.PLAYER, "ann", ["ann", "ann again"]),
        (Scope.PLAYER, "dee", ["dee"]),
        (Scope.PLAYER, "cho", []),
        (Scope.RIVALS, "ann", ["bob"]),
        (Scope.LIVE, "", ["ann", "ann again", "bob"]),
        (Scope.DELAYED, "", ["dee", "cho"]),
        (Scope.DELAYED, "dee", ["cho"]),
    ],
)
def test_each_scope_has_its_receivers(people: People, scope: Scope, player: str, receivers: list[str]) -> None:
    people.send(Send(scope, MESSAGE, player))
    assert people.receivers() == receivers


def test_who_has_gone_gets_nothing_more_and_counts_no_longer(people: People) -> None:
    assert people.connections.remove(people.wires["dee"])
    assert not people.connections.remove(people.wires["dee"])
    people.connections.broadcast(MESSAGE)
    assert people.receivers() == ["ann", "ann again", "bob", "cho"]
    assert (people.connections.present, people.connections.watching) == ({"ann", "bob"}, 1)


def test_a_message_is_encoded_once_and_another_one_anew(people: People) -> None:
    people.send(Send(Scope.LIVE, MESSAGE))
    people.send(Send(Scope.DELAYED, MESSAGE))
    (one,), (other,) = people.wires["ann"].sent, people.wires["cho"].sent
    assert one is other
    people.connections.broadcast(Pong(3, 4))
    assert people.wires["ann"].sent == [encode(MESSAGE), encode(Pong(3, 4))]


def test_a_slow_viewer_gets_nothing_until_it_has_read_all_and_then_a_snapshot(people: People) -> None:
    slow = people.wires["cho"]
    slow.is_full = True
    people.connections.broadcast(MESSAGE)
    slow.is_full = False  # there is room again, but not everything has been read
    people.connections.broadcast(MESSAGE)
    assert (slow.sent, people.resynced) == ([], [])
    slow.drained()
    assert people.resynced == ["cho"]
    people.connections.broadcast(MESSAGE)
    assert slow.sent == [encode(MESSAGE)]
    assert slow.bye is None


def test_a_slow_viewer_that_has_gone_meanwhile_gets_no_snapshot(people: People) -> None:
    slow = people.wires["cho"]
    slow.is_full = True
    people.connections.broadcast(MESSAGE)
    people.connections.remove(slow)
    slow.drained()
    assert people.resynced == []


def test_a_slow_player_has_to_come_back_and_nobody_waits(people: People) -> None:
    people.wires["bob"].is_full = True
    people.connections.broadcast(MESSAGE)
    bye = people.wires["bob"].bye
    assert (bye.code, bye.retry) == ("fell_behind", True)
    assert people.receivers() == ["ann", "ann again", "dee", "cho"]


def test_everyone_is_brought_up_to_date_at_once_after_what_waits(crowd: People) -> None:
    crowd.send(seen(1), seen(2))
    crowd.connections.resync()
    assert crowd.resynced == ["ann", "ann", "bob", "dee", "cho"]
    assert crowd.wires["cho"].sent == [of(seen(1)), of(seen(2))]


def test_scopes_follow_the_race(people: People) -> None:
    people.race.games["bob"].phase = people.race.games["bob"].phase.ENDED
    people.connections.assign(people.race)
    people.send(Send(Scope.DELAYED, MESSAGE))
    assert people.receivers() == ["bob", "dee", "cho"]
    people.connections.assign(None)
    people.send(Send(Scope.LIVE, Pong(5, 6)))
    assert encode(Pong(5, 6)) not in people.wires["ann"].sent


# Ticks: the race has two live connections of Ann, and one of Bob; Dee and Cho are delayed


def moved(player: str, n: int) -> Send:
    return Send(Scope.RIVALS, Progress(player, n, 0, n, 0), player)


def seen(n: int) -> Send:
    return Send(Scope.DELAYED, Acted("ann", n, "undo", n, 0))


def of(*effects: Send) -> tuple[bytes, ...]:
    return tuple(encode(effect.event) for effect in effects)


def test_what_happens_first_is_heard_at_once_and_what_follows_at_the_end_of_the_tick_in_one_write(
    crowd: People,
) -> None:
    crowd.send(seen(1), seen(2), seen(3))
    assert crowd.wires["dee"].sent == [of(seen(1))]
    crowd.end_tick()
    assert crowd.wires["dee"].sent == [of(seen(1)), of(seen(2), seen(3))]
    assert crowd.wires["dee"].sent[1] is crowd.wires["cho"].sent[1]
    crowd.send(seen(4))
    assert len(crowd.wires["dee"].sent) == 2, "a tick follows one in which something waited"
    crowd.end_tick()
    crowd.end_tick()
    assert crowd.ticks == []
    crowd.send(seen(5))
    assert crowd.wires["dee"].sent[2:] == [of(seen(4)), of(seen(5))]


def test_what_few_spectators_see_at_once_ends_no_tick_of_the_players() -> None:
    people = People(min_tick_receivers=3)
    for n in (1, 2, 3):
        people.send(moved("ann", n))
        people.send(seen(n))
    assert people.wires["dee"].sent == list(of(seen(1), seen(2), seen(3)))
    assert people.wires["bob"].sent == [of(moved("ann", 1))]
    people.end_tick()
    assert people.wires["bob"].sent == [of(moved("ann", 1)), of(moved("ann", 3))]


@pytest.mark.parametrize("tell", [Connections.broadcast, Connections.say])
def test_what_is_for_all_comes_after_the_moves_that_wait(tell: Callable[[Connections, Event], None]) -> None:
    people = People(min_tick_receivers=3)
    people.send(moved("ann", 1), moved("ann", 2))
    tell(people.connections, MESSAGE)
    assert people.wires["bob"].sent == [of(moved("ann", 1)), of(moved("ann", 2)), encode(MESSAGE)]


def test_an_own_action_and_an_answer_wait_for_no_tick(crowd: People) -> None:
    crowd.send(seen(1), seen(2), Send(Scope.PLAYER, seen(2).event, "dee"))
    dee = crowd.connections.find(crowd.wires["dee"])
    crowd.connections.reply(dee, MESSAGE)
    assert crowd.wires["dee"].sent == [of(seen(1)), *of(seen(2)), encode(MESSAGE)]


def test_many_spectators_hear_of_it_a_slice_at_a_time_and_in_order(sliced: People) -> None:
    dee, cho = sliced.wires["dee"], sliced.wires["cho"]
    sliced.send(seen(1))
    sliced.connections.send_slowly([*sliced.connections], MESSAGE)
    assert (dee.sent, cho.sent) == ([of(seen(1))], [])
    sliced.take_turns()
    assert dee.sent == cho.sent == [of(seen(1)), encode(MESSAGE)]
    sliced.send(seen(2))
    assert len(dee.sent) == 2
    sliced.end_tick()
    assert len(dee.sent) == 3


@pytest.mark.parametrize(
    "what",
    [
        lambda people: people.connections.broadcast(MESSAGE),
        lambda people: people.connections.say(MESSAGE),
        lambda people: people.send(Send(Scope.LIVE, MESSAGE)),
        lambda people: people.send(Send(Scope.RIVALS, MESSAGE, "ann")),
    ],
)
def test_a_player_waits_for_no_slice_and_no_slice_for_a_player(sliced: People, what: Callable[[People], None]) -> None:
    sliced.send(seen(1))
    what(sliced)
    assert sliced.wires["bob"].sent == [encode(MESSAGE)]
    assert (sliced.wires["dee"].sent, sliced.wires["cho"].sent) == ([of(seen(1))], [])


def test_scopes_change_behind_slices_that_wait(sliced: People) -> None:
    sliced.send(seen(1))
    sliced.connections.assign(None)
    assert sliced.wires["cho"].sent == [of(seen(1))]
    sliced.take_turns()
    assert sliced.wires["cho"].sent == [of(seen(1))]


def test_a_tick_ends_behind_the_slices_of_the_one_before(sliced: People) -> None:
    sliced.send(seen(1), seen(2))
    sliced.end_tick()
    sliced.send(seen(3))
    sliced.take_turns()
    assert sliced.wires["dee"].sent == sliced.wires["cho"].sent == [of(seen(1)), of(seen(2), seen(3))]


def test_a_long_queue_is_written_faster(sliced: People) -> None:
    for n in range(LONG_QUEUE):
        sliced.connections.broadcast(Pong(n, n))
    sliced.turns.pop(0)()
    dee, cho = sliced.wires["dee"].sent, sliced.wires["cho"].sent
    assert len(dee) + len(cho) == 3, "one at first, then two in one turn"
    sliced.take_turns()
    assert dee == cho == [encode(Pong(n, n)) for n in range(LONG_QUEUE)]


def test_a_slow_viewer_gets_its_snapshot_behind_slices_that_wait(sliced: People) -> None:
    slow = sliced.wires["dee"]
    slow.is_full = True
    sliced.connections.broadcast(MESSAGE)
    slow.is_full = False
    slow.drained()
    assert sliced.resynced == []
    sliced.take_turns()
    assert (sliced.resynced, slow.sent) == (["dee"], [])


def test_no_more_waits_than_an_outbox_takes(crowd: People) -> None:
    events = [seen(n) for n in range(MAX_WAITING + 2)]
    crowd.send(*events)
    assert crowd.wires["cho"].sent == [of(events[0]), of(*events[1:-1])]


def test_a_slow_viewer_of_a_large_race_gets_a_snapshot_too_and_nothing_again_that_is_in_it(crowd: People) -> None:
    slow = crowd.wires["cho"]
    slow.is_full = True
    crowd.send(seen(1), seen(2))
    crowd.end_tick()
    assert crowd.wires["dee"].sent == [of(seen(1)), of(seen(2))]
    crowd.send(seen(3))
    slow.is_full = False
    slow.drained()
    assert crowd.resynced == ["cho"]
    crowd.end_tick()
    assert slow.sent == []


# Coming and going


def test_a_newcomer_hears_of_a_tick_what_is_news_to_it_and_ends_it_for_nobody(crowd: People) -> None:
    crowd.send(seen(1), seen(2))
    eve, fay = Wire("eve"), Wire("fay")
    crowd.connections.add(Subscriber(eve, lambda _: None, is_seated=False), crowd.race)
    crowd.send(seen(3))
    crowd.connections.add(Subscriber(fay, lambda _: None, is_seated=False), crowd.race)
    assert crowd.wires["cho"].sent == [of(seen(1))]
    crowd.end_tick()
    assert crowd.wires["cho"].sent == [of(seen(1)), of(seen(2), seen(3))]
    assert (eve.sent, fay.sent) == ([of(seen(3))], [])
    crowd.send(seen(4), seen(5))
    crowd.end_tick()
    assert eve.sent[1:] == fay.sent == [of(seen(4), seen(5))], "in the next one they are newcomers no more"


class CountingRace:
    """Counts what is asked of a race."""

    def __init__(self, race: LiveRace) -> None:
        self.race, self.questions = race, 0

    def __getattr__(self, name: str) -> object:
        self.questions += 1
        return getattr(self.race, name)


def test_where_one_comes_or_goes_nothing_is_asked_about_the_others() -> None:
    people, eve = People(), Wire("eve")
    changed: list[list[str]] = []
    people.connections.on_assigned.append(lambda those: changed.append([each.player for each in those]))
    race = CountingRace(people.race)
    people.connections.assign(race)
    of_all, race.questions = race.questions, 0
    people.connections.add(Subscriber(eve, lambda _: None, is_seated=True), race)
    people.connections.remove(people.wires["dee"])
    assert 0 < race.questions < of_all
    assert changed == [["ann", "ann", "bob", "dee", "cho"], ["eve"]]


class Comings:
    """People who come and go, and what each of them has to hear."""

    def __init__(self, max_slice: int) -> None:
        self.people = People(min_tick_receivers=2, max_slice=max_slice)
        self.here = [*self.people.wires.values()]
        self.due: dict[Wire, list[bytes]] = {wire: [] for wire in self.here}
        self.progress: dict[Wire, dict[str, bytes]] = {wire: {} for wire in self.here}
        """The last progress of each rival."""

    def come(self, n: int) -> None:
        wire = Wire(("ann", "bob", "dee", "eve")[n % 4])
        self.here.append(wire)
        self.due[wire], self.progress[wire] = [], {}
        subscriber = Subscriber(wire, lambda _: None, is_seated=n % 8 < 4)
        self.people.connections.add(subscriber, self.people.race)

    def go(self, n: int) -> None:
        if self.here:
            self.people.connections.remove(self.here.pop(n % len(self.here)))

    def act(self, n: int) -> None:
        for each in (seen(n), seen(n + 1)):
            self.people.send(each)
            self._spectators_hear(each.event)

    def move(self, n: int) -> None:
        actor = ("ann", "bob")[n % 2]
        self.people.send(moved(actor, n))
        for wire in self.here:
            if self.people.follows_live(wire) and wire.player.id != actor:
                self.progress[wire][actor] = encode(moved(actor, n).event)

    def broadcast(self, n: int) -> None:
        self.people.connections.broadcast(Pong(n, n))
        self._all_hear(Pong(n, n))

    def say(self, n: int) -> None:
        self.people.connections.say(Pong(n, n))
        self._all_hear(Pong(n, n))

    def _all_hear(self, message: Pong) -> None:
        for wire in self.here:
            self.due[wire].append(encode(message))

    def tell_spectators(self, n: int) -> None:
        self.people.send(Send(Scope.DELAYED, Pong(n, n)))
        self._spectators_hear(Pong(n, n))

    def tell_slowly(self, n: int) -> None:
        connections = self.people.connections
        spectators = [each for each in connections if not self.people.follows_live(each.connection)]
        connections.send_slowly(spectators, Pong(n, n))
        self._spectators_hear(Pong(n, n))

    def _spectators_hear(self, message: Event) -> None:
        for wire in self.here:
            if not self.people.follows_live(wire):
                self.due[wire].append(encode(message))

    def assign(self, _: int) -> None:
        self.people.connections.assign(self.people.race)

    def tick(self, _: int) -> None:
        if self.people.ticks:
            self.people.ticks.pop(0)()

    def turn(self, _: int) -> None:
        if self.people.turns:
            self.people.turns.pop(0)()


STEPS = [
    *("come", "come", "go", "act", "act", "move", "move", "tick", "turn"),
    *("broadcast", "say", "tell_spectators", "tell_slowly", "assign"),
]


@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 99)), max_size=60), st.integers(1, 3))
def test_each_hears_all_that_happens_while_it_is_there_once_and_in_order(
    steps: list[tuple[str, int]], max_slice: int
) -> None:
    comings = Comings(max_slice)
    for step, n in steps:
        getattr(comings, step)(n)
    comings.people.connections.flush()
    for wire in comings.here:
        assert () not in wire.sent
        heard = [each for sent in wire.sent for each in (sent if isinstance(sent, tuple) else (sent,))]
        progress = [each for each in heard if b'"progress"' in each]
        assert [each for each in heard if each not in progress] == comings.due[wire]
        by_game = {game: each for each in progress for game in ("ann", "bob") if f'"game":"{game}"'.encode() in each}
        assert by_game == comings.progress[wire]


def test_one_slice_that_fails_costs_the_others_nothing() -> None:
    written, waiting = list[str](), list[Callable[[], None]]()

    def write(receivers: Sequence[str], _: Encoded) -> None:
        if receivers == ["bad"]:
            raise ValueError("broken")
        written.extend(receivers)

    slices = Slices(write, waiting.append, max_slice=1)
    with pytest.raises(ValueError, match="broken"):
        slices.send(["bad", "ann", "bob"], "{}")
    while waiting:
        waiting.pop()()
    assert written == ["ann", "bob"]
    slices.send(["cho"], "{}")
    assert written == ["ann", "bob", "cho"]
