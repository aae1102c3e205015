"""A room as this server serves it: connections come and go, commands are dispatched, snapshots are sent."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from msgspec import UNSET

from gaprace import wire
from gaprace.errors import Disconnected, GapraceError, Refusal, RulesError, StoreUnavailable
from gaprace.play.live.effects import PeerEvent
from gaprace.play.live.hosts import HOST_GRACE_MS
from gaprace.play.live.quick import is_complete
from gaprace.play.live.race import LiveRace
from gaprace.play.live.room import Change, RoomState
from gaprace.ports import RoomVersion, StoredPlayer
from gaprace.ports.metrics import REFUSALS
from gaprace.rooms.audience import RoomAudience
from gaprace.rooms.broadcast import REST_S, TICK_MS, Connections
from gaprace.rooms.chat import ChatLog
from gaprace.rooms.commands import Commands
from gaprace.rooms.connection import Connection, Subscriber
from gaprace.rooms.context import RoomContext
from gaprace.rooms.coordinator import RoomCoordinator
from gaprace.rooms.members import Members
from gaprace.rooms.peers import Announced, AudienceActed, Departed, LineSaid
from gaprace.rooms.presence import RELOAD_GRACE_MS
from gaprace.rooms.race_shell import RaceShell
from gaprace.rooms.timers import Timers
from gaprace.rooms.win_probabilities import RoomChances

END_LOOKAHEAD_MS = 5 * 60_000
"""A race that ends within this time keeps its room in memory even if nobody is connected."""
RETURN_GRACE_MS = 2_000
"""How long a quick room that is overdue waits for those who come back."""
SEED_GRACE_MS = 1_000
"""How long a full quick room waits for the seeds of those who have just come."""


class LiveRoom:
    """One room."""

    def __init__(self, state: RoomState, context: RoomContext) -> None:
        self._context = context
        self._timers = Timers(context.clock)
        self._connections = Connections(context.metrics, self._after_tick, self._after_rest, context.min_tick_receivers)
        self._peers = context.peers(state.view.code, context.bus, context.clock)
        self._coordinator = RoomCoordinator(state, context, self._connections, self._peers, self._timers)
        self.members = Members(self._coordinator, self._connections, context)
        self._chat = ChatLog()
        self._audience = RoomAudience(self._coordinator, self._connections, self._peers, context, self._timers)
        self._chances = RoomChances(
            self._coordinator, self._connections, self._audience.membership, context, self._timers
        )
        self._commands = Commands(
            self._coordinator, self._chat, self._audience, self._connections, self._peers, context
        )
        self._listening = asyncio.Lock()
        self._was_touched = False

    def _after_tick(self, step: Callable[[], None]) -> None:
        async def end() -> None:
            step()

        self._timers.at(self._context.clock.now() + TICK_MS, end)

    def _after_rest(self, step: Callable[[], None]) -> None:
        """Write the next slice when players are served, and when the database had time if an action is being stored."""
        loop = asyncio.get_running_loop()
        if self._context.journal.is_idle:
            loop.call_soon(step)
        else:
            loop.call_later(REST_S, step)

    @property
    def state(self) -> RoomState:
        """The stored state of the room."""
        return self._coordinator.state

    @property
    def race(self) -> RaceShell | None:
        """The upcoming, running or last race."""
        return self._coordinator.race

    @property
    def _race_state(self) -> LiveRace | None:
        return self.race.state if self.race else None

    @property
    def code(self) -> str:
        """The room's code."""
        return self.state.view.code

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected, and no race ends soon. A sweep finds races that end later."""
        if len(self._connections):
            return False
        soon = self._context.clock.now() + END_LOOKAHEAD_MS
        return not self._coordinator.absence.away and not (self.race and self.race.state.is_due_by(soon))

    # Coming and going

    async def resume(self) -> None:
        """Load the running or last race, and continue it."""
        await self._coordinator.resume()

    async def enter(self, connection: Connection, hello: wire.Hello) -> None:
        """Let a connection in, and send it a full snapshot. Raises Disconnected if it may not come in."""
        if hello.protocol != wire.PROTOCOL:
            raise Disconnected("unknown_protocol")
        try:
            await self._listen()
            await self.members.admit(connection, hello)
            await self._listen()  # meanwhile the last connection may have gone
            is_behind = await self._coordinator.is_behind(hello, connection.player.id)
        except (StoreUnavailable, Refusal):
            raise Disconnected("try_again") from None
        if self._coordinator.is_closed:
            raise Disconnected("room_closed")
        subscriber = Subscriber(connection, self._welcome, is_seated=not hello.watch, sits_out=self.members.sits_out)
        subscriber.is_removed = self.state.plays_on(connection.player.id)
        self._was_touched = True
        self._connections.add(subscriber, self._race_state)
        self._welcome(subscriber)
        if is_behind:
            self._connections.reply(subscriber, wire.notice("history_lost"))
        self._connections_changed()
        self._wait_for_players()

    def _wait_for_players(self) -> None:
        """Begin the race of a quick room when it is due; after a restart, when the others can have reconnected."""
        fills_at = self.state.view.fills_at
        if fills_at is not None:
            self._timers.at(max(fills_at, self._context.clock.now() + RETURN_GRACE_MS), self._begin_quick_race)

    async def _begin_quick_race(self) -> None:
        """Begin the race of a waiting quick room, unless a peer has begun it."""
        if self.state.view.fills_at is not None and self._coordinator.presence.players:
            with suppress(Refusal):
                await self._coordinator.start_race()

    def _welcome(self, subscriber: Subscriber) -> None:
        """Send a full snapshot."""
        player = subscriber.connection.player
        race, shown = self._race_state, self.state.view.race
        is_served = race is not None and shown is not None and race.id == shown.id
        started, games = race.snapshot_for(subscriber) if race and is_served else (None, [])
        welcome = wire.Welcome(
            you=wire.You(player.id, player.name, subscriber.is_seated),
            room=self.state.view,
            now=self._context.clock.now(),
            present=self._coordinator.presence.view,
            epoch=self.state.epoch,
            games=games,
            started=started,
            chat=[] if subscriber.is_removed else self._chat.lines,
            audience=self._audience.view_for(subscriber),
        )
        self._connections.reply(subscriber, welcome)
        self._chances.welcomed(subscriber)
        self._coordinator.note_seen((subscriber,))
        if self._context.journal.is_slow:
            self._connections.reply(subscriber, wire.notice("storing_slow"))

    def broadcast(self, message: wire.Message) -> None:
        """Send a message to everyone who is connected."""
        self._connections.broadcast(message)

    async def gone(self, connection: Connection) -> None:
        """Handle a closed connection. Its player keeps the seat, and the clock continues."""
        if self._connections.remove(connection):
            self._connections_changed()

    def _connections_changed(self) -> None:
        self._presence_changed()
        if len(self._connections):
            self.announce()
        else:
            self._peers.stop()

    def _presence_changed(self) -> None:
        self._begin_if_complete()
        if not self._coordinator.presence.update():
            return
        self._coordinator.absence.watch()
        if self.state.view.host not in self._coordinator.presence.players:  # perhaps has never been here
            self._timers.at(self._context.clock.now() + HOST_GRACE_MS, self.members.replace_absent_host)
        self._timers.at(self._context.clock.now() + RELOAD_GRACE_MS, self._judge_readiness)

    async def _judge_readiness(self) -> None:
        self._coordinator.judge_readiness()

    def _begin_if_complete(self) -> None:
        """Begin the race of a full quick room when all have contributed to its draw, or the time for it is over."""
        if self.state.view.fills_at is None:
            return
        players = self._coordinator.presence.players
        if is_complete(self.state, players):
            delay = 0 if self._coordinator.has_all_seeds(players) else SEED_GRACE_MS
            self._timers.at(self._context.clock.now() + delay, self._begin_quick_race)

    async def change(self, change: Change) -> None:
        """Change the room, see `RoomCoordinator.change`."""
        await self._coordinator.change(change)

    @property
    def present_here(self) -> list[str]:
        """The players who hold a seat and are connected to this server."""
        return [*self._connections.present]

    # Players who change

    def has_said(self, player: str, line: str) -> bool:
        """Whether this server remembers that a player wrote a line of chat."""
        return any(said.player == player and said.text == line for said in self._lines)

    @property
    def _lines(self) -> list[wire.Said]:
        """The last lines of chat, of members and of the audience."""
        return [*self._chat.lines, *self._audience.log.lines]

    async def shut(self) -> None:
        """Close the room for good: everybody is disconnected, and the race ends with the current standings."""
        await self._coordinator.change(lambda state: state if state.is_shut else state.shut())
        if self.race and not self.race.state.is_over:
            self._timers.soon(self.race.end_all)

    def disconnect_deleted(self, player: str) -> None:
        """End the connections of a deleted player to this server, and remove the player's lines of chat."""
        self._chat.forget(player)
        self._audience.forget(player)
        self._connections.close("no_identity", player)

    def disconnect_outdated(self, player: StoredPlayer, ended: Collection[str]) -> None:
        """Close the connections of a player that were opened with an outdated token, or belong to an ended session."""
        for subscriber in self._connections.of(player.id):
            connection = subscriber.connection
            if connection.player.generation != player.generation or connection.session in ended:
                connection.close(wire.bye("no_identity"))

    # The life of the room at this server

    async def abandon(self) -> None:
        """End the race with the current standings, unless somebody is connected."""
        if self.race and not self.race.state.is_over and not len(self._connections):
            await self.race.end_all()

    def take_touch(self) -> bool:
        """Return whether anything has happened since the last call."""
        touched, self._was_touched = self._was_touched, False
        return touched

    def close(self, code: str) -> None:
        """Stop serving the room; close all connections with a key of `CLOSE_REASONS`. The room stays in the store."""
        self._coordinator.close(code)

    def dismantle(self) -> None:
        """Free the memory of a closed room that nobody uses.

        Its parts refer to each other, and such garbage is seldom collected (`startup.GC_THRESHOLDS`): without this,
        20 kB would stay of each room that somebody has opened and left.
        """
        if not len(self._connections):
            self._connections.let_go()
            self._audience.let_go()
            self._coordinator.let_go()

    # Peers

    @property
    def is_current(self) -> bool:
        """Whether this server receives the events of its peers."""
        return self._peers.is_listening

    async def _listen(self) -> None:
        """Start to receive the events of peers, and catch up with earlier ones."""
        async with self._listening:
            if self._peers.is_listening:
                return
            await self._peers.listen(self._hear)
            try:
                await self._coordinator.check()
            except BaseException:
                self._peers.stop()
                raise
            self.announce(asks=True)

    def announce(self, *, asks: bool = False, chat: bool = False) -> None:
        """Announce the connections of this server to its peers."""
        if not self._context.bus.is_shared:
            return
        announced = Announced(
            sorted(self._connections.present),
            self._connections.watching,
            self.state.view.version,
            self.race.state.numbers if self.race else {},
            self._lines if chat or asks else [],
            asks,
        )
        self._peers.announce(announced)

    def forget_silent(self) -> None:
        """Forget the connections to peers that have died."""
        if self._peers.forget_silent():
            self._presence_changed()

    @property
    def known(self) -> RoomVersion:
        """The known state of the room at this server."""
        return self._coordinator.known

    async def compare(self, stored: RoomVersion | None, known: RoomVersion) -> None:
        """Continue from the state of the store, see `RoomCoordinator.compare`."""
        await self._coordinator.compare(stored, known)

    def _hear(self, event: PeerEvent) -> None:
        match event:
            case LineSaid(said):
                self._merge_chat([said])
            case AudienceActed():
                self._audience.hear(event)
            case Announced():
                self._merge_chat(event.chat)
                self._presence_changed()
                if event.asks:
                    self.announce(chat=True)
            case Departed():
                self._presence_changed()
        self._coordinator.hear(event)

    def _merge_chat(self, lines: list[wire.Said]) -> None:
        self._audience.merge(line for line in lines if line.audience)
        for line in self._chat.merge(line for line in lines if not line.audience):
            self._connections.say(line)

    # Commands

    async def handle(self, connection: Connection, command: wire.Command) -> None:
        """Carry out a command, or reply with its refusal."""
        if isinstance(command, wire.Act):
            self.act(connection, command)
            return
        subscriber = self._subscriber_of(connection)
        try:
            if isinstance(command, wire.Ping):
                self._connections.reply(subscriber, wire.Pong(command.sent, self._context.clock.now()))
                return
            self._was_touched = True
            await self._commands.carry_out(subscriber, command)
            if isinstance(command, wire.Seed):
                self._begin_if_complete()
        except (Refusal, RulesError) as error:
            self._refuse(subscriber, command, error)
        except StoreUnavailable:
            self._refuse(subscriber, command, StoreUnavailable())

    def act(self, connection: Connection, act: wire.Act) -> None:
        """Handle an action: it is acknowledged when it is stored, or refused."""
        subscriber, race = self._subscriber_of(connection), self._coordinator.race
        self._was_touched = True
        if race is None:
            self._refuse(subscriber, act, Refusal("no_race", "No race has started in this room."))
            return
        try:
            race.act(subscriber, act)
        except (Refusal, RulesError) as error:
            self._refuse(subscriber, act, error)

    def _subscriber_of(self, connection: Connection) -> Subscriber:
        subscriber = self._connections.find(connection)
        if subscriber is None:
            raise Disconnected("try_again")
        return subscriber

    def _refuse(self, subscriber: Subscriber, command: wire.Command, error: GapraceError) -> None:
        name, n = str(command.__struct_config__.tag), command.n if isinstance(command, wire.Act) else UNSET
        self._context.metrics.count(REFUSALS, name, error.code)
        self._connections.reply(subscriber, wire.Refused(name, error.code, error.message, n=n))
