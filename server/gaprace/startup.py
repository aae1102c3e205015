"""The start of a server: its sockets, its limits of the system, its application. `web.server` stops it."""

import gc
import logging
import platform
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from importlib.metadata import version

from gaprace.logs import fields
from gaprace.settings import ServerSettings
from gaprace.web.http.rate_limits import ConnectionLimiter
from gaprace.web.listening import listening_sockets, url_of
from gaprace.web.server import Server
from gaprace.wiring.application import open_application
from gaprace.wiring.databases import once_available, prepare_database, shown_url
from gaprace.wiring.installation import newer_version

GC_THRESHOLDS = (20_000, 20, 100)
"""Allocations before a collection of the youngest generation, and collections before one of the next generation. The
oldest holds every game in memory: with Python's own thresholds its collections made every hundredth move wait for
100 ms (`make bench ARGS=race`)."""
MAX_OPEN_FILES = 65_536
"""A number of open files at which other limits are reached first."""
_log = logging.getLogger(__name__)


async def serve(settings: ServerSettings, announce: Callable[[str, str], None]) -> bool:
    """Serve until told to stop, and return whether to start again.

    `announce` gets the address, and the token of the owner, once connections are accepted.

    Raises CannotServe if the server cannot run with these settings, or not yet.
    """
    await prepare_database(settings.database_url, read_only=settings.read_only)
    sockets = listening_sockets(settings.host, settings.port)
    address = url_of(sockets[0])
    about = {"version": version("gaprace"), "python": platform.python_version()}
    _log.info("starting", extra=fields(**about, url=address, database=shown_url(settings.database_url)))
    if newer := newer_version(settings):
        _log.warning("Gaprace %s is out: `gaprace update` installs it, with a backup before.", newer)
    try:
        starts_again = await _serve_on(sockets, settings, lambda token: announce(address, token))
        _log.info("stopped")
    finally:
        for sock in sockets:
            sock.close()
    return starts_again


async def _serve_on(
    sockets: list[socket.socket], settings: ServerSettings, on_listening: Callable[[str], None]
) -> bool:
    raise_file_limit()
    gc.freeze()  # the objects loaded by now stay, and need not be traversed again
    gc.set_threshold(*GC_THRESHOLDS)
    async with AsyncExitStack() as stack:
        # The application is closed again when the database goes away, and opened anew when it is back.
        application = await once_available(
            lambda: stack.enter_async_context(open_application(settings)), settings.database_url
        )
        server = Server(
            application.asgi,
            on_listening=lambda: on_listening(application.owner_token),
            say_goodbye=application.drain,
            http_connections=_http_connections(settings),
            commands_per_second=settings.commands_per_second,
        )
        server.leave_slowly(application.leave, settings.drain_seconds)
        application.lifecycle.stop = server.stop
        await server.serve(sockets)
    return application.lifecycle.starts_again


def _http_connections(settings: ServerSettings) -> ConnectionLimiter | None:
    """Return the limit of connections other than WebSockets; `None` behind a proxy, whose connections these are."""
    if settings.trusted_hops:
        return None
    return ConnectionLimiter(settings.connections_per_address, settings.max_connections)


def raise_file_limit() -> int:
    """Raise this process's limit of open files, and so of connections, as far as allowed, and return it.

    Shells and service managers often set 1024.
    """
    if sys.platform == "win32":
        return MAX_OPEN_FILES
    import resource  # noqa: PLC0415  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)
