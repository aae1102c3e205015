"""The conversation of a client and its room: the commands are read, weighed and carried out in turn."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic

import msgspec

from gaprace import wire
from gaprace.errors import Disconnected
from gaprace.people.accounts import SignIn
from gaprace.ports import Metrics
from gaprace.ports.metrics import BYES, COMMANDS_TAKEN, REFUSALS, Read
from gaprace.rooms.connection import Encoded
from gaprace.rooms.live_room import LiveRoom
from gaprace.rules.actions import ControlAction
from gaprace.web.http.rate_limits import Limits, TokenBucket
from gaprace.web.ws import limits
from gaprace.web.ws.commands import COMMANDS
from gaprace.web.ws.protocol import WebSocketConnection, close_code_of

_RESIGNATION_COST = 20
ONLY_READ = "This token may only read: make one with the scope `play`."


class RoomConnection:
    """A player's connection as a room sees it: implements `rooms.connection.Connection`."""

    __slots__ = ("_is_closed", "_metrics", "_socket", "may_play", "player", "players", "send", "session")

    def __init__(self, sign_in: SignIn, others: frozenset[str], socket: WebSocketConnection, metrics: Metrics) -> None:
        self.player, self.session = sign_in.player, sign_in.session
        self.players = others | {sign_in.player.id}
        self.may_play = sign_in.scope != "read"
        """Whether its token is good for more than watching."""
        self._socket, self._metrics = socket, metrics
        self.send: Callable[[Encoded], bool] = socket.send
        """See `Connection`: the method of the socket itself, because every message passes here."""
        self._is_closed = False

    @property
    def received_at(self) -> float:
        return self._socket.received_at

    @property
    def delay_ms(self) -> int | None:
        return self._socket.delay_ms

    def when_drained(self, call: Callable[[], None]) -> None:
        self._socket.when_drained(call)

    def close(self, bye: wire.Bye) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._metrics.count(BYES, bye.code)
            finish(self._socket, bye)


def finish(socket: WebSocketConnection, last: wire.Bye) -> None:
    """Send a last message and close."""
    socket.finish(wire.encode(last), close_code_of(last.code), last.code)


@dataclass(slots=True)
class Conversation:
    """The commands of a connection in its room."""

    room: LiveRoom
    connection: RoomConnection
    socket: WebSocketConnection
    read: Read
    limits: Limits
    address: str
    metrics: Metrics

    def take(self, data: str | bytes) -> wire.Command | None:
        """Carry out an action at once, like most commands; return other commands, and those that must wait."""
        now = monotonic()
        command = self.read(data, now)
        if isinstance(command, wire.Refused):
            self._refuse(command)
            return None
        self.metrics.count(COMMANDS_TAKEN, str(command.__struct_config__.tag))
        if not self.connection.may_play and COMMANDS[type(command)].scope == "play":
            self._refuse(_refused(command, "token_scope", ONLY_READ))
            return None
        if not isinstance(command, wire.Act) or not self.limits.commands.admits(self.address, cost_of(command), now):
            return command
        self.room.act(self.connection, command)
        return None

    async def carry_out(self, command: wire.Command) -> None:
        """Carry out a command when it is admitted for its address."""
        if COMMANDS[type(command)].begins and not self._may_begin(command):
            self._refuse(_refused(command, "too_fast", "Your network has begun too many games today. Try again later."))
            return
        if self.limits.commands.wait_s(self.address, monotonic()) > limits.MAX_COMMAND_WAIT_S:
            message = "Too many commands from your network. Slow down and send it again."
            self._refuse(_refused(command, "too_fast", message))
            await asyncio.sleep(limits.TOO_FAST_PAUSE_S)
        else:
            await self.limits.commands.turn(self.address, cost_of(command))
            await self.room.handle(self.connection, command)

    def _may_begin(self, command: wire.Command) -> bool:
        """Count the games that a command begins for the address and for the identity, if both may begin so many."""
        games = games_of(command, self.room.state.view.members)
        of_identity = self.limits.games_of_identity.wait_s(self.connection.player.id, games)
        return of_identity == 0 and self.limits.games.wait_s(self.address, games) == 0

    def _refuse(self, refused: wire.Refused) -> None:
        self.metrics.count(REFUSALS, refused.command, refused.code)
        if not self.socket.send(wire.encode(refused)):
            raise Disconnected("fell_behind")


def cost_of(command: wire.Command) -> int:
    """Return the cost of a command."""
    if isinstance(command, wire.Act):
        return _RESIGNATION_COST if command.action == ControlAction.RESIGN else 1
    return COMMANDS[type(command)].cost


def games_of(command: wire.Command, members: Collection[wire.Member]) -> int:
    """Return how many games a command may begin: all but those of people who have said that they are ready."""
    people = 1 if isinstance(command, wire.Ready) else sum(not member.ready for member in members)
    return max(1, people + sum(bool(member.bot) for member in members))


class CommandReader:
    """Reads the messages of one connection."""

    def __init__(self, commands_per_second: int, now: float) -> None:
        self._rate = commands_per_second
        self._bucket = TokenBucket(commands_per_second, limits.BURST_S * commands_per_second, now)
        self._unreadable = 0
        self._too_fast = 0

    def read_hello(self, data: str | bytes, now: float) -> wire.Hello | wire.Refused:
        """Return the first message, or a refusal with the reason. Raises `unknown_protocol`."""
        protocol = _protocol_of(data)
        if protocol not in {wire.PROTOCOL, None}:
            raise Disconnected("unknown_protocol")
        message = self._read(data, now)
        return (
            message
            if isinstance(message, wire.Hello | wire.Refused)
            else _unreadable("The first message must be hello.")
        )

    def read_command(self, data: str | bytes, now: float) -> wire.Command | wire.Refused:
        """Return a later message, or a refusal with the reason."""
        message = self._read(data, now)
        if isinstance(message, wire.Hello):
            message = _unreadable("hello has already been sent.")
        if isinstance(message, wire.Refused):
            self._count_refusal(message)
        return message

    def _read(self, data: str | bytes, now: float) -> wire.Command | wire.Refused:
        _check_size(data)
        is_within_rate = self._bucket.take(now)
        if isinstance(data, bytes):
            return _unreadable("Messages must be text frames.")
        try:
            command = wire.decode_command(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return _unreadable(f"Not a message of this protocol: {error}.")
        return command if is_within_rate else self._too_fast_refusal(command)

    def _too_fast_refusal(self, command: wire.Command) -> wire.Refused:
        message = (
            f"Too many commands: at most {self._rate} per second, {limits.BURST_S * self._rate} in a burst."
            " Slow down and send it again."
        )
        return _refused(command, "too_fast", message)

    def _count_refusal(self, refused: wire.Refused) -> None:
        if refused.code == "too_fast":
            self._too_fast += 1
        else:
            self._unreadable += 1
        if self._unreadable >= limits.MAX_UNREADABLE:
            raise Disconnected("bad_message")
        if self._too_fast >= limits.MAX_TOO_FAST:
            raise Disconnected("too_fast")


def _refused(command: wire.Command, code: str, message: str) -> wire.Refused:
    tag, n = str(command.__struct_config__.tag), command.n if isinstance(command, wire.Act) else msgspec.UNSET
    return wire.Refused(tag, code, message, n)


def _unreadable(message: str) -> wire.Refused:
    return wire.Refused("", "bad_message", message)


def _check_size(data: str | bytes) -> None:
    """Count bytes as they came over the wire."""
    size = len(data)
    if size <= limits.MAX_FRAME_BYTES and isinstance(data, str) and not data.isascii():
        size = len(data.encode(errors="surrogatepass"))
    if size > limits.MAX_FRAME_BYTES:
        raise Disconnected("frame_too_large")


class _AnyHello(msgspec.Struct, tag="hello", tag_field="t"):
    """The common fields of `hello` in all protocol versions."""

    protocol: int


_any_hello = msgspec.json.Decoder(_AnyHello)


def _protocol_of(data: str | bytes) -> int | None:
    """Return the protocol version of a hello, regardless of its other fields; `None` if it is not a hello."""
    _check_size(data)
    try:
        return _any_hello.decode(data).protocol
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
