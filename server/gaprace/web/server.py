"""The server: uvicorn with the project's protocols, limits and shutdown."""

import asyncio
import logging
import re
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from urllib.parse import unquote

import uvicorn
from starlette.types import ASGIApp, Message
from websockets.http11 import Request

from gaprace.web.http.rate_limits import ConnectionLimiter
from gaprace.web.uvicorn_internals import KEEP_ALIVE_S, UvicornServer
from gaprace.web.ws.limits import COMMANDS_PER_SECOND
from gaprace.web.ws.protocol import CONNECTION, WebSocketConnection

GOODBYE_TIMEOUT_S = 2.0
"""The time for clients to read their `bye` before the connections are closed."""
LAST_REQUESTS_TIMEOUT_S = 5
"""The time for requests and sessions to end."""
_POLL_INTERVAL_S = 0.02
_ABSOLUTE = re.compile("^(?:ws|http)s?://[^/?]*", re.IGNORECASE)
"""The beginning of a target in absolute form, which a server has to accept (RFC 9112, section 3.2.2)."""


class Server(UvicornServer):
    """One server."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        on_listening: Callable[[], None] = lambda: None,
        say_goodbye: Callable[[], Awaitable[None]] | None = None,
        http_connections: ConnectionLimiter | None = None,
        commands_per_second: int = COMMANDS_PER_SECOND,
    ) -> None:
        """Call `on_listening` when connections are accepted, and `say_goodbye` before they are closed.

        `http_connections`: limits connections other than WebSockets; `None` behind a proxy.
        `commands_per_second`: the rate of one WebSocket.

        The caller runs the lifespan of the application, so that its errors reach the caller.
        """
        logging.getLogger("websockets.server").setLevel(logging.WARNING)  # it logs every connection
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # it warns of bad requests of clients
        config = uvicorn.Config(
            app,
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # web.http.clients reads them
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=LAST_REQUESTS_TIMEOUT_S,
        )
        self._websockets: set[WebSocketConnection] = set()
        super().__init__(
            config,
            http_connections,
            lambda: WebSocketConnection(partial(route, app), self._websockets, commands_per_second),
        )
        self._on_listening = on_listening
        self._on_leaving: Callable[[], None] = lambda: None
        self._leave_delay_s = 0.0
        self._say_goodbye = say_goodbye

    def leave_slowly(self, on_leaving: Callable[[], None], delay_s: float) -> None:
        """On shutdown, call `on_leaving` and continue for a while before stopping."""
        self._on_leaving, self._leave_delay_s = on_leaving, delay_s

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        self._on_listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """After the delay, accept no more connections, send every client a `bye`, and close."""
        self._on_leaving()
        await self._wait_while(lambda: not self.force_exit, self._leave_delay_s)
        self.stop_listening()
        try:
            if self._say_goodbye is not None:
                await self._say_goodbye()
            await self._wait_while(lambda: any(each.is_finished for each in self._websockets), GOODBYE_TIMEOUT_S)
        finally:
            for each in list(self._websockets):
                each.shut_down()
            await self._wait_while(lambda: bool(self._websockets), LAST_REQUESTS_TIMEOUT_S)
            await super().shutdown(sockets)

    async def _wait_while(self, holds: Callable[[], bool], timeout_s: float) -> None:
        until = monotonic() + timeout_s
        while monotonic() < until and holds():  # noqa: ASYNC110 (there is no event for it)
            await asyncio.sleep(_POLL_INTERVAL_S)


async def route(app: ASGIApp, request: Request, transport: asyncio.BaseTransport, connection: object) -> None:
    """Let an application route the request of a handshake: its scope also contains the connection."""
    path, _, query = _ABSOLUTE.sub("", request.path).partition("?")
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()]
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "wss" if transport.get_extra_info("sslcontext") else "ws",
        "server": _address(transport.get_extra_info("sockname")),
        "client": _address(transport.get_extra_info("peername")),
        "root_path": "",
        "path": unquote(path),
        "raw_path": path.encode("ascii", "surrogateescape"),
        "query_string": query.encode("ascii", "surrogateescape"),
        "headers": headers,
        "subprotocols": [],
        "extensions": {CONNECTION: connection},
    }
    await app(scope, _receive, _send)


def _address(address: object) -> tuple[str, int] | None:
    """Return host and port; `None` for a Unix socket."""
    return (str(address[0]), int(address[1])) if isinstance(address, tuple) else None


async def _receive() -> Message:
    return {"type": "websocket.connect"}


async def _send(_: Message) -> None:
    """Ignore `websocket.close`: a handshake that is not accepted is refused anyway."""
