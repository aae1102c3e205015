"""`gaprace doctor`: checks everything that a server needs, and says how to fix what is missing."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import perf_counter
from typing import Literal

import msgspec
from sqlalchemy import make_url

from gaprace.clock import MAX_SKEW_MS, SystemClock
from gaprace.engine.compiled_code import code_folder, has_solver, problem_of
from gaprace.errors import INSTALL_SOLVER, BadSetting, CannotServe, StoreUnavailable
from gaprace.openid.provider import DiscoveredProvider
from gaprace.openid.requests import ProviderFault
from gaprace.settings import ServerSettings, read_settings, unknown_variables
from gaprace.startup import raise_file_limit
from gaprace.store.database import is_missing
from gaprace.store.durability import durability
from gaprace.store.installation import clock_skew_ms
from gaprace.store.tables_state import TablesState, is_current, missing_columns, tables_state
from gaprace.web.listening import HERE, listening_sockets
from gaprace.web.ops import READINESS_PATH, Readiness
from gaprace.wiring.adapters import new_bus, new_provider_requests
from gaprace.wiring.application import CLIENT
from gaprace.wiring.databases import is_embedded, open_store, shown_url

RESERVED_FILES = 200
"""Open files that a server needs besides its connections."""
MIN_OPEN_FILES = 4_096
CHECK_TIMEOUT_S = 10.0
ANSWER_TIMEOUT_S = 5.0
"""The time for a server that runs to say whether it is ready."""
MAX_NAMED_COLUMNS = 5
MIN_DIFFERENT = 8
"""Characters of a secret that have to differ."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    subject: str
    status: Literal["ok", "warning", "failed"]
    """`warning`: the server runs, but perhaps not as it should."""
    message: str
    """A sentence. Unless the status is `ok`, it says what to do."""


async def examine(environment: Mapping[str, str], **options: object) -> list[Finding]:
    """Check settings, keys, pages, files, cache, port, database, migrations, durability, clock, bus, sign-in, push."""
    try:
        settings = read_settings(environment, **options)
    except BadSetting as error:
        return [_failed("settings", error.message)]
    unknown = unknown_variables(environment)

    async def variables(_: ServerSettings) -> Finding:
        return _warning("variables", " ".join(unknown)) if unknown else _ok("variables", "All are known.")

    checks: list[Callable[[ServerSettings], Awaitable[Finding]]] = [
        variables,
        _settings,
        _keys,
        _client,
        _files,
        _cache,
        _port,
        _database,
        _migrations,
        _durability,
        _clock,
        _bus,
        _sign_in,
        _push,
    ]
    return [await _run_check(check, settings) for check in checks]


async def _run_check(check: Callable[[ServerSettings], Awaitable[Finding]], settings: ServerSettings) -> Finding:
    subject = check.__name__.strip("_")
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            return await check(settings)
    except TimeoutError:
        return _failed(subject, f"No answer within {CHECK_TIMEOUT_S:.0f} s: check the address and the network.")
    except (CannotServe, StoreUnavailable, OSError, ValueError) as error:
        return _failed(subject, str(error))


def _ok(subject: str, message: str) -> Finding:
    return Finding(subject, "ok", message)


def _failed(subject: str, message: str) -> Finding:
    return Finding(subject, "failed", message)


def _warning(subject: str, message: str) -> Finding:
    return Finding(subject, "warning", message)


# Checks; each is named after its subject


async def _settings(settings: ServerSettings) -> Finding:
    if settings.trusted_hops and not settings.hosts and not settings.origins:
        return _warning(
            "settings",
            "The server is behind a proxy, and answers only to local names and addresses: set GAPRACE_HOSTS to the"
            " names under which people reach it.",
        )
    if _is_shared(settings) and not settings.secret_key:
        return _ok("settings", "Valid. Identities are signed with a key from the database, which all servers share.")
    if settings.host not in {"127.0.0.1", "::1", "localhost"} and not settings.trusted_hops:
        return _warning(
            "settings",
            f"The server listens on {settings.host} and trusts no proxy. If it runs behind one, set"
            " GAPRACE_TRUSTED_HOPS=1, or all players share the limits of one address.",
        )
    return _ok("settings", "Valid.")


async def _keys(settings: ServerSettings) -> Finding:
    secrets = {"GAPRACE_SECRET_KEY": settings.secret_key, "GAPRACE_INVITATIONS": settings.invitations}
    weak = [name for name, texts in secrets.items() if any(len(set(text)) < MIN_DIFFERENT for text in texts)]
    if weak:
        return _warning("keys", f"{' and '.join(weak)} can be guessed: use what `openssl rand -hex 24` prints.")
    if not settings.secret_key:
        return _ok("keys", "Tokens are signed by a key in the database, which is in every backup, too.")
    older = len(settings.secret_key) - 1
    return _ok("keys", f"Tokens are signed by GAPRACE_SECRET_KEY{f'; older keys that hold: {older}' if older else ''}.")


async def _client(_: ServerSettings) -> Finding:
    if not (CLIENT / "index.html").is_file():
        return _failed("client", f"{CLIENT} has no pages: install the package again.")
    return _ok("client", f"The pages are in {CLIENT}.")


async def _files(_: ServerSettings) -> Finding:
    limit = raise_file_limit()
    message = f"{limit} open files allow {limit - RESERVED_FILES} connections"
    if limit < MIN_OPEN_FILES:
        return _warning("files", f"{message}: raise the limit (ulimit -n 65536).")
    return _ok("files", f"{message}.")


async def _cache(settings: ServerSettings) -> Finding:
    if not settings.solvers:
        return _ok("cache", "Nothing is compiled: this server does not search.")
    if not has_solver():
        return _warning("cache", f"Nothing is searched, since the solver is not installed: {INSTALL_SOLVER}.")
    if problem := problem_of(settings.cache_dir):
        return _warning("cache", problem)
    return _ok("cache", f"Compiled code is kept in {code_folder(settings.cache_dir)}.")


async def _port(settings: ServerSettings) -> Finding:
    try:
        sockets = listening_sockets(settings.host, settings.port)
    except CannotServe as error:
        if error.code != "port_in_use":
            raise
        return await asyncio.to_thread(_ask_port, settings)
    for sock in sockets:
        sock.close()
    return _ok("port", f"Port {settings.port} of {settings.host} is free: no server runs there.")


def _ask_port(settings: ServerSettings) -> Finding:
    """Ask what has the port whether it is a server, and ready."""
    port = f"port {settings.port} of {settings.host}"
    connection = HTTPConnection(HERE.get(settings.host, settings.host), settings.port, timeout=ANSWER_TIMEOUT_S)
    try:
        connection.request("GET", READINESS_PATH)
        found = msgspec.json.decode(connection.getresponse().read(), type=Readiness)
    except (OSError, HTTPException, msgspec.MsgspecError):
        return _warning(
            "port",
            f"What has {port} does not answer as a server of this program: if it is one, it hangs, so restart it;"
            " else choose another port.",
        )
    finally:
        connection.close()
    if found.status == "unready":
        state = f"store {found.store}, clock {found.clock}{', stopping' if found.draining else ''}"
        return _warning("port", f"The server on {port} is not ready ({state}): its log says why.")
    return _ok("port", f"A server answers on {port}, and is {found.status}.")


async def _database(settings: ServerSettings) -> Finding:
    if is_missing(settings.database_url):  # connecting would make the file
        return _missing_file(settings.database_url)
    started = perf_counter()
    await clock_skew_ms(settings.database_url)
    took_ms = (perf_counter() - started) * 1000
    return _ok("database", f"{shown_url(settings.database_url)} answers within {took_ms:.0f} ms, including connecting.")


def _missing_file(url: str) -> Finding:
    folder = Path(make_url(url).database or "").absolute().parent
    if not os.access(folder, os.W_OK):
        return _failed("database", f"{folder} cannot be written: the server cannot make its database there.")
    return _ok("database", f"{shown_url(url)} is made when the server starts.")


async def _migrations(settings: ServerSettings) -> Finding:
    embedded, tables = is_embedded(settings.database_url), await tables_state(settings.database_url)
    if tables is TablesState.CURRENT and (missing := await missing_columns(settings.database_url)):
        lost = ", ".join(missing[:MAX_NAMED_COLUMNS])
        return _failed("migrations", f"The tables lack {lost}: they are of another draft of their revision.")
    if tables is TablesState.CURRENT:
        return _ok("migrations", "The tables are up to date.")
    if tables is TablesState.EXPANDED:
        return _ok("migrations", "The tables are those of a newer version, and this one runs on them, too.")
    if tables is TablesState.TOO_NEW:
        return _failed("migrations", "The tables are those of a newer version, which this one cannot use.")
    if embedded:
        return _ok("migrations", "The tables are created or upgraded when the server starts.")
    return _failed("migrations", "The tables are not up to date: run gaprace migrate.")


async def _durability(settings: ServerSettings) -> Finding:
    if is_embedded(settings.database_url):
        return _ok("durability", "SQLite keeps what it confirms.")
    found = await durability(settings.database_url)
    if found.failures:
        return _failed("durability", " ".join(found.failures))
    if found.warnings:
        return _warning("durability", " ".join(found.warnings))
    return _ok("durability", "What the database confirms survives its crash.")


async def _clock(settings: ServerSettings) -> Finding:
    if is_embedded(settings.database_url):
        return _ok("clock", "SQLite has the clock of this machine.")
    skew_ms = await clock_skew_ms(settings.database_url)
    message = f"This machine's clock differs by {skew_ms:+d} ms from the database's"
    if abs(skew_ms) > MAX_SKEW_MS:
        return _warning("clock", f"{message}, which counts for races: synchronise both with NTP.")
    return _ok("clock", f"{message}.")


async def _bus(settings: ServerSettings) -> Finding:
    if not _is_shared(settings):
        return _ok("bus", "No bus is needed for one server.")
    bus = new_bus(settings.bus_url)
    with _without_log():
        await bus.open()
    try:
        if not bus.is_up:
            return _failed("bus", "No answer: check GAPRACE_BUS_URL, and whether the server at that address runs.")
        return _ok("bus", "The bus answers.")
    finally:
        await bus.close()


async def _sign_in(settings: ServerSettings) -> Finding:
    if not settings.oidc_issuer:
        return _ok("sign_in", "Nobody signs in by OpenID Connect.")
    requests = new_provider_requests(settings)
    try:
        provider = DiscoveredProvider(settings, SystemClock(), requests)
        metadata, keys = await provider.metadata(), await provider.count_keys()
    except ProviderFault as fault:
        return _failed("sign_in", f"{fault.reason}: check GAPRACE_OIDC_ISSUER, and whether this machine reaches it.")
    finally:
        await requests.close()
    if settings.private and not (settings.oidc_domains or settings.oidc_claims):
        return _warning(
            "sign_in",
            f"Everybody with an account at {settings.oidc_issuer} gets in: set GAPRACE_OIDC_DOMAINS or"
            " GAPRACE_OIDC_CLAIMS, unless only your people have one.",
        )
    if not (settings.oidc_client_secret or metadata.has_pkce):
        return _warning("sign_in", "The provider does not say that it checks PKCE: set GAPRACE_OIDC_CLIENT_SECRET.")
    return _ok("sign_in", f"{settings.oidc_issuer} answers, with {keys} keys.")


async def _push(settings: ServerSettings) -> Finding:
    if not settings.push:
        return _ok("push", "GAPRACE_PUSH is off: no notifications are sent.")
    signed = "GAPRACE_PUSH_KEY" if settings.push_key else "a key in the database, which is in every backup, too"
    message = f"Notifications are signed by {signed}"
    if is_missing(settings.database_url) or not await is_current(settings.database_url):
        return _ok("push", f"{message}.")
    store = open_store(settings.database_url, read_only=True)
    try:
        use = await store.push_use()
    finally:
        await store.close()
    message = f"{message}; {use.devices} devices get them, {use.waiting} messages wait"
    if use.failing * 2 > use.devices:
        return _warning(
            "push",
            f"{message}, and {use.failing} devices cannot be reached: let the server reach push services by https on"
            " port 443, or set GAPRACE_PUSH=off.",
        )
    return _ok("push", f"{message}.")


def _is_shared(settings: ServerSettings) -> bool:
    return not settings.bus_url.startswith("local:")


@contextmanager
def _without_log() -> Iterator[None]:
    """Suppress warnings in the log: the finding says the same."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
