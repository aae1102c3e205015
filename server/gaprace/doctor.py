"""`gaprace doctor`: looks at everything that a server needs, and says what to do where something is missing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from gaprace.errors import BadSetting, CannotServe, StoreUnavailable
from gaprace.settings import ServerSettings, read_settings
from gaprace.store.clock_skew import clock_skew_ms
from gaprace.wiring import CLIENT, open_bus, open_files, shown_url, store_kind, taken_sockets

MAX_SKEW_MS = 1_000
"""How far this machine's clock may be from the database's: players see the start that much early or late."""
FILES_BESIDES = 200
"""Open files that a server needs besides its connections."""
MIN_FILES = 4_096
SLOW_MS = 50
_ANSWER_S = 10.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look has shown."""

    subject: str
    status: str
    """`ok`, `warning` (it serves, but), or `failed`."""
    message: str
    """A sentence; if it is not ok, it says what to do."""


async def examine(environment: Mapping[str, str], **options: object) -> list[Finding]:
    """Look at settings, files, port, database, migrations, clock and bus."""
    try:
        settings = read_settings(environment, **options)
    except BadSetting as error:
        return [_failed("settings", error.message)]
    looks: list[Callable[[ServerSettings], Awaitable[Finding]]] = [
        _settings,
        _client,
        _files,
        _port,
        _database,
        _migrations,
        _clock,
        _bus,
    ]
    return [await _looked(look, settings) for look in looks]


async def _looked(look: Callable[[ServerSettings], Awaitable[Finding]], settings: ServerSettings) -> Finding:
    subject = look.__name__.strip("_")
    try:
        async with asyncio.timeout(_ANSWER_S):
            return await look(settings)
    except CannotServe as error:
        return _failed(subject, error.message)
    except TimeoutError:
        return _failed(subject, f"There was no answer within {_ANSWER_S:.0f} s: check the address and the network.")
    except (StoreUnavailable, OSError, ValueError) as error:
        return _failed(subject, str(error))


def _ok(subject: str, message: str) -> Finding:
    return Finding(subject, "ok", message)


def _failed(subject: str, message: str) -> Finding:
    return Finding(subject, "failed", message)


def _warned(subject: str, message: str) -> Finding:
    return Finding(subject, "warning", message)


async def _settings(settings: ServerSettings) -> Finding:
    if _is_shared(settings) and not settings.secret_key:
        return _ok("settings", "Identities are signed with a key in the database, which all servers share.")
    if settings.host not in {"127.0.0.1", "::1", "localhost"} and not settings.trusted_hops:
        return _warned(
            "settings",
            f"It listens on {settings.host} and trusts no proxy: if one stands in front, set GAPRACE_TRUSTED_HOPS=1,"
            " or all visitors count as one address.",
        )
    return _ok("settings", "They can be read.")


async def _client(_: ServerSettings) -> Finding:
    if not (CLIENT / "index.html").is_file():
        return _failed("client", f"{CLIENT} has no pages: install the package again.")
    return _ok("client", f"The pages are in {CLIENT}.")


async def _files(_: ServerSettings) -> Finding:
    most = open_files()
    connections = most - FILES_BESIDES
    if most < MIN_FILES:
        return _warned("files", f"{most} open files allow {connections} connections: raise it (ulimit -n 65536).")
    return _ok("files", f"{most} open files allow {connections} connections to each process.")


async def _port(settings: ServerSettings) -> Finding:
    try:
        sockets = taken_sockets(settings)
    except CannotServe as error:
        if error.code != "port_in_use":
            raise
        return _warned("port", f"Port {settings.port} of {settings.host} is in use: by this server, if it runs.")
    for sock in sockets:
        sock.close()
    return _ok("port", f"Port {settings.port} of {settings.host} is free.")


async def _database(settings: ServerSettings) -> Finding:
    began = perf_counter()
    await clock_skew_ms(settings.database_url)
    took_ms = (perf_counter() - began) * 1000
    return _ok("database", f"{shown_url(settings.database_url)} answers, connecting included, in {took_ms:.0f} ms.")


async def _migrations(settings: ServerSettings) -> Finding:
    kind = store_kind(settings.database_url)
    if await kind.is_current(settings.database_url):
        return _ok("migrations", "The tables are current.")
    if kind.is_embedded:
        return _ok("migrations", "The tables are made, or brought up to date, when the server starts.")
    return _failed("migrations", "The tables are not current: run gaprace migrate.")


async def _clock(settings: ServerSettings) -> Finding:
    skew_ms = await clock_skew_ms(settings.database_url)
    if abs(skew_ms) > MAX_SKEW_MS:
        return _failed("clock", f"This machine's clock is {skew_ms:+d} ms from the database's: run NTP on both.")
    return _ok("clock", f"This machine's clock is {skew_ms:+d} ms from the database's.")


async def _bus(settings: ServerSettings) -> Finding:
    if not _is_shared(settings):
        return _ok("bus", "One process, or the workers of this machine: none is needed.")
    bus = open_bus(settings.bus_url)
    with _quiet():
        await bus.open()
    try:
        if not bus.is_up:
            return _failed("bus", "It does not answer: check GAPRACE_BUS_URL, and whether the server behind it runs.")
        return _ok("bus", "It answers.")
    finally:
        await bus.close()


def _is_shared(settings: ServerSettings) -> bool:
    return not settings.bus_url.startswith("local:")


@contextmanager
def _quiet() -> Iterator[None]:
    """Say it once: as a finding, not in the log too."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
