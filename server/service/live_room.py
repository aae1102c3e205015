"""A room as this process serves it: who is connected, what they ask, and what they are told."""

import asyncio
from collections.abc import Callable

from server.messages import (
    PROTOCOL,
    Act,
    AddBot,
    Command,
    Finished,
    Hello,
    Hint,
    Kick,
    Leave,
    Member,
    Mute,
    Ping,
    Pong,
    Ready,
    Rematch,
    Room,
    Say,
    SetSettings,
    Start,
    Starting,
    Welcome,
    You,
    bye,
)
from server.play.errors import NotAdmitted, RoomError
from server.play.room import RoomState, room_from_json, room_to_json
from server.play.settings import checked
from server.play.standings import standings
from server.ports import StoredPlayer, StoredRoom, StoreUnavailable
from server.rules.errors import RulesError
from server.rules.game import Game
from server.service.audience import Attendee, Audience
from server.service.chat_log import ChatLog
from server.service.connection import Connection
from server.service.draw import draw_race
from server.service.errors import Farewell
from server.service.live_race import LiveRace, race_view, replayed
from server.service.race_runner import RaceRunner
from server.service.refusals import refusal_of
from server.service.timers import Timers
from server.service.tools import Tools

HOST_GRACE_MS = 30_000
"""How long a host may be disconnected before another member hosts."""
FLICKER_MS = 15_000
"""How long a connection may be gone before a race starts, and its player, being ready, still gets a game."""
PRESENCE_MS = 200
"""How long who comes and goes is gathered before it is told."""
_CONFLICTS = 10
"""How often to decide anew when other processes change the room at the same time."""

Change = Callable[[RoomState], RoomState]


class LiveRoom:
    """One room. `state` is what is stored; all changes go through `_change`."""

    def __init__(self, state: RoomState, tools: Tools) -> None:
        self.state = state
        self.runner: RaceRunner | None = None
        self.is_closed = False
        self._tools = tools
        self._timers = Timers(tools.clock)
        self._audience = Audience(self._welcome)
        self._changing = asyncio.Lock()
        self._chat = ChatLog()
        self._gone_at: dict[str, int] = {}
        self._presence_due = False
        self._touched = False

    @property
    def code(self) -> str:
        """The room's code."""
        return self.state.view.code

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected, and nothing will happen by itself."""
        running = self.runner is not None and not self.runner.race.is_over
        return not len(self._audience) and not (running and self.runner and self.runner.race.ends_at is not None)

    # Coming and going

    async def take_up(self) -> None:
        """Load the race that runs or ended last, and go on with it."""
        view = self.state.view.race
        if view is None:
            return
        # In this order: a game that ends between the two has its whole transcript then.
        actions = await self._tools.store.actions([seat.game for seat in view.seats])
        stored = await self._tools.store.race(view.id)
        if stored:
            games = {game.id: replayed(stored, game, actions.get(game.id, [])) for game in stored.games}
            self._run(LiveRace(stored, games)).take_up()

    async def enter(self, connection: Connection, hello: Hello) -> None:
        """Let a connection in, and welcome it.

        Raises:
            Farewell: it may not come in.

        """
        if hello.protocol != PROTOCOL:
            raise Farewell("unknown_protocol")
        player = connection.player
        try:
            if hello.watch:
                self._refuse_watching(player.id)
            else:
                await self._change(lambda state: state.joined(player.id, player.name))
        except NotAdmitted as refusal:
            raise Farewell(refusal.code) from None
        except (StoreUnavailable, RoomError):
            raise Farewell("try_again") from None
        if self.is_closed:
            raise Farewell("room_closed")
        attendee = Attendee(connection, is_seated=not hello.watch)
        self._touched = True
        self._audience.add(attendee)
        self._sort_audience()
        self._welcome(attendee)
        self._tell_presence_soon()

    def _refuse_watching(self, player: str) -> None:
        if player in self.state.kicked:
            raise NotAdmitted("kicked")
        if self.runner and self.runner.race.is_running_for(player):
            raise NotAdmitted("players_cannot_watch")

    def _welcome(self, attendee: Attendee) -> None:
        """Tell somebody the present, whole."""
        player = attendee.connection.player
        runner = self.runner
        welcome = Welcome(
            protocol=PROTOCOL,
            you=You(player.id, player.name, attendee.is_seated),
            room=self.state.view,
            now=self._tools.clock.now(),
            present=self._audience.presence(),
            games=runner.games_for(attendee) if runner else [],
            started=runner.started_for(attendee) if runner else None,
            chat=self._chat.lines,
        )
        self._audience.tell([attendee], welcome)

    async def gone(self, connection: Connection) -> None:
        """Note that a connection is closed. Its player keeps the seat, and the clock runs on."""
        attendee = self._audience.remove(connection)
        if attendee is None:
            return
        self._gone_at[attendee.player] = self._tools.clock.now()
        self._sort_audience()
        self._tell_presence_soon()
        if attendee.player == self.state.view.host and attendee.player not in self._audience.present:
            self._timers.at(self._tools.clock.now() + HOST_GRACE_MS, self._replace_absent_host)

    async def _replace_absent_host(self) -> None:
        present = self._audience.present
        if present and self.state.view.host not in present:
            await self._change(lambda state: state.host_passed_on(present))

    def _tell_presence_soon(self) -> None:
        """Tell who is there, once for all who come and go within a moment."""
        if not self._presence_due:
            self._presence_due = True
            self._timers.at(self._tools.clock.now() + PRESENCE_MS, self._tell_presence)

    async def _tell_presence(self) -> None:
        self._presence_due = False
        self._audience.tell_all(self._audience.presence())

    async def renamed(self, player: StoredPlayer) -> None:
        """Show a member's new name."""
        await self._change(lambda state: state.renamed(player.id, player.name) if state.member(player.id) else state)

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
        self._timers.stop()
        if self.runner:
            self.runner.stop()
        self.say_bye(code)

    def _sort_audience(self) -> None:
        if self.runner:
            self.runner.sort_audience()
        else:
            self._audience.sort(lambda _: False)

    # Commands

    async def handle(self, connection: Connection, command: Command) -> None:
        """Carry out a command, or tell why not.

        Raises:
            Farewell: the connection has to end.

        """
        attendee = self._audience.find(connection)
        if attendee is None:
            raise Farewell("try_again")
        self._touched |= not isinstance(command, Ping)
        try:
            await self._carry_out(attendee, command)
        except (RoomError, RulesError) as error:
            self._refuse(attendee, command, error)
        except StoreUnavailable:
            away = RoomError("try_again", "The server cannot store anything just now: try again in a moment.")
            self._refuse(attendee, command, away)

    def _refuse(self, attendee: Attendee, command: Command, error: RoomError | RulesError) -> None:
        n = command.n if isinstance(command, Act) else None
        self._audience.tell([attendee], refusal_of(str(command.__struct_config__.tag), error, n=n))

    async def _carry_out(self, attendee: Attendee, command: Command) -> None:  # noqa: C901, PLR0912 - one line each
        match command:
            case Act():
                await self._running(attendee).act(attendee, command)
            case Ping():
                self._audience.tell([attendee], Pong(command.sent, self._tools.clock.now()))
            case Say():
                self._say(attendee, command)
            case Ready():
                await self._ready(attendee, ready=command.ready)
            case Start():
                await self._start(attendee)
            case Rematch():
                await self._rematch(attendee)
            case SetSettings():
                settings = checked(command.settings)
                await self._change_for(attendee, lambda state: state.with_settings(attendee.player, settings))
            case Mute():
                muted = command.muted
                await self._change_for(
                    attendee, lambda state: state.with_muted(attendee.player, command.player, muted=muted)
                )
            case AddBot():
                raise RoomError("try_again", "Bots cannot come yet.")
            case Kick():
                await self._kick(attendee, command.player)
            case Hint():
                await self._hint(attendee, command)
            case Leave():
                await self._leave(attendee)
            case Hello():
                raise RoomError("bad_message", "hello comes once, as the first message.")

    def _running(self, attendee: Attendee) -> RaceRunner:
        if not attendee.is_seated:
            raise RoomError("not_playing", "You watch this room: come in as a player to play the next race.")
        if self.runner is None:
            raise RoomError("no_race", "No race has begun in this room.")
        return self.runner

    def _seated(self, attendee: Attendee) -> None:
        if not attendee.is_seated:
            raise RoomError("not_a_member", "You watch this room: come in as a player first.")

    def _say(self, attendee: Attendee, say: Say) -> None:
        self._seated(attendee)
        member = self.state.member(attendee.player)
        if member is None:
            raise RoomError("not_a_member", "You hold no seat in this room.")
        self._audience.tell_all(self._chat.say(member, say, self._tools.clock.now()))

    async def _ready(self, attendee: Attendee, *, ready: bool) -> None:
        self._seated(attendee)
        await self._change_for(attendee, lambda state: state.with_ready(attendee.player, ready=ready))
        if self.state.begins_by_itself(self._audience.present):
            await self._start_race()

    async def _start(self, attendee: Attendee) -> None:
        self._seated(attendee)
        self.state.refuse_start(attendee.player)
        await self._start_race()

    async def _rematch(self, attendee: Attendee) -> None:
        if self.state.view.host == attendee.player:
            await self._start(attendee)
        else:
            await self._ready(attendee, ready=True)

    async def _kick(self, attendee: Attendee, player: str) -> None:
        if player == attendee.player:
            raise RoomError("not_a_member", "You cannot send yourself away: leave instead.")
        await self._change(lambda state: state.with_kicked(attendee.player, player, self._audience.present))
        self._send_away(player, "kicked")

    async def _leave(self, attendee: Attendee) -> None:
        if attendee.is_seated and self.state.member(attendee.player):
            present = self._audience.present - {attendee.player}
            await self._change(lambda state: state.left(attendee.player, present))
            self._send_away(attendee.player, "left")
        raise Farewell("left")

    def _send_away(self, player: str, code: str) -> None:
        if self.runner:
            self.runner.resign(player)
        self.say_bye(code, player)

    async def _hint(self, attendee: Attendee, command: Hint) -> None:
        if not self.state.view.settings.hints:
            raise RoomError("hints_not_allowed", "This room is set to race without hints.")
        await self._running(attendee).hint(attendee, command.game)

    # Changes of the room: decided, stored, told

    async def _change_for(self, attendee: Attendee, change: Change) -> None:
        """Change the room; who asked is answered though nothing changes."""
        before = self.state.view.version
        await self._change(change)
        if self.state.view.version == before:
            self._audience.tell([attendee], Room(self.state.view))

    async def _change(self, change: Change) -> None:
        async with self._changing:
            for _ in range(_CONFLICTS):
                after = change(self.state)
                if after.view.version == self.state.view.version:
                    return
                if await self._tools.store.save_room(self._stored(after)):
                    self._adopt(after)
                    return
                await self._reload()
        raise RoomError("try_again", "The room changes too fast: try again in a moment.")

    def _adopt(self, state: RoomState) -> None:
        self.state = state
        self._audience.tell_all(Room(state.view))

    async def _reload(self) -> None:
        stored = await self._tools.store.room(self.code)
        if stored is None:
            self.close("room_closed")
            raise RoomError("try_again", "This room has closed.")
        self.state = room_from_json(stored.state)
        race = self.state.view.race
        if race and (self.runner is None or self.runner.race.id != race.id):
            await self.take_up()
            for attendee in self._audience:
                self._welcome(attendee)

    def _stored(self, state: RoomState) -> StoredRoom:
        view = state.view
        return StoredRoom(view.code, view.version, room_to_json(state), view.settings.listed, self._tools.clock.now())

    # Races

    async def _start_race(self) -> None:
        async with self._changing:
            self.state.refuse_while_racing()
            view, now = self.state.view, self._tools.clock.now()
            stored = draw_race(view, [member.id for member in view.members if self._gets_game(member, now)], now)
            after = self.state.with_race(race_view(stored))
            if not await self._tools.store.add_race(self._stored(after), stored):
                await self._reload()
                raise RoomError("try_again", "The room has just changed: try again.")
            runner = self._run(LiveRace(stored, {game.id: Game.start(stored.deal) for game in stored.games}))
            self._adopt(after)
            self._tell_starting(runner)

    def _gets_game(self, member: Member, now: int) -> bool:
        flickers = member.ready and now - self._gone_at.get(member.id, 0) < FLICKER_MS
        return flickers or member.id in self._audience.present

    def _run(self, race: LiveRace) -> RaceRunner:
        if self.runner:
            self.runner.stop()
        self.runner = RaceRunner(race, self._audience, self._tools, self.state.view.settings, self._finish)
        self.runner.sort_audience()
        return self.runner

    def _tell_starting(self, runner: RaceRunner) -> None:
        for attendee in self._audience:
            if not attendee.is_seated and runner.race.is_running_for(attendee.player):
                attendee.connection.close(bye("players_cannot_watch"))
        if self.state.view.race:
            self._audience.tell_all(Starting(self.state.view.race, self._tools.clock.now()))
        runner.take_up()
        if runner.race.has_begun(self._tools.clock.now()):
            runner.begin_at_once()

    async def _finish(self) -> None:
        """End the race in the store, once, then tell it."""
        runner = self.runner
        if runner is None or runner.race.is_over or runner.race.is_finishing:
            return
        runner.race.is_finishing = True
        try:
            await self._finish_in_store(runner.race)
        finally:
            runner.race.is_finishing = False
        race = self.state.view.race
        runner.over()
        if race and race.standings is not None and race.reveal is not None:
            self._audience.tell_all(Finished(race.id, race.standings, race.reveal))
        self._audience.tell_all(Room(self.state.view))

    async def _finish_in_store(self, race: LiveRace) -> None:
        async with self._changing:
            names = await self._tools.store.names([game.seat.player for game in race.games.values()])
            places = standings(race.played(names))
            while self.state.running_race and self.state.running_race.id == race.id:
                after = self.state.with_race_over(places, race.reveal)
                if await self._tools.store.end_race(self._stored(after), race.id, self._tools.clock.now()):
                    self.state = after
                else:
                    await self._reload()
