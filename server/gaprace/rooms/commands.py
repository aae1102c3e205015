"""What members and spectators of a room ask for, carried out."""

from gaprace.errors import Disconnected, RoomError
from gaprace.play.settings import checked
from gaprace.rooms.audience import Attendee
from gaprace.rooms.chat_log import ChatLog
from gaprace.rooms.context import Tools
from gaprace.rooms.coordinator import Change, RoomKeeper
from gaprace.rooms.hearers import Hearers
from gaprace.rooms.notes import LineSaid
from gaprace.rooms.presence import Presence
from gaprace.rooms.race_runner import RaceRunner
from gaprace.rooms.seals import refuse_sealed_code
from gaprace.wire import (
    Act,
    AddBot,
    Command,
    Hello,
    Hint,
    Kick,
    Leave,
    Mute,
    Ping,
    Pong,
    Ready,
    Rematch,
    Room,
    Say,
    SetSettings,
    Start,
)


class Commands:
    """Carries out the commands of one room."""

    def __init__(self, keeper: RoomKeeper, presence: Presence, hearers: Hearers, chat: ChatLog, tools: Tools) -> None:
        self._keeper, self._presence, self._chat, self._tools = keeper, presence, chat, tools
        self._audience, self._elsewhere = hearers.here, hearers.elsewhere

    async def carry_out(self, attendee: Attendee, command: Command) -> None:  # noqa: C901, PLR0912 - one line each
        """Carry out a command, or tell why not.

        Raises:
            Disconnected: the connection has to end.
            RoomError, RulesError: the command does not stand.
            StoreUnavailable: it cannot be stored now.

        """
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
                await refuse_sealed_code(self._tools, settings.code)
                await self._change_for(attendee, lambda state: state.with_settings(attendee.player, settings))
            case Mute():
                muted = command.muted
                await self._change_for(
                    attendee, lambda state: state.with_muted(attendee.player, command.player, muted=muted)
                )
            case AddBot():
                level = command.level
                await self._change_for(attendee, lambda state: state.with_bot(attendee.player, level))
            case Kick():
                await self._kick(attendee, command.player)
            case Hint():
                self._hint(attendee, command)
            case Leave():
                await self._leave(attendee)
            case Hello():
                raise RoomError("bad_message", "hello comes once, as the first message.")

    def _running(self, attendee: Attendee) -> RaceRunner:
        if not attendee.is_seated:
            raise RoomError("not_playing", "You watch this room: come in as a player to play the next race.")
        if self._keeper.runner is None:
            raise RoomError("no_race", "No race has begun in this room.")
        return self._keeper.runner

    def _seated(self, attendee: Attendee) -> None:
        if not attendee.is_seated:
            raise RoomError("not_a_member", "You watch this room: come in as a player first.")

    def _say(self, attendee: Attendee, say: Say) -> None:
        self._seated(attendee)
        member = self._keeper.state.member(attendee.player)
        if member is None:
            raise RoomError("not_a_member", "You hold no seat in this room.")
        said = self._chat.say(member, say, self._tools.clock.now())
        self._audience.tell_all(said)
        self._elsewhere.tell(LineSaid(said))

    async def _ready(self, attendee: Attendee, *, ready: bool) -> None:
        self._seated(attendee)
        await self._change_for(attendee, lambda state: state.with_ready(attendee.player, ready=ready))
        if self._keeper.state.starts_automatically(self._presence.players):
            await self._keeper.start_race(self._presence)

    async def _start(self, attendee: Attendee) -> None:
        self._seated(attendee)
        self._keeper.state.refuse_start(attendee.player)
        await self._keeper.start_race(self._presence)

    async def _rematch(self, attendee: Attendee) -> None:
        if self._keeper.state.view.host == attendee.player:
            await self._start(attendee)
        else:
            await self._ready(attendee, ready=True)

    async def _kick(self, attendee: Attendee, player: str) -> None:
        if player == attendee.player:
            raise RoomError("not_a_member", "You cannot send yourself away: leave instead.")
        present = self._presence.players
        await self._keeper.change(lambda state: state.with_kicked(attendee.player, player, present))
        self._keeper.resign(player)

    async def _leave(self, attendee: Attendee) -> None:
        if attendee.is_seated and self._keeper.state.member(attendee.player):
            present = self._presence.players - {attendee.player}
            await self._keeper.change(lambda state: state.left(attendee.player, present))
            self._keeper.resign(attendee.player)
        raise Disconnected("left")

    def _hint(self, attendee: Attendee, command: Hint) -> None:
        if not self._keeper.state.view.settings.hints:
            raise RoomError("hints_not_allowed", "This room is set to race without hints.")
        self._running(attendee).hint(attendee, command.game)

    async def _change_for(self, attendee: Attendee, change: Change) -> None:
        """Change the room; who asked is answered though nothing changes."""
        before = self._keeper.state.view.version
        await self._keeper.change(change)
        if self._keeper.state.view.version == before:
            self._audience.tell([attendee], Room(self._keeper.state.view))
