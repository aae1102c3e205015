"""The parts of uvicorn and websockets that are used though their documentation does not promise them.

When a new version lacks one, this fails with a sentence that names it and the place that uses it. `pyproject.toml` pins
the minor versions: raise a pin only when these pass.
"""

import asyncio
from collections.abc import Generator
from inspect import getsource

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets import frames, http11
from websockets.server import ServerProtocol

from gaprace.web.server import Server
from gaprace.web.uvicorn_internals import KEEP_ALIVE_S

INTERNALS = "gaprace/web/uvicorn_internals.py"


async def app(scope: object, receive: object, send: object) -> None:
    raise AssertionError


def config(**options: object) -> uvicorn.Config:
    config = uvicorn.Config(app, lifespan="off", interface="asgi3", log_config=None, **options)  # type: ignore[arg-type]
    config.load()
    return config


def insist(holds: object, part: str, purpose: str, where: str = INTERNALS) -> None:
    assert holds, f"{part} is missing or has changed in this version: {where} needs it {purpose}."


@pytest.mark.parametrize(
    ("method", "purpose"),
    [
        ("_start_asgi_task", "to know the request that is being answered"),
        ("on_headers_complete", "to end the wait for a request's headers and to count pipelined requests"),
        ("on_message_begin", "to count the bytes of each request's headers"),
        ("on_url", "to count the bytes of an address"),
        ("on_header", "to count the bytes of a header"),
        ("send_400_response", "to say that the headers are too large"),
        ("on_message_complete", "to tell the body of a request from the next request"),
        ("timeout_keep_alive_handler", "to abort an idle connection whose last response was not read"),
    ],
)
def test_uvicorns_http_protocol_has_the_methods_that_are_overridden(method: str, purpose: str) -> None:
    insist(callable(getattr(HttpToolsProtocol, method, None)), f"uvicorn's HttpToolsProtocol.{method}", purpose)


async def test_uvicorns_http_protocol_keeps_pipelined_requests() -> None:
    protocol = HttpToolsProtocol(config=config(), server_state=ServerState(), app_state={})
    insist(
        len(getattr(protocol, "pipeline", "missing")) == 0,
        "uvicorn's HttpToolsProtocol.pipeline",
        "to count pipelined requests",
    )


class Transport(asyncio.Transport):
    """Notes which protocol it belongs to."""

    protocol: object = None

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


class Upgraded(asyncio.Protocol):
    """Notes what it is called with."""

    def __init__(self) -> None:
        self.transport: object = None
        self.data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data


async def test_uvicorn_hands_an_upgraded_connection_over_with_its_request() -> None:
    upgraded, transport = Upgraded(), Transport()
    protocol = HttpToolsProtocol(config=config(ws=lambda **_: upgraded), server_state=ServerState(), app_state={})
    protocol.connection_made(transport)
    protocol.data_received(b"GET /a?b HTTP/1.1\r\nHost: c\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    handed_over = upgraded.transport is transport and transport.protocol is upgraded
    insist(handed_over, "the hand-over of uvicorn's HttpToolsProtocol to `Config.ws`", "to serve WebSockets")
    is_repeated = upgraded.data.startswith(b"GET /a?b HTTP/1.1\r\n") and upgraded.data.endswith(b"\r\n\r\n")
    insist(is_repeated, "the request that uvicorn repeats to `Config.ws`", "for the handshake of a WebSocket")


async def test_uvicorns_server_has_its_listeners_and_captured_signals() -> None:
    server = uvicorn.Server(config(port=0))
    server.lifespan = server.config.lifespan_class(server.config)
    await server.startup()
    listeners = getattr(server, "servers", [])
    insist(listeners, "uvicorn's Server.servers", "to stop listening before it says goodbye")
    for listener in listeners:
        listener.close()
    insist(
        getattr(server, "_captured_signals", None) == [], "uvicorn's Server._captured_signals", "to end without error"
    )
    insist(
        callable(getattr(server, "capture_signals", None)), "uvicorn's Server.capture_signals", "to end without error"
    )
    source = getsource(uvicorn.Server.main_loop) + getsource(uvicorn.Server.on_tick)
    insist("self.on_tick(counter)" in source, "uvicorn's Server.main_loop", "to tick less often")
    insist("counter % 10 == 0" in source, "uvicorn's Server.on_tick", "to set the date with each tick")
    insist(
        "self.should_exit = True" in getsource(uvicorn.Server.handle_exit), "uvicorn's Server.handle_exit", "to wake"
    )


def test_websockets_protocol_is_run_by_a_generator() -> None:
    insist(
        isinstance(getattr(ServerProtocol(), "parser", None), Generator),
        "websockets' ServerProtocol.parser",
        "to free a connection at once",
        "gaprace/web/ws/protocol.py",
    )


def test_websockets_unmasks() -> None:
    insist(
        getattr(frames, "apply_mask", lambda *_: b"")(b"\1\1\1\1\1", b"\0\1\2\3") == b"\1\0\3\2\1",
        "websockets.frames.apply_mask",
        "to read short texts fast",
        "gaprace/web/ws/protocol.py",
    )


def test_websockets_takes_as_large_headers_as_uvicorn() -> None:
    source = getsource(http11.parse_headers) + getsource(http11.parse_line)
    for name in ("MAX_LINE_LENGTH", "MAX_NUM_HEADERS"):
        insist(name in source, f"websockets.http11.{name}", "to accept handshakes with large cookies")


def test_an_idle_connection_is_kept_longer_than_proxies_keep_theirs() -> None:
    assert Server(app).config.timeout_keep_alive == KEEP_ALIVE_S > 120
