"""The handshake of a WebSocket as an ASGI scope, which also contains the connection."""

import asyncio
from urllib.parse import unquote

from starlette.types import ASGIApp, Message
from websockets.http11 import Request

CONNECTION = "gaprace.connection"
"""The key in `scope["extensions"]` of the `WebSocketConnection`, which an application accepts by its `accept`."""


async def route(app: ASGIApp, request: Request, transport: asyncio.BaseTransport, connection: object) -> None:
    """Let an application route the request of a handshake."""
    path, _, query = request.path.partition("?")
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
