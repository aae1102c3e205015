"""The connections of this server to one room, and the delivery of events to them.

Events of games for many recipients are sent in ticks: one write per recipient and tick, for any number of events. The
first event after a quiet tick is sent at once; the events of the next `TICK_MS` are sent together at its end.

Messages to very many spectators are written in slices, between which the event loop serves players: a write takes about
ten microseconds, so the acknowledgement of a move would wait 20 ms behind a message to two thousand spectators, but
waits less than one behind a slice of it. While an action is being stored, slices are `REST_S` apart: then the threads
of the database run, which would otherwise get their turn only every 5 ms (`sys.setswitchinterval`).

All other messages to a connection are queued behind its pending ticks; only responses and the actions of its own game
overtake them. This is safe: such messages say nothing about other games, or contain their complete stored state, which
a later, older action cannot change.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Literal

from gaprace.play.live.effects import Scope, Send
from gaprace.play.live.race import LiveRace
from gaprace.play.live.visibility import is_live
from gaprace.ports import Metrics
from gaprace.ports.metrics import CONNECTIONS, OUTBOX_DROPS
from gaprace.rooms.connection import Connection, Encoded, Subscriber
from gaprace.wire import Acted, Message, Progress, bye, encode

TICK_MS = 50
"""The longest delay of an event."""
MAX_WAITING = 64
"""Waiting events of one tick: more are sent before its end, since a receiver's outbox has to take them at once."""

Later = Callable[[Callable[[], None]], None]
"""Takes a step at the end of a tick that begins now."""
MAX_SLICE = 25
"""Receivers that are written to in one turn of the event loop."""
REST_S = 0.001
"""The time between two slices while an action is being stored."""
LONG_QUEUE = 100
"""The number of waiting slices above which several are written in one turn: the queue must not grow without end."""

Group = dict[Subscriber, None]
"""Subscribers in the order in which they came, of which each can be found and taken out at once."""
Newcomers = Sequence[tuple[Sequence[Subscriber], list[Send]]]
"""Receivers that came within a tick, and the events that have happened since, if there are any."""


class Connections:
    """The subscribers of a room, in separate groups for live and delayed viewers.

    The group of a subscriber depends only on the race, so a new connection does not move any other.
    """

    def __init__(
        self, metrics: Metrics, later: Later, rest: Later, min_tick_receivers: int, max_slice: int = MAX_SLICE
    ) -> None:
        """Take the functions that schedule the end of a tick, and the next slice; see `RoomContext`."""
        self._slices = slices = Slices(self._write, rest, max_slice)
        # The more spectators there are, the longer their ticks: no tick overtakes the slices of the one before.
        self._ticks = {
            Scope.RIVALS: Ticks(partial(self._deliver, Scope.RIVALS), later),
            Scope.DELAYED: Ticks(partial(self._deliver, Scope.DELAYED), lambda end: later(partial(slices.then, end))),
        }
        self._min_tick_receivers = min_tick_receivers
        self._all: dict[int, Subscriber] = {}
        self._metrics = metrics
        self._watching = 0
        self._seated: dict[str, Group] = {}
        """Connections by player. The race is the same for all connections with which a player holds a seat."""
        self._live: Group = {}
        """All of them are seated."""
        self._delayed: Group = {}
        self.on_assigned: list[Callable[[Iterable[Subscriber]], None]] = []
        """Each is called with the subscribers that may see more, or less, than before."""
        self._last: tuple[Message | None, bytes] = (None, b"")
        """The last message and its encoding: one event often goes to several scopes."""

    def __iter__(self) -> Iterator[Subscriber]:
        """Iterate over a copy, so that subscribers may come and go meanwhile."""
        return iter(list(self._all.values()))

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._all)

    def find(self, connection: Connection) -> Subscriber | None:
        """Return the subscriber of a connection."""
        return self._all.get(id(connection))

    def of(self, player: str) -> list[Subscriber]:
        """Return a player's connections, seated or not."""
        return [subscriber for subscriber in self._all.values() if subscriber.player == player]

    @property
    def present(self) -> AbstractSet[str]:
        """A live view of the players who hold a seat and are connected to this server."""
        return self._seated.keys()

    @property
    def watching(self) -> int:
        """The number of connections that watch."""
        return self._watching

    # Coming and going

    def add(self, subscriber: Subscriber, race: LiveRace | None) -> None:
        """Add a connection to a room with this race."""
        self._metrics.count(CONNECTIONS, _part(subscriber))
        self._all[id(subscriber.connection)] = subscriber
        self._count(subscriber, 1)
        self._place(subscriber, race)
        for scope, ticks in self._ticks.items():
            if subscriber in self._hearing(scope):
                ticks.joined(subscriber)
        self._call_assigned((subscriber,))

    def remove(self, connection: Connection) -> bool:
        """Remove a connection; return whether it was there."""
        subscriber = self._all.pop(id(connection), None)
        if subscriber:
            self._metrics.count(CONNECTIONS, _part(subscriber), n=-1)
            self._count(subscriber, -1)
            for group in (self._live, self._delayed):
                group.pop(subscriber, None)
        return subscriber is not None

    def assign(self, race: LiveRace | None) -> None:
        """Assign every subscriber to its scopes of this race, after its pending messages."""
        self.flush()
        self._live, self._delayed = {}, {}
        for subscriber in self._all.values():
            self._place(subscriber, race)
        self._call_assigned(self)

    def _count(self, subscriber: Subscriber, change: Literal[1, -1]) -> None:
        """Count a new or closed connection of its player, or of the spectators."""
        if not subscriber.is_seated:
            self._watching += change
        elif change > 0:
            self._seated.setdefault(subscriber.player, {})[subscriber] = None
        else:
            del self._seated[subscriber.player][subscriber]
            if not self._seated[subscriber.player]:
                del self._seated[subscriber.player]

    def _place(self, subscriber: Subscriber, race: LiveRace | None) -> None:
        if race and is_live(race, subscriber):
            self._live[subscriber] = None
        else:
            self._delayed[subscriber] = None

    def _hearing(self, scope: Scope) -> Group:
        """Return the recipients of a scope, apart from the exception of one player."""
        return self._delayed if scope is Scope.DELAYED else self._live

    def _call_assigned(self, subscribers: Iterable[Subscriber]) -> None:
        for call in self.on_assigned:
            call(subscribers)

    def close(self, code: str, player: str | None = None) -> None:
        """Close all connections, or those of one player, with a key of `CLOSE_REASONS`."""
        for subscriber in self:
            if player in {None, subscriber.player}:
                subscriber.connection.close(bye(code))

    def close_seated(self, code: str, player: str) -> None:
        """Close the seated connections of a player, with a key of `CLOSE_REASONS`."""
        for subscriber in self._seated.get(player, ()):
            subscriber.connection.close(bye(code))

    def let_go(self) -> None:
        """Let go of the room, which refers to this object: nothing is sent any more."""
        self._slices = Slices(lambda *_: None, lambda _: None)
        self._ticks = {scope: Ticks(lambda *_: None, lambda _: None) for scope in self._ticks}
        self.on_assigned.clear()

    # Sending

    def flush(self) -> None:
        """Send all pending messages."""
        self._end_ticks()
        self._slices.flush()

    def _end_ticks(self) -> None:
        for ticks in self._ticks.values():
            ticks.flush()

    def broadcast(self, message: Message) -> None:
        """Send a message to everyone."""
        self._end_ticks()
        self._send([*self._live], message)
        self.send_slowly([*self._delayed], message)

    def say(self, line: Message) -> None:
        """Send a line of chat to everyone who is in the room."""
        self._end_ticks()
        self._send([each for each in self._live if not each.is_removed], line)
        self.send_slowly([each for each in self._delayed if not each.is_removed], line)

    def send_slowly(self, subscribers: Sequence[Subscriber], message: Message) -> None:
        """Send a message to some connections, in slices, after their pending messages."""
        self._end_ticks()
        self._slices.send(subscribers, self._encoded(message))

    def spread(self, subscribers: Sequence[Subscriber], step: Callable[[Sequence[Subscriber]], None]) -> None:
        """Call a function for some connections, in slices; pending messages of the tick come later."""
        self._slices.spread(subscribers, step)

    def reply(self, subscriber: Subscriber, message: Message) -> None:
        """Send a message to one connection."""
        self._send((subscriber,), message)

    def deliver(self, subscriber: Subscriber, encoded: Encoded) -> None:
        """Send encoded messages to one connection, in one write."""
        self._write((subscriber,), encoded)

    def send(self, effect: Send) -> None:
        """Send an event of the race to its scope, now or at the end of the tick."""
        if effect.scope is Scope.PLAYER:
            self._send(self._seated.get(effect.player, ()), effect.event)
        elif not (hearing := self._hearing(effect.scope)):
            pass  # like every move of a solo game that nobody watches
        elif len(hearing) >= self._min_tick_receivers and effect.scope in self._ticks and may_wait(effect):
            self._ticks[effect.scope].send(effect)
        elif effect.scope is Scope.DELAYED:
            self._ticks[Scope.DELAYED].flush()
            own = self._seated.get(effect.player, ())
            self._slices.send([each for each in self._delayed if each not in own], self._encoded(effect.event))
        else:
            self._ticks[Scope.RIVALS].flush()
            self._send([each for each in hearing if each.player != effect.player], effect.event)

    def _deliver(self, scope: Scope, effects: list[Send], newcomers: Newcomers) -> None:
        """Send the events of a tick to a scope; new connections receive only those that their snapshots lack."""
        hearing = self._hearing(scope)
        late = {each for group, _ in newcomers for each in group}
        self._deliver_to({each: None for each in hearing if each not in late} if late else hearing, scope, effects)
        for group, news in newcomers:
            if news:
                self._deliver_to({each: None for each in group if each in hearing}, scope, news)

    def _deliver_to(self, receivers: Group, scope: Scope, effects: list[Send]) -> None:
        """Send events: the same bytes to everyone, except that players do not receive their own again."""
        encoded = tuple(encode(effect.event) for effect in effects)
        if scope is Scope.DELAYED:
            self._slices.send([*receivers], encoded)
            return
        actors = {effect.player for effect in effects}
        self._write([each for each in receivers if each.player not in actors], encoded)
        for player in actors & self._seated.keys():
            others = tuple(message for message, of in zip(encoded, effects, strict=True) if of.player != player)
            if others:
                self._write([each for each in self._seated[player] if each in receivers], others)

    def resync(self) -> None:
        """Send everyone a full snapshot."""
        self.flush()
        for subscriber in self:
            subscriber.resync(subscriber)

    def _send(self, subscribers: Iterable[Subscriber], message: Message) -> None:
        if subscribers:
            self._write(subscribers, self._encoded(message))

    def _encoded(self, message: Message) -> bytes:
        last, encoded = self._last
        if message is not last:
            encoded = encode(message)
            self._last = (message, encoded)
        return encoded

    def _write(self, subscribers: Iterable[Subscriber], encoded: Encoded) -> None:
        full = [each for each in subscribers if not each.is_behind and not each.connection.send(encoded)]
        for subscriber in full:
            self._fell_behind(subscriber)

    def _fell_behind(self, subscriber: Subscriber) -> None:
        """Handle a slow client: a player is disconnected and reconnects, everyone else receives a snapshot later."""
        self._metrics.count(OUTBOX_DROPS, _part(subscriber))
        if subscriber in self._live:
            subscriber.connection.close(bye("fell_behind"))
            return
        subscriber.is_behind = True
        subscriber.connection.when_drained(lambda: self._drained(subscriber))

    def _drained(self, subscriber: Subscriber) -> None:
        self._end_ticks()
        self._slices.then(partial(self._bring_back, subscriber))

    def _bring_back(self, subscriber: Subscriber) -> None:
        subscriber.is_behind = False
        if id(subscriber.connection) in self._all:
            subscriber.resync(subscriber)


def may_wait(effect: Send) -> bool:
    """Whether an event may be sent with the next tick: it is the effect of an action in a game."""
    return isinstance(effect.event, Acted | Progress)


class Ticks:
    """The events of one scope."""

    def __init__(self, deliver: Callable[[list[Send], Newcomers], None], later: Later) -> None:
        """Take the function that sends events in order, and to new connections only those that they lack."""
        self._deliver, self._later = deliver, later
        self._waiting: list[Send] = []
        self._newcomers = defaultdict[int, list[Subscriber]](list)
        """Receivers by the number of events that waited when they came: these are in their snapshots."""
        self._is_ticking = False

    def joined(self, receiver: Subscriber) -> None:
        """Exclude a new recipient from the pending events, which its snapshot contains."""
        if self._waiting:
            self._newcomers[len(self._waiting)].append(receiver)

    def send(self, effect: Send) -> None:
        """Send an event now, or at the end of the current tick."""
        self._waiting.append(effect)
        if not self._is_ticking:
            self._tick()
        elif len(self._waiting) >= MAX_WAITING:
            self.flush()

    def flush(self) -> None:
        """Send pending events."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            newcomers = [(group, newest(waiting[count:])) for count, group in self._newcomers.items()]
            self._newcomers.clear()
            self._deliver(newest(waiting), newcomers)

    def _tick(self) -> None:
        self.flush()
        self._is_ticking = True
        self._later(self._end)

    def _end(self) -> None:
        self._is_ticking = False
        if self._waiting:
            self._tick()


def newest(effects: list[Send]) -> list[Send]:
    """Return the effects in order, without progress that is replaced by a later one of the same game."""
    last = {effect.event.game: at for at, effect in enumerate(effects) if isinstance(effect.event, Progress)}
    return [
        effect
        for at, effect in enumerate(effects)
        if not isinstance(effect.event, Progress) or last[effect.event.game] == at
    ]


class Slices:
    """The pending messages, in order."""

    def __init__(
        self, write: Callable[[Sequence[Subscriber], Encoded], None], rest: Later, max_slice: int = MAX_SLICE
    ) -> None:
        """Take the functions that write to recipients, and that schedule the next slice."""
        self._write, self._rest, self._max_slice = write, rest, max_slice
        self._steps: deque[Callable[[], None]] = deque()
        self._is_under_way = False

    def send(self, receivers: Sequence[Subscriber], encoded: Encoded) -> None:
        """Write to the first recipients now, unless a message is pending, and to the others in later turns."""
        if self._is_under_way or len(receivers) > self._max_slice:
            self.spread(receivers, lambda each: self._write(each, encoded))
        else:
            self._write(receivers, encoded)

    def spread(self, receivers: Sequence[Subscriber], step: Callable[[Sequence[Subscriber]], None]) -> None:
        """Call a function for one slice of recipients after the other, in the same way."""
        size = self._max_slice
        slices = (receivers[at : at + size] for at in range(0, len(receivers), size))
        self._steps.extend(partial(step, each) for each in slices)
        if not self._is_under_way:
            self._turn()

    def then(self, step: Callable[[], None]) -> None:
        """Take a step after the pending messages; now, if there are none."""
        if self._is_under_way:
            self._steps.append(step)
        else:
            step()

    def flush(self) -> None:
        """Write to all remaining recipients."""
        while self._steps:
            self._steps.popleft()()

    def _turn(self) -> None:
        self._is_under_way = True  # a step may add others
        try:
            for _ in range(1 + len(self._steps) // LONG_QUEUE):
                if self._steps:
                    self._steps.popleft()()
        finally:  # even if a step fails, so that later ones are still taken
            self._is_under_way = bool(self._steps)
            if self._is_under_way:
                self._rest(self._turn)


def _part(subscriber: Subscriber) -> str:
    return "player" if subscriber.is_seated else "spectator"
