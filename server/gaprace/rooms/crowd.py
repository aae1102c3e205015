"""The updates for each connection of a room: everything in a small room, a selection in a large one.

In a large room, all connections receive the same excerpt of the room and the leaders of the race; members also receive
their own place and the games near it, and viewers the boards that they have requested. Only the latest state of these
matters, so nothing is queued: at the end of a tick, each connection receives what it does not have yet. Events that
need a reaction are sent at once.
"""

from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import TypeVar

from gaprace.errors import RoomError
from gaprace.play.crowd import Roster, best_of, excerpt_of_race, excerpt_of_reveal, is_large, is_quiet
from gaprace.play.effects import Scope, Send
from gaprace.play.race_order import Order
from gaprace.play.room import RoomState
from gaprace.play.visibility import is_live, knows_layout, view_of
from gaprace.rooms.broadcast import Connections, Heard, Shared, Subscriber
from gaprace.rooms.context import RoomContext
from gaprace.rooms.lookers import Lookers
from gaprace.rooms.presence import Presence
from gaprace.rooms.race_shell import RaceShell
from gaprace.rooms.ticks import Later
from gaprace.rooms.timers import Timers
from gaprace.wire import (
    Acted,
    Browse,
    Finished,
    GameId,
    GameView,
    Leaders,
    Look,
    Looked,
    Message,
    Nearby,
    Own,
    Present,
    Progress,
    RaceView,
    Room,
    RoomView,
    Snapshot,
    Started,
    Starting,
    Welcome,
    encode,
)

TICK_MS = 250
"""Between two messages about the leaders."""
SLOW_TICKS = 2
"""All else comes with every second tick: a player's neighbours, who has come, who is ready."""
Content = TypeVar("Content", bound=Message)


class Crowd:
    """The updates of one room for the connections of this process."""

    def __init__(  # noqa: PLR0913, PLR0917 (the parts of a room)
        self,
        room: RoomView,
        context: RoomContext,
        connections: Connections,
        timers: Timers,
        after_tick: Later,
        state: Callable[[], RoomState],
        race: Callable[[], RaceShell | None],
        presence: Callable[[], Presence],
    ) -> None:
        """Take the functions that schedule the end of a tick of 50 ms, and that return the parts of the room."""
        self._context, self._connections, self._timers = context, connections, timers
        self._state, self._served, self._presence = state, race, presence
        self._lookers = Lookers(connections, after_tick)
        self._known: Roster | None = None
        self._room: Shared | None = None
        self._present: Shared | None = None
        self._leaders: dict[bool, Shared] = {}
        """Those of live viewers (True) and of delayed ones."""
        self._tick_number = 0
        self._is_due = False
        connections.on_assigned.append(lambda _: self._tick_soon())
        self.is_large = False
        """Whether the room is large."""
        self._judge(room)

    def _judge(self, room: RoomView) -> None:
        """Find out whether the room is large: then it selects the receivers of the race's events."""
        self.is_large = is_large(room, self._context.small_room)
        self._connections.interest = self if self.is_large else None

    @property
    def _view(self) -> RoomView:
        return self._state().view

    @property
    def _roster(self) -> Roster:
        if self._known is None or self._known.room is not self._view:
            self._known = Roster(self._view)
        return self._known

    @property
    def race(self) -> RaceShell | None:
        """The race of the room; None while it is not served here yet."""
        race, shown = self._served(), self._view.race
        return race if race and shown and race.state.id == shown.id else None

    # News of the room

    def adopted(self, before: RoomView) -> None:
        """Send the changed room."""
        was_large = self.is_large
        self._judge(self._view)
        if before.race is None or self._view.race is None or before.race.id != self._view.race.id:
            self._lookers.clear()
        if was_large != self.is_large:
            self._lookers.clear()
            self._connections.resync()
        elif self.is_large:
            self._send_owns()
            self._send_room()
        else:
            self._connections.broadcast(Room(self._view))

    def answer(self, subscriber: Subscriber) -> None:
        """Send one connection the current room."""
        self._connections.reply(subscriber, Room(self._excerpt if self.is_large else self._view))

    def start_soon(self, race: RaceView) -> None:
        """Announce the start of a race."""
        shown = excerpt_of_race(race) if self.is_large else race
        self._connections.broadcast(Starting(shown, self._context.clock.now()))

    def finish(self, after: RoomView) -> None:
        """Send the results of the ended race, before the room that contains them."""
        race = after.race
        if race is None or race.standings is None:
            return
        if not is_large(after, self._context.small_room):
            self._connections.broadcast(Finished(race.id, race.standings, race.reveal))
            return
        self._known = Roster(after)
        self._send_owns(self._known)
        finished = Finished(race.id, best_of(race.standings) or [], excerpt_of_reveal(race.reveal))
        self._connections.broadcast(finished)

    def show_presence(self, present: Present) -> None:
        """Send who is connected."""
        if self.is_large:
            self._tick_soon()
        else:
            self._connections.broadcast(present)

    def _send_room(self) -> None:
        """Send everyone the excerpt: at once, unless only joins and ready votes have changed."""
        before = self._room.message if self._room else None
        room = self._latest_room()
        if isinstance(before, Room) and isinstance(room.message, Room) and is_quiet(before.room, room.message.room):
            self._tick_soon()
            return
        for each in self._connections:
            each.heard.room = room
        self._connections.broadcast(room.message)

    def _send_owns(self, roster: Roster | None = None) -> None:
        """Send members their own place if it has changed."""
        for each in self._connections:
            own = self._own_of(each, roster)
            if own and own != each.heard.own and not each.is_behind:
                each.heard.own = own
                self._connections.deliver(each, encode(own))

    # A full snapshot

    def snapshot_for(self, subscriber: Subscriber) -> tuple[Started | None, list[GameView]]:
        """Return the layout and the games for a connection, as visible to it."""
        race = self.race
        if race is None:
            return None, []
        if not self.is_large:
            return race.state.snapshot_for(subscriber)
        seat = self._roster.own(subscriber.player).seat if subscriber.is_seated else None
        games = [*([seat.game] if seat else []), *self._lookers.games_of(subscriber)]
        return race.state.snapshot_for(subscriber, [game for game in games if game in race.state.games])

    def excerpt_of(self, welcome: Welcome, subscriber: Subscriber) -> Welcome:
        """Return the full snapshot for a connection, and record it as sent."""
        heard = subscriber.heard = Heard()
        if not self.is_large:
            return welcome
        heard.own = self._own_of(subscriber)
        heard.room, heard.present = self._latest_room(), self._latest_present()
        self._refresh_leaders()
        heard.leaders, heard.nearby = self._leaders_for(subscriber), self._nearby_for(subscriber)
        return Welcome(
            you=welcome.you,
            room=self._excerpt,
            now=welcome.now,
            present=self._present_members,
            epoch=welcome.epoch,
            games=welcome.games,
            started=welcome.started,
            chat=welcome.chat,
            audience=welcome.audience,
            own=heard.own,
            leaders=_content(heard.leaders, Leaders),
            nearby=heard.nearby,
        )

    def gone(self, subscriber: Subscriber) -> None:
        """Forget the boards of a closed connection."""
        self._lookers.look(subscriber, ())

    # Commands

    def browse(self, subscriber: Subscriber, browse: Browse) -> None:
        """Reply with the members whose names match."""
        self._connections.reply(subscriber, self._roster.listed(browse, self._presence().players))

    def look(self, subscriber: Subscriber, look: Look) -> None:
        """Reply with the boards that a connection requests from now on.

        Raises:
            RoomError: `still_playing`.

        """
        race = self.race.state if self.race else None
        if race and not race.running_players.isdisjoint(subscriber.connection.players):
            raise RoomError("still_playing", "Your own game is running: finish it, then you can look at others.")
        games = [race.games[game] for game in dict.fromkeys(look.games) if game in race.games] if race else []
        others = [game for game in games if not (subscriber.is_seated and game.seat.player == subscriber.player)]
        views = [view for game in others if race and (view := view_of(race, game, subscriber))]
        if self.is_large:
            self._lookers.look(subscriber, [view.game for view in views])
        self._connections.reply(subscriber, Looked(views))

    @property
    def looked(self) -> Container[GameId]:
        """The games requested by any connection."""
        return self._lookers.games

    def games_looked_at(self, subscriber: Subscriber) -> Sequence[GameId]:
        """Return the games that a connection has requested."""
        return self._lookers.games_of(subscriber)

    # News of the race: implements `Interest`

    def takes(self, effect: Send) -> bool:
        """Handle an event of a single game: it goes to the viewers of the game."""
        self._tick_soon()
        event = effect.event
        if not isinstance(event, Acted | Progress | Snapshot):
            return False
        if effect.scope is Scope.PLAYER:
            return isinstance(event, Snapshot) and event.game.player != effect.player
        if self.race:
            self._lookers.send(event, effect, self.race.state)
        return True

    def flush(self) -> None:
        """Send the pending events of boards to their viewers."""
        self._lookers.flush()

    # Ticks

    def _tick_soon(self) -> None:
        if not self._is_due and self.is_large and len(self._connections):
            self._is_due = True
            self._timers.at(self._context.clock.now() + TICK_MS, self._tick)

    async def _tick(self) -> None:
        self._is_due = False
        if not self.is_large:
            return
        self._tick_number += 1
        is_slow = self._tick_number % SLOW_TICKS == 0
        self._refresh_leaders()
        if is_slow:
            self._latest_room()
            self._latest_present()
        else:
            self._tick_soon()  # which sends what is left to it
        self._connections.spread(partial(self._bring_up_to_date, is_slow=is_slow))

    def _bring_up_to_date(self, subscribers: Sequence[Subscriber], *, is_slow: bool) -> None:
        for each in subscribers:
            if each.is_behind or self._connections.find(each.connection) is not each or not self.is_large:
                continue
            if lacking := [*(self._slow_news(each) if is_slow else ()), *self._fast_news(each)]:
                self._connections.deliver(each, lacking[0] if len(lacking) == 1 else tuple(lacking))

    def _slow_news(self, subscriber: Subscriber) -> list[bytes]:
        """Return the updates for a connection that are sent with every second tick."""
        heard, lacking = subscriber.heard, []
        own, nearby = self._own_of(subscriber), self._nearby_for(subscriber)
        if own and own != heard.own:
            lacking.append(encode(own))
        if self._room and self._room is not heard.room:
            lacking.append(self._room.encoded)
        if self._present and self._present is not heard.present:
            lacking.append(self._present.encoded)
        if nearby and nearby != heard.nearby:
            lacking.append(encode(nearby))
        heard.own, heard.room, heard.present, heard.nearby = own, self._room, self._present, nearby
        return lacking

    def _fast_news(self, subscriber: Subscriber) -> list[bytes]:
        """Return the updates for a connection that are sent with each tick."""
        leaders, before = self._leaders_for(subscriber), subscriber.heard.leaders
        subscriber.heard.leaders = leaders
        return [leaders.encoded] if leaders and leaders is not before else []

    # What is shown now

    @property
    def _excerpt(self) -> RoomView:
        return self._roster.excerpt(self._presence().players)

    @property
    def _present_members(self) -> Present:
        players = self._presence().players
        shown = (member.id for member in self._excerpt.members)
        return Present(sorted(player for player in shown if player in players), self._presence().watching)

    def _own_of(self, subscriber: Subscriber, roster: Roster | None = None) -> Own | None:
        return (roster or self._roster).own(subscriber.player) if subscriber.is_seated else None

    def _latest_room(self) -> Shared:
        self._room = room = _latest(self._room, Room(self._excerpt))
        return room

    def _latest_present(self) -> Shared:
        self._present = present = _latest(self._present, self._present_members)
        return present

    def _refresh_leaders(self) -> None:
        race = self.race
        if race is None:
            self._leaders = {}
            return
        for live, order in ((True, race.orders.live), (False, race.orders.published)):
            order.refresh()
            leaders = Leaders(race.state.id, order.leaders(self._roster.names))
            self._leaders[live] = _latest(self._leaders.get(live), leaders)

    def _leaders_for(self, subscriber: Subscriber) -> Shared | None:
        """Return the leaders as visible to a connection."""
        race = self.race
        if race is None or not knows_layout(race.state, subscriber):
            return None
        return self._leaders.get(is_live(race.state, subscriber))

    def _nearby_for(self, subscriber: Subscriber) -> Nearby | None:
        """Return the games next to that of a connection, as visible to it."""
        race = self.race
        seat = self._roster.own(subscriber.player).seat if subscriber.is_seated else None
        if race is None or seat is None or not knows_layout(race.state, subscriber):
            return None
        order: Order = race.orders.live if is_live(race.state, subscriber) else race.orders.published
        rows = order.nearby(seat.game, self._roster.names)
        return Nearby(race.state.id, next(row.rank for row in rows if row.game == seat.game), rows)


def _latest(before: Shared | None, message: Message) -> Shared:
    """Return a message; the same object as before if nothing has changed."""
    return before if before and before.message == message else Shared(message)


def _content(shared: Shared | None, kind: type[Content]) -> Content | None:
    return shared.message if shared and isinstance(shared.message, kind) else None
