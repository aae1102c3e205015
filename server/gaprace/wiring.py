"""The composition root: the only place where adapters are chosen, by URL scheme, and where the application is built."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from sqlalchemy import make_url
from starlette.types import ASGIApp

from gaprace.background import BackgroundThread
from gaprace.bus.local import LocalBus
from gaprace.bus.unix_sockets import UnixSocketBus
from gaprace.clock import SystemClock
from gaprace.engine.compiled_code import problem_of
from gaprace.engine.greedy import GreedyEngine
from gaprace.engine.search_processes import SearchProcesses
from gaprace.engine.searching import SearchingEngine
from gaprace.errors import CannotServe, StoreUnavailable, quoted
from gaprace.metrics import PrometheusMetrics
from gaprace.outbound import OutboundHttp, read_networks
from gaprace.play.calendar import DAY_MS, is_month, last_revealed_month
from gaprace.play.words import WordList
from gaprace.ports import AtOnce, Background, Bus, Clock, Engine, NoTracing, Store, WebhookSender
from gaprace.rooms.action_journal import Journal
from gaprace.rooms.context import RoomContext
from gaprace.rooms.peers import RoomPeers
from gaprace.rooms.quick_races import QuickRaces
from gaprace.rooms.reconciler import Reconciler
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.throttle import Throttle
from gaprace.sampling import Sampling
from gaprace.services.accounts import Accounts
from gaprace.services.analysis import GameAnalyses
from gaprace.services.blocks import Blocks
from gaprace.services.boards import FinishedBoards
from gaprace.services.certified_deals import CertifiedDeals
from gaprace.services.challenges import Challenges
from gaprace.services.closings import Closings
from gaprace.services.dailies import Dailies
from gaprace.services.daily_candidates import DailyCandidates
from gaprace.services.examinations import Examinations
from gaprace.services.group_boards import GroupBoards
from gaprace.services.group_dailies import GroupDailies
from gaprace.services.group_feeds import GroupFeeds
from gaprace.services.group_rooms import GroupRooms
from gaprace.services.group_scores import GroupScores
from gaprace.services.groups import Groups
from gaprace.services.head_to_head import HeadToHeads
from gaprace.services.health import Health
from gaprace.services.leaderboards import Leaderboards
from gaprace.services.moderation import Moderation
from gaprace.services.networks import Networks
from gaprace.services.profiles import Profiles
from gaprace.services.puzzle_maker import PuzzleMaker
from gaprace.services.puzzles import Puzzles
from gaprace.services.race_pages import RacePages
from gaprace.services.replays import Replays
from gaprace.services.reports import Reports
from gaprace.services.retention import Lifetimes, RetentionJob
from gaprace.services.series_pages import SeriesPages
from gaprace.services.sessions import Sessions
from gaprace.services.storms import Storms
from gaprace.services.summaries import PublicSummaries
from gaprace.services.television import Television
from gaprace.services.void_results import VoidResults
from gaprace.services.webhook_deliveries import WebhookDeliveries
from gaprace.services.webhook_news import WebhookNews
from gaprace.services.webhook_post import WebhookPost
from gaprace.services.webhooks import Webhooks
from gaprace.settings import ServerSettings, wants_traces
from gaprace.store.copying import OnCopied, copy
from gaprace.store.database import OnStored, is_missing, not_measured, open_database
from gaprace.store.open_data import OpenData, write_open_data
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables_state import TablesState
from gaprace.web.app import build_app
from gaprace.web.clips.studio import MAX_WAITING, NICENESS, ClipStudio
from gaprace.web.context import AppContext, Lifecycle
from gaprace.web.http.limits import Limits

if TYPE_CHECKING:
    from gaprace.tracing import OpenTelemetry

_CLIENT_FOLDERS = (
    Path(__file__).parent / "client",  # in an installed package
    Path(__file__).parents[2] / "client",  # in the repository
)
DATABASE_RETRY_DELAY_S = 2.0
OTLP_PROTOCOL = "http/protobuf"
Answer = TypeVar("Answer")
_log = logging.getLogger(__name__)
CLIENT = next((folder for folder in _CLIENT_FOLDERS if folder.is_dir()), _CLIENT_FOLDERS[0])
"""The folder with the pages."""


# Stores


@dataclass(frozen=True, slots=True)
class StoreKind:
    """A kind of store, chosen by the scheme of its URL."""

    open: Callable[[str, OnStored, bool], Store]
    """Takes the URL, what is called after each transaction, and whether nothing may be written."""
    tables: Callable[[str], Awaitable[TablesState]]
    """How the tables compare with those of this version."""
    migrate: Callable[[str], Awaitable[None]]
    downgrade: Callable[[str, str], Awaitable[None]]
    """Takes the revision to which the tables are brought back."""
    is_embedded: bool
    """Whether the database belongs to this server alone, which then migrates it at the start."""


def _open_sql_store(url: str, on_stored: OnStored, read_only: bool) -> Store:  # noqa: FBT001
    return SqlStore(open_database(url, on_stored, read_only=read_only))


# Alembic is imported where it is used: workers leave migrations to their supervisor, and start without it.
async def _tables_sql(url: str) -> TablesState:
    from gaprace.store.migrate import tables_state  # noqa: PLC0415

    return await tables_state(url)


async def _migrate_sql(url: str) -> None:
    from gaprace.store.migrate import migrate  # noqa: PLC0415

    await migrate(url)


async def _downgrade_sql(url: str, revision: str) -> None:
    from gaprace.store.migrate import downgrade  # noqa: PLC0415

    await downgrade(url, revision)


_SQL = (_open_sql_store, _tables_sql, _migrate_sql, _downgrade_sql)
_POSTGRES = StoreKind(*_SQL, is_embedded=False)
STORES: Mapping[str, StoreKind] = {
    "sqlite": StoreKind(*_SQL, is_embedded=True),
    "postgresql": _POSTGRES,
    "postgres": _POSTGRES,
}


def store_kind(url: str) -> StoreKind:
    """Return the kind of store for a URL.

    Raises:
        CannotServe: `bad_database_url`.

    """
    scheme = url.partition(":")[0].partition("+")[0]
    if scheme not in STORES:
        raise CannotServe("bad_database_url", f"{quoted(scheme)} is not a kind of database: use {_one_of(STORES)}.")
    return STORES[scheme]


async def migrate_database(url: str) -> bool:
    """Create or upgrade the tables, and return whether that was necessary.

    Raises:
        CannotServe: `bad_database_url`; `store_unavailable`; `too_new`: a newer version has taken away from them.

    """
    kind = store_kind(url)
    if (await _tables(kind, url)).is_usable:
        return False
    with _as_cannot_serve("too_new"):
        await kind.migrate(url)
    return True


async def downgrade_database(url: str, revision: str) -> None:
    """Bring the tables back to an older revision, with the servers stopped.

    Raises:
        CannotServe: `bad_database_url`; `store_unavailable`; `bad_revision`: this version does not know it, or the
            tables are not as new.

    """
    kind = store_kind(url)
    with _as_cannot_serve("bad_revision"):
        await kind.downgrade(url, revision)


async def copy_database(source: str, target: str, on_copied: OnCopied) -> dict[str, int]:
    """Copy a database into an empty one and verify it, with the servers stopped; return the rows of each table.

    Raises:
        CannotServe: `bad_database_url`; `store_unavailable`; `no_database`; `not_migrated`, `too_new`: the source has
            other tables, or `too_new`: the target has; `cannot_copy`: the target is not empty, or the copy differs.

    """
    await _insist_on_tables(source, complete=True)
    await migrate_database(target)
    databases = open_database(source), open_database(target)
    try:
        with _as_cannot_serve("cannot_copy"):
            return await copy(*databases, on_copied)
    finally:
        for database in databases:
            await database.close()


async def write_dailies(url: str, month: str | None, folder: Path) -> OpenData:
    """Write the games of a month's dailies as open data, beside running servers; by default of the last whole month.

    Raises:
        CannotServe: `bad_database_url`; `store_unavailable`; `no_database`; `not_migrated`; `too_new`; `bad_month`: it
            is no month, or not all of its dailies are revealed; `cannot_write`.

    """
    last = last_revealed_month(SystemClock().now())
    month = month or last
    if not is_month(month) or month > last:
        raise CannotServe("bad_month", f"{quoted(month)} is not a month of revealed dailies: the last one is {last}.")
    await _insist_on_tables(url)
    database = open_database(url)
    try:
        with _as_cannot_serve():
            return await write_open_data(database, month, folder)
    except OSError as error:
        raise CannotServe("cannot_write", f"{folder} cannot be written: {error.strerror}.") from None
    finally:
        await database.close()


async def prepare_database(url: str, *, read_only: bool = False) -> None:
    """Migrate an embedded database that may be written, and check that any other one is migrated.

    Tables to which a newer version has only added will do: so a server can be brought back to the version before.

    Raises:
        CannotServe: as `migrate_database`, or `not_migrated`.

    """
    kind = store_kind(url)
    if kind.is_embedded and not read_only:
        await migrate_database(url)
        return
    tables = await once_available(lambda: _tables(kind, url), url)
    if not tables.is_usable:
        raise _unusable(tables, url)


async def once_available(step: Callable[[], Awaitable[Answer]], url: str) -> Answer:
    """Take a step as soon as the database is available. One that is embedded will not become so by itself.

    Raises:
        StoreUnavailable, CannotServe: the step does, for a reason that waiting does not mend.

    """
    while True:
        try:
            return await step()
        except (StoreUnavailable, CannotServe) as error:
            is_away = isinstance(error, StoreUnavailable) or error.code == "store_unavailable"
            if not is_away or store_kind(url).is_embedded:
                raise
            _log.warning("waiting for the database %s: %s", shown_url(url), error.message)
        await asyncio.sleep(DATABASE_RETRY_DELAY_S)


async def _insist_on_tables(url: str, *, complete: bool = False) -> None:
    """Refuse a database without tables that this version can use, and make none; `complete`: it must know all of them.

    Raises:
        CannotServe: `no_database`, `not_migrated`, `too_new`, `bad_database_url`, `store_unavailable`.

    """
    tables = await _tables(store_kind(url), url)
    if tables is TablesState.CURRENT or (tables.is_usable and not complete):
        return
    if is_missing(url):
        raise CannotServe("no_database", f"There is no database at {shown_url(url)}: check GAPRACE_DATABASE_URL.")
    raise _unusable(tables, url)


def _unusable(tables: TablesState, url: str) -> CannotServe:
    if tables is TablesState.OLDER:
        return CannotServe("not_migrated", f"The tables of {shown_url(url)} are not up to date: run gaprace migrate.")
    return CannotServe(
        "too_new",
        f"The tables of {shown_url(url)} are those of a newer version: use it, or let it bring them back by gaprace"
        " downgrade.",
    )


async def _tables(kind: StoreKind, url: str) -> TablesState:
    with _as_cannot_serve("bad_database_url"):
        tables = await kind.tables(url)
    if tables is TablesState.EXPANDED:
        _log.warning("the tables of %s are those of a newer version, which has only added to them", shown_url(url))
    return tables


def shown_url(url: str) -> str:
    """Return the URL of a database without its password."""
    return make_url(url).render_as_string(hide_password=True)


@asynccontextmanager
async def open_examinations(url: str) -> AsyncIterator[Examinations]:
    """Open what reads and clears the flags of a database, beside running servers.

    Raises:
        CannotServe: `bad_database_url`; `no_database`; `not_migrated`; `too_new`: a newer version has upgraded the
            tables.

    """
    await _insist_on_tables(url)
    store = store_kind(url).open(url, not_measured, False)  # noqa: FBT003
    try:
        yield Examinations(store, SystemClock(), AtOnce())
    finally:
        await store.close()


# Buses


def _open_local_bus(_: str) -> Bus:
    return LocalBus()


def _open_machine_bus(url: str) -> Bus:
    folder = url.partition(":")[2]
    if not folder.startswith("/"):
        raise ValueError("machine: needs the absolute path of a folder, such as machine:/run/gaprace.")
    return UnixSocketBus(Path(folder))


def _open_redis_bus(url: str) -> Bus:
    from gaprace.bus.redis_bus import RedisBus  # noqa: PLC0415  # 0.2 s that most servers do not need

    return RedisBus(url)


BUSES: Mapping[str, Callable[[str], Bus]] = {
    "local": _open_local_bus,
    "machine": _open_machine_bus,
    "redis": _open_redis_bus,
    "rediss": _open_redis_bus,
    "valkey": _open_redis_bus,
    "valkeys": _open_redis_bus,
}


def new_bus(url: str) -> Bus:
    """Return the bus for a URL; it is still to be opened.

    Raises:
        CannotServe: `bad_bus_url`.

    """
    scheme = url.partition(":")[0]
    if scheme not in BUSES:
        raise CannotServe("bad_bus_url", f"{quoted(scheme)} is not a kind of bus: use {_one_of(BUSES)}.")
    with _as_cannot_serve("bad_bus_url"):
        return BUSES[scheme](url)


# Engines


def new_engine(settings: ServerSettings, background: Background) -> Engine:
    """Return an engine with a number of search processes, which start with the first search; 0: without a search."""
    if not settings.solvers:
        return GreedyEngine.beside(background)
    if problem := problem_of(settings.cache_dir):
        _log.warning("%s", problem)
    return SearchingEngine(settings.solvers, settings.cache_dir, background)


# Traces


def new_tracing(environment: Mapping[str, str]) -> "OpenTelemetry | None":
    """Return what exports traces, if the standard `OTEL_*` variables ask for them.

    Raises:
        CannotServe: `no_opentelemetry`, `bad_otel_protocol`.

    """
    if not wants_traces(environment):
        return None
    protocol = environment.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or environment.get("OTEL_EXPORTER_OTLP_PROTOCOL")
    if protocol not in {None, "", OTLP_PROTOCOL}:
        message = f"Traces cannot be exported by {quoted(protocol)}: set OTEL_EXPORTER_OTLP_PROTOCOL={OTLP_PROTOCOL}."
        raise CannotServe("bad_otel_protocol", message)
    try:
        from gaprace.tracing import open_tracing  # noqa: PLC0415  # 0.3 s that most servers do not need
    except ModuleNotFoundError as error:
        message = f"OTEL_* variables ask for traces, and {error.name} is missing: pip install 'gaprace[otel]'."
        raise CannotServe("no_opentelemetry", message) from None
    return open_tracing()


# The application


@dataclass(frozen=True, slots=True)
class Adapters:
    """What connects the rooms and the services to the world."""

    store: Store
    bus: Bus
    engine: Engine
    metrics: PrometheusMetrics
    clock: Clock
    background: Background
    sender: WebhookSender
    clip_processes: SearchProcesses
    """Make clips."""
    tracing: "OpenTelemetry | None"
    """None while nobody wants traces."""


@asynccontextmanager
async def open_adapters(settings: ServerSettings) -> AsyncIterator[Adapters]:
    """Choose and open the adapters, and close them in reverse order."""
    async with AsyncExitStack() as stack:
        tracing = new_tracing(os.environ)
        if tracing:
            stack.push_async_callback(tracing.close)
        metrics = (tracing.metrics if tracing else PrometheusMetrics)(settings.max_connections)
        store = store_kind(settings.database_url).open(settings.database_url, metrics.stored, settings.read_only)
        stack.push_async_callback(store.close)
        # This connection comes first: without it nobody can play.
        first = store.time if settings.read_only else store.appender.probe
        await once_available(first, settings.database_url)
        clock = SystemClock()
        await clock.open(store.time)
        stack.push_async_callback(clock.close)
        bus = new_bus(settings.bus_url)
        stack.push_async_callback(bus.close)
        background = BackgroundThread()
        stack.callback(background.close)
        engine = new_engine(settings, background)
        stack.push_async_callback(engine.close)
        clip_processes = SearchProcesses(1, max_waiting=MAX_WAITING, niceness=NICENESS)
        stack.push_async_callback(clip_processes.close)
        await bus.open()
        sender = OutboundHttp(read_networks(settings.webhook_networks))
        stack.push_async_callback(sender.close)
        yield Adapters(store, bus, engine, metrics, clock, background, sender, clip_processes, tracing)


class BackgroundJob(Protocol):
    """A service that also works on its own."""

    def open(self) -> None:
        """Begin to work."""

    def close(self) -> None:
        """Stop."""


class Application:
    """One server process without its sockets. Opened by `open_application`."""

    def __init__(
        self, app: ASGIApp, lifecycle: Lifecycle, rooms: RoomRegistry | None, jobs: Sequence[BackgroundJob]
    ) -> None:
        """Take the rooms, unless nothing is played here."""
        self.asgi = app
        self._lifecycle, self._rooms, self._jobs = lifecycle, rooms, jobs

    async def open(self) -> None:
        """Open the rooms, then start the background jobs."""
        if self._rooms:
            await self._rooms.open()
        for job in self._jobs:
            job.open()

    def leave(self) -> None:
        """Let `/readyz` say that the end is near."""
        self._lifecycle.is_leaving = True

    async def drain(self) -> None:
        """Stop the jobs, store what waits, and end every connection with `restarting`. Only the first call acts."""
        if not self._lifecycle.is_draining:
            self._lifecycle.is_draining = True
            for job in self._jobs:
                job.close()
            if self._rooms:
                await self._rooms.close()


@asynccontextmanager
async def open_application(settings: ServerSettings) -> AsyncIterator[Application]:
    """Build and open everything that a server process is made of, and close it in reverse order.

    Raises:
        CannotServe: `bad_database_url`, `bad_bus_url`, `store_unavailable`.

    """
    async with AsyncExitStack() as stack:
        with _as_cannot_serve():
            adapters = await stack.enter_async_context(open_adapters(settings))
            application = await _build_application(adapters, settings)
            stack.push_async_callback(application.drain)
            await application.open()
        yield application


async def _build_application(adapters: Adapters, settings: ServerSettings) -> Application:
    store, clock, engine = adapters.store, adapters.clock, adapters.engine
    words = word_list(settings.word_list)
    accounts = await Accounts.create(store, clock, settings.secret_key, words)
    networks = await Networks.create(store, clock, settings.secret_key)
    rooms_context, lifecycle = room_context(adapters, settings.max_rooms, words), Lifecycle()
    rooms = RoomRegistry(rooms_context)
    boards = FinishedBoards(store, adapters.background)
    replays, certified = Replays(store, clock, rooms, boards), CertifiedDeals(store, clock, engine)
    examinations = Examinations(store, clock, adapters.background)
    dailies = Dailies(store, clock, rooms, DailyCandidates(clock, engine))
    analyses = GameAnalyses(store, clock, engine, replays)
    challenges, storms = Challenges(store, clock, rooms), Storms(store, clock)
    group_feeds = GroupFeeds(store, clock, adapters.background)
    summaries = PublicSummaries(store, clock, boards)
    post = WebhookPost(store, clock, WebhookNews(store, clock, rooms, summaries), adapters.sender)
    context = AppContext(
        examinations=examinations,
        accounts=accounts,
        rooms=rooms,
        quick_races=QuickRaces(rooms_context, rooms),
        summaries=summaries,
        profiles=Profiles(store, clock),
        replays=replays,
        head_to_heads=HeadToHeads(store),
        race_pages=RacePages(store, clock, boards),
        series_pages=SeriesPages(store, clock),
        television=Television(store, clock),
        analyses=analyses,
        dailies=dailies,
        challenges=challenges,
        leaderboards=Leaderboards(store, clock),
        puzzles=Puzzles(store, clock),
        storms=storms,
        groups=Groups(store, clock, rooms, group_feeds, words),
        group_boards=GroupBoards(store, clock, adapters.background),
        group_feeds=group_feeds,
        group_rooms=GroupRooms(store, clock, rooms),
        webhooks=Webhooks(store, clock, post),
        reports=Reports(store, clock, rooms),
        moderation=Moderation(store, clock, rooms, examinations),
        blocks=Blocks(store, clock),
        sessions=Sessions(store, clock, rooms, networks),
        networks=networks,
        clips=ClipStudio(adapters.clip_processes, CLIENT),
        settings=settings,
        client_dir=CLIENT,
        limits=Limits(settings),
        clock=clock,
        health=Health(rooms_context.journal, clock, adapters.bus),
        metrics_text=adapters.metrics.exposition,
        metrics=adapters.metrics,
        tracing=adapters.tracing or NoTracing(),
        lifecycle=lifecycle,
    )
    sampling = Sampling(adapters.metrics, lambda: _sample(adapters))
    if settings.read_only:
        return Application(build_app(context), lifecycle, None, [sampling])
    jobs: list[BackgroundJob] = [
        certified,
        dailies,
        challenges,
        GroupDailies(store, clock),
        analyses,
        examinations,
        PuzzleMaker(store, clock, engine),
        storms,
        RetentionJob(store, clock, rooms, _lifetimes(settings)),
        VoidResults(store, clock),
        Closings(store, clock, adapters.background),
        GroupScores(store, clock, adapters.background),
        WebhookDeliveries(store, clock, post),
        Reconciler(rooms_context, rooms),
        sampling,
    ]
    return Application(build_app(context), lifecycle, rooms, jobs)


def _lifetimes(settings: ServerSettings) -> Lifetimes:
    days = settings.keep_guests_days, settings.keep_networks_days, settings.keep_idle_games_days
    return Lifetimes(*(each * DAY_MS for each in days))


def _sample(adapters: Adapters) -> None:
    metrics, bus = adapters.metrics, adapters.bus
    metrics.bus(is_up=bus.is_up, lag_s=bus.lag_s, losses=bus.losses)
    metrics.clock(is_right=adapters.clock.is_right)
    metrics.pools(adapters.store.pools)
    waiting = {"clips": adapters.clip_processes.jobs, "background": adapters.background.waiting}
    metrics.queues({**adapters.engine.queues, **waiting})
    metrics.flush()


def word_list(path: str) -> WordList:
    """Return the words of a file, or those of the built-in list without one."""
    return WordList.parse(Path(path).read_text(encoding="utf-8")) if path else WordList.built_in()


def room_context(adapters: Adapters, max_rooms: int, words: WordList) -> RoomContext:
    """Build what all live rooms work with."""
    store, clock, metrics, tracing = adapters.store, adapters.clock, adapters.metrics, adapters.tracing
    new_journal, new_peers = (tracing.journal, tracing.peers) if tracing else (Journal, RoomPeers)
    journal, throttle = new_journal(store.appender, metrics), Throttle(clock)
    ports = (store, clock, adapters.bus, journal, adapters.engine, metrics, throttle, adapters.background)
    return RoomContext(*ports, words, max_rooms, new_peers)


# Errors


@contextmanager
def _as_cannot_serve(code_of_value_errors: str = "") -> Iterator[None]:
    """Turn an unavailable store, and value errors if a code for them is given, into `CannotServe`."""
    try:
        yield
    except StoreUnavailable as error:
        raise CannotServe("store_unavailable", error.message) from None
    except ValueError as error:
        if not code_of_value_errors:
            raise
        raise CannotServe(code_of_value_errors, str(error)) from None


def _one_of(table: Mapping[str, object]) -> str:
    return " or ".join(f"{scheme}:" for scheme in table)
