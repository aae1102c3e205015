"""A room as this process serves it: who is connected, what they ask, and what they are told."""

import asyncio

from gaprace.errors import Disconnected, RoomError, RulesError, StoreUnavailable
from gaprace.play.room import RoomState
from gaprace.ports import RoomMark, StoredPlayer
from gaprace.rooms.audience import Attendee, Audience
from gaprace.rooms.chat_log import ChatLog
from gaprace.rooms.commands import Commands
from gaprace.rooms.connection import Connection
from gaprace.rooms.context import Tools
from gaprace.rooms.coordinator import RoomKeeper
from gaprace.rooms.hearers import Hearers
from gaprace.rooms.notes import Happened, Left, LineSaid, There
from gaprace.rooms.peers import Elsewhere
from gaprace.rooms.presence import Presence
from gaprace.rooms.race_runner import RaceRunner
from gaprace.rooms.refusals import refusal_of
from gaprace.rooms.seals import refuse_watching_sealed
from gaprace.rooms.timers import Timers
from gaprace.wire import (
    PROTOCOL,
    Act,
    Command,
    Hello,
    Ping,
    Said,
    Welcome,
    You,
    bye,
)

SOON_MS = 5 * 60_000
"""A race whose time is up within so long keeps its room in memory though nobody is there."""
HOST_GRACE_MS = 30_000
"""How long a host may be disconnected before another member hosts."""


class LiveRoom:
    """One room."""

    def __init__(self, state: RoomState, tools: Tools) -> None:
        self.is_closed = False
        self._tools = tools
        self._timers = Timers(tools.clock)
        self._audience = Audience(self._welcome, tools.metrics)
        self._elsewhere = Elsewhere(state.view.code, tools.bus, tools.clock, self._hear)
        hearers = Hearers(self._audience, self._elsewhere)
        self._keeper = RoomKeeper(state, tools, hearers, self._timers, lambda: self.close("room_closed"))
        self._chat = ChatLog()
        self._listening = asyncio.Lock()
        self._touched = False
        self._presence = Presence(self._audience, self._elsewhere, tools.clock, self._timers, self._when_gone)
        self._commands = Commands(self._keeper, self._presence, hearers, self._chat, tools)

    @property
    def state(self) -> RoomState:
        """What is stored of the room."""
        return self._keeper.state

    @property
    def runner(self) -> RaceRunner | None:
        """The race that is about to start, runs, or ended last."""
        return self._keeper.runner

    @property
    def code(self) -> str:
        """The room's code."""
        return self.state.view.code

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected, and nothing will happen by itself soon: what is overdue later is found then."""
        return not len(self._audience) and not (self.runner and self.runner.race.ends_by(self._soon))

    @property
    def _soon(self) -> int:
        return self._tools.clock.now() + SOON_MS

    # Coming and going

    async def take_up(self) -> None:
        """Load the race that runs or ended last, and go on with it."""
        await self._keeper.take_up()

    async def enter(self, connection: Connection, hello: Hello) -> None:
        """Let a connection in, and welcome it.

        Raises:
            Disconnected: it may not come in.

        """
        if hello.protocol != PROTOCOL:
            raise Disconnected("unknown_protocol")
        player = connection.player
        try:
            await self._listen()
            if hello.watch:
                self._keeper.refuse_watching(player.id)
                await refuse_watching_sealed(self._tools, self.state.view, player.id)
            else:
                await self._keeper.change(lambda state: state.joined(player.id, player.name))
            await self._refuse_outdated(player)
            await self._listen()  # meanwhile the last one may have left
        except (StoreUnavailable, RoomError):
            raise Disconnected("try_again") from None
        if self.is_closed:
            raise Disconnected("room_closed")
        attendee = Attendee(connection, is_seated=not hello.watch)
        self._touched = True
        self._audience.add(attendee)
        self._keeper.sort_audience()
        self._welcome(attendee)
        self._have_changed()

    async def _refuse_outdated(self, player: StoredPlayer) -> None:
        """Let nobody in who was deleted or recovered meanwhile: whoever is, is looked for in the rooms after that."""
        known = await self._tools.store.player(player.id)
        if known is None or known.deleted_at is not None:
            await self.forget(player.id)
        elif known.generation == player.generation:
            return
        raise Disconnected("no_identity")

    def _welcome(self, attendee: Attendee) -> None:
        """Tell somebody the present, whole."""
        player = attendee.connection.player
        runner = self.runner
        welcome = Welcome(
            you=You(player.id, player.name, attendee.is_seated),
            room=self.state.view,
            now=self._tools.clock.now(),
            present=self._presence.view,
            games=runner.teller.games_for(attendee) if runner else [],
            started=runner.teller.started_for(attendee) if runner else None,
            chat=self._chat.lines,
        )
        self._audience.tell([attendee], welcome)

    async def gone(self, connection: Connection) -> None:
        """Note that a connection is closed. Its player keeps the seat, and the clock runs on."""
        attendee = self._audience.remove(connection)
        if attendee is None:
            return
        self._keeper.sort_audience()
        self._have_changed()

    def _have_changed(self) -> None:
        """Note that somebody has come or gone here."""
        self._presence.changed()
        if len(self._audience):
            self.announce()
        else:
            self._elsewhere.stop()

    def _when_gone(self, player: str) -> None:
        if player == self.state.view.host:
            self._timers.at(self._tools.clock.now() + HOST_GRACE_MS, self._replace_absent_host)

    async def _replace_absent_host(self) -> None:
        present = self._presence.players

        def passed_on(state: RoomState) -> RoomState:
            return state.with_next_host(present) if state.view.host not in present else state

        if present:
            await self._keeper.change(passed_on)

    async def _listen(self) -> None:
        """Hear other processes from now on, and catch up with what they did before."""
        async with self._listening:
            if self._elsewhere.listens:
                return
            await self._elsewhere.listen()
            try:
                await self._keeper.check()
            except BaseException:
                self._elsewhere.stop()
                raise
            self.announce(asks=True)

    async def renamed(self, player: StoredPlayer) -> None:
        """Show a member's new name."""
        await self._keeper.change(
            lambda state: state.renamed(player.id, player.name) if state.member(player.id) else state
        )

    async def forget(self, player: str) -> None:
        """Let go of a deleted player: no seat, no name, and no game that goes on."""
        await self._keeper.change(lambda state: state.without_deleted(player, self._presence.players - {player}))
        self._keeper.resign(player)

    def part_with(self, player: str) -> None:
        """End the connections of a deleted player to this process, and let nobody read on what was said."""
        self._chat.forget(player)
        self.say_bye("no_identity", player)

    def end_outdated(self, player: StoredPlayer) -> None:
        """End the connections of a recovered player that came by a token of before."""
        for attendee in self._audience.of(player.id):
            if attendee.connection.player.generation != player.generation:
                attendee.connection.close(bye("no_identity"))

    async def abandon(self) -> None:
        """End the race as it stands, unless somebody is here."""
        if self.runner and not len(self._audience):
            await self.runner.end_all()

    def take_touch(self) -> bool:
        """Say whether anything happened since this was asked last."""
        touched, self._touched = self._touched, False
        return touched

    def say_bye(self, code: str, player: str | None = None) -> None:
        """End all connections, or those of one player."""
        for attendee in self._audience:
            if player in (None, attendee.player):
                attendee.connection.close(bye(code))

    def close(self, code: str) -> None:
        """End everything in this process. The store keeps it."""
        self.is_closed = True
        self._elsewhere.stop()
        self._timers.stop()
        self._keeper.close()
        self.say_bye(code)

    # Other processes

    @property
    def is_current(self) -> bool:
        """Whether this process hears what others do to the room."""
        return self._elsewhere.listens

    def announce(self, *, asks: bool = False, chat: bool = False) -> None:
        """Tell other processes who is here."""
        there = There(
            sorted(self._audience.present),
            self._audience.watching,
            self.state.view.version,
            self.runner.numbers if self.runner else {},
            self._chat.lines if chat or asks else [],
            asks,
        )
        self._elsewhere.announce(there)

    def forget_silent(self) -> None:
        """Forget who was connected to processes that have died."""
        if self._elsewhere.forget_silent():
            self._presence.changed()

    async def compare(self, mark: RoomMark | None) -> None:
        """Catch up, if the store is further than this process; `None` stands for a room that is closed."""
        await self._keeper.compare(mark)

    def _hear(self, happened: Happened) -> None:
        match happened:
            case LineSaid(said):
                self._hear_lines([said])
            case There():
                self._hear_lines(happened.chat)
                self._presence.changed()
                if happened.asks:
                    self.announce(chat=True)
            case Left():
                self._presence.changed()
        self._keeper.hear(happened)

    def _hear_lines(self, lines: list[Said]) -> None:
        for line in self._chat.hear(lines):
            self._audience.tell_all(line)

    # Commands

    async def handle(self, connection: Connection, command: Command) -> None:
        """Carry out a command, or tell why not.

        Raises:
            Disconnected: the connection has to end.

        """
        attendee = self._audience.find(connection)
        if attendee is None:
            raise Disconnected("try_again")
        self._touched |= not isinstance(command, Ping)
        try:
            await self._commands.carry_out(attendee, command)
        except (RoomError, RulesError) as error:
            self._refuse(attendee, command, error)
        except StoreUnavailable:
            away = RoomError("try_again", "The server cannot store anything just now: try again in a moment.")
            self._refuse(attendee, command, away)

    def _refuse(self, attendee: Attendee, command: Command, error: RoomError | RulesError) -> None:
        n = command.n if isinstance(command, Act) else None
        name = str(command.__struct_config__.tag)
        self._tools.metrics.refused(name, error.code)
        self._audience.tell([attendee], refusal_of(name, error, n=n))
