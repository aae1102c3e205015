"""Where everything is put together: the only place that knows which adapters there are, by URL scheme."""

import gc
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import make_url
from starlette.applications import Starlette

from gaprace.bus.local import LocalBus
from gaprace.bus.machine import MachineBus
from gaprace.clock import SystemClock
from gaprace.engine.greedy import GreedyEngine
from gaprace.engine.searching import SearchingEngine
from gaprace.errors import CannotServe, StoreUnavailable, quoted
from gaprace.metrics import PrometheusMetrics
from gaprace.ports import Bus, Engine, Store
from gaprace.rooms.registry import Rooms
from gaprace.services.accounts import Accounts
from gaprace.services.analysis import GameAnalyses
from gaprace.services.certified import CertifiedDeals
from gaprace.services.dailies import Dailies
from gaprace.services.health import Health
from gaprace.services.leaderboards import Leaderboards
from gaprace.services.profiles import Profiles
from gaprace.services.replays import Replays
from gaprace.services.retention import RetentionJob
from gaprace.services.summaries import PublicSummaries
from gaprace.settings import ServerSettings
from gaprace.store.engines import open_database
from gaprace.store.sql import SqlStore
from gaprace.web.app import build_app
from gaprace.web.context import AppContext, Lifecycle
from gaprace.web.http.limits import Limits
from gaprace.web.listening import listening_sockets, url_of
from gaprace.web.server import Server

_PLACES = (
    Path(__file__).parent / "client",  # in an installed package
    Path(__file__).parents[2] / "client",  # in the repository
)
CLIENT = next((place for place in _PLACES if place.is_dir()), _PLACES[0])
"""The folder with the pages."""
GARBAGE_THRESHOLDS = (20_000, 20, 100)
"""New objects before a look for garbage, and how many looks make a longer one. The longest walks every game in memory,
and with Python's own thresholds it made every hundredth move wait for 100 ms (`make bench ARGS=race`)."""

MAX_FILES = 65_536
"""So many open files are enough for everything else to be the limit."""


# Adapters


@dataclass(frozen=True, slots=True)
class StoreKind:
    """A kind of store."""

    opened: Callable[[str], Store]
    is_current: Callable[[str], Awaitable[bool]]
    migrate: Callable[[str], Awaitable[None]]
    is_embedded: bool
    """Belongs to this server alone, which may migrate it unasked."""


def _sql_store(url: str) -> Store:
    return SqlStore(open_database(url))


# Workers leave migrations to their supervisor, and start without Alembic.
async def _is_current_sql(url: str) -> bool:
    from gaprace.store.migrate import is_current  # noqa: PLC0415

    return await is_current(url)


async def _migrate_sql(url: str) -> None:
    from gaprace.store.migrate import migrate  # noqa: PLC0415

    await migrate(url)


_POSTGRES = StoreKind(_sql_store, _is_current_sql, _migrate_sql, is_embedded=False)
STORES: Mapping[str, StoreKind] = {
    "sqlite": StoreKind(_sql_store, _is_current_sql, _migrate_sql, is_embedded=True),
    "postgresql": _POSTGRES,
    "postgres": _POSTGRES,
}


def _local_bus(_: str) -> Bus:
    return LocalBus()


def _machine_bus(url: str) -> Bus:
    folder = url.partition(":")[2]
    if not folder.startswith("/"):
        raise ValueError("write the folder in which processes meet, such as machine:/run/gaprace")
    return MachineBus(Path(folder))


def _redis_bus(url: str) -> Bus:
    from gaprace.bus.redis_bus import RedisBus  # noqa: PLC0415 (a fifth of a second that most servers do not need)

    return RedisBus(url)


BUSES: Mapping[str, Callable[[str], Bus]] = {
    "local": _local_bus,
    "machine": _machine_bus,
    "redis": _redis_bus,
    "rediss": _redis_bus,
    "valkey": _redis_bus,
    "valkeys": _redis_bus,
}


def store_kind(url: str) -> StoreKind:
    """Return the kind of store that a URL means.

    Raises:
        CannotServe: `bad_database_url`.

    """
    scheme = url.partition(":")[0].partition("+")[0]
    if scheme not in STORES:
        raise CannotServe("bad_database_url", f"{quoted(scheme)} is no kind of database: use {_one_of(STORES)}.")
    return STORES[scheme]


def open_bus(url: str) -> Bus:
    """Open the bus that a URL means.

    Raises:
        CannotServe: `bad_bus_url`.

    """
    scheme = url.partition(":")[0]
    if scheme not in BUSES:
        raise CannotServe("bad_bus_url", f"{quoted(scheme)} is no kind of bus: use {_one_of(BUSES)}.")
    with _in_words("bad_bus_url"):
        return BUSES[scheme](url)


def open_engine(solvers: int) -> Engine:
    """Return a engine with so many worker processes, which start when there is something to think about."""
    return SearchingEngine(solvers) if solvers else GreedyEngine()


def _one_of(table: Mapping[str, object]) -> str:
    return " or ".join(f"{scheme}:" for scheme in table)


# The database


async def migrate_database(url: str) -> bool:
    """Bring the tables to the newest state; say whether they were not.

    Raises:
        CannotServe: `bad_database_url`, `store_unavailable`, or `too_new` (a newer version was here before).

    """
    kind = store_kind(url)
    if await _is_current(kind, url):
        return False
    with _in_words("too_new"):
        await kind.migrate(url)
    return True


async def prepare_database(url: str) -> None:
    """Make sure that the tables are as this version needs them.

    Raises:
        CannotServe: as `migrate_database`, or `not_migrated`.

    """
    kind = store_kind(url)
    if kind.is_embedded:
        await migrate_database(url)
    elif not await _is_current(kind, url):
        raise CannotServe("not_migrated", f"The tables of {shown_url(url)} are not current: run gaprace migrate.")


async def _is_current(kind: StoreKind, url: str) -> bool:
    with _in_words("bad_database_url"):
        return await kind.is_current(url)


@contextmanager
def _in_words(code_for_values: str = "") -> Iterator[None]:
    try:
        yield
    except StoreUnavailable as error:
        raise CannotServe("store_unavailable", str(error)) from None
    except ValueError as error:
        if not code_for_values:
            raise
        raise CannotServe(code_for_values, str(error)) from None


def shown_url(url: str) -> str:
    """Return a database's URL without its password."""
    return make_url(url).render_as_string(hide_password=True)


# The server


async def serve(settings: ServerSettings, announce: Callable[[str], None]) -> None:
    """Serve until told to stop; announce the address when connections are accepted.

    Raises:
        CannotServe: with these settings it is not possible, or not yet.

    """
    await prepare_database(settings.database_url)
    sockets = taken_sockets(settings)
    address = url_of(sockets[0])
    try:
        await serve_on(sockets, settings, lambda: announce(address))
    finally:
        for each in sockets:
            each.close()


def taken_sockets(settings: ServerSettings, *, shared: bool = False) -> list[socket.socket]:
    """Take the addresses to listen on; `shared` with other processes, among whom the system divides connections.

    Raises:
        CannotServe: `port_in_use`, `cannot_listen`.

    """
    return listening_sockets(settings.host, settings.port, shared=shared)


async def serve_on(
    sockets: list[socket.socket],
    settings: ServerSettings,
    listens: Callable[[], None],
    keep_server: Callable[[Server], None] = lambda _: None,
) -> None:
    """Serve on sockets, with a database that is prepared, until told to stop.

    Raises:
        CannotServe: with these settings it is not possible.

    """
    open_files()
    gc.freeze()  # what is there now stays
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    with _in_words():
        async with running(settings) as (app, say_goodbye):
            most = None if settings.trusted_hops else settings.connections_per_address
            server = Server(
                app,
                on_listening=listens,
                say_goodbye=say_goodbye,
                max_connections_per_address=most,
                commands_per_second=settings.commands_per_second,
            )
            keep_server(server)
            await server.serve(sockets)


def open_files() -> int:
    """Let this process have as many open files, and so connections, as the system lets it; give how many.

    What a shell or a service manager sets at first is mostly 1024.
    """
    if sys.platform == "win32":
        return MAX_FILES
    import resource  # noqa: PLC0415 (there is none for Windows)

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if most == resource.RLIM_INFINITY else min(most, MAX_FILES)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(now, wanted)


@asynccontextmanager
async def running(settings: ServerSettings) -> AsyncIterator[tuple[Starlette, Callable[[], Awaitable[None]]]]:
    """Put everything together and open it; give the application and what says goodbye to everyone in a room."""
    clock, bus, engine = SystemClock(), open_bus(settings.bus_url), open_engine(settings.solvers)
    metrics = PrometheusMetrics()
    store = store_kind(settings.database_url).opened(settings.database_url)
    try:
        await bus.open()
        people = await Accounts.create(store, clock, settings.secret_key)
        rooms, lifecycle = Rooms(store, clock, bus, engine, metrics), Lifecycle()
        replays, certified = Replays(store, clock, rooms), CertifiedDeals(store, clock, engine)
        dailies = Dailies(store, clock, rooms, certified)
        pruner = RetentionJob(store, clock, rooms)
        analyst = GameAnalyses(store, clock, engine, replays)

        async def say_goodbye() -> None:
            lifecycle.is_draining = True
            for each in (dailies, certified, analyst, pruner):
                each.close()
            await rooms.close()

        @asynccontextmanager
        async def opened() -> AsyncIterator[None]:
            await rooms.open()
            for each in (certified, dailies, analyst, pruner):
                each.open()
            try:
                yield
            finally:
                if not lifecycle.is_draining:
                    await say_goodbye()

        context = AppContext(
            accounts=people,
            rooms=rooms,
            summaries=PublicSummaries(store, clock),
            profiles=Profiles(store, clock),
            replays=replays,
            analyses=analyst,
            dailies=dailies,
            leaderboards=Leaderboards(store),
            settings=settings,
            client_dir=CLIENT,
            limits=Limits(settings),
            health=Health(store, bus),
            metrics_text=metrics.exposition,
            metrics=metrics,
            lifecycle=lifecycle,
            lifespan=opened,
        )
        app = build_app(context)
        async with app.router.lifespan_context(app):
            yield app, say_goodbye
    finally:
        await engine.close()
        await bus.close()
        await store.close()
