"""The socket of a room: admission, the session between `hello` and `bye`, and the reason why it ends.

A browser cannot read why a handshake failed. Every refusal is therefore sent over an accepted WebSocket, as a `bye`
and a close code.
"""

import asyncio
import logging
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from time import monotonic

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from gaprace.errors import Disconnected, Refusal, ServerFull
from gaprace.logs import about, log_failure, new_request_id
from gaprace.people.accounts import SignIn
from gaprace.play.people.names import typed_code
from gaprace.ports.metrics import BYES, REFUSALS
from gaprace.rooms.live_room import LiveRoom
from gaprace.web.api.vocabulary import SOCKET_PATH
from gaprace.web.context import AppContext
from gaprace.web.http.admission import Admission
from gaprace.web.http.authentication import bearer_token, is_from_browser, other_players, sign_in_of
from gaprace.web.http.clients import Client, client_of, device_of, is_cross_site
from gaprace.web.http.middleware import RequestFilter
from gaprace.web.ws.conversation import CommandReader, Conversation, RoomConnection, finish
from gaprace.web.ws.protocol import CONNECTION, WebSocketConnection
from gaprace.wire import Command, Hello, Refused, bye, encode

HELLO_TIMEOUT_S = 10.0
ENTRY_COST = 0.8
"""The cost of connecting, in requests: 2.0 ms of the processor up to the `welcome`."""
_MAX_LOGGED_CODE_LENGTH = 16
_log = logging.getLogger(__name__)


class RoomSocket:
    """The ASGI application of `/ws/rooms/{code}`."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._filter = RequestFilter(context.settings)
        self._admission = Admission(context)

    async def __call__(self, scope: Scope, _receive: Receive, _send: Send) -> None:
        """Accept a WebSocket; its session begins when this has returned."""
        socket: WebSocketConnection = scope["extensions"][CONNECTION]
        socket.accept(partial(self._run, HTTPConnection(scope), socket))

    async def _run(self, request: HTTPConnection, socket: WebSocketConnection) -> None:
        code = typed_code(request.path_params["code"])
        request_id = new_request_id()
        with about(connection=request_id, room=ascii(code[:_MAX_LOGGED_CODE_LENGTH])[1:-1]):
            try:
                await self._check(request)
                client = client_of(request, self._context.settings.trusted_hops)
                with await self._counted(client):
                    sign_in = await self._admitted(request, client)
                    others = await other_players(request, self._context.accounts)
                    connection = RoomConnection(sign_in, others, socket, self._context.metrics)
                    reader = CommandReader(self._context.settings.commands_per_second, monotonic())
                    hello = await _hello(reader, socket)
                    if hello is not None:
                        if not hello.watch:
                            _refuse_playing(sign_in)
                            await self._refuse_banned(client)
                        room = await self._entered(code, connection, hello)
                        tracing = self._context.tracing
                        read = tracing.reads(reader.read_command) if tracing else reader.read_command
                        limits, metrics = self._context.limits, self._context.metrics
                        with self._counted_identity(sign_in):
                            await self._converse(
                                Conversation(room, connection, socket, read, limits, client.address, metrics)
                            )
            except Disconnected as closed:
                self._end(socket, closed.code)
            except ServerFull:
                self._end(socket, "server_full")
            except Exception as error:  # noqa: BLE001 (after any error, the client is asked to reconnect)
                log_failure(f"WebSocket {SOCKET_PATH}", error, request_id)
                self._end(socket, "try_again")

    def _end(self, socket: WebSocketConnection, code: str) -> None:
        _log.info("the connection ends: %s", code)
        if code == "server_full":
            self._context.metrics.count(REFUSALS, "hello", code)
        self._context.metrics.count(BYES, code)
        finish(socket, bye(code))

    async def _refuse_banned(self, client: Client) -> None:
        try:
            await self._context.networks.refuse_banned(client.address)
        except Refusal as refusal:
            raise Disconnected(refusal.code) from None

    async def _check(self, request: HTTPConnection) -> None:
        refusal = self._filter.refusal(request.scope)
        if refusal is not None:
            raise Disconnected("room_not_found" if refusal.code == "bad_url" else "foreign_origin")
        if await self._admission.refusal(request):
            raise Disconnected("invitation_needed")
        if self._context.settings.read_only:
            raise Disconnected("read_only")

    async def _counted(self, client: Client) -> AbstractContextManager[None]:
        limits = self._context.limits
        if limits.requests.wait_s(client.address) > 0:
            raise Disconnected("too_many_connections")
        await limits.request_queue.turn(client.address, ENTRY_COST)
        return limits.connections.connection(client.address)

    def _counted_identity(self, sign_in: SignIn) -> AbstractContextManager[None]:
        """Count the socket of a player; those of visitors are their addresses'."""
        if sign_in.player.is_visitor:
            return nullcontext()
        return self._context.limits.sockets_of_identity.connection(sign_in.player.id)

    async def _admitted(self, request: HTTPConnection, client: Client) -> SignIn:
        # Every browser sends the origin of a page that opens a socket, so a cookie has to come with an origin.
        has_no_page = "origin" not in request.headers and is_from_browser(request)
        if has_no_page or is_cross_site(request.headers, client, self._context.settings.origins):
            raise Disconnected("foreign_origin")
        found = await sign_in_of(request, self._context.accounts, client)
        if found is None:
            if bearer_token(request) is not None:
                raise Disconnected("no_identity")
            return self._context.accounts.visitor()
        await self._context.sessions.note(found, device_of(request.headers.get("user-agent", "")), client.address)
        return found

    async def _entered(self, code: str, connection: RoomConnection, hello: Hello) -> LiveRoom:
        if self._context.lifecycle.is_draining:
            raise Disconnected("restarting")
        room = await self._context.rooms.enter(code, connection, hello)
        _log.info("player %s has entered", connection.player.id)
        return room

    async def _converse(self, talk: Conversation) -> None:
        """Carry out commands until the connection closes."""
        try:
            command: Command | None
            tracing = self._context.tracing
            take = tracing.frames(talk.take, lambda: talk.socket.received_at) if tracing else talk.take
            while (command := await talk.socket.receive_by(take)) is not None:
                await talk.carry_out(command)
        finally:
            await talk.room.gone(talk.connection)
            _log.info("player %s has left", talk.connection.player.id)


def _refuse_playing(sign_in: SignIn) -> None:
    if sign_in.player.is_visitor:
        raise Disconnected("no_identity")
    if sign_in.scope == "read":
        raise Disconnected("token_scope")


async def _hello(reader: CommandReader, socket: WebSocketConnection) -> Hello | None:
    """Return the first message; `None` if the client disconnects before it."""
    try:
        async with asyncio.timeout(HELLO_TIMEOUT_S):
            data = await socket.receive()
    except TimeoutError:
        raise Disconnected("no_hello") from None
    if data is None:
        return None
    hello = reader.read_hello(data, monotonic())
    if isinstance(hello, Refused):
        socket.send(encode(hello))
        raise Disconnected("no_hello")
    return hello
