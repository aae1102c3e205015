"""The audience of a room: everyone but the players whose game is running. It chats and reacts.

Its events are collected and sent every `AUDIENCE_TICK_MS`, here and to the peers, so that the number of messages does
not depend on its size. Players whose game is running receive none of them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from gaprace.errors import Refusal
from gaprace.play.live.chat import EVERYBODY, PACE, SLOW
from gaprace.rooms.broadcast import Connections
from gaprace.rooms.chat import MAX_LOG_LINES, ChatLog, refuse_line
from gaprace.rooms.connection import Subscriber
from gaprace.rooms.context import RoomContext
from gaprace.rooms.coordinator import RoomCoordinator
from gaprace.rooms.peers import AudienceActed, RoomPeers
from gaprace.rooms.timers import Timers
from gaprace.wire import Audience, Member, Message, React, Reaction, Said, Say, encode

AUDIENCE_TICK_MS = 500

Membership = Callable[[], Callable[[Subscriber], bool]]
"""Returns a function that tests whether a connection belongs to the audience now."""


class RoomAudience:
    """The audience of one room at this server."""

    def __init__(
        self,
        coordinator: RoomCoordinator,
        connections: Connections,
        peers: RoomPeers,
        context: RoomContext,
        timers: Timers,
    ) -> None:
        self.log = ChatLog()
        self._said_at: list[int] = []
        """The times of the last lines that were written here, by anybody."""
        self._coordinator, self._connections = coordinator, connections
        self._peers, self._context, self._timers = peers, context, timers
        self._own = _Gathered()
        """The events at this server since the last tick."""
        self._theirs = _Gathered()
        """The events that peers have reported since then."""
        self._view = Audience()
        """The last lines that were sent."""
        self._is_due = False
        self._listeners = Listeners(connections, self.membership)
        connections.on_assigned.append(self._assigned)

    def let_go(self) -> None:
        """Let go of the part that refers to this object: it must not be used any more."""
        del self._listeners

    def membership(self) -> Callable[[Subscriber], bool]:
        """Return a function that tests whether a connection belongs to the audience now.

        It does unless one of its players has a running game in the race.
        """
        race = self._coordinator.race
        playing = race.state.running_players if race else set[str]()
        return lambda each: not each.is_removed and playing.isdisjoint(each.connection.players)

    def view_for(self, subscriber: Subscriber) -> Audience | None:
        """Return the complete state for a new connection; None if it does not belong to the audience."""
        is_member = self.membership()(subscriber)
        self._listeners.welcomed(subscriber, is_up_to_date=is_member)
        return self._view if is_member else None

    def forget(self, player: str) -> None:
        """Remove all lines of a player."""
        self.log.forget(player)
        kept = [line for line in self._view.lines if line.player != player]
        self._view = Audience(kept)

    # Commands

    async def say(self, subscriber: Subscriber, say: Say) -> None:
        """Accept a line of a spectator. The audience receives it with the next tick.

        Raises `audience_busy`, `muted`.
        """
        room, player = self._coordinator.state.view, subscriber.connection.player
        self._refuse(subscriber)
        await refuse_line(self._context, room, player.id, say.text)
        store = self._context.store
        if await store.is_spectator_muted(room.code, player.id) or (
            room.host and await store.has_blocked(room.host, player.id)
        ):
            raise Refusal("muted", "The host muted you.")
        now = self._context.clock.now()
        if EVERYBODY.is_over(self._said_at, now):
            raise Refusal("audience_busy", "Too many are writing at once: try again in a moment.")
        pace = SLOW if room.settings.audience == "slow" else PACE
        author = Member(player.id, player.name)
        self._own.lines.append(self.log.say(author, say, now, pace, audience=True))
        self._said_at = [*self._said_at, now][-EVERYBODY.lines :]
        self._tick_soon()

    def react(self, subscriber: Subscriber, react: React) -> None:
        """Count a reaction."""
        self._refuse(subscriber)
        self._own.reactions[react.reaction] += react.times
        self._tick_soon()

    def _refuse(self, subscriber: Subscriber) -> None:
        if subscriber.connection.player.is_visitor:
            raise Refusal("no_identity", "To take part, send a token from POST /api/v1/players and come in again.")
        state = self._coordinator.state
        if state.view.settings.audience == "off":
            raise Refusal("audience_off", "The host has turned off the audience chat: you can only watch.")
        self.refuse_players(subscriber)

    def refuse_players(self, subscriber: Subscriber) -> None:
        """Refuse a connection that does not belong to the audience now. Raises `still_playing`."""
        if not self.membership()(subscriber):
            raise Refusal("still_playing", "Your own game is running: finish it, then you can join the audience.")

    # Ticks

    def hear(self, acted: AudienceActed) -> None:
        """Apply the events of the audience at another server."""
        self._theirs.lines += self.log.merge(acted.lines)
        self._theirs.reactions.update(acted.reactions)
        self._tick_soon()

    def merge(self, lines: Iterable[Said]) -> None:
        """Merge the last lines of the audience from a peer."""
        new = self.log.merge(lines)
        if new:
            self._theirs.lines += new
            self._tick_soon()

    def _tick_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._timers.at(self._context.clock.now() + AUDIENCE_TICK_MS, self._tick)

    async def _tick(self) -> None:
        """Send the collected events; new members of the audience receive the complete state."""
        self._is_due = False
        own, theirs = self._own, self._theirs
        self._own, self._theirs = _Gathered(), _Gathered()
        if own:
            self._peers.send(AudienceActed(own.lines, dict(own.reactions)))
        lines = [*own.lines, *theirs.lines][-MAX_LOG_LINES:]
        self._send(Audience(lines, dict(own.reactions + theirs.reactions)))

    def _send(self, news: Audience) -> None:
        """Send events to the audience; its new members receive the complete state."""
        lines = [*self._view.lines, *news.lines][-MAX_LOG_LINES:]
        self._view = Audience(lines)
        self._listeners.send(news if news != Audience() else None, self._view)

    def _assigned(self, _: Iterable[Subscriber]) -> None:
        """Send players whose game has just ended the state of the audience."""
        if self._view != Audience():
            self._tick_soon()


class _Gathered:
    """The events of the audience since the last tick."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self.reactions: Counter[Reaction] = Counter()

    def __bool__(self) -> bool:
        return bool(self.lines or self.reactions)


class Listeners:
    """Sends events to the connections of the audience at this server, and the complete state to its new members.

    The recipients are determined slice by slice during the writing: checking two thousand connections at once would
    cause a noticeable delay for players.
    """

    def __init__(self, connections: Connections, membership: Membership) -> None:
        self._connections, self._membership = connections, membership
        self._up_to_date = set[Subscriber]()
        """The listeners that have everything that was sent so far."""

    def welcomed(self, subscriber: Subscriber, *, is_up_to_date: bool) -> None:
        """Record whether a full snapshot contained everything that was sent so far."""
        if is_up_to_date:
            self._up_to_date.add(subscriber)
        else:
            self._up_to_date.discard(subscriber)

    def send(self, news: Message | None, everything: Message | None) -> None:
        """Send events, if there are any, and the complete state to members who do not have it."""
        if news is None and everything is None:
            return
        subscribers = [*self._connections]
        self._up_to_date.intersection_update(subscribers)
        texts = [None if each is None else encode(each) for each in (news, everything)]
        self._connections.spread(subscribers, partial(self._send_to, self._membership(), texts[0], texts[1]))

    def _send_to(
        self,
        is_member: Callable[[Subscriber], bool],
        news: bytes | None,
        everything: bytes | None,
        subscribers: Sequence[Subscriber],
    ) -> None:
        for each in subscribers:
            message = news if each in self._up_to_date else everything
            if not is_member(each):
                self._up_to_date.discard(each)
                continue
            self._up_to_date.add(each)
            if message is not None:
                self._connections.deliver(each, message)
