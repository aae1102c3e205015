"""The adapters that connect rooms and services to the world: store, bus, engine, metrics, traces and the rest."""

import logging
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gaprace.background import BackgroundThread
from gaprace.bus.local import LocalBus
from gaprace.clock import SystemClock
from gaprace.engine.compiled_code import has_solver, problem_of
from gaprace.engine.greedy import GreedyEngine
from gaprace.engine.searching import SearchingEngine
from gaprace.errors import INSTALL_SOLVER, CannotServe, quoted
from gaprace.metrics import PrometheusMetrics
from gaprace.play.notices.outbox import Outcome
from gaprace.ports import Background, Bus, Clock, Engine, Installation, OpenIdProvider, Store, WebhookSender
from gaprace.settings import ServerSettings, wants_traces
from gaprace.wiring.databases import as_cannot_serve, once_available, one_of, open_store
from gaprace.wiring.installation import ThisInstallation, owners_settings

if TYPE_CHECKING:
    from gaprace.openid.requests import ProviderRequests
    from gaprace.outbound import OutboundHttp
    from gaprace.tracing import OpenTelemetry

OTLP_PROTOCOL = "http/protobuf"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Adapters:
    """The adapters that connect the rooms and the services to the world."""

    store: Store
    bus: Bus
    engine: Engine
    metrics: PrometheusMetrics
    clock: Clock
    background: Background
    sender: WebhookSender
    """Sends to webhooks."""
    push_sender: WebhookSender
    """Sends to push services; a separate one, so that slow webhooks take no connection from it."""
    tracing: "OpenTelemetry | None"
    """None while nobody wants traces."""
    provider: OpenIdProvider | None
    """None without sign-in by OpenID Connect."""
    settings: ServerSettings
    """The settings, with those that the owner made in the browser."""
    installation: Installation


@asynccontextmanager
async def open_adapters(settings: ServerSettings) -> AsyncIterator[Adapters]:
    """Choose and open the adapters, and close them in reverse order."""
    async with AsyncExitStack() as stack:
        tracing = new_tracing(os.environ)
        if tracing:
            stack.push_async_callback(tracing.close)
        bus = new_bus(settings.bus_url)  # before the database is asked: a URL is refused at once
        stack.push_async_callback(bus.close)
        metrics = (tracing.metrics if tracing else PrometheusMetrics)(settings.max_connections)
        store = open_store(settings.database_url, metrics.stored, read_only=settings.read_only)
        stack.push_async_callback(store.close)
        # This connection comes first: without it nobody can play.
        first = store.time if settings.read_only else store.appender.probe
        await once_available(first, settings.database_url)
        settings = await owners_settings(store, settings)
        clock = SystemClock()
        await clock.open(store.time)
        stack.push_async_callback(clock.close)
        background = BackgroundThread()
        stack.callback(background.close)
        engine = new_engine(settings, background)
        stack.push_async_callback(engine.close)
        await bus.open()
        sender, push_sender = LaterHttp(settings.webhook_networks), LaterHttp(settings.webhook_networks)
        stack.push_async_callback(sender.close)
        stack.push_async_callback(push_sender.close)
        provider = None
        if settings.oidc_issuer:
            from gaprace.openid.provider import DiscoveredProvider  # noqa: PLC0415  # as `LaterHttp`

            requests = new_provider_requests(settings)
            stack.push_async_callback(requests.close)
            provider = DiscoveredProvider(settings, clock, requests)
        senders, own = (sender, push_sender), (settings, ThisInstallation(settings, clock))
        yield Adapters(store, bus, engine, metrics, clock, background, *senders, tracing, provider, *own)


class LaterHttp:
    """Posts to addresses that players have chosen. The code for that, 3 MB, is loaded with the first request."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = networks
        self._http: OutboundHttp | None = None

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        from gaprace.outbound import OutboundHttp, read_networks  # noqa: PLC0415

        self._http = self._http or OutboundHttp(read_networks(self._networks))
        return await self._http.send(url, headers, body)

    async def close(self) -> None:
        """Close all connections."""
        if self._http:
            await self._http.close()


def new_provider_requests(settings: ServerSettings) -> "ProviderRequests":
    """Return a client of the provider of OpenID Connect."""
    from gaprace.openid.requests import ProviderRequests  # noqa: PLC0415
    from gaprace.outbound import read_networks  # noqa: PLC0415

    return ProviderRequests(settings.oidc_issuer, read_networks(settings.webhook_networks))


# Buses


def _open_redis_bus(url: str) -> Bus:
    from gaprace.bus.redis_bus import RedisBus  # noqa: PLC0415  # 0.2 s that most servers do not need

    return RedisBus(url)


BUSES: Mapping[str, Callable[[str], Bus]] = {
    "local": lambda _: LocalBus(),
    "redis": _open_redis_bus,
    "rediss": _open_redis_bus,
    "valkey": _open_redis_bus,
    "valkeys": _open_redis_bus,
}


def new_bus(url: str) -> Bus:
    """Return the bus for a URL; it is still to be opened. Raises CannotServe `bad_bus_url`."""
    scheme = url.partition(":")[0]
    if scheme not in BUSES:
        raise CannotServe("bad_bus_url", f"{quoted(scheme)} is not a kind of bus: use {one_of(BUSES)}.")
    with as_cannot_serve("bad_bus_url"):
        return BUSES[scheme](url)


# Engines


def new_engine(settings: ServerSettings, background: Background) -> Engine:
    """Return an engine with a number of search processes, which start with the first search.

    Without any (0), or without the extra `solver`, nothing is searched.
    """
    is_installed = has_solver()
    if settings.solvers and not is_installed:
        _log.warning("Hints and bots follow simple rules, and no deal is certified: to search, %s.", INSTALL_SOLVER)
    if not settings.solvers or not is_installed:
        return GreedyEngine.beside(background)
    if problem := problem_of(settings.cache_dir):
        _log.warning("%s", problem)
    return SearchingEngine(settings.solvers, settings.cache_dir, background)


# Traces


def new_tracing(environment: Mapping[str, str]) -> "OpenTelemetry | None":
    """Return an exporter of traces, if the standard `OTEL_*` variables ask for them.

    Raises CannotServe `no_opentelemetry`, `bad_otel_protocol`.
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
