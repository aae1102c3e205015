"""The socket of a room: who may open it, what is let through, and how it ends.

A browser cannot read why a handshake failed, so every refusal is said over the accepted socket: `bye`, and a close
code.
"""

import asyncio
import logging
from time import monotonic

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from gaprace.errors import Disconnected
from gaprace.logs import about
from gaprace.play.names import typed_code
from gaprace.ports import Metrics, StoredPlayer
from gaprace.rooms.live_room import LiveRoom
from gaprace.web.context import AppContext
from gaprace.web.failures import log_failure, new_request_id
from gaprace.web.http.addresses import Client, client_of, is_cross_site
from gaprace.web.http.identity import COOKIE, bearer_token, player_of
from gaprace.web.ws.command_reader import Reader
from gaprace.web.ws.outbox import Outbox, accepted, close_code_of
from gaprace.wire import Bye, Hello, Refused, bye, encode

MAX_CODE_LENGTH = 16
_log = logging.getLogger(__name__)
HELLO_S = 10.0
"""How long a client has for its first message."""


class SocketConnection:
    """Implements `service.connection.Connection`."""

    __slots__ = ("_is_closed", "_metrics", "_outbox", "player", "send", "when_drained")

    def __init__(self, player: StoredPlayer, outbox: Outbox, metrics: Metrics) -> None:
        self.player = player
        self._outbox, self._metrics = outbox, metrics
        self._is_closed = False
        self.send = outbox.send
        self.when_drained = outbox.when_drained

    def close(self, bye: Bye) -> None:
        """Say bye and close."""
        if not self._is_closed:
            self._is_closed = True
            self._metrics.ended(bye.code)
            _say(self._outbox, bye)


def _say(outbox: Outbox, last: Bye) -> None:
    outbox.finish(encode(last), close_code_of(last.code), last.code)


class RoomSocket:
    """The ASGI application behind `/ws/rooms/{code}`."""

    def __init__(self, context: AppContext) -> None:
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection from its handshake to its end."""
        outbox = await accepted(scope, receive, send)
        if outbox is None:
            return
        number = new_request_id()
        with about(connection=number, room=ascii(typed_code(scope["path_params"]["code"])[:MAX_CODE_LENGTH])[1:-1]):
            try:
                await self._serve(HTTPConnection(scope), outbox)
            except Disconnected as closed:
                self._end(outbox, closed.code)
            except Exception as error:  # noqa: BLE001 (whatever it is, the client is told to come back)
                log_failure(f"WebSocket {scope['path']}", error, number)
                self._end(outbox, "try_again")
            finally:
                await outbox.ended()

    def _end(self, outbox: Outbox, code: str) -> None:
        _log.info("the connection ends: %s", code)
        self._context.metrics.ended(code)
        _say(outbox, bye(code))

    async def _serve(self, request: HTTPConnection, outbox: Outbox) -> None:
        caller = client_of(request, self._context.settings.trusted_hops)
        limits = self._context.limits
        if limits.requests.wait_s(caller.address, monotonic()) > 0:
            raise Disconnected("too_many_connections")
        with limits.connections.connection(caller.address):
            player = await self._admitted(request, caller)
            reader = Reader(self._context.settings.commands_per_second, monotonic())
            hello = await self._hello(reader, outbox)
            if hello is None:
                return
            if self._context.lifecycle.is_draining:
                raise Disconnected("restarting")
            connection = SocketConnection(player, outbox, self._context.metrics)
            code = typed_code(request.path_params["code"])
            room = await self._context.rooms.enter(code, connection, hello)
            _log.info("player %s is in", player.id)
            try:
                await self._converse(reader, outbox, room, connection)
            finally:
                await room.gone(connection)
                _log.info("player %s has gone", player.id)

    async def _admitted(self, request: HTTPConnection, caller: Client) -> StoredPlayer:
        # Every browser says where a socket is opened from, so a cookie has to come with an origin.
        from_nowhere = "origin" not in request.headers and bearer_token(request) is None and COOKIE in request.cookies
        if from_nowhere or is_cross_site(request.headers, caller, self._context.settings.origins):
            raise Disconnected("foreign_origin")
        player = await player_of(request, self._context.accounts)
        if player is None:
            raise Disconnected("no_identity")
        return player

    async def _hello(self, reader: Reader, outbox: Outbox) -> Hello | None:
        """Wait for the first message; `None` if the client goes away before."""
        try:
            async with asyncio.timeout(HELLO_S):
                data = await outbox.receive()
        except TimeoutError:
            raise Disconnected("no_hello") from None
        if data is None:
            return None
        said = reader.hello(data, monotonic())
        if isinstance(said, Refused):
            outbox.send(encode(said))
            raise Disconnected("no_hello")
        return said

    async def _converse(self, reader: Reader, outbox: Outbox, room: LiveRoom, connection: SocketConnection) -> None:
        while (data := await outbox.receive()) is not None:
            said = reader.command(data, monotonic())
            if not isinstance(said, Refused):
                await room.handle(connection, said)
                continue
            self._context.metrics.refused(said.command, said.code)
            if not outbox.send(encode(said)):
                raise Disconnected("fell_behind")
