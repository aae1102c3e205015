"""uvicorn, as this application needs it: says when it listens, says goodbye before it closes, ends without an error."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable, Iterator
from errno import EADDRINUSE
from time import monotonic

import uvicorn
from starlette.types import ASGIApp

from gaprace.errors import CannotServe, quoted
from gaprace.web.http.protocol import BoundedHttpProtocol, limited
from gaprace.web.ws.protocol import COMMANDS_PER_SECOND, FrameProtocol, paced

MAX_WEBSOCKET_MESSAGE = 64 * 1024
"""Bytes beyond which the WebSocket protocol itself cuts off; below, the reader of commands says why it refuses."""
HEARTBEAT_S = 20.0
"""How often a silent client is asked whether it is there, and how long it has to answer."""
GOODBYE_S = 2.0
"""How long clients have to read their bye before the sockets go."""
_GOODBYE_STEP_S = 0.02
_LAST_REQUESTS_S = 5


def listening_sockets(host: str, port: int, *, shared: bool = False) -> list[socket.socket]:
    """Take every address of a host, all with one port; port 0 takes any that is free.

    `shared`: other sockets of this user may have the same addresses, and the system divides connections among them.

    Raises:
        CannotServe: `port_in_use`, `cannot_listen`.

    """
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            taken = sockets[0].getsockname()[1] if sockets else port
            where = (address[0], taken, *address[2:])
            sockets.append(_bound(family, kind, protocol, where, shared=shared))
    except (OSError, UnicodeError) as error:
        for each in sockets:
            each.close()
        raise _objection(error, host, port) from None
    return sockets


def _bound(family: int, kind: int, protocol: int, address: tuple[object, ...], *, shared: bool) -> socket.socket:
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    return sock


def _objection(error: OSError | UnicodeError, host: str, port: int) -> CannotServe:
    if isinstance(error, OSError) and error.errno == EADDRINUSE:
        return CannotServe("port_in_use", f"Port {port} of {host} is in use: stop what listens there, or set --port.")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else error
    return CannotServe("cannot_listen", f"Nothing can listen on {quoted(host)}, port {port}: {reason}.")


def address_of(sock: socket.socket) -> str:
    """Return the address under which a listening socket is reached."""
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """One server process."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        listens: Callable[[], None] = lambda: None,
        say_goodbye: Callable[[], Awaitable[None]] | None = None,
        most_per_address: int | None = None,
        commands_per_second: int = COMMANDS_PER_SECOND,
    ) -> None:
        """Call `listens` when connections are accepted, and `say_goodbye` before they are closed.

        `most_per_address`: how many connections that are no WebSocket an address may have; not behind a proxy.
        `commands_per_second`: what one socket may send.

        The application's lifespan is the caller's to run, so that its errors are the caller's to tell.
        """
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # not every connection is news
        super().__init__(
            uvicorn.Config(
                app,
                ws=paced(commands_per_second),
                http=BoundedHttpProtocol if most_per_address is None else limited(most_per_address),
                lifespan="off",
                interface="asgi3",
                ws_max_size=MAX_WEBSOCKET_MESSAGE,
                ws_ping_interval=HEARTBEAT_S,
                ws_ping_timeout=HEARTBEAT_S,
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                proxy_headers=False,  # web.addresses reads them
                server_header=False,
                timeout_graceful_shutdown=_LAST_REQUESTS_S,
            )
        )
        self._listens = listens
        self._say_goodbye = say_goodbye

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        self._listens()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more, tell everyone, and close."""
        for listener in self.servers:
            listener.close()
        try:
            if self._say_goodbye is not None:
                await self._say_goodbye()
            await self._let_read()
        finally:
            await super().shutdown(sockets)

    async def _let_read(self) -> None:
        """Wait until clients have closed their side, or have had time enough."""
        until = monotonic() + GOODBYE_S
        while monotonic() < until and any(map(_was_told, self.server_state.connections)):  # noqa: ASYNC110 (no event)
            await asyncio.sleep(_GOODBYE_STEP_S)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on SIGTERM and SIGINT. To end on request is no failure, so they are not raised again at the end."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def _was_told(connection: object) -> bool:
    return isinstance(connection, FrameProtocol) and connection.close_sent
